-- An executed card removes its rows and no others. A rejected card retains them permanently, and an undo restores them.
begin;
select plan(26);
select tests.two_agencies();
select tests.syncs();
create function pg_temp.here() returns bigint language sql as $$
  select count(*) from public.tasks where managed_by = 'clickup' and archived_at is null
$$;
create function pg_temp.tasks(first integer, last integer) returns jsonb[] language sql as $$
  select array_agg(tests.task(number::text)) from generate_series(first, last) as number
$$;
create function pg_temp.card() returns public.approvals language sql as $$
  select approvals from public.approvals where kind = 'sync_removal' and target_id = tests.id('tasks stream')
  order by status in ('pending', 'approved') desc, status = 'rejected' limit 1
$$;
create function pg_temp.carry_out(persona text) returns text language plpgsql as $$
declare
  v_card public.approvals := pg_temp.card();
begin
  perform tests.act_as(persona);
  perform public.approve_and_execute_approval(v_card.id, v_card.version);
  perform tests.act_as('owner');
  return pg_temp.run_job(v_card.id);
end;
$$;
create function pg_temp.run_job(card uuid) returns text language plpgsql as $$
declare
  v_job record := tests.lease_job_of(card);
begin
  perform tests.act_as('service');
  perform public.carry_out_execution(v_job.job_id, v_job.attempt);
  perform tests.act_as('owner');
  return tests.status_of(card);
end;
$$;

select tests.sync('tasks', pg_temp.tasks(1, 40), true);
select tests.sync('hours', array(select tests.hours(n::text) from generate_series(1, 25) as n), true);

-- A lead rejects the removals.
select tests.sync('tasks', pg_temp.tasks(31, 40), true);
select is(tests.answer('lead', format($$ select public.reject_approval(%L, 'A filter was changed') $$, (pg_temp.card()).id)), 'ok', 'a lead rejects the removals');
select is(count(*)::integer, 30, 'the rows of rejected removals are retained and managed by us') from public.tasks
where external_key like 'clickup:%' and managed_by is null and archived_at is null;
select is(tests.counts(tests.sync('tasks', pg_temp.tasks(31, 40), true)), '{0,0,10,0,0,0}', 'later listings do not count the rows of rejected removals');
select is(count(*)::integer, 0, 'later listings create no card for the rows of rejected removals') from public.approvals where kind = 'sync_removal' and status = 'pending';
select is(tests.counts(tests.sync('tasks', pg_temp.tasks(1, 40), true)), '{30,0,10,0,0,0}', 'records of rejected removals that are listed again are created');
select is(pg_temp.here(), 40::bigint, 'records of rejected removals that are listed again are the same rows, managed by the vendor');

-- Removals are executed while a run is in progress.
select tests.sync('tasks', pg_temp.tasks(31, 40), true);
create temporary table run as select * from tests.begin_run('tasks');
select is(pg_temp.carry_out('lead'), 'executed', 'a lead executes the removals');
select results_eq($$ select external_key from public.tasks where archived_at is null and external_key like 'clickup:%' order by external_key collate "C" $$,
  $$ select 'clickup:' || n from generate_series(31, 40) as n order by 1 $$, 'an executed removal archives exactly the rows of the card');
select is(count(*)::integer, 25, 'an executed removal leaves rows of another stream in place') from public.time_entries where managed_by = 'harvest';
select is((record_count, deleted)::text, '(30,30)', 'the receipt of the current run counts the removed rows') from public.sync_runs where id = (select run_id from run);
select public.end_sync_run(job_id, attempt, run_id, 'unavailable', 'No answer') from run;
select is((pg_temp.card()).result, jsonb_build_object('table', 'sync_runs', 'id', (select run_id from run)), 'the result of an executed removal is the run');
select is(cardinality(string_to_array(private.approval_diff(pg_temp.card()) #>> '{0,before}', E'\n')), 30, 'the card of an executed removal lists its rows');

-- The removals are undone after the vendor listed one row again.
select tests.sync('tasks', pg_temp.tasks(1, 1));
create temporary table removal as select (pg_temp.card()).id;
grant select on removal to authenticated;
select is(tests.answer('member', $$ select public.propose_undo((select id from removal)) $$), 'OPDEN role_not_allowed', 'a member cannot propose an undo');
select is(tests.answer('lead', $$ select public.propose_undo((select id from removal)) $$), 'ok', 'a lead proposes an undo');
select is((pg_temp.card()).title, 'Restore up to 29 tasks synced from ClickUp', 'the undo of a removal is a card');
select is(pg_temp.carry_out('lead'), 'executed', 'a lead executes the undo');
select is(count(*)::integer, 29, 'the undo restores the missing rows, managed by us') from public.tasks
where external_key like 'clickup:%' and managed_by is null and archived_at is null;

-- The removal of rows that are deleted permanently cannot be undone.
select tests.sync('hours', '{}', true);
create or replace function pg_temp.card() returns public.approvals language sql as $$
  select approvals from public.approvals where kind = 'sync_removal' and target_id = tests.id('hours stream')
$$;
select is(pg_temp.carry_out('admin'), 'executed', 'an admin executes the removal of hours');
select is((pg_temp.card()).title, 'Remove 25 time entries synced from Harvest', 'the title of the card names the rows and their vendor');
select is(count(*)::integer, 0, 'removed hours are deleted') from public.time_entries where managed_by = 'harvest';
select is(
  (select array_agg(distinct line) from unnest(string_to_array(private.removal_lines(pg_temp.card()), E'\n')) as line),
  array['member, 1.5 h on 2026-03-02 · alpha'], 'the executed card names the deleted hours by person, hours and day');
select is(tests.answer('admin', format($$ select public.propose_undo(%L) $$, (pg_temp.card()).id)), 'OPSTA not_undoable', 'a deletion cannot be undone');

-- The removal of a calendar with busy times deletes it.
insert into public.sync_streams (id, organization_id, provider, stream) values (tests.id('busy stream'), tests.id('North'), 'google_calendar', 'busy');
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'google_calendar', '{"subject": "admin@tests.test"}', 'none', tests.id('admin'));
select is(tests.counts(tests.sync('busy', array[tests.record('member@tests.test', '1', jsonb_build_object(
  'calendar_id', 'member@tests.test', 'window_starts_at', '2026-03-02T00:00:00Z', 'window_ends_at', '2026-03-09T00:00:00Z',
  'blocks', '[]'::jsonb))])), '{1,0,0,0,0,0}', 'a calendar is read');
select private.hold_removals(sync_streams, array['member@tests.test']) from public.sync_streams where id = tests.id('busy stream');
create or replace function pg_temp.card() returns public.approvals language sql as $$
  select approvals from public.approvals where kind = 'sync_removal' and target_id = tests.id('busy stream')
$$;
select is((pg_temp.card()).title, 'Remove 1 calendar with busy times synced from Google Calendar', 'the title of a card about one row is singular');
select pg_temp.carry_out('admin');
select is(private.removal_lines(pg_temp.card()), 'Busy times of member@tests.test', 'the executed card names the deleted calendar');
select bag_eq(
  $$ select action from public.audit_events where object_type = 'sync_stream' $$,
  array['sync.removals_dropped', 'sync.removals_carried_out', 'sync.removals_undone', 'sync.removals_carried_out', 'sync.removals_carried_out'], 'the audit log contains every decision');

select * from finish();
rollback;
