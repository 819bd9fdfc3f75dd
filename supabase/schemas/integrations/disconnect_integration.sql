-- Disconnects a vendor and deletes its secret. Objects created there stay, and so do rows read from it. Cards are
-- then carried out in our own tables. Synced rows stay managed by the vendor, so that connecting again continues
-- the sync, unless releases_rows: then the assignments of its lists end, and the rows are ours. Its push channels
-- are refused at once, and its worker stops them at the vendor afterwards, with a copy of the secret that is
-- deleted with them.
-- Raises OPAUT · OPDEN (not admin) · OPNFD (integration_not_found) · OPSTA (integration_in_use).
create or replace function private.disconnect_integration(
  provider public.integration_provider, releases_rows boolean default false)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.integrations;
  v_stream public.sync_streams;
begin
  select * into v_before from public.integrations
  where integrations.organization_id = v_viewer.organization_id
    and integrations.provider = disconnect_integration.provider;
  if v_before.organization_id is null then
    raise exception using
      errcode = 'OPNFD', message = 'This vendor is not connected', hint = 'integration_not_found';
  end if;
  perform private.refuse_integration_in_use(v_viewer.organization_id, disconnect_integration.provider);

  delete from public.integrations
  where integrations.organization_id = v_viewer.organization_id
    and integrations.provider = disconnect_integration.provider;
  for v_stream in
    update public.sync_streams set state = 'paused', pause_reason = 'disconnected'
    where sync_streams.organization_id = v_viewer.organization_id
      and sync_streams.provider = disconnect_integration.provider
      and (sync_streams.state <> 'paused' or disconnect_integration.releases_rows)
    returning *
  loop
    if releases_rows then
      perform private.release_sync_stream(v_stream);
    end if;
  end loop;
  perform private.begin_closing_channels(v_before);
  delete from vault.secrets where secrets.name = v_before.secret_name;
  perform private.record_audit_event(
    v_viewer.organization_id, 'integration.disconnected', 'integration', null,
    to_jsonb(v_before) - 'secret_name', jsonb_build_object('releases_rows', coalesce(releases_rows, false)));
end;
$$;

-- Ends the assignments of a stream's lists; its rows stay and are ours.
create or replace function private.release_sync_stream(stream public.sync_streams)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.sync_scopes as scopes
  where scopes.organization_id = stream.organization_id and scopes.stream_id = stream.id;
  perform private.release_synced_rows(stream, array(
    select records.external_id from private.sync_records as records
    where records.organization_id = stream.organization_id and records.stream_id = stream.id and records.is_here));
end;
$$;

create or replace function public.disconnect_integration(
  provider public.integration_provider, releases_rows boolean default false)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.disconnect_integration(provider, releases_rows) $$;

grant execute on function private.disconnect_integration(public.integration_provider, boolean) to authenticated;
grant execute on function public.disconnect_integration(public.integration_provider, boolean) to authenticated;
comment on function public.disconnect_integration(public.integration_provider, boolean) is
  'Returns nothing. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
