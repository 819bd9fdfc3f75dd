-- A tick per minute adds half a million rows a year to pg_cron's log of runs.
begin;
select plan(3);

select is((select schedule from cron.job where jobname = 'tick_jobs'), '* * * * *', 'the queue is checked every minute');
select matches((select command from cron.job where jobname = 'forget_old_runs'), 'end_time < now\(\) - interval ''7 days''',
  'runs of more than a week ago are deleted');
create function pg_temp.forget() returns void language plpgsql as $$
begin
  execute (select command from cron.job where jobname = 'forget_old_runs');
end $$;
select lives_ok('select pg_temp.forget()', 'the command that deletes old runs succeeds');

select * from finish();
rollback;
