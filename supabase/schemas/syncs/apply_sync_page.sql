-- Applies one page in one transaction: rows, records, cursor and counts, so that the cursor is never ahead of the
-- rows. The page must begin at the stream's cursor. A record that cannot be applied becomes a dead letter and does not
-- stop the others. At the end of a listing, rows that no longer exist at the vendor are removed here; too many removals
-- wait until a card is decided.
-- Raises OPSTA (lease_lost, sync_run_ended, sync_cursor_moved) · OPINV (invalid_sync_page).
create or replace function private.apply_sync_page(
  job_id uuid, attempt integer, run_id uuid, from_cursor text, page jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_sync record;
  v_stream public.sync_streams;
  v_records constant jsonb := page -> 'records';
  v_before bigint;
  v_is_last constant boolean := page -> 'hasMore' = 'false';
begin
  perform private.require_sync_page(page);
  select * into v_sync from private.require_sync_run(
    apply_sync_page.job_id, apply_sync_page.attempt, apply_sync_page.run_id);
  v_stream := v_sync.stream;
  if v_stream.cursor is distinct from from_cursor or v_stream.state <> 'active' then
    raise exception using
      errcode = 'OPSTA', message = 'The stream has moved on. Begin another run', hint = 'sync_cursor_moved';
  end if;

  v_before := private.last_sync_position(v_sync.run);
  perform private.apply_sync_records(v_stream, apply_sync_page.run_id, v_records);
  if v_is_last then
    perform private.end_sync_listing(v_stream, apply_sync_page.run_id, page -> 'isSnapshot' = 'true');
  end if;
  update public.sync_streams
  set cursor = page ->> 'cursor',
      listing = sync_streams.listing + case when v_is_last then 1 else 0 end,
      confirmed_at = greatest(sync_streams.confirmed_at, (page ->> 'confirmedAt')::timestamptz),
      completed_at = case when v_is_last then clock_timestamp() else sync_streams.completed_at end
  where sync_streams.id = v_stream.id;
  perform private.count_sync_records(v_sync.run, v_before, page);
  return jsonb_build_object('state', case
    when v_is_last then 'done'
    when private.is_sync_storage_full(v_stream) then 'full'
    else 'more' end);
end;
$$;

create or replace function private.require_sync_page(page jsonb)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_confirmed_at timestamptz;
begin
  if jsonb_typeof(page -> 'records') = 'array' and jsonb_typeof(page -> 'cursor') = 'string'
    and jsonb_typeof(page -> 'hasMore') = 'boolean' and jsonb_typeof(page -> 'isSnapshot') = 'boolean'
    and page ->> 'calls' ~ '^\d{1,6}$' and page ->> 'retries' ~ '^\d{1,6}$'
    and jsonb_array_length(page -> 'records') <= 10000
    and not exists (
      select from jsonb_array_elements(page -> 'records') as record
      where jsonb_typeof(record -> 'externalId') is distinct from 'string'
        or btrim(record ->> 'externalId') = '' or char_length(record ->> 'externalId') > 1024
        or jsonb_typeof(record -> 'version') is distinct from 'string'
        or jsonb_typeof(record -> 'isDeleted') is distinct from 'boolean')
  then
    v_confirmed_at := (page ->> 'confirmedAt')::timestamptz;
    return;
  end if;
  raise exception using errcode = 'OPINV', message = 'The page is malformed', hint = 'invalid_sync_page';
exception when data_exception then
  raise exception using errcode = 'OPINV', message = 'The page is malformed', hint = 'invalid_sync_page';
end;
$$;

-- Without sequential scans, like apply_sync_records: a plan made before the first run would read all of its records
-- for each page.
create or replace function private.last_sync_position(run public.sync_runs)
returns bigint
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return (
    select coalesce(max(records.position), 0) from private.sync_run_records as records
    where records.organization_id = run.organization_id and records.run_id = run.id);
end;
$$;

-- Adds the outcomes after this position to the receipt, and the page that they came with.
create or replace function private.count_sync_records(run public.sync_runs, after bigint, page jsonb default null)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  update public.sync_runs
  set record_count = sync_runs.record_count + counts.record_count,
      created = sync_runs.created + counts.created,
      updated = sync_runs.updated + counts.updated, unchanged = sync_runs.unchanged + counts.unchanged,
      deleted = sync_runs.deleted + counts.deleted, filtered = sync_runs.filtered + counts.filtered,
      failed = sync_runs.failed + counts.failed,
      cursor_after = case when page is null then sync_runs.cursor_after else page ->> 'cursor' end,
      pages = sync_runs.pages + case when page is null then 0 else 1 end,
      calls = sync_runs.calls + coalesce((page ->> 'calls')::integer, 0),
      retries = sync_runs.retries + coalesce((page ->> 'retries')::integer, 0)
  from (
    select
      coalesce(sum(cardinality(records.outcomes)), 0) as record_count,
      coalesce(sum(cardinality(array_positions(records.outcomes, 'created'))), 0) as created,
      coalesce(sum(cardinality(array_positions(records.outcomes, 'updated'))), 0) as updated,
      coalesce(sum(cardinality(array_positions(records.outcomes, 'unchanged'))), 0) as unchanged,
      coalesce(sum(cardinality(array_positions(records.outcomes, 'deleted'))), 0) as deleted,
      coalesce(sum(cardinality(array_positions(records.outcomes, 'filtered'))), 0) as filtered,
      coalesce(sum(cardinality(array_positions(records.outcomes, 'failed'))), 0) as failed
    from private.sync_run_records as records
    where records.organization_id = run.organization_id and records.run_id = run.id and records.position > count_sync_records.after
  ) as counts
  where sync_runs.id = run.id;
end;
$$;

create or replace function public.apply_sync_page(
  job_id uuid, attempt integer, run_id uuid, from_cursor text, page jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.apply_sync_page(job_id, attempt, run_id, from_cursor, page) $$;

grant execute on function private.apply_sync_page(uuid, integer, uuid, text, jsonb) to service_role;
grant execute on function public.apply_sync_page(uuid, integer, uuid, text, jsonb) to service_role;
comment on function public.apply_sync_page(uuid, integer, uuid, text, jsonb) is
  'Called by the sync functions: returns { state: more | done | full }. Raises OPSTA · OPINV.';
