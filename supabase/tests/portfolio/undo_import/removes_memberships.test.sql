-- The undo of an import removes its memberships, but not those added by hand.
begin;
select plan(9);
select tests.two_agencies();
select tests.an_hour_passes();
create function pg_temp.members() returns text language sql as $$
  select string_agg(projects.code || ' ' || people.name, ', ' order by projects.code, people.name)
  from public.project_members
  join public.projects on projects.id = project_members.project_id
  join public.people on people.id = project_members.person_id
  where projects.organization_id = tests.id('North')
$$;
grant execute on function pg_temp.members() to public;
create temporary table before as select pg_temp.members() as members, tests.portfolio_content() as content;
grant select on before to public;

select tests.act_as('lead');
create temporary table runs as
select tests.import('apply', '[
  {"client_name": "Meadow", "project_code": "M-1", "person": "Robin Newcomer", "hours": 1, "spent_on": "2026-02-02"},
  {"project_code": "M-1", "person": "member2@tests.test", "hours": 1, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "person": "member2@tests.test", "hours": 1, "spent_on": "2026-02-02"}
]', memberships => 'all') as run;
grant select on runs to public;
select isnt(pg_temp.members(), members, 'the import adds members') from before;
select tests.an_hour_passes();

-- A membership is removed and added again by hand.
select tests.act_as('lead');
select public.set_project_membership(tests.id('alpha'), tests.id('member2'), false);
select public.set_project_membership(tests.id('alpha'), tests.id('member2'), true);
select lives_ok($$ select public.undo_import((run ->> 'id')::uuid) from runs $$, 'the memberships of the import do not prevent its undo');
select tests.act_as('owner');
select is_empty($$ select 1 from public.people where name = 'Robin Newcomer' $$, 'the undo deletes a person that the import created');
select is_empty($$ select 1 from public.projects where code = 'M-1' $$, 'the undo deletes a project that the import created');
select isnt_empty(
  $$ select 1 from public.project_members where project_id = tests.id('alpha') and person_id = tests.id('member2') $$,
  'a member added by hand after the import is still a member');
delete from public.project_members where project_id = tests.id('alpha') and person_id = tests.id('member2');
select is(pg_temp.members(), members, 'the undo removes exactly the memberships of the import') from before;
select is(tests.portfolio_content(), content, 'the undo restores every row') from before;
select isnt_empty(
  $$ select 1 from public.audit_events
     where action = 'person.memberships_imported' and object_id = tests.id('member2') and after -> 'is_member' = 'false' $$,
  'the audit event has the removed memberships');
select isnt_empty(
  $$ select 1 from runs join public.portfolio_import_memberships on run_id = (run ->> 'id')::uuid $$,
  'the receipt of the import lists its memberships after the undo');

select * from finish();
rollback;
