-- Readers see the complete new text once this commits, and the old text until then. If the text equals the published
-- one, nothing is published and the citations stay valid.
-- Raises OPSTA (lease_lost, wrong_executor, wrong_step).
create or replace function private.publish_document(job_id uuid, attempt integer)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_indexing_job(publish_document.job_id, publish_document.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
  v_facts constant jsonb := coalesce(v_job.payload -> 'facts', '{}');
  v_source public.sources;
begin
  if v_upload.document_id is null then
    return;
  end if;
  perform private.require_indexing_step(v_upload, 'publish');
  -- The language is set before the passages are published, because it decides how their words are stemmed.
  update public.sources set language = substring(v_facts ->> 'language' from '^[a-z]{2}$')
  where sources.id = v_upload.document_id
    and sources.language is distinct from substring(v_facts ->> 'language' from '^[a-z]{2}$');
  select * into v_source from public.sources where sources.id = v_upload.document_id;
  if private.staged_text_differs(v_upload, v_source) then
    v_source := private.publish_staged_passages(v_upload, v_source);
  end if;

  update public.documents set indexed_version = v_upload.version where documents.id = v_upload.document_id;
  update public.document_versions as versions
  set status = 'indexed', step = null, indexed_at = clock_timestamp(), progress_done = 0, progress_total = null,
      facts = v_facts,
      flags = private.flags_of_kind(
        (select documents.kind from public.documents where documents.id = v_upload.document_id),
        array(select jsonb_array_elements_text(coalesce(v_job.payload -> 'flags', '[]'))), v_facts)
  where versions.document_id = v_upload.document_id and versions.version = v_upload.version;
  perform private.drop_staged_passages(v_upload);
  perform private.end_indexing_job(v_job);
  perform private.record_audit_event(
    v_upload.organization_id, 'document.indexed', 'document', v_upload.document_id, null,
    jsonb_build_object('version', v_upload.version, 'source_version', v_source.published_version),
    v_source.project_id, null, v_source.is_restricted);
end;
$$;

create or replace function private.staged_text_differs(upload public.document_versions, source public.sources)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return source.published_version is null or exists (
    select
    from (
      select staged_passages.position, staged_passages.content, staged_passages.location
      from private.staged_passages
      where staged_passages.document_id = upload.document_id and staged_passages.version = upload.version
    ) as staged_passage
    full join (
      select passages.position, passages.content, passages.location
      from public.passages
      where passages.source_id = source.id and passages.source_version = source.published_version
    ) as published_passage using (position)
    where (staged_passage.content, staged_passage.location) is distinct from (published_passage.content, published_passage.location));
end;
$$;

-- Returns the source after the change.
create or replace function private.publish_staged_passages(upload public.document_versions, source public.sources)
returns public.sources
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
begin
  perform private.lock_embedding_models();
  update public.sources
  set version = case when source.published_version is null then source.version else source.version + 1 end,
      published_version = case when source.published_version is null then source.version else source.version + 1 end
  where sources.id = source.id
  returning * into v_source;
  delete from public.passages where passages.source_id = v_source.id;
  insert into public.passages (
    organization_id, source_id, source_version, position, content, location, scope_id)
  select v_source.organization_id, v_source.id, v_source.published_version, staged_passages.position,
         staged_passages.content, staged_passages.location, v_source.scope_id
  from private.staged_passages
  where staged_passages.document_id = upload.document_id and staged_passages.version = upload.version;
  perform private.publish_embeddings(upload, v_source);
  return v_source;
end;
$$;

-- The Data API takes the time limit of a call from the setting of its function, and a long document has many rows.
create or replace function public.publish_document(job_id uuid, attempt integer)
returns void
language sql
set search_path = pg_catalog, pg_temp
set statement_timeout = '110s'
as $$ select private.publish_document(job_id, attempt) $$;

grant execute on function private.publish_document(uuid, integer) to service_role;
grant execute on function public.publish_document(uuid, integer) to service_role;
comment on function public.publish_document(uuid, integer) is
  'Called by document-act: publishes the extracted text at once. Raises OPSTA.';
