-- Cost rates of people, and revenue and cost rates of projects, come from a file like all other rows.
begin;
select plan(21);
select tests.two_agencies();
select tests.act_as('lead');
select public.set_person_rate(tests.id('member'), '2026-01-01', 50);
select public.set_project_rate(tests.id('alpha'), '2026-01-01', 100, 70);
select tests.act_as('owner');

-- All rates of North, in one line.
create function pg_temp.rates() returns text language sql as $$
  select string_agg(rate, ', ' order by rate) from (
    select concat_ws(' ', people.name, valid_from, cost_per_hour) from public.person_rates
    join public.people on people.id = person_id where person_rates.organization_id = tests.id('North')
    union all
    select concat_ws(' ', projects.name, valid_from, revenue_per_hour, coalesce(cost_per_hour::text, 'unknown')) from public.project_rates
    join public.projects on projects.id = project_id where project_rates.organization_id = tests.id('North')
  ) as entries (rate)
$$;
create function pg_temp.file() returns jsonb language sql as $$ select '[
  {"person_email": "MEMBER@tests.test", "person_cost_per_hour": 55, "rate_valid_from": "2026-01-01"},
  {"person": "member", "person_cost_per_hour": 60.5, "rate_valid_from": "2026-07-01"},
  {"person": "colleague", "person_cost_per_hour": 0, "rate_valid_from": "2025-01-01"},
  {"project_code": "P-1", "project_revenue_per_hour": 120, "rate_valid_from": "2026-01-01"},
  {"project_name": "beta", "project_revenue_per_hour": 90, "project_cost_per_hour": 40, "rate_valid_from": "2026-03-01"},
  {"project_code": "P-3", "project_revenue_per_hour": 80, "rate_valid_from": "2026-03-01",
   "person": "colleague", "person_cost_per_hour": 45}
]'::jsonb $$;
grant execute on function pg_temp.rates(), pg_temp.file() to public;
create temporary table before as select pg_temp.rates() as rates, tests.portfolio() as portfolio;
grant select on before to public;

select tests.act_as('lead');
create temporary table runs as select 'dry run' as name, tests.import('dry_run', pg_temp.file()) as run;
grant all on runs to public;
select is(tests.dispositions(run), 'update create create update create create', 'a dry run shows new and changed rates') from runs;
select is(tests.import_counts(run, 'rates'), '5/2/0/0', 'a dry run counts rates') from runs;
select is(tests.import_counts(run, 'people'), '0/0/3/0', 'rates create no person') from runs;
select is(pg_temp.rates(), rates, 'a dry run writes no rate') from before;

insert into runs select 'apply', tests.import('apply', pg_temp.file(), expected_plan_hash => run ->> 'plan_hash') from runs;
select is(run ->> 'status', 'succeeded', 'the previewed plan is applied') from runs where name = 'apply';
select is(pg_temp.rates(),
  'alpha 2026-01-01 120.00 unknown, beta 2026-03-01 90.00 40.00, colleague 2025-01-01 0.00, colleague 2026-03-01 45.00, '
  'gamma 2026-03-01 80.00 unknown, member 2026-01-01 55.00, member 2026-07-01 60.50',
  'the rates of the file are the rates of the organization');
select is(
  (select changes from public.portfolio_import_rows, runs where name = 'apply' and run_id = (run ->> 'id')::uuid and line = 2),
  '{"person_rate.cost_per_hour": {"from": 50.00, "to": 55.00}}', 'the receipt shows the change of a rate');
select is(
  (select changes from public.portfolio_import_rows, runs where name = 'apply' and run_id = (run ->> 'id')::uuid and line = 5),
  '{"project_rate.cost_per_hour": {"from": 70.00, "to": null}, "project_rate.revenue_per_hour": {"from": 100.00, "to": 120.00}}',
  'an empty cell of a mapped column removes the cost of a project');
select tests.act_as('owner');
select is(tests.portfolio(), portfolio, 'rates change no other row') from before;
select is(
  (select count(*)::integer from public.audit_events where action in ('person_rate.set', 'project_rate.set') and is_restricted and project_id is null),
  8, 'the audit log contains each imported rate, for leads only');
select is(
  (select jsonb_build_array(before -> 'cost_per_hour', before -> 'version', after -> 'cost_per_hour', after -> 'version') from public.audit_events
   where action = 'person_rate.set' and before is not null),
  '[50.00, 1, 55.00, 2]', 'the audit log contains the rate before and after a change');
select is_empty($$ select 1 from public.audit_events where action = 'project_rate.set' and actor_person_id is distinct from tests.id('lead') $$,
  'the audit log names the person who imported');

-- The same file again, and a file without the column of project costs.
select tests.an_hour_passes();
select tests.act_as('lead');
insert into runs select 'again', tests.import('apply', pg_temp.file());
select is(tests.dispositions(run), 'unchanged unchanged unchanged unchanged unchanged unchanged', 'a second import of a file changes nothing')
from runs where name = 'again';
select is(tests.import_counts(run, 'rates'), '0/0/7/0', 'a second import counts unchanged rates') from runs where name = 'again';
select is((select max(version) from public.person_rates), 2, 'a second import counts no version');
select tests.import('apply', '[{"project_code": "P-2", "project_revenue_per_hour": 95, "rate_valid_from": "2026-03-01"}]');
select is((select cost_per_hour from public.project_rates where project_id = tests.id('beta')), 40.00,
  'a file without project costs leaves them');

-- A new project of the file gets its rate in the same import.
insert into runs select 'new', tests.import('apply', '[
  {"client_name": "Meadow", "project_code": "M-1", "project_revenue_per_hour": 70, "rate_valid_from": "2026-03-01"}]');
select is((select revenue_per_hour from public.project_rates join public.projects on projects.id = project_id where code = 'M-1'), 70.00,
  'a project that the file adds gets its rate');
select lives_ok($$ select public.undo_import((run ->> 'id')::uuid) from runs where name = 'new' $$, 'an import of a project with its rate can be undone');
select is_empty($$ select 1 from public.projects where code = 'M-1' $$, 'its undo deletes the project with the rate');

-- An admin may import as well.
select tests.act_as('admin');
select is(tests.import('apply', '[{"person": "lead", "person_cost_per_hour": 99, "rate_valid_from": "2026-01-01"}]') ->> 'status', 'succeeded',
  'an admin imports rates');
select is((select cost_per_hour from public.person_rates where person_id = tests.id('lead')), 99.00, 'an admin''s import sets the rate');

select * from finish();
rollback;
