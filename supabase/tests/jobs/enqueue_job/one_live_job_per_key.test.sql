begin;
select plan(11);
select tests.two_agencies();

create temporary table job as select
  private.enqueue_job(tests.id('North'), 'task_act', '{"card": 1}', 'card 1') as first,
  private.enqueue_job(tests.id('North'), 'task_act', '{"card": 1}', 'card 1') as again,
  private.enqueue_job(tests.id('North'), 'calendar_act', '{"card": 1}', 'card 1') as other_kind,
  private.enqueue_job(tests.id('North'), 'task_act', '{"card": 2}') as keyless,
  private.enqueue_job(tests.id('North'), 'task_act', '{"card": 2}') as keyless_again;

select is(again, first, 'the same key and kind give the same job') from job;
select isnt(other_kind, first, 'another kind has its own keys') from job;
select isnt(keyless_again, keyless, 'each job without a key is a separate job') from job;
select is(
  (select array[attempt, max_attempts] from private.jobs where id = job.first), array[0, 10],
  'a new job has the attempts of its kind and has used none') from job;

update private.jobs set died_at = now(), last_error = 'It did not work' from job where jobs.id = job.first;
select isnt(
  private.enqueue_job(tests.id('North'), 'task_act', '{"card": 1}', 'card 1'), first,
  'a dead job does not prevent the next one') from job;

select is((select count(*)::int from private.jobs where unique_key = 'card 1' and kind = 'task_act'), 1,
  'the next job deletes the dead one');
update private.jobs set died_at = now(), last_error = 'It did not work' from job where jobs.id = job.other_kind;
select is((select count(*)::int from private.jobs where died_at is not null), 1, 'a dead job of another key is retained')
from (select private.enqueue_job(tests.id('North'), 'task_act', '{"card": 1}', 'card 1')) as again;

create temporary table later as select private.enqueue_job(
  tests.id('North'), 'task_act', '{}', run_at => '2100-01-01 00:00Z', max_attempts => 2) as id;
select is((select run_at from private.jobs where jobs.id = later.id), '2100-01-01 00:00Z', 'a job has the requested due time')
from later;
select throws_ok(
  $$ select private.enqueue_job(tests.id('North'), 'brew_coffee', '{}') $$,
  'OPINV', 'There is no kind of job ''brew_coffee''', 'a job of an unknown kind is refused');
select throws_ok(
  $$ select private.enqueue_job(tests.id('nobody'), 'task_act', '{}') $$, '23503', null,
  'an unknown organization is refused');
select is((select count(*) from private.jobs), 5::bigint, 'the refusals queue no job');

select * from finish();
rollback;
