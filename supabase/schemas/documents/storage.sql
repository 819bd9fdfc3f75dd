-- Who may do what in the bucket documents. Nobody but the service's own workers updates or deletes there,
-- so no policy for either exists and no upload is ever overwritten: to write over an object Storage asks
-- for the policy of updates, and to promise it before there is an object, for that of reading, which an
-- awaited upload does not pass.

-- Paths that the caller may upload to now: of their own uploads that are awaited. An upload that was
-- begun too long ago is begun anew.
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
  );
end;
$$;

revoke execute on function private.awaited_upload_paths() from public;
grant execute on function private.awaited_upload_paths() to authenticated;

comment on function private.awaited_upload_paths() is
  'Paths in the bucket documents to which the caller may upload.';

-- No comment on these two in the database: on the platform storage.objects is not ours to comment on.
-- An upload goes to the path that was made for it, by whom it was made for, once.
create policy documents_insert_awaited on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'documents'
    and name = any ((select private.awaited_upload_paths())::text[])
  );

-- Whoever sees a document sees its files, once uploaded and while it is not archived. The sub-select is
-- read as the caller: whom the policies of uploads and sources show nothing, sees no file.
create policy documents_select_uploaded on storage.objects
  for select to authenticated
  using (
    bucket_id = 'documents'
    and exists (
      select from public.document_versions
      join public.sources on sources.id = document_versions.document_id
      where document_versions.path = objects.name
        and document_versions.status <> 'awaiting_upload'
        and sources.archived_at is null
    )
  );
