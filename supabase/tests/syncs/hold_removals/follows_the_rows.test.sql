-- A card about removals lists exactly the rows that wait. Another set of rows is a new version, and a decision about the
-- previous version does not count.
begin;
select plan(24);
select tests.two_agencies();
select tests.syncs();
create function pg_temp.here() returns bigint language sql as $$
  select count(*) from private.sync_records where stream_id = tests.id('tasks stream') and is_here
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

select tests.sync('tasks', pg_temp.tasks(1, 100), true);
select tests.sync('tasks', pg_temp.tasks(31, 100), true);
select is((pg_temp.card()).title, 'Remove 30 tasks synced from ClickUp', 'thirty missing rows make a card');

select is(tests.counts(tests.sync('tasks', pg_temp.tasks(34, 100), true)), '{0,0,67,3,30,0}', 'a listing that lacks a few further rows removes them');
select is((pg_temp.here(), (pg_temp.card()).version)::text, '(97,1)', 'a few further rows are removed without the card');
select tests.sync('tasks', pg_temp.tasks(64, 100), true);
select is(((pg_temp.card()).title, (pg_temp.card()).version)::text, '("Remove 60 tasks synced from ClickUp",2)', 'many further rows make a new version of the card');
select is(tests.answer('lead', format($$ select public.approve_approval(%L, 1) $$, (pg_temp.card()).id)), 'OPSTA version_conflict',
  'the earlier version can no longer be decided');

-- The vendor lists a row again after the approval.
select tests.answer('lead', format($$ select public.approve_and_execute_approval(%L, 2) $$, (pg_temp.card()).id));
select is((pg_temp.card()).status::text, 'approved', 'a lead approves 60 rows');
create temporary table run as select * from tests.begin_run('tasks');
select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(pg_temp.tasks(1, 10), 'b', has_more => true)) from run;
select is(pg_temp.run_job((pg_temp.card()).id), 'pending', 'rows that return during a listing make the card pending');
select is(private.approval_readiness(pg_temp.card(), people) #>> '{0,code}', 'rows_changed', 'the card of removals is not ready during a listing')
from public.people where id = tests.id('lead');
select is(tests.answer('lead', format($$ select public.approve_approval(%L, 2) $$, (pg_temp.card()).id)), 'OPSTA draft_not_ready', 'a lead cannot approve the card of removals during a listing');
select public.apply_sync_page(job_id, attempt, run_id, 'b', tests.page(pg_temp.tasks(64, 100), 'c')) from run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from run;
select is(((pg_temp.card()).title, (pg_temp.card()).version)::text, '("Remove 50 tasks synced from ClickUp",3)', 'the end of the listing makes a new version of the card');
select is(pg_temp.here(), 97::bigint, 'an approval that lapsed removes no row');

-- The card is approved again, and its rows change before the execution.
select tests.answer('lead', format($$ select public.approve_and_execute_approval(%L, 3) $$, (pg_temp.card()).id));
select tests.sync('tasks', pg_temp.tasks(11, 11));
select is(((pg_temp.card()).status, (pg_temp.card()).version)::text, '(pending,4)', 'a new version of an approved card is pending');
select is((pg_temp.card()).execution_job_id, null, 'a changed card is not executed');

-- The vendor reports a row that waits as deleted.
select is(tests.counts(tests.sync('tasks', array[tests.record('12', '2', null, is_deleted => true)])), '{0,0,0,0,1,0}', 'a tombstone of a held row is counted as held');
select is(((pg_temp.card()).version, pg_temp.here())::text, '(4,97)', 'a tombstone of a held row changes nothing');
insert into public.sync_dead_letters (id, organization_id, stream_id, run_id, external_id, payload, payload_hash, code, reason)
select tests.id('letter'), tests.id('North'), tests.id('tasks stream'), run_id, '12', it, encode(sha256(convert_to(it::text, 'UTF8')), 'hex'), 'x', 'x'
from run, (values (tests.record('12', '3', null, is_deleted => true))) as record (it);
select is(tests.answer('lead', $$ select public.retry_dead_letter(tests.id('letter')) $$), 'ok', 'a lead retries a tombstone of a held row');
select is(pg_temp.here(), 97::bigint, 'a retried tombstone does not remove a held row');

-- The vendor lists every row again.
select tests.sync('tasks', pg_temp.tasks(13, 100) || tests.task('12', '3'));
select is(private.approval_readiness(pg_temp.card(), people) #>> '{0,code}', 'no_rows_left', 'a card without rows is not ready')
from public.people where id = tests.id('lead');
select is(tests.answer('lead', format($$ select public.reject_approval(%L, 'They are back') $$, (pg_temp.card()).id)), 'ok', 'a lead rejects a card without rows');
select is(pg_temp.here(), 100::bigint, 'rejecting a card without rows changes no row');
select tests.sync('tasks', '{}', true);
select is((pg_temp.card()).title, 'Remove 100 tasks synced from ClickUp', 'removals after a decided card get a new card');
select cmp_ok(cardinality(string_to_array(private.approval_diff(pg_temp.card()) #>> '{0,before}', E'\n')), '<=', 101, 'a card lists at most 100 rows');

select * from finish();
rollback;
