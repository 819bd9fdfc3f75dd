-- The spine of one project equals its part of the complete spine.
begin;
select plan(13);
select tests.two_agencies();
create function pg_temp.projects(project text, as_name text default null) returns setof uuid language sql as $$
  select (item ->> 'id')::uuid
  from jsonb_array_elements(public.get_spine(tests.id(as_name), tests.id(project)) -> 'projects') as item
$$;
grant execute on function pg_temp.projects(text, text) to authenticated;
select tests.sees(persona, format('select pg_temp.projects(%L, %L)', project, as_name), array[project])
from (values ('lead', 'beta', null), ('member', 'alpha', null), ('member', 'shared', 'member2'), ('lead', 'shared', 'member2'), ('other_admin', 'delta', null))
  as cases (persona, project, as_name);
select is(tests.answer(persona, format('select public.get_spine(tests.id(%L), tests.id(%L))', as_name, project)), refused,
  format('%s who views as %s is refused the project %s', persona, coalesce(as_name, 'no one else'), project))
from (values ('member', null, 'beta', 'OPNFD project_not_found'), ('member', 'admin', 'beta', 'OPNFD project_not_found'),
  ('lead', 'member', 'beta', 'OPNFD project_not_found'), ('lead', null, 'delta', 'OPNFD project_not_found'),
  ('lead', null, 'nothing', 'OPNFD project_not_found'), ('client', null, 'alpha', 'OPDEN role_not_allowed'),
  ('service', null, 'alpha', '42501')) as cases (persona, as_name, project, refused);
select tests.act_as('lead');
select is(
  public.get_spine(project_id => tests.id('alpha')) #> '{projects,0}',
  (select item from jsonb_array_elements(public.get_spine() -> 'projects') as item where item ->> 'id' = tests.id('alpha')::text),
  'the spine of one project equals its part of the whole spine');

select * from finish();
rollback;
