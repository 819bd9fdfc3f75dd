-- Each refused rate has a reason with the next step, and changes nothing.
begin;
select plan(22);
select tests.two_agencies();
insert into public.people (organization_id, name, role, is_employee) values
  (tests.id('North'), 'Twin', 'member', true), (tests.id('North'), 'twin', 'member', true);
insert into public.projects (organization_id, account_id, name) values
  (tests.id('North'), tests.id('Harbour shop'), 'Twice'), (tests.id('North'), tests.id('Garden site'), 'twice');
select tests.act_as('lead');
select public.set_person_rate(tests.id('member'), '2026-01-01', 50);
select tests.act_as('other_admin');
select public.set_person_rate(tests.id('other_member'), '2026-01-01', 20);
select public.set_project_rate(tests.id('delta'), '2026-01-01', 30);
select tests.act_as('owner');

create function pg_temp.rates() returns text language sql as $$
  select md5(string_agg(rate, ' ' order by rate)) from (
    select person_rates::text from public.person_rates union all select project_rates::text from public.project_rates
  ) as entries (rate)
$$;
grant execute on function pg_temp.rates() to public;
create temporary table before as select pg_temp.rates() as rates, tests.portfolio() as portfolio;
grant select on before to public;

create function pg_temp.reasons(rows jsonb) returns text[] language plpgsql as $$
declare
  v_run jsonb;
begin
  perform tests.act_as('lead');
  v_run := tests.import('apply', rows);
  perform tests.act_as('owner');
  return (select array_agg(concat_ws(': ', v_run #>> array['validation', 'problems', (number - 1)::text, 'field'], reason) order by line)
    from (select line, reason, row_number() over (order by line) as number
      from public.portfolio_import_rows where run_id = (v_run ->> 'id')::uuid) as entries);
end;
$$;

select is(pg_temp.reasons('[
  {"person_cost_per_hour": 1, "rate_valid_from": "2026-02-01"},
  {"person": "member", "person_cost_per_hour": 1},
  {"person": "member", "rate_valid_from": "2026-02-01"},
  {"person": "member", "person_cost_per_hour": -0.01, "rate_valid_from": "2026-02-02"},
  {"person": "member", "person_cost_per_hour": 1000000000, "rate_valid_from": "2026-02-03"},
  {"person": "member", "person_cost_per_hour": "NaN", "rate_valid_from": "2026-02-04"},
  {"person": "member", "person_cost_per_hour": "Infinity", "rate_valid_from": "2026-02-05"},
  {"person": "member", "person_cost_per_hour": 1, "rate_valid_from": "infinity"},
  {"person": "member", "person_cost_per_hour": 1e30, "rate_valid_from": "2026-02-06"}
]'), array[
  'person: A cost per hour needs a person: map “Person” to a column, or fill its cell',
  'rate_valid_from: A rate needs its first day: map “Rate valid from” to a column, or fill its cell',
  'person_cost_per_hour: No rate on this line: fill the cell of a cost or revenue per hour, or leave the line out',
  'person_cost_per_hour: Enter a rate from 0 to 999,999,999.99',
  'person_cost_per_hour: Enter a rate from 0 to 999,999,999.99',
  'person_cost_per_hour: Enter a rate from 0 to 999,999,999.99',
  'person_cost_per_hour: Enter a rate from 0 to 999,999,999.99',
  'rate_valid_from: Enter a first day between the years 1 and 9999',
  'person_cost_per_hour: Enter a rate from 0 to 999,999,999.99'
], 'each invalid rate of a person has a reason');

select is(pg_temp.reasons('[
  {"project_code": "P-1", "project_cost_per_hour": 1, "rate_valid_from": "2026-02-01"},
  {"project_revenue_per_hour": 1, "rate_valid_from": "2026-02-01"},
  {"project_code": "P-1", "project_revenue_per_hour": -1, "rate_valid_from": "2026-02-01"},
  {"project_code": "P-1", "project_revenue_per_hour": 1, "project_cost_per_hour": "NaN", "rate_valid_from": "2026-02-01"},
  {"project_code": "P-9", "project_revenue_per_hour": 1, "rate_valid_from": "2026-02-01"},
  {"project_name": "TWICE", "project_revenue_per_hour": 1, "rate_valid_from": "2026-02-01"},
  {"project_code": "P-1", "project_revenue_per_hour": 1}
]'), array[
  'project_revenue_per_hour: A project rate needs the revenue: map “Project revenue per hour” to a column, or fill its cell',
  'project_name: No project: map “Project name” or “Project code” to a column, or fill its cell',
  'project_revenue_per_hour: Enter a rate from 0 to 999,999,999.99',
  'project_cost_per_hour: Enter a rate from 0 to 999,999,999.99',
  'client_name: The project is new: map “Client” or “Account” to a column, or set one for every line',
  'More than one project has this name: give its code',
  'rate_valid_from: A rate needs its first day: map “Rate valid from” to a column, or fill its cell'
], 'each invalid rate of a project has a reason');

