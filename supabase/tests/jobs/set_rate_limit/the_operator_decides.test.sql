-- The operator sets the limits with the secret key. No signed-in person can set them.
begin;
select plan(11);
select tests.two_agencies();
create function pg_temp.limits() returns text language sql as $$
  select string_agg(route || ' ' || private.rate_limit_of(route), ', ' order by route) from private.rate_limit_settings
$$;
select is(pg_temp.limits(), 'chat 20, chat-stream 10, ingest-doc 12, propose 30, research 5', 'each route has its default limit');

create function pg_temp.refuses(persona text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok($q$ select public.set_rate_limit('ingest-doc', 1) $q$, '42501', null, persona || ' cannot set a rate limit');
end;
$$;
grant execute on function pg_temp.refuses(text) to public;
select pg_temp.refuses(persona) from unnest(array['admin', 'member', 'client', 'anonymous']) as persona;
select tests.act_as('service');
select throws_ok($$ select public.set_rate_limit('nothing', 1) $$, 'OPINV', 'No limited route has this name', 'a route without a limit is refused');
select throws_ok(format('select public.set_rate_limit(%L, %s)', 'chat', bad), 'OPINV', null, format('a limit of %s is refused', bad))
from unnest(array[0, -1, 10001]) as bad;
select public.set_rate_limit('ingest-doc', 50);
select tests.act_as('owner');
select is(pg_temp.limits(), 'chat 20, chat-stream 10, ingest-doc 50, propose 30, research 5', 'the secret key changes a limit');
select tests.act_as('service');
select public.set_rate_limit('ingest-doc', null);
select tests.act_as('owner');
select is(pg_temp.limits(), 'chat 20, chat-stream 10, ingest-doc 12, propose 30, research 5', 'null restores the default limit');

select * from finish();
rollback;
