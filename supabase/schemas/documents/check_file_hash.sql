-- Compares the hash of a file's bytes with the one that was recorded first, and records it if none is. No hash
-- means that Storage has no file. Returns whether the file may be used; a file that has changed becomes a finding
-- of the portfolio's health until its original bytes are back. The file of a request has its hash from the start.
-- Raises OPNFD (document_not_found).
create or replace function private.check_file_hash(document_id uuid, version integer, sha256 text)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_upload public.document_versions;
  v_source public.sources;
  v_is_same_file boolean;
begin
  select * into v_upload
  from public.document_versions as versions
  where versions.document_id = check_file_hash.document_id and versions.version = check_file_hash.version
  for update;
  if v_upload.document_id is null and exists (
    select from private.request_files as files where files.id = check_file_hash.document_id)
  then
    return exists (
      select from private.request_files as files
      where files.id = check_file_hash.document_id and files.sha256 = check_file_hash.sha256);
  elsif v_upload.document_id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such document', hint = 'document_not_found';
  end if;
  v_is_same_file := coalesce(check_file_hash.sha256 = coalesce(v_upload.sha256, check_file_hash.sha256), false);
  update public.document_versions as versions
  set sha256 = coalesce(versions.sha256, check_file_hash.sha256),
      file_changed_at = case when not v_is_same_file then clock_timestamp() end
  where versions.document_id = v_upload.document_id and versions.version = v_upload.version
    and (versions.sha256 is null or (versions.file_changed_at is null) <> v_is_same_file);
  if not v_is_same_file and v_upload.file_changed_at is null then
    select * into v_source from public.sources where sources.id = v_upload.document_id;
    perform private.record_audit_event(
      v_upload.organization_id, 'document.file_changed', 'document', v_upload.document_id, null,
      jsonb_build_object('version', v_upload.version), v_source.project_id, null, v_source.is_restricted);
  end if;
  return v_is_same_file;
end;
$$;

create or replace function public.check_file_hash(document_id uuid, version integer, sha256 text default null)
returns boolean
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.check_file_hash(document_id, version, sha256) $$;

grant execute on function private.check_file_hash(uuid, integer, text) to service_role;
grant execute on function public.check_file_hash(uuid, integer, text) to service_role;

comment on function public.check_file_hash(uuid, integer, text) is
  'Called by background functions: returns whether the bytes of a file are the ones that were read. Raises OPNFD.';
