-- Leases due jobs to a worker, kind by kind, oldest first, each job to one worker. A job whose lease is over is due
-- again. plpgsql, because it caches plans for the session, and planning would cost as much as taking the jobs. The index
-- provides the order, and the plan uses it even if the table was empty when the plan was made.
create or replace function private.take_jobs(
  kinds text[],
  worker text,
  job_limit integer default 1,
  lease_ms integer default null
)
returns table (
  id uuid, organization_id uuid, kind text, payload jsonb, attempt integer, max_attempts integer,
  lease_until timestamptz, lease_length_ms integer, request_id text
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_generic_plan'
set enable_seqscan = 'off'
set enable_bitmapscan = 'off'
set enable_sort = 'off'
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_kind text;
  v_lease_ms integer;
  v_remaining_count integer := least(job_limit, 1000);
  v_count integer;
  v_is_second_look boolean := false;
begin
  if btrim(coalesce(worker, '')) = '' then
    raise exception using errcode = 'OPINV', message = 'A worker needs a name', hint = 'invalid_worker';
  elsif take_jobs.lease_ms not between 1 and 3600000 then
    raise exception using
      errcode = 'OPINV', message = 'A lease can last at most an hour', hint = 'invalid_lease';
  end if;

  loop
    v_now := clock_timestamp();
    foreach v_kind in array kinds loop
      exit when v_remaining_count <= 0;
      v_lease_ms := coalesce(
        take_jobs.lease_ms,
        (select job_kinds.lease_ms from private.job_kinds() as job_kinds where job_kinds.kind = v_kind),
        60000);
      return query
        update private.jobs
        set attempt = jobs.attempt + 1, leased_by = take_jobs.worker,
          lease_until = v_now + make_interval(secs => v_lease_ms / 1000.0)
        where jobs.id = any (array(
          select candidates.id
          from private.jobs as candidates
          where candidates.kind = v_kind and candidates.run_at <= v_now
            and candidates.died_at is null and candidates.lease_until is null
          order by candidates.run_at, candidates.id
          limit v_remaining_count
          for update skip locked))
        returning jobs.id, jobs.organization_id, jobs.kind, jobs.payload, jobs.attempt, jobs.max_attempts,
          jobs.lease_until, v_lease_ms, jobs.request_id;
      get diagnostics v_count = row_count;
      v_remaining_count := v_remaining_count - v_count;
    end loop;
    -- Jobs of silent workers are taken only if other jobs do not fill the request; the sweep ends the other expired
    -- leases.
    exit when v_remaining_count <= 0 or v_is_second_look;
    v_is_second_look := true;
    exit when private.end_expired_leases(kinds, v_remaining_count) = 0;
  end loop;
end;
$$;

create or replace function public.take_jobs(
  kinds text[],
  worker text,
  job_limit integer default 1,
  lease_ms integer default null
)
returns table (
  id uuid, organization_id uuid, kind text, payload jsonb, attempt integer, max_attempts integer,
  lease_until timestamptz, lease_length_ms integer, request_id text
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select * from private.take_jobs(kinds, worker, job_limit, lease_ms);
end;
$$;

grant execute on function private.take_jobs(text[], text, integer, integer) to service_role;
grant execute on function public.take_jobs(text[], text, integer, integer) to service_role;

comment on function public.take_jobs(text[], text, integer, integer) is
  'Called by every background function: leases due jobs and returns them with the length of each lease, because a worker''s clock may differ from ours. Raises OPINV.';
