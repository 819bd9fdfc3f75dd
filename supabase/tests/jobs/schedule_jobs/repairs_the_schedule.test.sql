begin;
select plan(10);
delete from vault.secrets where name = 'functions_url';

select is(private.schedule_jobs(),
  '{"scheduled": ["tick_jobs", "tick_embeddings", "tick_syncs", "poll_meetings", "forget_old_runs"], "missing": ["functions_url"]}',
  'all jobs are scheduled, and the missing address is reported');
select bag_eq(
  'select jobname, schedule, command from cron.job', 'select name, schedule, command from private.schedules()',
  'the scheduled jobs are those of private.schedules()');

-- An operator or a recreated extension can leave such damage.
update cron.job set active = false where jobname = 'tick_jobs';
update cron.job set schedule = '0 0 1 1 *', command = 'select 1' where jobname = 'tick_embeddings';
delete from cron.job where jobname = 'forget_old_runs';
delete from vault.secrets where name = 'worker_token_secret';
select vault.create_secret('http://functions.test/functions/v1', 'functions_url');
select is(private.schedule_jobs() -> 'missing', '[]', 'a second run reports nothing missing');
select bag_eq(
  'select jobname, schedule, command, active from cron.job',
  'select name, schedule, command, true from private.schedules()',
  'a paused, changed or deleted job is repaired');
select is((select count(*)::int from cron.job), 5, 'no job is scheduled twice');
select ok(exists (select from vault.secrets where name = 'worker_token_secret'), 'the secret of the tokens is created');

create temporary table secret_before as select * from vault.secrets where name = 'worker_token_secret';
select tests.two_agencies();
delete from net.http_request_queue;
select private.enqueue_job(tests.id('North'), 'task_act', '{}');
delete from net.http_request_queue;
select set_config('countersign.woken', '', true);
select private.schedule_jobs();
select is((select array_agg(url) from net.http_request_queue), array['http://functions.test/functions/v1/task-act'],
  'workers with due jobs are woken');
select results_eq(
  'select id, secret from vault.secrets where name = ''worker_token_secret''', 'select id, secret from secret_before',
  'a second run does not replace the secret');

drop schema cron cascade;
drop schema net cascade;
drop schema vault cascade;
select is(private.schedule_jobs(), '{"scheduled": [], "missing": ["pg_cron", "pg_net", "supabase_vault"]}',
  'missing extensions are reported without a failure');

select tests.act_as('service');
select throws_ok('select private.schedule_jobs()', '42501', null, 'API roles cannot schedule jobs');

select * from finish();
rollback;
