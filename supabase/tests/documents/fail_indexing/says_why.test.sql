begin;
select plan(16);
select tests.two_agencies();
select tests.given_document('brief');
select tests.index_upload('brief', 1, '{One}');
select tests.given_upload('brief', 2);
select tests.queue_upload('brief', 2);
create temporary table held as select tests.hold_indexing('brief', 2) as job;
grant select on held to service_role;
select public.lease_indexing(job, 1) from held;
select public.store_extracted(job, 1, tests.passages('{Two}'), '{"page": 2}', 1, 2, '{}', '{}', repeat('a', 64)) from held;
update held set job = tests.hold_indexing('brief', 2);

select tests.act_as('service');
select throws_ok(format('select public.fail_indexing(%L, 1, %L, %L)', job, code, reason), 'OPINV', null, 'a failure says why')
from held, (values (null, 'Why'), ('Not a code', 'Why'), ('corrupt', ' '), ('corrupt', null), ('corrupt', repeat('x', 1001))) as bad (code, reason);
select throws_ok(format('select public.fail_indexing(%L, 9, %L, %L)', job, 'corrupt', 'It is broken'), 'OPSTA', null, 'of another try nobody does') from held;
select lives_ok(format('select public.fail_indexing(%L, 1, %L, %L)', job, 'corrupt', 'It is broken. Save it anew'), 'it failed') from held;
select tests.act_as('owner');
select results_eq(
  $$ select status::text, failure_code, failure_reason, step from public.document_versions where document_id = tests.id('brief') and version = 2 $$,
  $$ values ('failed', 'corrupt', 'It is broken. Save it anew', null::public.indexing_step) $$, 'and says why');
select is(tests.published_text('brief'), '{One}', 'readers see what they saw');
select is_empty('select from private.staged_passages', 'nothing of it is left');
select is_empty('select from private.jobs', 'and no job');
select is((select after ->> 'code' from public.audit_events where action = 'document.failed' and object_id = tests.id('brief')), 'corrupt', 'it is in the history');

-- A worker that falls silent each time: in the end the upload says so, and no dead job stays.
select tests.given_upload('brief', 3);
select tests.queue_upload('brief', 3);
select tests.hold_indexing('brief', 3);
update private.jobs set attempt = max_attempts, lease_until = now() - interval '1 second';
select is(private.sweep_jobs(), 1, 'the last try is over');
select is(tests.upload_status('brief', 3), 'failed gave_up', 'it gave up');
select is_empty('select from private.jobs', 'the finding about the document stands for the job');
-- After each try its lease has to end and the next minute's sweep to come.
select is(max_attempts * (make_interval(secs => lease_ms / 1000) + '1 minute'), '10 minutes', 'that takes ten minutes, where it waits for nobody else')
from private.job_kinds() where kind = 'document_index';

select * from finish();
rollback;
