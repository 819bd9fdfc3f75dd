-- Admits a person's call of a route or refuses it, by a limit within a sliding window. It is exact for concurrent
-- calls, because the row of person and route is locked until the transaction ends. A rolled-back call does not count.
-- Raises OPLIM (rate_limited; detail contains the number of seconds after which the oldest call leaves the window).
create or replace function private.consume_rate_limit(
  person public.people, route text, max_calls integer, window_seconds integer
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_window constant interval := make_interval(secs => consume_rate_limit.window_seconds);
  v_now timestamptz;
  v_calls timestamptz[];
begin
  insert into private.rate_limits (organization_id, person_id, route)
  values ((person).organization_id, (person).id, consume_rate_limit.route)
  on conflict (person_id, route) do nothing;
  select rate_limits.admitted_at into v_calls
  from private.rate_limits
  where rate_limits.person_id = (person).id and rate_limits.route = consume_rate_limit.route
  for update;

  -- The time is read after the lock, because a call that waited for it counts from the moment at which it got the lock.
  v_now := clock_timestamp();
  v_calls := array(
    select calls.at from unnest(v_calls) as calls (at)
    -- A clock that is set back must not lock a person out until it catches up.
    where calls.at > v_now - v_window and calls.at <= v_now + v_window order by calls.at);
  if cardinality(v_calls) >= consume_rate_limit.max_calls then
    raise exception using
      errcode = 'OPLIM',
      message = 'Too many calls. Try again in a moment',
      hint = 'rate_limited',
      detail = jsonb_build_object('retry_after_seconds', greatest(1, ceil(extract(epoch from
        coalesce(v_calls[cardinality(v_calls) - consume_rate_limit.max_calls + 1], v_now)
          + v_window - v_now))::integer))::text;
  end if;
  update private.rate_limits set admitted_at = v_calls || v_now
  where rate_limits.person_id = (person).id and rate_limits.route = consume_rate_limit.route;
end;
$$;

comment on function private.consume_rate_limit(public.people, text, integer, integer) is
  'Admits at most max_calls per person and route within window_seconds. Raises OPLIM (rate_limited).';
