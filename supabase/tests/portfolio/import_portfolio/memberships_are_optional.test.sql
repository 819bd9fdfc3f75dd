-- An import can add memberships for the new people, for everyone in the file, or for no one.
begin;
select plan(17);
select tests.two_agencies();

create function pg_temp.members(code text) returns text language sql as $$
  select string_agg(people.name, ', ' order by people.name collate "C")
  from public.project_members
  join public.projects on projects.id = project_members.project_id
  join public.people on people.id = project_members.person_id
  where projects.code = members.code and projects.organization_id = tests.id('North')
$$;
create function pg_temp.memberships(run jsonb) returns text language sql as $$
  select string_agg(format('%s: %s', project_name, person_name), ', ' order by project_name collate "C", person_name collate "C")
  from public.portfolio_import_memberships where run_id = (run ->> 'id')::uuid
$$;
grant execute on function pg_temp.members(text), pg_temp.memberships(jsonb) to public;
create temporary table plan as
select '[
  {"client_name": "Meadow", "project_code": "M-1", "project_name": "Meadow one", "task_key": "K-1",
   "task_title": "Draw", "task_assignee": "Robin Newcomer", "person": "member@tests.test", "hours": 1, "spent_on": "2026-02-02"},
  {"project_code": "M-1", "person": "lead@tests.test", "hours": 1, "spent_on": "2026-02-02"},
  {"project_code": "M-1", "project_members": ["Kim Named", "member2@tests.test"]},
  {"project_code": "P-1", "person": "Robin Newcomer", "hours": 2, "spent_on": "2026-02-03"},
  {"project_code": "M-1", "person": "Alex Looked-On"}
]'::jsonb as lines;
grant select on plan to public;

select tests.act_as('lead');
select is(pg_temp.memberships(tests.import('dry_run', lines)), null, 'a plan without a choice adds no members') from plan;
select is(tests.import('dry_run', lines) -> 'counts' -> 'memberships', null, 'a plan without a choice counts no members') from plan;
select is(pg_temp.memberships(tests.import('dry_run', lines, memberships => 'none')), null, 'a plan that chooses no one adds no members')
from plan;
select is(
  pg_temp.memberships(tests.import('dry_run', lines, memberships => 'new')),
  format('Meadow one: Kim Named, Meadow one: Robin Newcomer, %s: Robin Newcomer',
    (select name from public.projects where id = tests.id('alpha'))),
  'new people become members of the projects in which they have a task or hours or are named')
from plan;
select is(
  pg_temp.memberships(tests.import('dry_run', lines - 3, memberships => 'all')),
  format('Meadow one: Kim Named, Meadow one: Robin Newcomer, Meadow one: %s, Meadow one: %s',
    (select name from public.people where id = tests.id('member')),
    (select name from public.people where id = tests.id('member2'))),
  'choosing everyone adds members, but no admins and leads, who see every project')
from plan;
select is(pg_temp.members('M-1'), null, 'a preview adds no members');
select isnt(
  tests.import('dry_run', lines, memberships => 'new') ->> 'plan_hash',
  tests.import('dry_run', lines, memberships => 'all') ->> 'plan_hash', 'another choice of members makes another plan hash')
from plan;

create temporary table runs as
select tests.import('apply', lines, memberships => 'new') as run from plan;
grant select on runs to public;
select is(tests.import_counts(run, 'memberships'), '3/0/0/0', 'the receipt counts the memberships') from runs;
select is(pg_temp.members('M-1'), 'Kim Named, Robin Newcomer', 'the new people are members of the new project');
select matches(pg_temp.members('P-1'), 'Robin Newcomer', 'the new person is a member of the existing project');
select tests.act_as('owner');
select is_empty(
  $$ select 1 from public.people where name in ('Kim Named', 'Robin Newcomer') and (user_id is not null or role <> 'member') $$,
  'the new people cannot sign in');
select results_eq(
  $$ select people.name, jsonb_array_length(after -> 'project_ids')
     from public.audit_events join public.people on people.id = object_id
     where people.organization_id = tests.id('North') and action = 'person.memberships_imported' and after -> 'is_member' = 'true' order by 1 $$,
  $$ values ('Kim Named'::text, 1), ('Robin Newcomer', 2) $$, 'the audit log names each person with their projects');

select tests.act_as('member2');
select is_empty($$ select 1 from public.projects where code = 'M-1' $$, 'a person who was not chosen does not see the new project');
select tests.act_as('lead');
select is(tests.import_counts(tests.import('apply', lines, memberships => 'new'), 'memberships'), '0/0/0/0', 'the same file again adds no members')
from plan;
select is(tests.import_counts(tests.import('apply', lines, memberships => 'all'), 'memberships'), '2/0/3/0',
  'a wider choice adds the missing members')
from plan;
select tests.act_as('member2');
select isnt_empty($$ select 1 from public.projects where code = 'M-1' $$, 'the added members see the project');

select tests.act_as('member');
select throws_ok(
  $$ select tests.import('apply', lines, memberships => 'all') from plan $$, 'OPDEN', null, 'a member cannot apply memberships');

select * from finish();
rollback;
