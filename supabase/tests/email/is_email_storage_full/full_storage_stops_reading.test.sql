-- No more emails are read for an organization whose received emails have reached their quota, until there is room.
begin;
select plan(15);
select tests.two_agencies();
select tests.mailbox();
create function pg_temp.email(id text, bytes integer) returns jsonb language sql as $$
  select tests.email(id, 'ada@ports.example', changes => jsonb_build_object('raw_bytes', bytes, 'text', repeat('é', 50))) $$;
create function pg_temp.stored_bytes() returns bigint language sql as $$
  select stored_bytes from public.sync_streams where id = tests.id('emails stream') $$;
create function pg_temp.headers() returns bigint language sql as $$ select octet_length((pg_temp.email('1', 0) #> '{data,headers}')::text) $$;
create function pg_temp.findings() returns text[] language sql as $$
  select array_agg(code::text) from private.sync_findings(tests.id('North')) where code like '%storage%' $$;

select tests.sync('emails', array[pg_temp.email('1', 1000)]);
select is(pg_temp.stored_bytes(), 1000 + 100 + pg_temp.headers(), 'the message, its text and its headers are counted');
select tests.sync('emails', array[pg_temp.email('1', 1000)]);
select tests.sync('emails', array[tests.record('1', '2', '{}', true)]);
select tests.sync('emails', array[pg_temp.email('1', 1000)]);
select is(pg_temp.stored_bytes(), 1000 + 100 + pg_temp.headers(), 'an email that is removed and listed again is counted once');

update private.quotas set operator_limit = 3000 where name = 'email_bytes_per_organization';
create temporary table run as select * from tests.begin_run('emails');
select is(answer -> 'is_storage_full', 'false', 'a run with storage below the quota reports that storage is not full') from run;
select is(public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array[pg_temp.email('2', 5000)], 'middle', true)) ->> 'state',
  'full', 'a page that reaches the quota is stored, and is the last one') from run;
select public.end_sync_run(job_id, attempt, run_id, 'storage_full', 'No room') from run;
select is((ended_because, cursor_after)::text, '(storage_full,middle)', 'the receipt contains the reason and the cursor') from public.sync_runs where id = (select run_id from run);
select is(count(*)::integer, 2, 'a run that reaches the quota loses no email') from public.inbound_emails;
select is((state, failures)::text, '(active,1)', 'a stream with full storage stays active and counts a failure') from public.sync_streams where id = tests.id('emails stream');
select ok(next_at > now() + interval '15 minutes', 'the next attempt with full storage is at least a quarter of an hour later') from public.sync_streams where id = tests.id('emails stream');
select is(pg_temp.findings(), array['sync_storage_full'], 'full storage is a finding');
select is(tests.facts('sync_storage_full', 'emails stream') - 'provider' - 'stream', '{"limit_mib": 0}', 'the finding about full storage has the limit');
select is((select count(*)::integer from private.sync_findings(tests.id('South'))), 0, 'another organization has no finding');

drop table run;
create temporary table run as select * from tests.begin_run('emails');
select is(answer -> 'is_storage_full', 'true', 'the next run reports that storage is full before it reads') from run;
select public.end_sync_run(job_id, attempt, run_id, 'storage_full', 'No room') from run;
update private.quotas set operator_limit = null where name = 'email_bytes_per_organization';
drop table run;
create temporary table run as select * from tests.begin_run('emails');
select is(answer - 'secret' - 'settings' - 'run_id', '{"state": "begun", "provider": "gmail", "stream": "emails", "cursor": "middle", "is_storage_full": false}',
  'with room again, the run continues where the last one ended') from run;
select is(pg_temp.findings(), null, 'a run with room ends the finding about full storage');
select is(public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array[pg_temp.email('3', 1)], 'end')) ->> 'state',
  'done', 'the run continues until the listing ends') from run;

select * from finish();
rollback;
