-- Creates the streams of a connected vendor, or resumes them where they stopped: connecting again never resets a
-- cursor.
create or replace function private.activate_syncs(organization_id uuid, provider public.integration_provider)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.sync_streams as existing_stream (organization_id, provider, stream)
  select activate_syncs.organization_id, kinds.provider, kinds.stream
  from private.sync_kinds() as kinds where kinds.provider = activate_syncs.provider
  on conflict on constraint sync_streams_organization_id_provider_stream_key do update
  set state = 'active', pause_reason = null, failures = 0, next_at = now()
  where existing_stream.state = 'needs_reconnect' or existing_stream.pause_reason = 'disconnected';
end;
$$;
