-- How the bytes of a synced file become a version of its document: a worker leases the job, fetches the bytes outside of any
-- transaction and stores them under a path of this attempt alone; then version, indexing job and the end of the job are
-- one transaction. A worker that dies anywhere leaves readers with the version before.

-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.lock_fetched_file(job_id uuid, attempt integer, out job private.jobs, out file private.synced_files)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  job := private.require_job_lease(lock_fetched_file.job_id, lock_fetched_file.attempt);
  if job.kind <> 'file_fetch' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  select * into file from private.synced_files as files
  where files.organization_id = job.organization_id and files.id = (job.payload ->> 'file_id')::uuid
  for update;
end;
$$;

-- Answers what to fetch and where to store it; gone when there is nothing to fetch any more, and the job has ended.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.lease_file_fetch(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_locked record;
  v_file private.synced_files;
  v_integration public.integrations;
  v_stream public.sync_streams;
  v_version integer;
  v_file_name text;
begin
  v_locked := private.lock_fetched_file(job_id, attempt);
  v_file := v_locked.file;
  if v_file.id is null or v_file.removed_at is not null or v_file.fetched_version = v_file.content_version
    or exists (select from public.sources where sources.id = v_file.id and sources.archived_at is not null)
  then
    perform private.delete_job((v_locked.job).id);
    return jsonb_build_object('state', 'gone');
  end if;
  select * into v_stream from public.sync_streams where sync_streams.id = v_file.stream_id;
  select * into v_integration from public.integrations
  where integrations.organization_id = v_file.organization_id and integrations.provider = v_stream.provider;
  if v_integration.organization_id is null or v_stream.state = 'needs_reconnect' then
    perform private.bury_fetched_file(v_file, 'not_connected', 'The vendor is not connected. Connect it, then retry');
    perform private.delete_job((v_locked.job).id);
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

-- Under a path of its own, a worker that lost its lease overwrites nothing.
create or replace function private.fetched_file_path(file private.synced_files, version integer, attempt integer)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select private.document_path(
    (file).organization_id, (file).id, version, format('%s-%s', attempt, private.fetched_file_name(file)))
$$;

-- A document of the vendor gets the ending of its export.
create or replace function private.fetched_file_name(file private.synced_files)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select (file).name || coalesce(
    case (file).media_type
      when 'application/vnd.google-apps.document' then '.md'
      when 'application/vnd.google-apps.spreadsheet' then '.xlsx'
      when 'application/vnd.google-apps.presentation' then '.pptx'
    end, '')
$$;

-- Adds the fetched bytes to the document as its next version and has it read. Bytes that the document has already are
-- not read again.
-- Raises OPSTA (lease_lost, wrong_executor, not_uploaded, size_differs, document_version_taken).
create or replace function private.store_fetched_file(
  job_id uuid, attempt integer, content_version text, version integer, size_bytes bigint, sha256 text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_locked record;
  v_file private.synced_files;
  v_latest public.document_versions;
  v_is_new boolean;
begin
  v_locked := private.lock_fetched_file(job_id, attempt);
  v_file := v_locked.file;
  perform private.delete_job((v_locked.job).id);
  if v_file.id is null or v_file.removed_at is not null
    or exists (select from public.sources where sources.id = v_file.id and sources.archived_at is not null)
  then
    return jsonb_build_object('state', 'gone');
  end if;
  perform from public.sources where sources.id = v_file.id for no key update;
  perform from public.documents where documents.id = v_file.id for no key update;
  select * into v_latest from public.document_versions as versions
  where versions.document_id = v_file.id order by versions.version desc limit 1;
  if coalesce(v_latest.version, 0) + 1 <> store_fetched_file.version then
    raise exception using
      errcode = 'OPSTA', message = 'The document has another version meanwhile', hint = 'document_version_taken';
  end if;
  v_is_new := v_latest.sha256 is distinct from store_fetched_file.sha256;
  if v_is_new then
    perform private.add_fetched_version(
      v_file, store_fetched_file.version,
      private.fetched_file_path(v_file, store_fetched_file.version, store_fetched_file.attempt), size_bytes, sha256);
  end if;
  update private.synced_files set fetched_version = store_fetched_file.content_version where synced_files.id = v_file.id;
  update public.sync_dead_letters set resolved_at = now()
  where sync_dead_letters.organization_id = v_file.organization_id and sync_dead_letters.stream_id = v_file.stream_id
    and sync_dead_letters.external_id = v_file.external_id and sync_dead_letters.resolved_at is null;
  -- It changed while it was fetched.
  if v_file.content_version <> store_fetched_file.content_version then
    perform private.enqueue_job(
      v_file.organization_id, 'file_fetch', jsonb_build_object('file_id', v_file.id), unique_key => v_file.id::text);
  end if;
  return jsonb_build_object('state', case when v_is_new then 'stored' else 'unchanged' end);
end;
$$;

create or replace function private.add_fetched_version(
  file private.synced_files, version integer, path text, size_bytes bigint, sha256 text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
  v_document public.documents;
  v_version public.document_versions;
  v_stream public.sync_streams;
begin
  select * into v_stream from public.sync_streams where sync_streams.id = (file).stream_id;
  if version = 1 then
    insert into public.sources (id, organization_id, kind, project_id, title, is_restricted, occurred_at)
    values (
      (file).id, (file).organization_id, 'document', (file).project_id, (file).name, (file).is_restricted,
      ((file).record #>> '{data,modified_at}')::timestamptz)
    returning * into v_source;
    insert into public.documents (id, organization_id, kind, scope_id, is_restricted, origin, origin_url)
    values (
      v_source.id, v_source.organization_id, coalesce(private.document_kind_of_name((file).name), 'other'),
      v_source.scope_id, v_source.is_restricted, v_stream.provider, (file).url)
    returning * into v_document;
  else
    update public.documents set latest_version = add_fetched_version.version, origin = v_stream.provider
    where documents.id = (file).id
    returning * into v_document;
    update public.sources set occurred_at = ((file).record #>> '{data,modified_at}')::timestamptz
    where sources.id = (file).id;
  end if;
  insert into public.document_versions (
    document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes, sha256)
  values (
    v_document.id, add_fetched_version.version, v_document.organization_id, v_document.scope_id,
    add_fetched_version.path, private.fetched_file_name(file),
    coalesce(private.export_type((file).media_type), (file).media_type), add_fetched_version.size_bytes,
    add_fetched_version.sha256)
  returning * into v_version;
  perform private.require_stored_file(v_version);
  update public.document_versions as versions set status = 'superseded'
  where versions.document_id = v_document.id and versions.version < v_version.version
    and versions.status in ('awaiting_upload', 'queued');
  update public.document_versions as versions
  set status = 'queued', object_tag = private.stored_tag(v_version.path), queued_at = clock_timestamp()
  where versions.document_id = v_document.id and versions.version = v_version.version;
  perform private.enqueue_job(
    v_document.organization_id, 'document_index',
    jsonb_build_object('document_id', v_document.id, 'version', v_version.version, 'cursor', null),
    unique_key => private.indexing_key(v_document.id, v_version.version));
  perform private.record_audit_event(
    v_document.organization_id, 'document.synced', 'document', v_document.id, null,
    jsonb_build_object('version', v_version.version, 'file_name', v_version.file_name,
                       'size_bytes', v_version.size_bytes, 'provider', v_stream.provider),
    (file).project_id, null, v_document.is_restricted);
end;
$$;

-- Ends the job of a file whose bytes cannot be fetched. It becomes a dead letter; readers keep the version before.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.fail_file_fetch(job_id uuid, attempt integer, code text, reason text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_locked record;
begin
  v_locked := private.lock_fetched_file(job_id, attempt);
  if (v_locked.file).id is not null then
    perform private.bury_fetched_file(v_locked.file, fail_file_fetch.code, fail_file_fetch.reason);
  end if;
  perform private.delete_job((v_locked.job).id);
end;
$$;

-- The job has been tried as often as it may.
create or replace function private.fail_dead_file_fetch(job private.jobs)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_file private.synced_files;
begin
  select * into v_file from private.synced_files as files
  where files.organization_id = job.organization_id and files.id = (job.payload ->> 'file_id')::uuid;
  if v_file.id is not null then
    perform private.bury_fetched_file(v_file, 'gave_up', 'Fetching the file failed several times. Retry it later');
  end if;
  perform private.delete_job(job.id);
end;
$$;

-- The record counts as changed from now on, so that a retry or the next complete listing fetches the bytes again.
create or replace function private.bury_fetched_file(file private.synced_files, code text, reason text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.sync_dead_letters as open (
    organization_id, stream_id, run_id, external_id, payload, payload_hash, code, reason, listing)
  select
    runs.organization_id, runs.stream_id, runs.id, (file).external_id, (file).record,
    encode(sha256(convert_to((file).record::text, 'UTF8')), 'hex'), bury_fetched_file.code,
    left(bury_fetched_file.reason, 2000), streams.listing
  from public.sync_runs as runs
  join public.sync_streams as streams on streams.id = runs.stream_id
  where runs.organization_id = (file).organization_id and runs.stream_id = (file).stream_id
  order by runs.started_at desc
  limit 1
  on conflict (organization_id, stream_id, external_id) where resolved_at is null do update
  set run_id = excluded.run_id, payload = excluded.payload, payload_hash = excluded.payload_hash,
      code = excluded.code, reason = excluded.reason, listing = excluded.listing, attempt = open.attempt + 1;
  update private.sync_records set hash = ''
  where sync_records.organization_id = (file).organization_id and sync_records.stream_id = (file).stream_id
    and sync_records.external_id = (file).external_id;
end;
$$;

create or replace function public.lease_file_fetch(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.lease_file_fetch(job_id, attempt) $$;

create or replace function public.store_fetched_file(
  job_id uuid, attempt integer, content_version text, version integer, size_bytes bigint, sha256 text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.store_fetched_file(job_id, attempt, content_version, version, size_bytes, sha256) $$;

create or replace function public.fail_file_fetch(job_id uuid, attempt integer, code text, reason text)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.fail_file_fetch(job_id, attempt, code, reason) $$;

grant execute on function private.lease_file_fetch(uuid, integer) to service_role;
grant execute on function public.lease_file_fetch(uuid, integer) to service_role;
grant execute on function private.store_fetched_file(uuid, integer, text, integer, bigint, text) to service_role;
grant execute on function public.store_fetched_file(uuid, integer, text, integer, bigint, text) to service_role;
grant execute on function private.fail_file_fetch(uuid, integer, text, text) to service_role;
grant execute on function public.fail_file_fetch(uuid, integer, text, text) to service_role;
comment on function public.lease_file_fetch(uuid, integer) is
  'For sync workers: { state: leased, external_id, secret, bucket, path, … } or { state: gone }. Raises OPSTA.';
comment on function public.store_fetched_file(uuid, integer, text, integer, bigint, text) is
  'For sync workers: { state: stored | unchanged | gone }. Raises OPSTA.';
comment on function public.fail_file_fetch(uuid, integer, text, text) is
  'For sync workers: ends the job with a dead letter. Raises OPSTA.';
