-- Who may do what in the bucket documents: people upload, and that is all. No policy lets them read, list or sign,
-- so Storage signs no address for them that would outlive their access or skip the check of the file's hash: the
-- function that serves files does both at each download. No policy lets them update or delete, so no person
-- overwrites an upload. The secret key passes every policy; what it overwrites is noticed (file_changed.sql).

-- Paths that the caller may upload to now, which are those of their own awaited uploads. An upload that
-- began too long ago must begin again.
create or replace function private.awaited_upload_paths()
returns text[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
begin
  return array(
    select document_versions.path
    from public.document_versions
    join public.sources on sources.id = document_versions.document_id
    where document_versions.organization_id = v_viewer.organization_id
      and document_versions.uploaded_by = v_viewer.id
      and document_versions.status = 'awaiting_upload'
      and document_versions.created_at > now() - private.upload_patience()
      and document_versions.scope_id = any (private.scope_ids_of(v_viewer))
      and sources.archived_at is null
    union all
    select files.path
    from private.request_files as files
    where files.organization_id = v_viewer.organization_id and files.uploaded_by = v_viewer.id
      and files.client_id = v_viewer.client_id and v_viewer.role = 'client'
      and files.request_id is null and files.removed_at is null
      and files.created_at > now() - private.upload_patience()
      and files.project_id = any (private.client_project_ids(v_viewer.organization_id, v_viewer.client_id))
  );
end;
$$;

grant execute on function private.awaited_upload_paths() to authenticated;

comment on function private.awaited_upload_paths() is
  'Paths in the bucket documents to which the caller may upload.';

-- No comment on it in the database: on the platform storage.objects is not ours to comment on.
-- An upload goes to the path that was made for it, by whom it was made for, once.
create policy documents_insert_awaited on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'documents'
    and name = any ((select private.awaited_upload_paths())::text[])
  );
