begin;
select plan(3);
select tests.two_agencies();

-- The plan is cached while the queue is empty, as in practice.
delete from private.jobs;
analyze private.jobs;
select is_empty($$ select * from private.take_jobs(array['task_act'], 'worker a', 10) $$, 'an empty queue gives no jobs');
insert into private.jobs (organization_id, kind, max_attempts, run_at)
select tests.id('North'), 'task_act', 3, now() - number * interval '1 s' from generate_series(1, 500) as number;

create temporary table before as select seq_scan from pg_stat_xact_user_tables where relid = 'private.jobs'::regclass;
create temporary table leased_jobs as select * from private.take_jobs(array['task_act'], 'worker a', 10);
select is(private.finish_jobs(array(select id from leased_jobs), array(select attempt from leased_jobs)), 10, 'a worker takes and finishes jobs');
select is(pg_stat_xact_user_tables.seq_scan, before.seq_scan, 'taking jobs does not read the whole queue')
from before, pg_stat_xact_user_tables where relid = 'private.jobs'::regclass;

select * from finish();
rollback;
