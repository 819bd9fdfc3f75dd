-- How well the scored cases predicted: overall, by category, by service and by month of completion. A group of nine or
-- more is outside its band if a calibrated 80% range would fall outside with a probability of 5%. Runs as its caller,
-- as scored_estimates does.
create or replace function private.estimate_groups(organization_id uuid)
returns table (
  kind text, name text, n integer, covered_count integer, loss numeric, low numeric, high numeric, is_outside_band boolean
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select groups.kind, groups.name, groups.n, groups.covered_count, groups.loss, band.low, band.high,
    groups.n >= 9 and groups.covered_count / groups.n::numeric not between band.low and band.high
  from (
    select dimension.kind, dimension.name, count(*)::integer as n,
      count(*) filter (where not estimate.is_below and not estimate.is_above)::integer as covered_count, avg(estimate.loss) as loss
    from private.scored_estimates(estimate_groups.organization_id) as estimate
    cross join lateral (values
      ('all', 'all'), ('category', estimate.category), ('service', estimate.service),
      ('month', to_char(estimate.finished_on, 'YYYY-MM'))
    ) as dimension (kind, name)
    where dimension.name is not null
    group by dimension.kind, dimension.name
  ) as groups
  cross join lateral private.coverage_band(groups.n) as band;
end;
$$;
comment on function private.estimate_groups(uuid) is 'The groups of the calibration page.';

-- The central 95% of the share of n independent ranges that contain their value, if each does with a probability of
-- 80%.
create or replace function private.coverage_band(n integer, out low numeric, out high numeric)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  -- The logarithm of the probability that k of n ranges do, updated from k to k + 1. Powers of 0.2 would underflow.
  v_log_probability double precision := n * ln(0.2);
  v_sum double precision := 0;
begin
  for k in 0 .. n loop
    v_sum := v_sum + case when v_log_probability > -700 then exp(v_log_probability) else 0 end;
    if low is null and v_sum > 0.025 then
      low := round(k / n::numeric, 3);
    end if;
    if high is null and v_sum >= 0.975 then
      high := round(k / n::numeric, 3);
    end if;
    v_log_probability := v_log_probability + ln(greatest(n - k, 1)::double precision / (k + 1)) + ln(4.0);
  end loop;
  high := coalesce(high, 1);
end;
$$;

grant execute on function private.estimate_groups(uuid) to authenticated;
grant execute on function private.coverage_band(integer) to authenticated;
