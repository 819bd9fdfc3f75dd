begin;
select plan(5);
select tests.two_agencies();

select private.enqueue_job(tests.id('North'), 'file_fetch', '{"file_id": "a"}', 'a');
select private.enqueue_job(tests.id('North'), 'file_fetch', '{"file_id": "b"}', 'b');
update private.jobs set died_at = now(), last_error = 'It did not work' where unique_key = 'b';
create temporary table before as select id from private.jobs where unique_key = 'a';

select lives_ok(
  $$ select private.enqueue_jobs(
    tests.id('North'), 'file_fetch',
    array['{"file_id": "a"}', '{"file_id": "b"}', '{"file_id": "c"}']::jsonb[], array['a', 'b', 'c']) $$,
  'jobs of several keys are stored at once');
select results_eq(
  $$ select unique_key, payload ->> 'file_id', max_attempts, died_at is null
     from private.jobs where kind = 'file_fetch' order by unique_key $$,
  $$ values ('a', 'a', 10, true), ('b', 'b', 10, true), ('c', 'c', 10, true) $$,
  'each key has one live job with the attempts of its kind, and a dead one is replaced');
select is((select id from private.jobs where unique_key = 'a'), (select id from before), 'enqueueing a live job again leaves it unchanged');
select throws_ok(
  $$ select private.enqueue_jobs(tests.id('North'), 'brew_coffee', array['{}']::jsonb[], array['d']) $$,
  'OPINV', 'There is no kind of job ''brew_coffee''', 'jobs of an unknown kind are refused');
select is((select count(*)::int from private.jobs where unique_key = 'd'), 0, 'a refused call stores no job');

select * from finish();
rollback;
