-- Disconnects a vendor and deletes its secret. Objects created there stay, and so do rows read from it. Cards are then
-- carried out in our own tables. Synced rows stay managed by the vendor, so that connecting again continues the sync,
-- unless releases_rows is true: then the assignments of its lists end, and the rows become ours. With
-- proposes_removal, the assignments end and a card for each stream proposes the removal of its rows, which stay until
-- the card is decided. Pushes of the vendor are refused at once. A worker then stops the channels at the vendor, with a
-- copy of the secret that is deleted with them.
-- Raises OPAUT · OPDEN (not admin) · OPNFD (integration_not_found) · OPINV (rows_retained_and_removed) · OPSTA
-- (integration_in_use, removal_in_decision).
create or replace function private.disconnect_integration(
  provider public.integration_provider, releases_rows boolean default false, proposes_removal boolean default false)
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
  if releases_rows and proposes_removal then
    raise exception using
      errcode = 'OPINV', message = 'Either keep the records or propose their removal', hint = 'rows_retained_and_removed';
  end if;
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
      and (sync_streams.state <> 'paused' or disconnect_integration.releases_rows or disconnect_integration.proposes_removal)
    returning *
  loop
    if releases_rows then
      perform private.release_sync_stream(v_stream);
    elsif proposes_removal then
      perform private.propose_stream_removal(v_stream, v_viewer.id);
    end if;
  end loop;
  perform private.begin_closing_channels(v_before);
  delete from vault.secrets where secrets.name = v_before.secret_name;
  perform private.record_audit_event(
    v_viewer.organization_id, 'integration.disconnected', 'integration', null,
    to_jsonb(v_before) - 'secret_name', jsonb_build_object(
      'releases_rows', coalesce(releases_rows, false), 'proposes_removal', coalesce(proposes_removal, false)));
end;
$$;

-- Ends the assignments of a stream's lists. Its rows stay, and the vendor no longer manages them.
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

-- Ends the assignments of a stream's lists and proposes the removal of all of its rows, as the person's card. The stream
-- starts again: if the vendor is connected again, its next listing reads what was removed. A row that the
-- vendor lists before the decision is taken off the card.
-- Raises OPSTA (removal_in_decision).
create or replace function private.propose_stream_removal(stream public.sync_streams, person_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids text[];
begin
  delete from public.sync_scopes as scopes
  where scopes.organization_id = stream.organization_id and scopes.stream_id = stream.id;
  update public.sync_streams set cursor = null, listing = sync_streams.listing + 1
  where sync_streams.organization_id = stream.organization_id and sync_streams.id = stream.id;
  update private.sync_records set removal_reason = coalesce(sync_records.removal_reason, 'disconnected')
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id and sync_records.is_here;
  v_ids := array(
    select records.external_id from private.sync_records as records
    where records.organization_id = stream.organization_id and records.stream_id = stream.id and records.is_here
    order by records.external_id);
  if v_ids = '{}' then
    return;
  end if;
  perform private.hold_removals(stream, v_ids, propose_stream_removal.person_id);
  if exists (
    select from private.sync_records as records
    where records.organization_id = stream.organization_id and records.stream_id = stream.id and records.is_here
      and records.removal_approval_id is null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'Someone is deciding the removal of records of this vendor. Try again in a minute',
      hint = 'removal_in_decision';
  end if;
end;
$$;

create or replace function public.disconnect_integration(
  provider public.integration_provider, releases_rows boolean default false, proposes_removal boolean default false)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.disconnect_integration(provider, releases_rows, proposes_removal) $$;

grant execute on function private.disconnect_integration(public.integration_provider, boolean, boolean) to authenticated;
grant execute on function public.disconnect_integration(public.integration_provider, boolean, boolean) to authenticated;
comment on function public.disconnect_integration(public.integration_provider, boolean, boolean) is
  'Returns nothing. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA.';
