-- How the bytes of a synced file become a version of its document: a worker leases the job, fetches the bytes
-- outside of any transaction and stores them under a path of this attempt alone; then version, indexing job and
-- the end of the job are one transaction. If a worker dies at any point, readers still get the previous version.

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

-- Each attempt has its own path, so that a worker that lost its lease overwrites nothing.
create or replace function private.fetched_file_path(file private.synced_files, version integer, attempt integer)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select private.document_path(
    (file).organization_id, (file).id, version, format('%s-%s', attempt, private.fetched_file_name(file)))
$$;

-- A document in the vendor's own format gets the file extension of its export.
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

-- The job has used all its attempts.
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
    perform private.add_file_dead_letter(v_file, 'gave_up', 'Fetching the file failed several times. Retry it later');
  end if;
  perform private.delete_job(job.id);
end;
$$;

-- The record counts as changed from now on, so that a retry or the next complete listing fetches the bytes again.
create or replace function private.add_file_dead_letter(file private.synced_files, code text, reason text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.sync_dead_letters as dead_letter (
    organization_id, stream_id, run_id, external_id, payload, payload_hash, code, reason, listing)
  select
    runs.organization_id, runs.stream_id, runs.id, (file).external_id, (file).record,
    encode(sha256(convert_to((file).record::text, 'UTF8')), 'hex'), add_file_dead_letter.code,
    left(add_file_dead_letter.reason, 2000), streams.listing
  from public.sync_runs as runs
  join public.sync_streams as streams on streams.id = runs.stream_id
  where runs.organization_id = (file).organization_id and runs.stream_id = (file).stream_id
  order by runs.started_at desc
  limit 1
  on conflict (organization_id, stream_id, external_id) where resolved_at is null do update
  set run_id = excluded.run_id, payload = excluded.payload, payload_hash = excluded.payload_hash,
      code = excluded.code, reason = excluded.reason, listing = excluded.listing, attempt = dead_letter.attempt + 1;
  update private.sync_records set hash = ''
  where sync_records.organization_id = (file).organization_id and sync_records.stream_id = (file).stream_id
    and sync_records.external_id = (file).external_id;
end;
$$;
