begin;
select plan(16);
select tests.two_agencies();
select tests.insert_document('brief');
select tests.index_upload('brief', 1, '{One}');
select tests.insert_upload('brief', 2);
select tests.queue_upload('brief', 2);
create temporary table lease as select tests.hold_indexing('brief', 2) as job;
grant select on lease to service_role;
select public.lease_indexing(job, 1) from lease;
select public.store_extracted(job, 1, tests.passages('{Two}'), '{"page": 2}', 1, 2, '{}', '{}', repeat('a', 64)) from lease;
update lease set job = tests.hold_indexing('brief', 2);

select tests.act_as('service');
select throws_ok(format('select public.fail_indexing(%L, 1, %L, %L)', job, code, reason), 'OPINV', null, 'a failure needs a code and a reason')
from lease, (values (null, 'Why'), ('Not a code', 'Why'), ('corrupt', ' '), ('corrupt', null), ('corrupt', repeat('x', 1001))) as bad (code, reason);
select throws_ok(format('select public.fail_indexing(%L, 9, %L, %L)', job, 'corrupt', 'It is broken'), 'OPSTA', null, 'another attempt cannot report a failure') from lease;
select lives_ok(format('select public.fail_indexing(%L, 1, %L, %L)', job, 'corrupt', 'It is broken. Save it again'), 'the worker reports the failure') from lease;
select tests.act_as('owner');
select results_eq(
  $$ select status::text, failure_code, failure_reason, step from public.document_versions where document_id = tests.id('brief') and version = 2 $$,
  $$ values ('failed', 'corrupt', 'It is broken. Save it again', null::public.indexing_step) $$, 'a failed upload has the code and the reason');
select is(tests.published_text('brief'), '{One}', 'a failure leaves the earlier text published');
select is_empty('select from private.staged_passages', 'a failure deletes the staged text');
select is_empty('select from private.jobs', 'a failure deletes the job');
select is((select after ->> 'code' from public.audit_events where action = 'document.failed' and object_id = tests.id('brief')), 'corrupt', 'the audit log contains the failure');

-- If the worker dies in every attempt, the upload fails and no dead job is left.
select tests.insert_upload('brief', 3);
select tests.queue_upload('brief', 3);
select tests.hold_indexing('brief', 3);
update private.jobs set attempt = max_attempts, lease_until = now() - interval '1 second';
select is(private.sweep_jobs(), 1, 'a sweep ends the last attempt of a dead worker');
select is(tests.upload_status('brief', 3), 'failed gave_up', 'an upload whose last attempt ended reports that processing gave up');
select is_empty('select from private.jobs', 'the failed upload leaves no dead job');
-- After each attempt, its lease ends and the sweep of the next minute runs.
select is(max_attempts * (make_interval(secs => lease_ms / 1000) + '1 minute'), '10 minutes', 'all attempts take ten minutes if the job never waits for others')
from private.job_kinds() where kind = 'document_index';

select * from finish();
rollback;
