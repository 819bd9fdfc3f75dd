-- Hours belong to the only task of their project with the same name. The tasks of a project are read once per page of
-- hours.
begin;
select plan(4);
select tests.two_agencies();
select tests.syncs();

create function pg_temp.tasks_read()
returns bigint
language sql
as $$
  select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables
  where schemaname = 'public' and relname = 'tasks'
$$;

select tests.sync('tasks', array(select tests.task(n::text) from generate_series(1, 400) as n));
select tests.sync('tasks', array[tests.task('401', '1', '{"title": "Twice"}'), tests.task('402', '1', '{"title": "twice"}')]);
create temporary table before_hours as select pg_temp.tasks_read() as count;
select is(tests.counts(tests.sync('hours', array(
    select tests.hours(n::text, '1', jsonb_build_object('task_name', ' TASK ' || n)) from generate_series(1, 50) as n)
    || tests.hours('51', '1', '{"task_name": "Twice"}') || tests.hours('52', '1', '{"task_name": "None"}'))),
  '{52,0,0,0,0,0}', 'hours that name a task are created');
select cmp_ok(pg_temp.tasks_read() - count, '<', 5000::bigint, 'the run does not read the tasks of the project for each entry')
from before_hours;
select is(count(*)::integer, 50, 'each entry has the task of its name') from public.time_entries
join public.tasks on tasks.id = time_entries.task_id
where replace(tasks.external_key, 'clickup', 'harvest') = time_entries.external_key;
select is(count(*)::integer, 2, 'an entry without exactly one task of its name has no task')
from public.time_entries where task_id is null and external_key in ('harvest:51', 'harvest:52');

select * from finish();
rollback;
