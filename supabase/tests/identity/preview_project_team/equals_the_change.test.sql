-- The preview writes nothing and reports the effect of the change on each person.
begin;
select plan(4);
select tests.two_agencies();
update public.projects set lead_id = tests.id('member') where id = tests.id('alpha');
create function pg_temp.snapshot() returns text language sql as $$
  select md5(string_agg(line, '' order by line)) from (
    select project_members::text from public.project_members union all
    select audit_events::text from public.audit_events) as snapshot (line)
$$;
create temporary table before as select pg_temp.snapshot() as snapshot;
create temporary table previews (answer jsonb);
grant all on previews to authenticated;

select tests.act_as('lead');
insert into previews select public.preview_project_team(
  tests.id('alpha'), tests.ids(array['member2', 'lead']), tests.ids(array['member', 'freelancer']));
select tests.act_as('owner');
select is(pg_temp.snapshot(), before.snapshot, 'a preview changes nothing') from before;
select results_eq($$
  select person ->> 'name', person ->> 'role', (person -> 'leads_project')::boolean, (person -> 'was_member')::boolean,
         (person -> 'is_member')::boolean, (person -> 'saw_project')::boolean, (person -> 'sees_project')::boolean
  from previews, jsonb_array_elements(answer -> 'people') with ordinality as entries (person, number) order by number $$,
  $$ values ('freelancer', 'member', false, false, false, false, false), ('lead', 'lead', false, false, true, true, true),
            ('member', 'member', true, true, false, true, false), ('member2', 'member', false, false, true, false, true) $$,
  'the preview lists by name who joins, leaves and leads, and who sees the project');

select tests.act_as('lead');
select public.change_project_team(
  tests.id('alpha'), tests.ids(array['member2', 'lead']), tests.ids(array['member', 'freelancer']));
select tests.sees('member', 'select id from public.projects', array['shared']);
select tests.sees('member2', 'select id from public.projects', array['alpha', 'beta', 'shared']);

select * from finish();
rollback;
