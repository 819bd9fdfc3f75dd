-- Removes a file that was uploaded a day ago and is not part of a request. The worker then deletes the object in
-- Storage. The file no longer counts against the uploader's quota. If the worker dies in between, another one takes
-- over.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.remove_request_file(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(remove_request_file.job_id, remove_request_file.attempt);
  v_file private.request_files;
begin
  if v_job.kind <> 'request_file_remove' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  select * into v_file
  from private.request_files as files
  where files.organization_id = v_job.organization_id and files.id = (v_job.payload ->> 'file_id')::uuid
  for update;
  if v_file.id is null or v_file.request_id is not null then
    return jsonb_build_object('state', 'gone');
  end if;
  if v_file.removed_at is null then
    update private.request_files set removed_at = clock_timestamp() where request_files.id = v_file.id;
    update private.storage_usage set bytes = greatest(0, storage_usage.bytes - v_file.size_bytes)
    where storage_usage.person_id = v_file.uploaded_by and storage_usage.kind = 'documents';
    perform private.record_audit_event(
      v_file.organization_id, 'request_file.removed', 'request_file', v_file.id, null,
      jsonb_build_object('size_bytes', v_file.size_bytes), v_file.project_id, null, true);
  end if;
  return jsonb_build_object('state', 'removed', 'bucket', 'documents', 'path', v_file.path);
end;
$$;

create or replace function public.remove_request_file(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.remove_request_file(job_id, attempt) $$;

grant execute on function private.remove_request_file(uuid, integer) to service_role;
grant execute on function public.remove_request_file(uuid, integer) to service_role;

comment on function public.remove_request_file(uuid, integer) is
  'Called by document-act: returns { state: removed, bucket, path } or { state: gone }. Raises OPSTA.';
