-- Queues the processing of the latest upload that arrived, with a job in the same transaction. A call before that job
-- ends gets the same response; a later one processes the file again. A refused call counts towards the limit like any
-- other: the refusal is returned and not raised, because raising would roll back the count too.
-- Raises OPAUT · OPDEN (clients) · OPLIM (rate_limited). Returns as a refusal OPNFD (document_not_found) · OPSTA
-- (document_archived, project_archived, not_uploaded, size_differs).
create or replace function private.begin_indexing(document_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_code text;
  v_message text;
  v_hint text;
  v_detail text;
begin
  perform private.consume_rate_limit(v_viewer, 'ingest-doc', private.rate_limit_of('ingest-doc'), 60);
  begin
    return private.queue_indexing(v_viewer, begin_indexing.document_id);
  exception when sqlstate 'OPNFD' or sqlstate 'OPSTA' then
    get stacked diagnostics
      v_code = returned_sqlstate, v_message = message_text, v_hint = pg_exception_hint, v_detail = pg_exception_detail;
  end;
  return jsonb_build_object('refusal', jsonb_build_object(
    'code', v_code, 'message', v_message, 'hint', v_hint, 'details', nullif(v_detail, '')));
end;
$$;

create or replace function private.queue_indexing(viewer public.people, document_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_document public.documents;
  v_source public.sources;
  v_version public.document_versions;
  v_job_id uuid;
begin
  v_document := private.lock_document(viewer, queue_indexing.document_id);
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived. Restore it first', hint = 'document_archived';
  end if;
  perform private.require_open_project(viewer, v_source.project_id);

  v_version := private.upload_to_read(v_document.id);
  if v_version.status in ('queued', 'indexing') is not true then
    perform private.require_stored_file(v_version);
    -- This upload replaces earlier ones that were not processed yet, so they are never processed.
    update public.document_versions set status = 'superseded'
    where document_versions.document_id = v_document.id
      and document_versions.version < v_version.version
      and document_versions.status in ('awaiting_upload', 'queued');
    update public.document_versions
    set status = 'queued', object_tag = coalesce(document_versions.object_tag, private.stored_tag(v_version.path)),
        queued_at = clock_timestamp(), progress_done = 0, progress_total = null,
        failure_code = null, failure_reason = null
    where document_versions.document_id = v_version.document_id
      and document_versions.version = v_version.version
    returning * into v_version;
    perform private.record_audit_event(
      v_document.organization_id, 'document.indexing_begun', 'document', v_document.id, null,
      jsonb_build_object('version', v_version.version), v_source.project_id, null, v_document.is_restricted);
  end if;

  -- Looks for a live job first, because enqueue_job would wait for the worker that ends it, and that worker waits for
  -- the document.
  select jobs.id into v_job_id
  from private.jobs
  where jobs.kind = 'document_index' and jobs.died_at is null
    and jobs.unique_key = private.indexing_key(v_document.id, v_version.version);
  if v_job_id is null then
    v_job_id := private.enqueue_job(
      v_document.organization_id, 'document_index',
      jsonb_build_object('document_id', v_document.id, 'version', v_version.version, 'cursor', null),
      private.indexing_key(v_document.id, v_version.version), null, null, private.request_id());
  end if;
  return jsonb_build_object('document_id', v_document.id, 'version', v_version.version,
                            'status', v_version.status, 'job_id', v_job_id);
end;
$$;

-- Raises OPSTA where an upload's file is not in the bucket (not_uploaded) or is not the announced one (size_differs).
create or replace function private.require_stored_file(version public.document_versions)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_size bigint := private.stored_size(version.path);
begin
  if v_size is null then
    raise exception using
      errcode = 'OPSTA', message = 'The file is not uploaded yet', hint = 'not_uploaded';
  elsif v_size <> version.size_bytes then
    raise exception using
      errcode = 'OPSTA',
      message = 'The size of the uploaded file differs from the announced size. Upload the file again',
      hint = 'size_differs',
      detail = jsonb_build_object('announced_bytes', version.size_bytes, 'stored_bytes', v_size)::text;
  end if;
end;
$$;

-- The size of a file in the bucket documents, in bytes; -1 if Storage has not recorded it, null if there is no file.
create or replace function private.stored_size(path text)
returns bigint
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((objects.metadata ->> 'size')::bigint, -1)
  from storage.objects
  where objects.bucket_id = 'documents' and objects.name = stored_size.path
$$;

create or replace function public.begin_indexing(document_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_indexing(document_id) $$;

grant execute on function private.begin_indexing(uuid) to authenticated;
grant execute on function public.begin_indexing(uuid) to authenticated;

comment on function private.require_stored_file(public.document_versions) is
  'Raises OPSTA (not_uploaded, size_differs).';
comment on function private.queue_indexing(public.people, uuid) is
  'Does the work of begin_indexing once its rate limit admits the call. Raises OPNFD · OPSTA.';
comment on function public.begin_indexing(uuid) is
  'Returns { document_id, version, status, job_id }, or { refusal: { code, message, hint, details } }. Raises OPAUT · OPDEN · OPLIM.';
