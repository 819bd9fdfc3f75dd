begin;
select plan(9);
select tests.two_agencies();
create function pg_temp.token(slug text, seconds integer) returns text language sql as $$
  select private.worker_token(slug, extract(epoch from clock_timestamp())::bigint + seconds) $$;
create temporary table token as select pg_temp.token('task-act', 120) as good, pg_temp.token('task-act', -1) as old;
grant select on token to service_role;

select tests.act_as('service');
select ok(public.check_worker_token(good, 'task-act'), 'a token is good for its function') from token;
select ok(not public.check_worker_token(good, 'calendar-act'), 'for no other') from token;
select ok(not public.check_worker_token(old, 'task-act'), 'not when its time is over') from token;
select ok(not public.check_worker_token(regexp_replace(good, '\d(?=\.)', '9'), 'task-act')
          or good ~ '9\.[0-9a-f]+$', 'nor with another time') from token;
select ok(not public.check_worker_token(overlay(good placing translate(right(good, 1), '0123456789abcdef', '123456789abcdef0') from length(good)), 'task-act'),
  'nor with another digest') from token;
select ok(not public.check_worker_token(nonsense, 'task-act'), 'nonsense is refused: ' || coalesce(nonsense, 'null'))
from unnest(array['', null]) as nonsense;

select tests.act_as('owner');
delete from vault.secrets where name = 'worker_token_secret';
select ok(not private.check_worker_token(good, 'task-act'), 'without the secret none is good') from token;
select tests.act_as('admin');
select throws_ok($$ select public.check_worker_token('x', 'task-act') $$, '42501', null, 'people do not ask');

select * from finish();
rollback;
