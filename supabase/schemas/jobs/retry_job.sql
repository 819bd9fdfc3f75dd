-- Lets a job wait for its next attempt: as long as the vendor asks, or twice as long after each attempt, up to an hour,
-- with jitter. After the last attempt it dies. Returns true if it will be retried. The caller holds its lease.
create or replace function private.retry_job(job_id uuid, error text, retry_after_ms integer default null)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs;
begin
  select * into v_job from private.jobs where jobs.id = retry_job.job_id and jobs.died_at is null for update;
  if v_job.id is null then
    return false;
  elsif v_job.attempt >= v_job.max_attempts then
    perform private.mark_job_dead(v_job, retry_job.error);
    return false;
  end if;
  update private.jobs
  set leased_by = null, lease_until = null,
      last_error = left(coalesce(nullif(btrim(retry_job.error), ''), 'No reason was given'), 2000),
      run_at = clock_timestamp() + private.retry_pause(v_job.attempt, retry_job.retry_after_ms)
  where jobs.id = v_job.id;
  if v_job.payload ? 'stream_id' then
    perform private.end_lost_sync_run(v_job, retry_job.error);
  end if;
  return true;
end;
$$;

create or replace function private.retry_pause(attempt integer, retry_after_ms integer)
returns interval
language plpgsql
volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  return make_interval(secs => case
    -- A vendor may determine the time of the next attempt, up to a day ahead.
    when retry_after_ms is not null then least(greatest(retry_after_ms, 0), 86400000) / 1000.0
    else least(3600, 4 * power(2, least(greatest(attempt, 1), 20) - 1)) * (0.75 + random() * 0.25)
  end);
end;
$$;
comment on function private.retry_pause(integer, integer) is 'How long to wait after an attempt: retry_after_ms, at most a day; without it 3 to 4 s after the first attempt, and at most an hour.';
