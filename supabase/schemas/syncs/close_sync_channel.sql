-- Deletes a channel that its vendor has stopped: its pushes are then refused.
-- Raises OPSTA (lease_lost, sync_run_ended).
create or replace function private.close_sync_channel(job_id uuid, attempt integer, run_id uuid, channel_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_sync record;
begin
  select * into v_sync from private.require_sync_run(
    close_sync_channel.job_id, close_sync_channel.attempt, close_sync_channel.run_id);
  perform private.forget_sync_channels(v_sync.stream, close_sync_channel.channel_id);
end;
$$;

-- Deletes a stream's channels, or one of them, with their secrets. Channels of a disconnected vendor share the secret that stops
-- them: it is deleted with the last one.
create or replace function private.forget_sync_channels(stream public.sync_streams, channel_id uuid default null)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_names text[];
begin
  with deleted_channels as (
    delete from private.sync_channels as channels
    where channels.organization_id = stream.organization_id and channels.stream_id = stream.id
      and (forget_sync_channels.channel_id is null or channels.id = forget_sync_channels.channel_id)
    returning channels.secret_name, channels.closing_secret_name
  )
  select array_agg(secrets.name) into v_names
  from deleted_channels
  cross join unnest(array[deleted_channels.secret_name, deleted_channels.closing_secret_name]) as secrets (name)
  where secrets.name is not null;
  if v_names is not null then
    delete from vault.secrets
    where secrets.name = any (v_names) and not exists (
      select from private.sync_channels as other_channels
      where other_channels.organization_id = stream.organization_id
        and other_channels.closing_secret_name = secrets.name);
  end if;
end;
$$;

create or replace function public.close_sync_channel(job_id uuid, attempt integer, run_id uuid, channel_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.close_sync_channel(job_id, attempt, run_id, channel_id) $$;

grant execute on function private.close_sync_channel(uuid, integer, uuid, uuid) to service_role;
grant execute on function public.close_sync_channel(uuid, integer, uuid, uuid) to service_role;
comment on function public.close_sync_channel(uuid, integer, uuid, uuid) is
  'Called by the sync functions. Returns nothing, even if the channel no longer exists. Raises OPSTA.';
