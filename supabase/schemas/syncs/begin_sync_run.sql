-- Opens the receipt of a run for the worker that has the stream's job. A run that an earlier worker left open is ended
-- as lost: what it applied stays, and the cursor is where it was. If the vendor was disconnected with open channels,
-- those must be stopped first, and no run is opened.
-- Raises OPSTA (lease_lost).
create or replace function private.begin_sync_run(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(begin_sync_run.job_id, begin_sync_run.attempt);
  v_stream public.sync_streams;
  v_integration public.integrations;
  v_secret text;
  v_run_id uuid;
  v_closing_channels jsonb;
begin
  select * into v_stream from public.sync_streams
  where sync_streams.organization_id = v_job.organization_id
    and sync_streams.id = (v_job.payload ->> 'stream_id')::uuid
  for update;
  select * into v_integration from public.integrations
  where integrations.organization_id = v_stream.organization_id and integrations.provider = v_stream.provider;
  perform private.end_lost_sync_run(v_job, 'Another worker took over');
  v_closing_channels := private.closing_channels(v_stream);
  if v_closing_channels is not null then
    return v_closing_channels || jsonb_build_object('state', 'closing', 'provider', v_stream.provider, 'stream', v_stream.stream);
  end if;
  if v_integration.organization_id is null or v_stream.state <> 'active' then
    if v_integration.organization_id is null and v_stream.state = 'active' then
      update public.sync_streams set state = 'paused', pause_reason = 'disconnected'
      where sync_streams.id = v_stream.id;
    end if;
    perform private.delete_job(v_job.id);
    return jsonb_build_object('state', 'gone');
  end if;
  select secrets.decrypted_secret into v_secret
  from vault.decrypted_secrets as secrets where secrets.name = v_integration.secret_name;
  insert into public.sync_runs (organization_id, stream_id, cursor_before, cursor_after)
  values (v_stream.organization_id, v_stream.id, v_stream.cursor, v_stream.cursor)
  returning id into v_run_id;
  return jsonb_build_object(
    'state', 'begun', 'run_id', v_run_id, 'provider', v_stream.provider, 'stream', v_stream.stream,
    'cursor', v_stream.cursor, 'secret', v_secret, 'is_storage_full', private.is_sync_storage_full(v_stream),
    'settings', private.calendar_sync_settings(v_stream) || v_integration.settings || jsonb_build_object(
      'scopes', (
        select coalesce(jsonb_agg(scopes.external_id order by scopes.external_id), '[]')
        from public.sync_scopes as scopes
        where scopes.organization_id = v_stream.organization_id and scopes.stream_id = v_stream.id),
      'time_zone', (
        select organizations.time_zone from public.organizations where organizations.id = v_stream.organization_id)));
end;
$$;

-- Ends the open run of a job's stream whose worker has died. If the job itself is dead, the stream is retried
-- later.
create or replace function private.end_lost_sync_run(job private.jobs, error text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream_id constant uuid := (job.payload ->> 'stream_id')::uuid;
begin
  update public.sync_runs
  set ended_at = clock_timestamp(), ended_because = 'lost', error = left(end_lost_sync_run.error, 2000)
  where sync_runs.organization_id = job.organization_id and sync_runs.stream_id = v_stream_id
    and sync_runs.ended_at is null;
  if job.died_at is not null then
    update public.sync_streams set failures = sync_streams.failures + 1 where sync_streams.id = v_stream_id;
    update public.sync_streams set next_at = private.next_sync_at(sync_streams) where sync_streams.id = v_stream_id;
    -- Channels that no worker could stop expire by themselves.
    perform private.forget_closing_channels(sync_streams) from public.sync_streams where sync_streams.id = v_stream_id;
  end if;
end;
$$;
comment on function private.end_lost_sync_run(private.jobs, text) is 'Does nothing if no run is open.';

-- The open run of a worker that has its stream's job, with the stream locked.
-- Raises OPSTA (lease_lost, sync_run_ended).
create or replace function private.require_sync_run(
  job_id uuid, attempt integer, run_id uuid, out run public.sync_runs, out stream public.sync_streams)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(require_sync_run.job_id, require_sync_run.attempt);
begin
  select * into stream from public.sync_streams
  where sync_streams.organization_id = v_job.organization_id
    and sync_streams.id = (v_job.payload ->> 'stream_id')::uuid
  for update;
  select * into run from public.sync_runs
  where sync_runs.organization_id = stream.organization_id and sync_runs.stream_id = stream.id
    and sync_runs.id = require_sync_run.run_id and sync_runs.ended_at is null
  for update;
  if run.id is null then
    raise exception using
      errcode = 'OPSTA', message = 'The run has ended. Begin another one', hint = 'sync_run_ended';
  end if;
end;
$$;

create or replace function public.begin_sync_run(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_sync_run(job_id, attempt) $$;

grant execute on function private.begin_sync_run(uuid, integer) to service_role;
grant execute on function public.begin_sync_run(uuid, integer) to service_role;
comment on function public.begin_sync_run(uuid, integer) is
  'Called by the sync functions: returns { state: begun, run_id, cursor, settings, secret, … }, { state: closing, channels, settings, secret, … } or { state: gone }. Raises OPSTA.';
