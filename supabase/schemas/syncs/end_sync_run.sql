-- Ends a run and its job, with the reason, and sets when the stream runs next. A change that the vendor announced
-- during the run is read soon by another run. An expired cursor starts the next listing from the beginning, at once,
-- and removes nothing. A revoked grant stops the stream until an admin connects the vendor again; no other failure
-- does.
-- Raises OPSTA (lease_lost, sync_run_ended) · OPINV (invalid_sync_end).
create or replace function private.end_sync_run(
  job_id uuid,
  attempt integer,
  run_id uuid,
  reason public.sync_end,
  error text default null,
  retry_after_ms integer default null,
  calls integer default 0,
  retries integer default 0
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_sync record;
  v_stream public.sync_streams;
  v_is_failure constant boolean := reason not in ('completed', 'out_of_time', 'cursor_died');
  v_is_at_once boolean;
  v_is_pushed boolean;
begin
  select * into v_sync from private.require_sync_run(
    end_sync_run.job_id, end_sync_run.attempt, end_sync_run.run_id);
  v_stream := v_sync.stream;
  if reason is null or reason = 'lost'
    or (reason = 'completed' and coalesce(v_stream.completed_at < (v_sync.run).started_at, true))
    or (reason = 'out_of_time' and (v_sync.run).pages = 0)
    or not coalesce(calls between 0 and 100000 and retries between 0 and 100000, false)
  then
    raise exception using
      errcode = 'OPINV', message = 'The reported end of the run is not valid', hint = 'invalid_sync_end';
  end if;

  update public.sync_streams
  set state = case when reason = 'grant_dead' and sync_streams.state = 'active' then 'needs_reconnect' else sync_streams.state end,
      cursor = case when reason = 'cursor_died' then null else sync_streams.cursor end,
      listing = sync_streams.listing + case when reason = 'cursor_died' then 1 else 0 end,
      failures = case when v_is_failure then sync_streams.failures + 1
                      when reason = 'cursor_died' then sync_streams.failures
                      else 0 end
  where sync_streams.id = v_stream.id
  returning * into v_stream;
  -- If the cursor keeps expiring, the listings have a pause between them.
  v_is_at_once := reason = 'out_of_time' or (reason = 'cursor_died' and not exists (
    select from public.sync_runs as earlier_runs
    where earlier_runs.organization_id = v_stream.organization_id and earlier_runs.stream_id = v_stream.id
      and earlier_runs.ended_because = 'cursor_died' and earlier_runs.started_at > clock_timestamp() - interval '30 minutes'));
  -- The job is deleted first, because that waits for the delivery of a push that is not committed yet.
  perform private.delete_job(end_sync_run.job_id);
  v_is_pushed := reason = 'completed' and private.is_pushed_since(v_stream, (v_sync.run).started_at);
  update public.sync_streams
  set next_at = case
    when v_is_at_once then clock_timestamp()
    when v_is_pushed then private.pushed_sync_at(v_stream)
    else private.next_sync_at(v_stream, case when v_is_failure then end_sync_run.retry_after_ms end) end
  where sync_streams.id = v_stream.id
  returning * into v_stream;

  update public.sync_runs
  set ended_at = clock_timestamp(), ended_because = reason, error = left(end_sync_run.error, 2000),
      calls = sync_runs.calls + end_sync_run.calls, retries = sync_runs.retries + end_sync_run.retries,
      gaps = sync_runs.gaps + case when reason = 'cursor_died' then 1 else 0 end, cursor_after = v_stream.cursor
  where sync_runs.id = end_sync_run.run_id;
  if private.closing_channels(v_stream) is not null then
    perform private.enqueue_sync(v_stream);
  elsif v_stream.state = 'active' and (v_is_pushed or v_stream.next_at <= clock_timestamp()) then
    perform private.enqueue_sync(v_stream, v_stream.next_at);
  end if;
  perform private.forget_sync_run_records(v_stream);
end;
$$;

-- Deletes the record ids of runs that are a week old. They explain a recent run; later, its counts are enough.
create or replace function private.forget_sync_run_records(stream public.sync_streams)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.sync_run_records
  where sync_run_records.organization_id = stream.organization_id
    and sync_run_records.run_id in (
      select sync_runs.id from public.sync_runs
      where sync_runs.organization_id = stream.organization_id and sync_runs.stream_id = stream.id
        and sync_runs.started_at between now() - interval '9 days' and now() - interval '7 days');
end;
$$;

create or replace function public.end_sync_run(
  job_id uuid, attempt integer, run_id uuid, reason public.sync_end, error text default null,
  retry_after_ms integer default null, calls integer default 0, retries integer default 0)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.end_sync_run(job_id, attempt, run_id, reason, error, retry_after_ms, calls, retries) $$;

grant execute on function private.end_sync_run(uuid, integer, uuid, public.sync_end, text, integer, integer, integer)
  to service_role;
grant execute on function public.end_sync_run(uuid, integer, uuid, public.sync_end, text, integer, integer, integer)
  to service_role;
comment on function public.end_sync_run(uuid, integer, uuid, public.sync_end, text, integer, integer, integer) is
  'Called by the sync functions: ends the run and its job. Raises OPSTA · OPINV.';
