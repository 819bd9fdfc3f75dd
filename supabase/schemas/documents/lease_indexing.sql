-- Leases a step of processing an upload: the only way into the status `indexing`. Staged passages that an earlier
-- attempt left behind are deleted before the first step.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.lease_indexing(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_indexing_job(lease_indexing.job_id, lease_indexing.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
  v_cursor constant jsonb := coalesce(v_job.payload -> 'cursor', 'null');
begin
  if v_upload.document_id is null then
    return jsonb_build_object('state', 'gone');
  end if;
  if v_upload.status = 'queued' then
    update public.document_versions as versions
    set status = 'indexing', step = 'extract', progress_done = 0, progress_total = null
    where versions.document_id = v_upload.document_id and versions.version = v_upload.version
    returning * into v_upload;
  end if;
  if v_upload.step = 'extract' and v_cursor = 'null' then
    perform private.drop_staged_passages(v_upload);
  end if;
  return (
    select jsonb_build_object(
      'state', 'leased',
      'document_id', v_upload.document_id,
      'version', v_upload.version,
      'step', v_upload.step,
      'bucket', 'documents',
      'path', v_upload.path,
      'file_name', v_upload.file_name,
      'content_type', v_upload.content_type,
      'size_bytes', v_upload.size_bytes,
      'sha256', v_upload.sha256,
      'kind', documents.kind,
      'title', sources.title,
      'cursor', v_cursor)
    from public.documents
    join public.sources on sources.id = documents.id
    where documents.id = v_upload.document_id);
end;
$$;

create or replace function public.lease_indexing(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.lease_indexing(job_id, attempt) $$;

grant execute on function private.lease_indexing(uuid, integer) to service_role;
grant execute on function public.lease_indexing(uuid, integer) to service_role;
comment on function public.lease_indexing(uuid, integer) is
  'Called by document-act: returns { state: leased, step, path, cursor, … } or { state: gone }. Raises OPSTA.';
