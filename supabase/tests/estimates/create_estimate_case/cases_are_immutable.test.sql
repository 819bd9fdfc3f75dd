begin;
select plan(23);
select tests.two_agencies();
with made as (
  insert into public.tasks (id, organization_id, project_id, title, status, category, estimate_hours, completed_on)
  select tests.id('page' || n), tests.id('North'), tests.id('alpha'), 'Landing page ' || n, 'done', 'Design', 4, '2026-02-01'
  from generate_series(1, 20) as n
  returning id, title
)
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
select tests.id('North'), tests.id('alpha'), id, tests.id('admin'), '2026-01-30', 2 + row_number() over (order by title) % 7
from made;

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
create temporary table saved (answer jsonb, estimate jsonb);
grant all on saved to public;

select tests.act_as('lead');
insert into saved
select public.create_estimate_case('Landing page', tests.id('alpha'), 'Design', task_id => tests.id('alpha task')),
  public.get_outcome('Landing page', tests.id('alpha'), 'Design');
select is((answer ->> 'low_hours')::numeric, (estimate -> 'range_hours' ->> 0)::numeric, 'a case has the range of the answer') from saved;
select is(answer -> 'outcome' -> 'comparables', estimate -> 'comparables', 'a case has the comparables of the answer') from saved;
select is(answer ->> 'model_version', estimate ->> 'model_version', 'a case has the version of the method') from saved;
select is(answer -> 'outcome' -> 'financials', 'null'::jsonb, 'a case stores no money') from saved;
select tests.act_as('owner');
select is(action, 'estimate_case.created', 'the audit log contains the case') from public.audit_events, saved
where object_id = (answer ->> 'id')::uuid and actor_person_id = tests.id('lead') and is_restricted;

select is(pg_temp.refusal('member', $$ select public.create_estimate_case('Landing page') $$), 'OPDEN role_not_allowed', 'a member cannot save a case');
select is(pg_temp.refusal('client', $$ select public.create_estimate_case('Landing page') $$), 'OPDEN role_not_allowed', 'a client cannot save a case');
select is(pg_temp.refusal('service', $$ select public.create_estimate_case('Landing page') $$), '42501', 'the secret key cannot save a case');
select is(pg_temp.refusal('other_admin', $$ select public.create_estimate_case('Landing page') $$), 'OPSTA no_data',
  'an estimate of another organization has no comparables');
select is(pg_temp.refusal('lead', $$ select public.create_estimate_case('x', tests.id('beta'), task_id => tests.id('alpha task')) $$),
  'OPNFD task_not_found', 'a task of another project is not found');
select is(pg_temp.refusal('lead', $$ select public.create_estimate_case('x', tests.id('alpha'), task_id => tests.id('page1')) $$),
  'OPSTA work_finished', 'finished work cannot be estimated');
select is(pg_temp.refusal('lead', $$ select public.create_estimate_case('x', task_id => tests.id('alpha task')) $$),
  'OPINV invalid_estimate', 'an estimate of a task without its project is refused');

-- Saved again.
select is(pg_temp.refusal('lead', $$ select public.create_estimate_case('Landing page', tests.id('alpha'), 'Design', task_id => tests.id('alpha task')) $$),
  'OPSTA estimate_already_saved', 'an unchanged estimate is not saved twice');
select is(pg_temp.refusal('admin', $$ select public.create_estimate_case('Landing page', tests.id('alpha'), 'Design', task_id => tests.id('alpha task')) $$),
  'OPSTA estimate_already_saved', 'another person cannot save the same estimate either');
select is(count(*)::integer, 1, 'an estimate that is saved again is stored once') from public.estimate_cases where organization_id = tests.id('North');
savepoint another;
select is(pg_temp.refusal('lead', $$ select public.create_estimate_case('Landing page', tests.id('alpha'), 'Design', expected_hours => 8, task_id => tests.id('alpha task')) $$),
  '', 'an estimate with other expected hours is another case');
rollback to another;

select is(pg_temp.refusal('lead', $$ update public.estimate_cases set high_hours = 99 where true $$), '42501', 'a lead cannot change a prediction');
select is(pg_temp.refusal('service', $$ update public.estimate_cases set high_hours = 99 where true $$), '42501', 'the secret key cannot change a prediction');
select is(pg_temp.refusal('owner', $$ update public.estimate_cases set high_hours = 99 where true $$), 'OPSTA append_only', 'the owner cannot change a prediction');
select is(pg_temp.refusal('owner', $$ delete from public.estimate_cases where true $$), 'OPSTA append_only', 'a case cannot be deleted');
select is(pg_temp.refusal('owner', $$ truncate public.estimate_cases $$), 'OPSTA append_only', 'cases cannot be truncated');
set local session_replication_role = replica;
select is(pg_temp.refusal('owner', $$ update public.estimate_cases set high_hours = 99 where true $$), 'OPSTA append_only',
  'replication mode does not permit a change of a case');
set local session_replication_role = origin;
select results_eq(
  $$ select low_hours, typical_hours, high_hours from public.estimate_cases where organization_id = tests.id('North') $$,
  $$ select (answer ->> 'low_hours')::numeric, (answer ->> 'typical_hours')::numeric, (answer ->> 'high_hours')::numeric from saved $$,
  'the refused changes leave the saved case unchanged');

select * from finish();
rollback;
