-- Assigns a list or project of a vendor to one of our projects; without a project the assignment ends, and the rows
-- stay without a managing vendor. The records of a newly assigned list may be older than the cursor, so the next run
-- reads everything again from the beginning: rows that are already here stay unchanged.
-- Raises OPAUT · OPDEN (not admin) · OPNFD (sync_stream_not_found, project_not_found) · OPINV (invalid_sync_scope).
create or replace function private.set_sync_scope(stream_id uuid, external_id text, name text, project_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_stream public.sync_streams := private.lock_sync_stream(v_viewer, set_sync_scope.stream_id);
  v_before public.sync_scopes;
  v_after public.sync_scopes;
begin
  if btrim(coalesce(external_id, '')) = '' or char_length(external_id) > 200
    or (set_sync_scope.project_id is not null and (btrim(coalesce(name, '')) = '' or char_length(name) > 200))
  then
    raise exception using
      errcode = 'OPINV', message = 'Name the list, with at most 200 characters', hint = 'invalid_sync_scope';
  elsif set_sync_scope.project_id is not null and not exists (
    select from public.projects
    where projects.id = set_sync_scope.project_id and projects.organization_id = v_stream.organization_id
      and projects.archived_at is null)
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  select * into v_before from public.sync_scopes as scopes
  where scopes.organization_id = v_stream.organization_id and scopes.stream_id = v_stream.id
    and scopes.external_id = set_sync_scope.external_id;
  if set_sync_scope.project_id is null then
    delete from public.sync_scopes as scopes where scopes.id = v_before.id;
    perform private.release_synced_rows(v_stream, array(
      select records.external_id from private.sync_records as records
      where records.organization_id = v_stream.organization_id and records.stream_id = v_stream.id
        and records.is_here and records.scope_external_id = v_before.external_id));
  else
    insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
    values (
      v_stream.organization_id, v_stream.id, set_sync_scope.external_id, btrim(set_sync_scope.name),
      set_sync_scope.project_id)
    on conflict on constraint sync_scopes_stream_id_external_id_key do update
    set name = excluded.name, project_id = excluded.project_id
    returning * into v_after;
  end if;
  if v_after.project_id is not null and v_after.project_id is distinct from v_before.project_id then
    update public.sync_streams
    set cursor = null, listing = sync_streams.listing + 1, next_at = now()
    where sync_streams.id = v_stream.id;
  end if;
  perform private.record_audit_event(
    v_stream.organization_id, 'sync.scope_set', 'sync_stream', v_stream.id, to_jsonb(v_before), to_jsonb(v_after),
    coalesce(v_after.project_id, v_before.project_id));
end;
$$;

create or replace function public.set_sync_scope(stream_id uuid, external_id text, name text, project_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_sync_scope(stream_id, external_id, name, project_id) $$;

grant execute on function private.set_sync_scope(uuid, text, text, uuid) to authenticated;
grant execute on function public.set_sync_scope(uuid, text, text, uuid) to authenticated;
comment on function public.set_sync_scope(uuid, text, text, uuid) is
  'Returns nothing. Raises OPAUT · OPDEN · OPNFD · OPINV.';
