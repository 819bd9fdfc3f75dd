-- Adds the fetched bytes to the document as its next version and queues it for processing. Bytes that the document
-- already has are not processed again.
-- Raises OPSTA (lease_lost, wrong_executor, not_uploaded, size_differs, document_version_taken).
create or replace function private.store_fetched_file(
  job_id uuid, attempt integer, content_version text, version integer, size_bytes bigint, sha256 text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_lock record;
  v_file private.synced_files;
  v_latest_upload public.document_versions;
  v_is_new boolean;
begin
  v_lock := private.lock_fetched_file(job_id, attempt);
  v_file := v_lock.file;
  perform private.delete_job((v_lock.job).id);
  if v_file.id is null or v_file.removed_at is not null
    or exists (select from public.sources where sources.id = v_file.id and sources.archived_at is not null)
  then
    return jsonb_build_object('state', 'gone');
  end if;
  perform from public.sources where sources.id = v_file.id for no key update;
  perform from public.documents where documents.id = v_file.id for no key update;
  select * into v_latest_upload from public.document_versions as versions
  where versions.document_id = v_file.id order by versions.version desc limit 1;
  if coalesce(v_latest_upload.version, 0) + 1 <> store_fetched_file.version then
    raise exception using
      errcode = 'OPSTA', message = 'The document got another version in the meantime', hint = 'document_version_taken';
  end if;
  v_is_new := v_latest_upload.sha256 is distinct from store_fetched_file.sha256;
  if v_is_new then
    perform private.add_fetched_version(
      v_file, store_fetched_file.version,
      private.fetched_file_path(v_file, store_fetched_file.version, store_fetched_file.attempt), size_bytes, sha256);
  end if;
  update private.synced_files set fetched_version = store_fetched_file.content_version where synced_files.id = v_file.id;
  update public.sync_dead_letters set resolved_at = now()
  where sync_dead_letters.organization_id = v_file.organization_id and sync_dead_letters.stream_id = v_file.stream_id
    and sync_dead_letters.external_id = v_file.external_id and sync_dead_letters.resolved_at is null;
  -- The file changed while it was fetched.
  if v_file.content_version <> store_fetched_file.content_version then
    perform private.enqueue_job(
      v_file.organization_id, 'file_fetch', jsonb_build_object('file_id', v_file.id), unique_key => v_file.id::text);
  end if;
  return jsonb_build_object('state', case when v_is_new then 'stored' else 'unchanged' end);
end;
$$;

create or replace function public.store_fetched_file(
  job_id uuid, attempt integer, content_version text, version integer, size_bytes bigint, sha256 text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.store_fetched_file(job_id, attempt, content_version, version, size_bytes, sha256) $$;

grant execute on function private.store_fetched_file(uuid, integer, text, integer, bigint, text) to service_role;
grant execute on function public.store_fetched_file(uuid, integer, text, integer, bigint, text) to service_role;

comment on function public.store_fetched_file(uuid, integer, text, integer, bigint, text) is
  'Called by file-sync: returns { state: stored | unchanged | gone }. Raises OPSTA.';
