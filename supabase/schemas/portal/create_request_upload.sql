-- Begins the upload of a file that a client contact will attach to a request. Returns the path to which the same person
-- may upload; Storage signs the upload. A file that no request names is removed after a day.
-- Raises OPAUT · OPDEN (not a client contact) · OPINV (invalid_document, unsupported_file_type, invalid_hash) ·
-- OPBIG (file_too_large, storage_quota_exceeded) · OPNFD (project_not_found) · OPLIM (rate_limited,
-- too_many_files_today).
create or replace function private.create_request_upload(
  project_id uuid, file_name text, content_type text, size_bytes bigint, sha256 text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_client();
  v_file private.request_files;
begin
  perform private.consume_rate_limit(v_viewer, 'request-file', 30, 60);
  v_file.id := gen_random_uuid();
  v_file.file_name := btrim(create_request_upload.file_name);
  v_file.content_type := lower(btrim(split_part(create_request_upload.content_type, ';', 1)));
  perform private.check_upload(v_file.file_name, v_file.content_type, create_request_upload.size_bytes, v_file.file_name);
  if create_request_upload.sha256 ~ '^[0-9a-f]{64}$' is not true then
    raise exception using
      errcode = 'OPINV', message = 'Send the SHA-256 of the file in hexadecimal', hint = 'invalid_hash';
  elsif not coalesce(create_request_upload.project_id = any (
    private.client_project_ids(v_viewer.organization_id, v_viewer.client_id)), false)
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  perform private.require_room_for_request_file(v_viewer, create_request_upload.size_bytes);

  insert into private.request_files (
    id, organization_id, client_id, project_id, uploaded_by, path, file_name, content_type, size_bytes, sha256)
  values (
    v_file.id, v_viewer.organization_id, v_viewer.client_id, create_request_upload.project_id, v_viewer.id,
    private.document_path(v_viewer.organization_id, v_file.id, 1, v_file.file_name), v_file.file_name,
    v_file.content_type, create_request_upload.size_bytes, create_request_upload.sha256)
  returning * into v_file;
  -- Storage's signature for an upload is valid for two hours, so no file can arrive after this job.
  perform private.enqueue_job(
    v_file.organization_id, 'request_file_remove', jsonb_build_object('file_id', v_file.id),
    unique_key => v_file.id::text, run_at => now() + private.upload_time_limit() + interval '3 hours');
  perform private.record_audit_event(
    v_file.organization_id, 'request_file.upload_begun', 'request_file', v_file.id, null,
    jsonb_build_object('file_name', v_file.file_name, 'size_bytes', v_file.size_bytes),
    v_file.project_id, null, true);
  perform private.reserve_storage(v_viewer, 'documents', v_file.size_bytes);
  return jsonb_build_object('file_id', v_file.id, 'bucket', 'documents', 'path', v_file.path);
end;
$$;

-- All contacts of a client together upload at most 200 MiB and 100 files within 24 hours.
-- Raises OPLIM (too_many_files_today).
create or replace function private.require_room_for_request_file(viewer public.people, size_bytes bigint)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_recent_uploads record;
begin
  -- Locks the client's row, so that the uploads of two contacts wait for each other and both count.
  perform from public.clients where clients.id = viewer.client_id for no key update;
  select count(*) as files, coalesce(sum(files.size_bytes), 0) as bytes, min(files.created_at) as first_at into v_recent_uploads
  from private.request_files as files
  where files.organization_id = viewer.organization_id and files.client_id = viewer.client_id
    and files.created_at > clock_timestamp() - interval '24 hours';
  if v_recent_uploads.files >= 100 or v_recent_uploads.bytes + require_room_for_request_file.size_bytes > 209715200 then
    raise exception using
      errcode = 'OPLIM',
      message = 'You and your colleagues can upload 200 MiB and 100 files a day. Send the request without this file, or attach it tomorrow',
      hint = 'too_many_files_today',
      detail = jsonb_build_object('retry_after_seconds', greatest(1, ceil(extract(epoch from
        v_recent_uploads.first_at + interval '24 hours' - clock_timestamp()))::integer))::text;
  end if;
end;
$$;
comment on function private.require_room_for_request_file(public.people, bigint) is 'Raises OPLIM (too_many_files_today).';

create or replace function public.create_request_upload(
  project_id uuid, file_name text, content_type text, size_bytes bigint, sha256 text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_request_upload(project_id, file_name, content_type, size_bytes, sha256) $$;

grant execute on function private.create_request_upload(uuid, text, text, bigint, text) to authenticated;
grant execute on function public.create_request_upload(uuid, text, text, bigint, text) to authenticated;

comment on function public.create_request_upload(uuid, text, text, bigint, text) is
  'Returns { file_id, bucket, path }: where the caller may now upload the file, once. Raises OPAUT · OPDEN · OPINV · OPBIG · OPNFD · OPLIM.';
