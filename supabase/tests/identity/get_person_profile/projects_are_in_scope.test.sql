-- A profile names the live projects that the caller sees and the person is a member of or leads, and no others.
begin;
select plan(10);
select tests.two_agencies();
create function pg_temp.projects_of(persona text, person text) returns text language plpgsql as $$
declare
  v_projects jsonb;
begin
  perform tests.act_as(persona);
  v_projects := public.get_person_profile(tests.id(person)) -> 'projects';
  perform tests.act_as('owner');
  return (
    select string_agg(concat_ws(' ', project ->> 'name',
      case when (project ->> 'is_member')::boolean then 'member' end,
      case when (project ->> 'is_lead')::boolean then 'lead' end), ', ' order by place)
    from jsonb_array_elements(v_projects) with ordinality as entries (project, place));
end;
$$;

select is(pg_temp.projects_of(persona, person), expected, format('%s sees of %s: %s', persona, person, expected))
from (values
  ('admin', 'lead', 'alpha lead, gamma lead, shared lead'),
  ('lead', 'member2', 'beta member, shared member'),
  ('member', 'member2', 'shared member'),
  ('member', 'lead', 'alpha lead, shared lead'),
  ('member', 'admin', null),
  ('client', 'client', null)) as cases (persona, person, expected);

insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), tests.id('alpha'), tests.id('lead'));
select is(pg_temp.projects_of('admin', 'lead'), 'alpha member lead, gamma lead, shared lead',
  'a lead who is also a member is both, in one entry');
update public.projects set archived_at = now() where id = tests.id('alpha');
select is(pg_temp.projects_of('admin', 'lead'), 'gamma lead, shared lead', 'an archived project does not appear');
select is(pg_temp.projects_of('admin', 'member'), 'shared member', 'an archived project does not appear for members');
update public.people set archived_at = now(), user_id = null where id = tests.id('lead');
select is(pg_temp.projects_of('admin', 'lead'), 'gamma lead, shared lead', 'the projects of an offboarded lead remain visible');

select * from finish();
rollback;
