-- Disconnects a vendor and forgets its secret; what was made there stays, and so does what was read from it. Cards are then carried out here.
-- Raises OPAUT · OPDEN (not admin) · OPNFD (integration_not_found) · OPSTA (integration_in_use).
create or replace function private.disconnect_integration(provider public.integration_provider)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.integrations;
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
  update public.sync_streams set state = 'paused', pause_reason = 'disconnected'
  where sync_streams.organization_id = v_viewer.organization_id
    and sync_streams.provider = disconnect_integration.provider and sync_streams.state <> 'paused';
  delete from vault.secrets where secrets.name = v_before.secret_name;
  perform private.record_audit_event(
    v_viewer.organization_id, 'integration.disconnected', 'integration', null,
    to_jsonb(v_before) - 'secret_name', null);
end;
$$;

create or replace function public.disconnect_integration(provider public.integration_provider)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.disconnect_integration(provider) $$;

grant execute on function private.disconnect_integration(public.integration_provider) to authenticated;
grant execute on function public.disconnect_integration(public.integration_provider) to authenticated;
comment on function public.disconnect_integration(public.integration_provider) is
  'Answers nothing. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
