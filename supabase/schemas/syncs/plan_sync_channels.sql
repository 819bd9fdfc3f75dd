-- The work of a run on the channels of its stream: resources that need a channel, and channels to stop. Vendors do not
-- renew channels, so another one is opened before the first ends, and both are valid until then.
-- Raises OPSTA (lease_lost, sync_run_ended) · OPINV (invalid_sync_channel).
create or replace function private.plan_sync_channels(
  job_id uuid, attempt integer, run_id uuid, resources text[], address text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_sync record;
  v_stream public.sync_streams;
begin
  select * into v_sync from private.require_sync_run(
    plan_sync_channels.job_id, plan_sync_channels.attempt, plan_sync_channels.run_id);
  v_stream := v_sync.stream;
  if resources is null or cardinality(resources) > 1000 or coalesce(address, '') !~ '^https?://' then
    raise exception using
      errcode = 'OPINV', message = 'Channels need resources and an address', hint = 'invalid_sync_channel';
  end if;
  delete from private.sync_channels as channels
  where channels.organization_id = v_stream.organization_id and channels.stream_id = v_stream.id
    and channels.failure is not null and channels.expires_at <= clock_timestamp();
  return jsonb_build_object(
    'open', (
      select coalesce(jsonb_agg(new_channels.resource order by new_channels.resource), '[]')
      from (
        select distinct input.resource
        from unnest(resources) as input (resource)
        where not exists (
          select from private.sync_channels as channels
          where channels.organization_id = v_stream.organization_id and channels.stream_id = v_stream.id
            and channels.resource = input.resource and channels.address = plan_sync_channels.address
            and private.sync_channel_renewal_at(channels) > clock_timestamp())
        order by input.resource
        limit 20
      ) as new_channels),
    'stop', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', stale_channels.id, 'external_id', stale_channels.external_id,
        'external_resource_id', stale_channels.external_resource_id)), '[]')
      from (
        select channels.*
        from private.sync_channels as channels
        where channels.organization_id = v_stream.organization_id and channels.stream_id = v_stream.id
          and channels.failure is null
          and (channels.expires_at <= clock_timestamp() or channels.resource <> all (resources)
            or channels.address <> plan_sync_channels.address)
        order by channels.created_at
        limit 20
      ) as stale_channels));
end;
$$;

-- A day before its end, or a quarter of a shorter lifetime; after a failed attempt, the time of the next one.
create or replace function private.sync_channel_renewal_at(channel private.sync_channels)
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select channel.expires_at - case
    when channel.failure is null then least(interval '1 day', (channel.expires_at - channel.created_at) / 4)
    else interval '0' end
$$;
comment on function private.sync_channel_renewal_at(private.sync_channels) is 'When another channel is opened in addition to this one.';

create or replace function public.plan_sync_channels(
  job_id uuid, attempt integer, run_id uuid, resources text[], address text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.plan_sync_channels(job_id, attempt, run_id, resources, address) $$;

grant execute on function private.plan_sync_channels(uuid, integer, uuid, text[], text) to service_role;
grant execute on function public.plan_sync_channels(uuid, integer, uuid, text[], text) to service_role;
comment on function public.plan_sync_channels(uuid, integer, uuid, text[], text) is
  'Called by the sync functions: returns { open: resources, stop: [{ id, external_id, external_resource_id }] }, at most 20 of each. Raises OPSTA · OPINV.';
