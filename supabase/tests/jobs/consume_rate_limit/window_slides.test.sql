begin;
select plan(11);
select tests.two_agencies();
create function pg_temp.call(persona text, called text default 'chat') returns void language plpgsql as $$
begin
  perform private.consume_rate_limit(people, called, 2, 60) from public.people where people.id = tests.id(persona);
end $$;
create function pg_temp.retry_after() returns integer language plpgsql as $$
declare v_detail text;
begin
  perform pg_temp.call('lead');
  return null;
exception when sqlstate 'OPLIM' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail::jsonb ->> 'retry_after_seconds';
end $$;

select lives_ok($$ select pg_temp.call('lead') $$, 'the first call is admitted');
select lives_ok($$ select pg_temp.call('lead') $$, 'the second call is admitted');
select throws_ok($$ select pg_temp.call('lead') $$, 'OPLIM', null, 'the third call is refused');
select is(pg_temp.retry_after(), 60, 'the refusal has the seconds until the next call is admitted');
select lives_ok($$ select pg_temp.call('member') $$, 'another person has their own window');
select lives_ok($$ select pg_temp.call('lead', 'search') $$, 'another route has its own window');
select is(cardinality(admitted_at), 2, 'a refused call is not counted')
from private.rate_limits where person_id = tests.id('lead') and route = 'chat';

update private.rate_limits set admitted_at = array[now() - interval '61 s', now() - interval '20 s']
where person_id = tests.id('lead') and route = 'chat';
select lives_ok($$ select pg_temp.call('lead') $$, 'calls older than the window no longer count');
select ok(pg_temp.retry_after() between 38 and 40, 'the next call is admitted when the oldest leaves the window');

-- The clock of the server was ahead and has been set back.
update private.rate_limits set admitted_at = array[now() + interval '1 hour', now() + interval '1 hour']
where person_id = tests.id('lead') and route = 'chat';
select lives_ok($$ select pg_temp.call('lead') $$, 'calls counted in the future do not block later calls');
update private.rate_limits set admitted_at = array[now() + interval '1 s', now() + interval '1 s']
where person_id = tests.id('lead') and route = 'chat';
select throws_ok($$ select pg_temp.call('lead') $$, 'OPLIM', null, 'calls that are a second in the future count');

select * from finish();
rollback;
