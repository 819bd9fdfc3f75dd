-- Sets how many calls of a route a person has per minute, from the operator's environment; null restores the
-- default. Background functions pass it on, because no person may change it.
-- Raises OPINV (unknown_route, invalid_rate_limit).
create or replace function private.set_rate_limit(route text, max_calls integer)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if set_rate_limit.max_calls < 1 or set_rate_limit.max_calls > 10000 then
    raise exception using
      errcode = 'OPINV', message = 'A limit is between 1 and 10000 calls a minute', hint = 'invalid_rate_limit';
  elsif not exists (
    select from private.rate_limit_settings where rate_limit_settings.route = set_rate_limit.route)
  then
    raise exception using
      errcode = 'OPINV', message = 'No limited route has this name', hint = 'unknown_route';
  end if;
  update private.rate_limit_settings set max_calls = set_rate_limit.max_calls
  where rate_limit_settings.route = set_rate_limit.route
    and rate_limit_settings.max_calls is distinct from set_rate_limit.max_calls;
end;
$$;

-- The current limit.
create or replace function private.rate_limit_of(route text)
returns integer
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(rate_limit_settings.max_calls, rate_limit_settings.default_calls)
  from private.rate_limit_settings
  where rate_limit_settings.route = rate_limit_of.route
$$;

create or replace function public.set_rate_limit(route text, max_calls integer)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_rate_limit(route, max_calls) $$;

grant execute on function private.set_rate_limit(text, integer) to service_role;
grant execute on function public.set_rate_limit(text, integer) to service_role;

comment on function public.set_rate_limit(text, integer) is
  'Sets how many calls of a route a person has per minute; null restores the default. Raises OPINV.';
