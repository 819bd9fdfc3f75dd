-- Access to the bucket documents: people may only upload. No policy lets them read, list or sign, so Storage signs no
-- address for them that would outlive their access or skip the check of the file's hash: the function that serves files
-- checks access and hash at each download. No policy lets them update or delete, so no person overwrites an upload. The
-- secret key bypasses every policy, but a file that it overwrites is detected (file_changed.sql).

-- Paths that a person may upload to now, which are those of their own awaited uploads. An upload that
-- began too long ago must begin again.
create or replace function private.awaited_paths_of(person public.people)
returns text[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select document_versions.path
    from public.document_versions
    join public.sources on sources.id = document_versions.document_id
    where document_versions.organization_id = person.organization_id
      and document_versions.uploaded_by = person.id
      and document_versions.status = 'awaiting_upload'
      and document_versions.created_at > now() - private.upload_time_limit()
      and document_versions.scope_id = any (private.scope_ids_of(person))
      and sources.archived_at is null
    union all
    select files.path
    from private.request_files as files
    where files.organization_id = person.organization_id and files.uploaded_by = person.id
      and files.client_id = person.client_id and person.role = 'client'
      and files.request_id is null and files.removed_at is null
      and files.created_at > now() - private.upload_time_limit()
      and files.project_id = any (private.client_project_ids(person.organization_id, person.client_id))
  );
end;
$$;
comment on function private.awaited_paths_of(public.people) is 'Paths in the bucket documents to which a person may upload.';

create or replace function private.awaited_upload_paths()
returns text[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.awaited_paths_of(private.viewer());
end;
$$;

grant execute on function private.awaited_upload_paths() to authenticated;

comment on function private.awaited_upload_paths() is
  'Paths in the bucket documents to which the caller may upload.';

-- This policy has no comment in the database, because we don't own storage.objects on the platform. A person uploads a
-- file once, to the path that was created for that upload and person.
create policy documents_insert_awaited on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'documents'
    and name = any ((select private.awaited_upload_paths())::text[])
  );

-- Storage signs an upload for two hours and then stores it without checking any policy, so this trigger checks the
-- person's right again when the file arrives. Files of the service itself have no owner. A person's own insert is
-- left to the policy, which runs after this trigger and whose refusal Storage understands.
-- Raises OPDEN (upload_not_awaited).
create or replace function private.tg_objects__check_awaited()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person public.people;
begin
  if new.bucket_id is distinct from 'documents' or new.owner_id is null
    or current_setting('role', true) in ('anon', 'authenticated')
  then
    return new;
  end if;
  select * into v_person
  from public.people
  where people.user_id::text = new.owner_id and people.archived_at is null;
  if not coalesce(new.name = any (private.awaited_paths_of(v_person)), false) then
    raise exception using
      errcode = 'OPDEN', message = 'This upload is no longer possible. Begin it again', hint = 'upload_not_awaited';
  end if;
  return new;
end;
$$;
comment on function private.tg_objects__check_awaited() is 'Raises OPDEN (upload_not_awaited).';

create trigger tg_objects__check_awaited before insert on storage.objects
  for each row execute function private.tg_objects__check_awaited();
