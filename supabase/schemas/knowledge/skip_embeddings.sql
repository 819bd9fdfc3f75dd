-- For a model that cannot be called. A job of an upload publishes the upload without vectors: search finds its words,
-- and a background job adds the vectors later. A background job itself ends, and its model is marked as having skipped
-- passages.
-- Raises OPSTA (lease_lost, wrong_executor, wrong_step).
create or replace function private.skip_embeddings(job_id uuid, attempt integer)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(skip_embeddings.job_id, skip_embeddings.attempt);
  v_upload public.document_versions;
begin
  if v_job.kind = 'source_embed' then
    update private.embedding_models set skipped_at = coalesce(embedding_models.skipped_at, clock_timestamp())
    where embedding_models.name = v_job.payload ->> 'model' and embedding_models.version = v_job.payload ->> 'version';
    perform private.delete_job(v_job.id);
    return;
  elsif v_job.kind <> 'document_index' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  v_upload := private.lock_upload(v_job);
  if v_upload.document_id is not null then
    perform private.require_indexing_step(v_upload, 'embed');
    perform private.continue_indexing(v_job, v_upload, 'publish', v_job.payload, 0, null);
  end if;
end;
$$;

create or replace function public.skip_embeddings(job_id uuid, attempt integer)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.skip_embeddings(job_id, attempt) $$;

grant execute on function private.skip_embeddings(uuid, integer) to service_role;
grant execute on function public.skip_embeddings(uuid, integer) to service_role;
comment on function public.skip_embeddings(uuid, integer) is
  'Called by document-act and embed-act: continues without vectors. Raises OPSTA.';