select is(pg_temp.reasons(jsonb_build_array(
  '{"person": "TWIN", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-01"}'::jsonb,
  '{"person": "Membre", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-01"}'::jsonb,
  '{"person": "other_member", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-01"}'::jsonb,
  '{"person_email": "other_member@tests.test", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-01"}'::jsonb,
  jsonb_build_object('person', tests.id('other_member'), 'person_cost_per_hour', 1, 'rate_valid_from', '2026-02-01'),
  '{"person_email": "client@tests.test", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-01"}'::jsonb,
  '{"person": "Robin", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-01", "project_code": "P-1", "hours": 1, "spent_on": "2026-02-01"}'::jsonb
)), array[
  'person: More than one person is named TWIN: give the email address or key',
  'person: Membre is not a person here: correct the name, or add the person under People',
  'person: other_member is not a person here: correct the name, or add the person under People',
  'person_email: other_member@tests.test is not a person here: correct the name, or add the person under People',
  format('person: %s is not a person here: correct the name, or add the person under People', tests.id('other_member')),
  'person_email: client@tests.test is not a person here: correct the name, or add the person under People',
  'person: Robin is not a person here: correct the name, or add the person under People'
], 'a rate creates no person, and finds no client contact and no person of another organization');

select is(pg_temp.reasons('[
  {"person": "member", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-01"},
  {"person_email": "member@tests.test", "person_cost_per_hour": 2, "rate_valid_from": "2026-02-01"},
  {"project_code": "P-3", "project_revenue_per_hour": 1, "rate_valid_from": "2026-02-01"},
  {"project_name": "gamma", "project_revenue_per_hour": 1, "rate_valid_from": "2026-02-01"}
]'), array[
  'rate_valid_from: More than one line sets a cost of this person from 2026-02-01: keep one of them',
  'rate_valid_from: More than one line sets a cost of this person from 2026-02-01: keep one of them',
  'rate_valid_from: More than one line sets a rate of this project from 2026-02-01: keep one of them',
  'rate_valid_from: More than one line sets a rate of this project from 2026-02-01: keep one of them'
], 'a file cannot set one rate twice');

select is(pg_temp.reasons('[
  {"person": "member", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-01", "task_title": "Lost"},
  {"person": "member", "person_cost_per_hour": 1, "rate_valid_from": "2026-02-02", "hours": 1, "spent_on": "2026-02-01"}
]'), array[
  'project_name: No project: map “Project name” or “Project code” to a column, or fill its cell',
  'project_name: No project: map “Project name” or “Project code” to a column, or fill its cell'
], 'a task or hours need a project, even beside a rate of a person');

select is(pg_temp.rates(), rates, 'the refused lines change no rate of any organization') from before;
select is(tests.portfolio(), portfolio, 'the refused lines change no other row') from before;
select is_empty($$ select 1 from public.portfolio_import_changes as changes
  join public.portfolio_import_runs as runs on runs.id = changes.run_id where runs.applied_at is not null $$,
  'the refused lines leave no change to undo');

-- The rights: the roles that may set a rate may import it.
create function pg_temp.refusal(persona text, statement text) returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute statement;
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return concat_ws(' ', v_code, nullif(v_hint, ''));
end;
$$;
select is(
  pg_temp.refusal(persona, $$ select tests.import('apply', '[{"person": "member", "person_cost_per_hour": 1, "rate_valid_from": "2026-01-01"}]') $$),
  pg_temp.refusal(persona, $$ select public.set_person_rate(tests.id('member'), '2026-01-01', 1) $$),
  format('%s gets the same refusal for an import as for one rate', persona))
from unnest(array['member', 'member2', 'client', 'outsider', 'anonymous', 'service']) as persona;
select is(
  pg_temp.refusal(persona, $$ select tests.import('dry_run', '[{"person": "member", "person_cost_per_hour": 1, "rate_valid_from": "2026-01-01"}]') $$),
  expected, format('a dry run of %s is refused', persona))
from (values ('member', 'OPDEN role_not_allowed'), ('member2', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'),
  ('outsider', 'OPDEN no_membership')) as cases (persona, expected);
select tests.act_as('other_admin');
create temporary table foreign_runs as select tests.import('apply', '[
  {"person_email": "member@tests.test", "person_cost_per_hour": 1, "rate_valid_from": "2026-01-01"},
  {"project_code": "P-2", "project_revenue_per_hour": 1, "rate_valid_from": "2026-01-01"}]') as run;
grant select on foreign_runs to public;
select is(tests.import_counts(run, 'rows'), '0/0/0/2', 'an admin of another organization finds neither the person nor the project') from foreign_runs;
select is((select count(*)::integer from public.portfolio_import_rows where run_id = (run ->> 'id')::uuid and changes is not null), 0,
  'the receipt for the other organization shows no rate') from foreign_runs;
select tests.act_as('owner');
select is(pg_temp.rates(), rates, 'a caller without the right changes no rate') from before;
select is(tests.portfolio(), portfolio, 'a caller without the right changes no other row') from before;

select * from finish();
rollback;
