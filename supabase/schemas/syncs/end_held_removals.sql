-- The removals of a stream that wait for a person: locks the stream of the viewer's organization.
-- Raises OPNFD (sync_stream_not_found) · OPSTA (no_removals_held).
create or replace function private.require_held_removals(viewer public.people, stream_id uuid)
returns public.sync_streams
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream public.sync_streams := private.lock_sync_stream(viewer, require_held_removals.stream_id);
begin
  if v_stream.state <> 'paused' or v_stream.pause_reason <> 'removals' then
    raise exception using
      errcode = 'OPSTA', message = 'No removals are waiting. Reload the page', hint = 'no_removals_held';
  end if;
  return v_stream;
end;
$$;

create or replace function private.held_removal_ids(stream public.sync_streams)
returns text[]
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select records.external_id from private.sync_records as records
    where records.stream_id = (stream).id and records.removal_reason is not null
    order by records.external_id)
$$;

-- Rows of these records stay and are ours from now on. If the vendor lists one again, it manages the row again.
create or replace function private.release_synced_rows(stream public.sync_streams, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.disown_synced_rows(stream, array(
    select records.row_id from private.sync_records as records
    where records.organization_id = stream.organization_id and records.stream_id = stream.id and records.is_here
      and records.external_id = any (release_synced_rows.external_ids)));
  update private.sync_records
  set is_here = false, removal_reason = null, conflict_at = null, conflict_fields = null
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = any (release_synced_rows.external_ids);
end;
$$;

-- The stream goes on, and the decision is recorded.
create or replace function private.end_held_removals(stream public.sync_streams, action text, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.sync_streams set state = 'active', pause_reason = null, next_at = now()
  where sync_streams.id = stream.id;
  perform private.record_audit_event(
    stream.organization_id, end_held_removals.action, 'sync_stream', stream.id, null,
    jsonb_build_object('provider', stream.provider, 'stream', stream.stream, 'external_ids', to_jsonb(external_ids)));
end;
$$;

-- The stream of the viewer's organization, locked.
-- Raises OPNFD (sync_stream_not_found).
create or replace function private.lock_sync_stream(viewer public.people, stream_id uuid)
returns public.sync_streams
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream public.sync_streams;
begin
  select * into v_stream from public.sync_streams
  where sync_streams.id = lock_sync_stream.stream_id and sync_streams.organization_id = viewer.organization_id
  for update;
  if v_stream.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such sync', hint = 'sync_stream_not_found';
  end if;
  return v_stream;
end;
$$;

-- Opens a receipt for what a person does between two runs of the vendor's listing.
-- Raises OPSTA (sync_running).
create or replace function private.open_sync_run(stream public.sync_streams)
returns public.sync_runs
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run public.sync_runs;
begin
  if exists (
    select from public.sync_runs
    where sync_runs.organization_id = stream.organization_id and sync_runs.stream_id = stream.id
      and sync_runs.ended_at is null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'A sync is running. Try again when it has ended', hint = 'sync_running';
  end if;
  insert into public.sync_runs (organization_id, stream_id, cursor_before, cursor_after)
  values (stream.organization_id, stream.id, stream.cursor, stream.cursor)
  returning * into v_run;
  return v_run;
end;
$$;

create or replace function private.close_sync_run(run public.sync_runs)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run public.sync_runs;
begin
  perform private.count_sync_records(run, 0);
  update public.sync_runs set ended_at = clock_timestamp(), ended_because = 'completed'
  where sync_runs.id = run.id
  returning * into v_run;
  return to_jsonb(v_run) - 'organization_id';
end;
$$;
