-- The common part of all steps of processing an upload. A step is one job. Its result, its end and the next step's
-- job are one transaction, so a worker that dies at any moment has either completed the step or changed nothing.

-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.require_indexing_job(job_id uuid, attempt integer)
returns private.jobs
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(job_id, attempt);
begin
  if v_job.kind <> 'document_index' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  return v_job;
end;
$$;

-- The upload that a job reads, locked after its source and document: a change of restriction locks them in the
-- same order. Returns nulls if there is nothing left to process; the job has then ended.
create or replace function private.lock_upload(job private.jobs)
returns public.document_versions
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
  v_upload public.document_versions;
begin
  select * into v_source from public.sources
  where sources.organization_id = job.organization_id and sources.id = (job.payload ->> 'document_id')::uuid
  for no key update;
  perform from public.documents where documents.id = v_source.id for no key update;
  select * into v_upload from public.document_versions as versions
  where versions.document_id = v_source.id and versions.version = (job.payload ->> 'version')::integer
  for no key update;

  if v_upload.document_id is null or v_upload.status not in ('queued', 'indexing') then
    perform private.drop_staged_passages(v_upload);
    perform private.end_indexing_job(job);
    return null;
  elsif exists (
    select from public.document_versions as newer_version
    where newer_version.document_id = v_upload.document_id and newer_version.version > v_upload.version
      and newer_version.status in ('queued', 'indexing', 'indexed'))
  then
    perform private.drop_staged_passages(v_upload);
    update public.document_versions as versions set status = 'superseded', step = null
    where versions.document_id = v_upload.document_id and versions.version = v_upload.version;
    perform private.end_indexing_job(job);
    return null;
  elsif v_source.archived_at is not null then
    perform private.fail_upload(
      v_upload, job, 'document_archived',
      'The document was archived before it was processed. Restore it, then process it again.');
    return null;
  end if;
  return v_upload;
end;
$$;

-- Raises OPSTA (wrong_step).
create or replace function private.require_indexing_step(upload public.document_versions, step public.indexing_step)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if upload.step is distinct from require_indexing_step.step then
    raise exception using
      errcode = 'OPSTA',
      message = format('The upload is not at the step %s', require_indexing_step.step),
      hint = 'wrong_step';
  end if;
end;
$$;

-- Ends a step and enqueues the job of the next one.
create or replace function private.continue_indexing(
  job private.jobs,
  upload public.document_versions,
  step public.indexing_step,
  payload jsonb,
  progress_done integer,
  progress_total integer
)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.document_versions as versions
  set step = continue_indexing.step, progress_done = continue_indexing.progress_done,
      progress_total = continue_indexing.progress_total
  where versions.document_id = upload.document_id and versions.version = upload.version;
  perform private.delete_job(job.id);
  perform private.enqueue_job(
    upload.organization_id, 'document_index', continue_indexing.payload,
    unique_key => private.indexing_key(upload.document_id, upload.version), request_id => job.request_id);
end;
$$;

-- Ends an upload as failed. The text that readers see stays unchanged.
create or replace function private.fail_upload(
  upload public.document_versions,
  job private.jobs,
  code text,
  reason text,
  error text default null
)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
begin
  update public.document_versions as versions
  set status = 'failed', step = null, failure_code = fail_upload.code, failure_reason = fail_upload.reason
  where versions.document_id = upload.document_id and versions.version = upload.version;
  perform private.drop_staged_passages(upload);
  perform private.end_indexing_job(job);

  select * into v_source from public.sources where sources.id = upload.document_id;
  perform private.record_audit_event(
    upload.organization_id, 'document.failed', 'document', upload.document_id, null,
    jsonb_strip_nulls(jsonb_build_object(
      'version', upload.version, 'code', fail_upload.code, 'reason', fail_upload.reason,
      'error', fail_upload.error)),
    v_source.project_id, null, v_source.is_restricted);
end;
$$;

create or replace function private.drop_staged_passages(upload public.document_versions)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.staged_passages
  where staged_passages.document_id = upload.document_id and staged_passages.version = upload.version;
end;
$$;

-- A worker does one step and exits, so the end of a job wakes a worker for the next one.
create or replace function private.end_indexing_job(job private.jobs)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.delete_job(job.id);
  if exists (
    select from private.jobs
    where jobs.kind = 'document_index' and jobs.run_at <= clock_timestamp()
      and jobs.died_at is null and jobs.lease_until is null)
  then
    perform private.wake_worker('document-act');
  end if;
end;
$$;

create or replace function private.indexing_key(document_id uuid, version integer)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select format('%s:%s', document_id, version) $$;
comment on function private.indexing_key(uuid, integer) is 'Unique key of the jobs of an upload, so that there is one at a time.';

-- The job has used all its attempts. Its error goes to the log, and people see what to do next. The job is deleted,
-- because the finding about the document replaces it.
create or replace function private.fail_dead_indexing(job private.jobs)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_upload public.document_versions := private.lock_upload(job);
begin
  if v_upload.document_id is not null then
    perform private.fail_upload(
      v_upload, job, 'gave_up',
      'Processing the file failed several times. Process it again later, or save it in another format, such as PDF, and upload that file.',
      job.last_error);
  end if;
end;
$$;
