-- Where a document's file lies, for somebody who may open it: Storage then signs an address for the same
-- person, under its own policies. The latest upload that is there when no version is named.
-- Raises OPAUT · OPDEN (clients) · OPNFD (document_not_found, version_not_found)
-- · OPSTA (document_archived, not_uploaded).
create or replace function private.get_document_file(document_id uuid, version integer default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_document public.documents :=
    private.visible_document(private.require_internal_viewer(), get_document_file.document_id);
  v_version public.document_versions;
begin
  if exists (
    select from public.sources where sources.id = v_document.id and sources.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  if get_document_file.version is not null and not exists (
    select from public.document_versions
    where document_versions.document_id = v_document.id
      and document_versions.version = get_document_file.version)
  then
    raise exception using
      errcode = 'OPNFD', message = 'The document has no such version', hint = 'version_not_found';
  end if;

  select document_versions.* into v_version
  from public.document_versions
  where document_versions.document_id = v_document.id
    and document_versions.status <> 'awaiting_upload'
    and (get_document_file.version is null or document_versions.version = get_document_file.version)
    and private.stored_size(document_versions.path) is not null
  order by document_versions.version desc
  limit 1;
  if v_version.document_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'The file is not uploaded yet', hint = 'not_uploaded';
  end if;
  return jsonb_build_object(
    'document_id', v_document.id, 'version', v_version.version, 'bucket', 'documents',
    'path', v_version.path, 'file_name', v_version.file_name);
end;
$$;

create or replace function public.get_document_file(document_id uuid, version integer default null)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_document_file(document_id, version) $$;

revoke execute on function private.get_document_file(uuid, integer) from public;
revoke execute on function public.get_document_file(uuid, integer) from public;
grant execute on function private.get_document_file(uuid, integer) to authenticated;
grant execute on function public.get_document_file(uuid, integer) to authenticated;

comment on function public.get_document_file(uuid, integer) is
  'Answers { document_id, version, bucket, path, file_name }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
