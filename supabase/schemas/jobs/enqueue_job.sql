-- Stores a job in the transaction of the change that causes it, so that both are stored or neither is. Each kind and
-- key has one live job; a second request gets the same job. A new job replaces a dead one, because a new request means
-- that a person has dealt with the cause.
-- Raises OPINV (unknown_job_kind).
create or replace function private.enqueue_job(
  organization_id uuid,
  kind text,
  payload jsonb,
  unique_key text default null,
  run_at timestamptz default null,
  max_attempts integer default null,
  request_id text default null
)
returns uuid
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_kind record;
  v_id uuid;
begin
  select * into v_kind from private.job_kinds() as job_kinds where job_kinds.kind = enqueue_job.kind;
  if v_kind.kind is null then
    raise exception using
      errcode = 'OPINV', message = format('There is no kind of job %L', enqueue_job.kind), hint = 'unknown_job_kind';
  end if;

  loop
    insert into private.jobs (organization_id, kind, payload, unique_key, run_at, max_attempts, request_id)
    values (
      enqueue_job.organization_id, enqueue_job.kind, coalesce(enqueue_job.payload, '{}'), enqueue_job.unique_key,
      coalesce(enqueue_job.run_at, now()), coalesce(enqueue_job.max_attempts, v_kind.max_attempts),
      left(enqueue_job.request_id, 128))
    on conflict (kind, unique_key) where unique_key is not null and died_at is null do nothing
    returning jobs.id into v_id;
    exit when v_id is not null;

    select jobs.id into v_id
    from private.jobs
    where jobs.kind = enqueue_job.kind and jobs.unique_key = enqueue_job.unique_key and jobs.died_at is null;
    if v_id is not null then
      return v_id;
    end if;
    -- The job ended between the two statements: insert it again.
  end loop;

  if enqueue_job.unique_key is not null then
    delete from private.jobs
    where jobs.organization_id = enqueue_job.organization_id and jobs.died_at is not null
      and jobs.kind = enqueue_job.kind and jobs.unique_key = enqueue_job.unique_key;
  end if;
  if enqueue_job.run_at is null or enqueue_job.run_at <= clock_timestamp() then
    perform private.wake_worker(v_kind.function_slug);
  end if;
  return v_id;
end;
$$;

comment on function private.enqueue_job(uuid, text, jsonb, text, timestamptz, integer, text) is
  'Returns the job''s id. Raises OPINV (unknown_job_kind).';
