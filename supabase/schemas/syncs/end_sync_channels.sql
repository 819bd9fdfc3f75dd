-- Deletes the channels of a disconnected vendor, and their secret, after its worker has asked the vendor to stop
-- them. If the vendor did not respond, the channel expires on its own; its pushes are refused.
-- Raises OPSTA (lease_lost).
create or replace function private.end_sync_channels(job_id uuid, attempt integer)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(end_sync_channels.job_id, end_sync_channels.attempt);
  v_stream public.sync_streams;
begin
  select * into v_stream from public.sync_streams
  where sync_streams.organization_id = v_job.organization_id
    and sync_streams.id = (v_job.payload ->> 'stream_id')::uuid
  for update;
  perform private.forget_closing_channels(v_stream);
  perform private.delete_job(v_job.id);
  -- The vendor was connected again in the meantime.
  if v_stream.state = 'active' then
    perform private.enqueue_sync(v_stream);
  end if;
end;
$$;

-- Hands the open channels of a vendor that is being disconnected to the jobs of its streams, with a copy of the secret. Without
-- open channels no copy is made.
create or replace function private.begin_closing_channels(integration public.integrations)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_name constant text := format('closing_channels_%s', gen_random_uuid());
  v_secret constant text := (
    select secrets.decrypted_secret from vault.decrypted_secrets as secrets where secrets.name = integration.secret_name);
  v_stream public.sync_streams;
begin
  for v_stream in
    select * from public.sync_streams
    where sync_streams.organization_id = integration.organization_id and sync_streams.provider = integration.provider
  loop
    if v_secret is not null then
      update private.sync_channels as channels
      set closing_secret_name = v_name, closing_settings = integration.settings
      where channels.organization_id = v_stream.organization_id and channels.stream_id = v_stream.id
        and channels.failure is null and channels.expires_at > clock_timestamp() and channels.closing_secret_name is null;
    end if;
    perform private.forget_sync_channels(v_stream, channels.id)
    from private.sync_channels as channels
    where channels.organization_id = v_stream.organization_id and channels.stream_id = v_stream.id
      and channels.closing_secret_name is null;
    if private.closing_channels(v_stream) is not null then
      perform private.enqueue_sync(v_stream);
    end if;
  end loop;
  if exists (select from private.sync_channels as channels where channels.closing_secret_name = v_name) then
    perform vault.create_secret(v_secret, v_name, 'Stops the channels of a disconnected vendor');
  end if;
end;
$$;

-- The channels of a stream whose vendor was disconnected, with the secret that stops them; null if there are none.
create or replace function private.closing_channels(stream public.sync_streams)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'secret', (
      select secrets.decrypted_secret from vault.decrypted_secrets as secrets where secrets.name = channels.closing_secret_name),
    'settings', channels.closing_settings,
    'channels', jsonb_agg(jsonb_build_object(
      'id', channels.id, 'external_id', channels.external_id, 'external_resource_id', channels.external_resource_id)))
  from private.sync_channels as channels
  where channels.organization_id = (stream).organization_id and channels.stream_id = (stream).id
    and channels.closing_secret_name is not null
  group by channels.closing_secret_name, channels.closing_settings
  order by min(channels.created_at)
  limit 1
$$;
comment on function private.closing_channels(public.sync_streams) is 'Returns { secret, settings, channels }.';

create or replace function private.forget_closing_channels(stream public.sync_streams)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.forget_sync_channels(stream, channels.id)
  from private.sync_channels as channels
  where channels.organization_id = (stream).organization_id and channels.stream_id = (stream).id
    and channels.closing_secret_name is not null
$$;

create or replace function public.end_sync_channels(job_id uuid, attempt integer)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.end_sync_channels(job_id, attempt) $$;

grant execute on function private.end_sync_channels(uuid, integer) to service_role;
grant execute on function public.end_sync_channels(uuid, integer) to service_role;
comment on function public.end_sync_channels(uuid, integer) is
  'Called by the sync functions, whatever the vendor answered: deletes the channels of a disconnected vendor, and ends the job. Raises OPSTA.';
