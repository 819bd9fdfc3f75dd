-- The file of a document that a person may open: the named version, or the latest one that exists.
-- Raises OPNFD (document_not_found, version_not_found) · OPSTA (document_archived, not_uploaded, file_changed).
create or replace function private.document_file(viewer public.people, document_id uuid, version integer)
returns public.document_versions
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_document public.documents := private.visible_document(viewer, document_file.document_id);
  v_version public.document_versions;
begin
  if exists (
    select from public.sources where sources.id = v_document.id and sources.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived. Restore it first', hint = 'document_archived';
  end if;
  if document_file.version is not null and not exists (
    select from public.document_versions
    where document_versions.document_id = v_document.id
      and document_versions.version = document_file.version)
  then
    raise exception using
      errcode = 'OPNFD', message = 'The document has no such version', hint = 'version_not_found';
  end if;

  select document_versions.* into v_version
  from public.document_versions
  where document_versions.document_id = v_document.id
    and document_versions.status <> 'awaiting_upload'
    and (document_file.version is null or document_versions.version = document_file.version)
    and (private.stored_size(document_versions.path) is not null or private.is_file_changed(document_versions))
  order by document_versions.version desc
  limit 1;
  if v_version.document_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'The file is not uploaded yet', hint = 'not_uploaded';
  elsif private.is_file_changed(v_version) then
    raise exception using
      errcode = 'OPSTA',
      message = 'The stored file differs from the uploaded one, so it can''t be opened. Upload it again',
      hint = 'file_changed';
  end if;
  return v_version;
end;
$$;

comment on function private.document_file(public.people, uuid, integer) is 'Raises OPNFD · OPSTA.';
