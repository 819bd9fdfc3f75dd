-- Returns the file to fetch and the path to store it under; `gone` if there is nothing left to fetch and the job
-- has ended.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.lease_file_fetch(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_lock record;
  v_file private.synced_files;
  v_integration public.integrations;
  v_stream public.sync_streams;
  v_version integer;
  v_file_name text;
begin
  v_lock := private.lock_fetched_file(job_id, attempt);
  v_file := v_lock.file;
  if v_file.id is null or v_file.removed_at is not null or v_file.fetched_version = v_file.content_version
    or exists (select from public.sources where sources.id = v_file.id and sources.archived_at is not null)
  then
    perform private.delete_job((v_lock.job).id);
    return jsonb_build_object('state', 'gone');
  end if;
  select * into v_stream from public.sync_streams where sync_streams.id = v_file.stream_id;
  select * into v_integration from public.integrations
  where integrations.organization_id = v_file.organization_id and integrations.provider = v_stream.provider;
  if v_integration.organization_id is null or v_stream.state = 'needs_reconnect' then
    perform private.add_file_dead_letter(v_file, 'not_connected', 'The vendor is not connected. Connect it, then retry');
    perform private.delete_job((v_lock.job).id);
    return jsonb_build_object('state', 'gone');
  end if;
  v_version := coalesce((select documents.latest_version from public.documents where documents.id = v_file.id), 0) + 1;
  v_file_name := private.fetched_file_name(v_file);
  return jsonb_build_object(
    'state', 'leased', 'provider', v_stream.provider, 'external_id', v_file.external_id,
    'settings', v_integration.settings,
    'secret', (
      select secrets.decrypted_secret from vault.decrypted_secrets as secrets
      where secrets.name = v_integration.secret_name),
    'export_type', private.export_type(v_file.media_type),
    'content_type', coalesce(private.export_type(v_file.media_type), v_file.media_type),
    'content_version', v_file.content_version, 'max_bytes', private.max_document_bytes(), 'version', v_version,
    'bucket', 'documents',
    'path', private.fetched_file_path(v_file, v_version, lease_file_fetch.attempt));
end;
$$;

create or replace function public.lease_file_fetch(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.lease_file_fetch(job_id, attempt) $$;

grant execute on function private.lease_file_fetch(uuid, integer) to service_role;
grant execute on function public.lease_file_fetch(uuid, integer) to service_role;

comment on function public.lease_file_fetch(uuid, integer) is
  'Called by file-sync: returns { state: leased, external_id, secret, bucket, path, … } or { state: gone }. Raises OPSTA.';
