-- When the next job of these kinds is due: waiting ones at their time, leased ones when the lease ends.
create or replace function private.next_job_at(kinds text[])
returns timestamptz
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select min(due.at)
    from unnest(next_job_at.kinds) as input (kind)
    cross join lateral (
      (select jobs.run_at as at from private.jobs
       where jobs.kind = input.kind and jobs.died_at is null and jobs.lease_until is null
       order by jobs.run_at limit 1)
      union all
      (select jobs.lease_until from private.jobs
       where jobs.kind = input.kind and jobs.lease_until is not null
       order by jobs.lease_until limit 1)
    ) as due);
end;
$$;

create or replace function public.next_job_at(kinds text[])
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.next_job_at(kinds) $$;

grant execute on function private.next_job_at(text[]) to service_role;
grant execute on function public.next_job_at(text[]) to service_role;

comment on function public.next_job_at(text[]) is
  'Called by every background function: returns when the next job is due; null when there is none. Raises nothing.';
