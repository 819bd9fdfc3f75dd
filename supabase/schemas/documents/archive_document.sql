-- Archives a document: from then on it cannot be found, cited or opened, and its file is not served. Admins, leads
-- and the person who uploaded its first version may do so. A second call gets the same response.
-- Raises OPAUT · OPDEN (role_not_allowed, not_your_document) · OPNFD (document_not_found) · OPLIM.
create or replace function private.archive_document(document_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.set_document_archived(archive_document.document_id, true);
end;
$$;

-- The common part of archive_document and restore_document.
-- Raises OPAUT · OPDEN (role_not_allowed, not_your_document) · OPNFD (document_not_found) · OPLIM.
create or replace function private.set_document_archived(document_id uuid, is_archived boolean)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_document public.documents;
  v_source public.sources;
begin
  perform private.limit_work_changes(v_viewer);
  v_document := private.lock_document(v_viewer, set_document_archived.document_id);
  if v_viewer.role not in ('admin', 'lead') and v_document.created_by is distinct from v_viewer.id then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only an admin, a lead or the uploader can do this',
      hint = 'not_your_document';
  end if;
  update public.sources
  set archived_at = case when set_document_archived.is_archived then now() end
  where sources.id = v_document.id
    and (sources.archived_at is not null) <> set_document_archived.is_archived
  returning * into v_source;
  if v_source.id is not null then
    perform private.record_audit_event(
      v_document.organization_id,
      case when is_archived then 'document.archived' else 'document.restored' end,
      'document', v_document.id, null, jsonb_build_object('title', v_source.title),
      v_source.project_id, null, v_document.is_restricted);
  end if;
  return private.document_json(v_document.id);
end;
$$;

create or replace function public.archive_document(document_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.archive_document(document_id) $$;

grant execute on function private.archive_document(uuid) to authenticated;
grant execute on function public.archive_document(uuid) to authenticated;

comment on function private.set_document_archived(uuid, boolean) is 'Raises OPAUT · OPDEN · OPNFD · OPLIM.';
comment on function public.archive_document(uuid) is
  'Returns the document. Raises OPAUT · OPDEN · OPNFD · OPLIM.';
