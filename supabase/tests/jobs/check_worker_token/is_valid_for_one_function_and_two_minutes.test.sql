begin;
select plan(9);
select tests.two_agencies();
create function pg_temp.token(slug text, seconds integer) returns text language sql as $$
  select private.worker_token(slug, extract(epoch from clock_timestamp())::bigint + seconds) $$;
create temporary table token as select pg_temp.token('task-act', 120) as good, pg_temp.token('task-act', -1) as old;
grant select on token to service_role;

select tests.act_as('service');
select ok(public.check_worker_token(good, 'task-act'), 'a token is valid for its function') from token;
select ok(not public.check_worker_token(good, 'calendar-act'), 'a token is not valid for another function') from token;
select ok(not public.check_worker_token(old, 'task-act'), 'an expired token is refused') from token;
select ok(not public.check_worker_token(regexp_replace(good, '\d(?=\.)', '9'), 'task-act')
          or good ~ '9\.[0-9a-f]+$', 'a token with a changed time is refused') from token;
select ok(not public.check_worker_token(overlay(good placing translate(right(good, 1), '0123456789abcdef', '123456789abcdef0') from length(good)), 'task-act'),
  'a token with a changed digest is refused') from token;
select ok(not public.check_worker_token(nonsense, 'task-act'), 'a malformed token is refused: ' || coalesce(nonsense, 'null'))
from unnest(array['', null]) as nonsense;

select tests.act_as('owner');
delete from vault.secrets where name = 'worker_token_secret';
select ok(not private.check_worker_token(good, 'task-act'), 'no token is valid without the secret') from token;
select tests.act_as('admin');
select throws_ok($$ select public.check_worker_token('x', 'task-act') $$, '42501', null, 'people cannot check tokens');

select * from finish();
rollback;
