begin;
select plan(9);
select tests.two_agencies();
delete from net.http_request_queue;
select vault.create_secret('http://functions.test/functions/v1', 'functions_url');

select private.enqueue_job(tests.id('North'), 'task_act', '{}');
select private.enqueue_job(tests.id('North'), 'task_reconcile', '{}');
select is((select array_agg(url) from net.http_request_queue), array['http://functions.test/functions/v1/task-act'],
  'enqueueing wakes the worker, once per transaction');
select private.enqueue_job(tests.id('North'), 'calendar_act', '{}', run_at => now() + interval '1 hour');
select is((select count(*) from net.http_request_queue), 1::bigint, 'a job that is not due wakes no worker');
select is(headers - 'authorization',
  '{"prefer": "respond-async", "content-type": "application/json"}', 'waking a worker does not wait for it')
from net.http_request_queue;
select matches(headers ->> 'authorization', '^Bearer worker\.\d+\.[0-9a-f]{64}$', 'a request has a token')
from net.http_request_queue;
select ok(private.check_worker_token(substr(headers ->> 'authorization', 8), 'task-act'), 'the token of a request is valid for its function')
from net.http_request_queue;
select ok(not exists (
    select from net.http_request_queue, vault.decrypted_secrets
    where name = 'worker_token_secret' and http_request_queue::text like '%' || decrypted_secret || '%'),
  'the request contains no secret');

-- The request that wakes the worker was lost.
delete from net.http_request_queue;
select set_config('countersign.woken', '', true);
select private.tick_jobs();
select is((select array_agg(url) from net.http_request_queue), array['http://functions.test/functions/v1/task-act'],
  'the next tick wakes workers with due jobs');

delete from net.http_request_queue;
delete from private.jobs where kind like 'task%';
select set_config('countersign.woken', '', true);
select private.tick_jobs();
select is_empty('select * from net.http_request_queue', 'a tick without due jobs wakes no worker');

delete from vault.secrets where name = 'worker_token_secret';
select lives_ok($$ select private.enqueue_job(tests.id('North'), 'task_act', '{}') $$,
  'enqueueing a job without the secret raises no error');

select * from finish();
rollback;
