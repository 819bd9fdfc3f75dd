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

-- Opens a receipt for a change between two runs of the vendor's listing.
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
