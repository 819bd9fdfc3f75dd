-- Connects a vendor, or changes its connection; without a new secret the current one stays. The secret is stored only
-- in the vault. The lists of the last test are deleted, because another secret or other settings may be another account.
-- Raises OPAUT · OPDEN (not admin) · OPINV (provider_missing, invalid_settings with { fields }, secret_missing) · OPSTA
-- (integration_in_use: a card is being executed in the list or calendar that would change).
create or replace function private.connect_integration(
  provider public.integration_provider,
  settings jsonb,
  secret text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_settings jsonb;
  v_secret text := nullif(btrim(connect_integration.secret), '');
  v_name text := format('integration_%s_%s', connect_integration.provider, v_viewer.organization_id);
  v_secret_id uuid;
  v_before public.integrations;
  v_after public.integrations;
begin
  if provider is null then
    raise exception using errcode = 'OPINV', message = 'Name a vendor', hint = 'provider_missing';
  end if;
  v_settings := private.check_integration_settings(
    v_viewer.organization_id, connect_integration.provider, connect_integration.settings);
  select * into v_before from public.integrations
  where integrations.organization_id = v_viewer.organization_id
    and integrations.provider = connect_integration.provider;
  perform private.check_integration_secret(connect_integration.provider, v_secret, v_before.organization_id is not null);
  if private.integration_location(v_before.settings) is distinct from private.integration_location(v_settings) then
    perform private.refuse_integration_in_use(v_viewer.organization_id, connect_integration.provider);
  end if;

  if v_secret is not null then
    select secrets.id into v_secret_id from vault.secrets as secrets where secrets.name = v_name;
    if v_secret_id is null then
      perform vault.create_secret(v_secret, v_name, 'Secret of a connected vendor');
    else
      perform vault.update_secret(v_secret_id, v_secret);
    end if;
  end if;
  insert into public.integrations as existing_integration (organization_id, provider, settings, secret_name, connected_by)
  values (v_viewer.organization_id, connect_integration.provider, v_settings, v_name, v_viewer.id)
  on conflict on constraint integrations_pkey do update
    set settings = excluded.settings, connected_by = excluded.connected_by,
        version = existing_integration.version + 1, updated_at = now()
  returning * into v_after;
  if v_secret is not null or v_before.settings is distinct from v_settings then
    delete from public.vendor_lists
    where vendor_lists.organization_id = v_viewer.organization_id and vendor_lists.provider = connect_integration.provider;
  end if;
  perform private.activate_syncs(v_viewer.organization_id, connect_integration.provider);

  perform private.record_audit_event(
    v_viewer.organization_id, 'integration.connected', 'integration', null,
    to_jsonb(v_before) - 'secret_name',
    (to_jsonb(v_after) - 'secret_name') || jsonb_build_object('secret_changed', v_secret is not null));
  return to_jsonb(v_after) - array['secret_name', 'organization_id'];
end;
$$;

-- After such a change we would look for tasks and events in a list or calendar other than the one they were created in.
create or replace function private.refuse_integration_in_use(
  organization_id uuid,
  provider public.integration_provider
)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from public.approvals
    where approvals.organization_id = refuse_integration_in_use.organization_id
      and approvals.status in ('executing', 'unknown')
      and approvals.vendor_called_at is not null and approvals.execution_job_id is not null
      and refuse_integration_in_use.provider = any (private.providers_of_kind(approvals.kind)))
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'A card is being executed at this vendor. Try again when it is done',
      hint = 'integration_in_use';
  end if;
end;
$$;

create or replace function private.integration_location(settings jsonb)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_array(
    settings -> 'list_id', settings -> 'marker_field_id', settings -> 'calendar_id', settings -> 'subject')
$$;
comment on function private.integration_location(jsonb) is 'The part of settings that determines where objects are created and found.';

create or replace function public.connect_integration(
  provider public.integration_provider, settings jsonb, secret text default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.connect_integration(provider, settings, secret) $$;

grant execute on function private.connect_integration(public.integration_provider, jsonb, text) to authenticated;
grant execute on function public.connect_integration(public.integration_provider, jsonb, text) to authenticated;
comment on function public.connect_integration(public.integration_provider, jsonb, text) is
  'Returns the integration without its secret. Raises OPAUT · OPDEN · OPINV · OPSTA.';
