-- A ticket for the file of a deliverable: for one client contact, their session and the released version, for a minute.
-- Raises OPAUT · OPDEN (not a client contact) · OPNFD (deliverable_not_found) · OPSTA (view_not_recorded,
-- no_file, file_changed).
create or replace function private.open_client_file(deliverable_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_client();
  v_deliverable record;
  v_file public.document_versions;
begin
  select deliverables.* into v_deliverable
  from private.client_deliverables(v_viewer.organization_id, v_viewer.client_id) as deliverables
  where deliverables.id = open_client_file.deliverable_id;
  if v_deliverable.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such deliverable', hint = 'deliverable_not_found';
  end if;
  perform private.require_first_reading(v_deliverable.first_read_at);
  if v_deliverable.document_id is null then
    raise exception using errcode = 'OPSTA', message = 'This deliverable has no file', hint = 'no_file';
  end if;
  v_file := private.released_file(v_viewer, v_deliverable.document_id, v_deliverable.document_version);
  if v_file.document_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'The file isn''t available now. Send a request to get it', hint = 'no_file';
  end if;
  return private.create_download_ticket(v_viewer, v_file);
end;
$$;

-- The released version of a file, for a contact of the client for whom it was released; null if it has since been
-- archived, restricted or moved. Raises OPSTA (file_changed).
create or replace function private.released_file(viewer public.people, document_id uuid, version integer)
returns public.document_versions
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_version public.document_versions;
begin
  if viewer.role is distinct from 'client' then
    return null;
  end if;
  select versions.* into v_version
  from private.client_deliverables(viewer.organization_id, viewer.client_id) as deliverables
  join public.sources
    on sources.organization_id = viewer.organization_id and sources.id = deliverables.document_id
   and sources.scope_id = deliverables.project_id and sources.archived_at is null
  join public.document_versions as versions
    on versions.document_id = deliverables.document_id and versions.version = deliverables.document_version
   and versions.sha256 = deliverables.file_sha256
  where deliverables.document_id = released_file.document_id and deliverables.document_version = released_file.version
  limit 1;
  if v_version.document_id is not null and private.is_file_changed(v_version) then
    raise exception using
      errcode = 'OPSTA',
      message = 'The stored file differs from the released one, so it can''t be opened. Send a request to get it',
      hint = 'file_changed';
  end if;
  return v_version;
end;
$$;
comment on function private.released_file(public.people, uuid, integer) is 'Raises OPSTA (file_changed).';

create or replace function public.open_client_file(deliverable_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.open_client_file(deliverable_id) $$;

grant execute on function private.open_client_file(uuid) to authenticated;
grant execute on function public.open_client_file(uuid) to authenticated;

comment on function public.open_client_file(uuid) is
  'Returns { document_id, version, ticket, expires_at }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
