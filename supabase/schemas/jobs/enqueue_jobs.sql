-- Stores jobs of one kind, as enqueue_job stores one: each key has one live job, which replaces a dead one.
-- Separate functions do the lookups, because where custom plans are forced, PostgreSQL also plans the check of every
-- foreign key of every row.
-- Raises OPINV (unknown_job_kind).
create or replace function private.enqueue_jobs(
  organization_id uuid, kind text, payloads jsonb[], unique_keys text[])
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_kind record;
  v_count integer;
begin
  if enqueue_jobs.unique_keys = '{}' then
    return;
  end if;
  select * into v_kind from private.job_kinds() as job_kinds where job_kinds.kind = enqueue_jobs.kind;
  if v_kind.kind is null then
    raise exception using
      errcode = 'OPINV', message = format('There is no kind of job %L', enqueue_jobs.kind), hint = 'unknown_job_kind';
  end if;

  loop
    insert into private.jobs (organization_id, kind, payload, unique_key, max_attempts)
    select enqueue_jobs.organization_id, enqueue_jobs.kind, input.payload, input.unique_key, v_kind.max_attempts
    from unnest(enqueue_jobs.payloads, enqueue_jobs.unique_keys) as input (payload, unique_key)
    order by input.unique_key collate "C"
    on conflict (kind, unique_key) where unique_key is not null and died_at is null do nothing;
    get diagnostics v_count = row_count;
    -- A job that ended between the two statements is inserted again.
    exit when v_count = cardinality(enqueue_jobs.unique_keys)
      or not private.lacks_live_job(enqueue_jobs.kind, enqueue_jobs.unique_keys);
  end loop;

  perform private.delete_dead_jobs(enqueue_jobs.organization_id, enqueue_jobs.kind, enqueue_jobs.unique_keys);
  perform private.wake_worker(v_kind.function_slug);
end;
$$;

create or replace function private.delete_dead_jobs(organization_id uuid, kind text, unique_keys text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  delete from private.jobs
  where jobs.organization_id = delete_dead_jobs.organization_id and jobs.died_at is not null
    and jobs.kind = delete_dead_jobs.kind and jobs.unique_key = any (delete_dead_jobs.unique_keys);
end;
$$;

-- Whether one of these keys has no live job.
create or replace function private.lacks_live_job(kind text, unique_keys text[])
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  return exists (
    select from unnest(lacks_live_job.unique_keys) as input (unique_key)
    where (
      select jobs.id from private.jobs
      where jobs.kind = lacks_live_job.kind and jobs.unique_key = input.unique_key and jobs.died_at is null
      limit 1) is null);
end;
$$;

comment on function private.enqueue_jobs(uuid, text, jsonb[], text[]) is
  'Payloads and keys in the same order. Raises OPINV (unknown_job_kind).';
