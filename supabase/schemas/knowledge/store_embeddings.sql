-- Stores the vectors of a batch and continues with the next batch, or with the next step of the upload.
-- Raises OPSTA (lease_lost, wrong_executor, wrong_step) · OPINV (invalid_embeddings).
create or replace function private.store_embeddings(
  job_id uuid,
  attempt integer,
  model text,
  version text,
  embeddings jsonb
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(store_embeddings.job_id, store_embeddings.attempt);
begin
  if exists (
    -- Anything but an array counts as one invalid vector.
    select from jsonb_array_elements(
      case jsonb_typeof(embeddings) when 'array' then embeddings else '[null]' end) as input
    where not private.is_embedding(input -> 'vector') or input ->> 'id' is null)
  then
    raise exception using
      errcode = 'OPINV', message = 'A vector has 384 numbers, not all zero', hint = 'invalid_embeddings';
  elsif v_job.kind = 'document_index' then
    perform private.store_staged_embeddings(v_job, store_embeddings.model, store_embeddings.version, embeddings);
  elsif v_job.kind = 'source_embed' then
    perform private.store_passage_embeddings(v_job, store_embeddings.model, store_embeddings.version, embeddings);
  else
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
end;
$$;

create or replace function private.is_embedding(vector jsonb)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Checked in steps, because jsonb_array_length() fails on anything but an array, and the order within a condition is
  -- not fixed.
  if jsonb_typeof(vector) is distinct from 'array' then
    return false;
  elsif jsonb_array_length(vector) <> 384 then
    return false;
  end if;
  return not exists (select from jsonb_array_elements(vector) as part where jsonb_typeof(part) <> 'number')
    and exists (select from jsonb_array_elements(vector) as part where part <> '0');
end;
$$;

create or replace function private.store_staged_embeddings(
  job private.jobs, model text, version text, embeddings jsonb
)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_upload public.document_versions := private.lock_upload(job);
  v_vector_count integer;
  v_total integer;
begin
  if v_upload.document_id is null then
    return;
  end if;
  perform private.require_indexing_step(v_upload, 'embed');
  update private.staged_passages
  set embedding = array(select part::text::real from jsonb_array_elements(input.value -> 'vector') as part),
      embedding_model = store_staged_embeddings.model, embedding_version = store_staged_embeddings.version
  from jsonb_array_elements(embeddings) as input
  where staged_passages.document_id = v_upload.document_id and staged_passages.version = v_upload.version
    and staged_passages.position = (input.value ->> 'id')::integer;

  select count(staged_passages.embedding), count(*) into v_vector_count, v_total
  from private.staged_passages
  where staged_passages.document_id = v_upload.document_id and staged_passages.version = v_upload.version;
  if v_vector_count < v_total then
    perform private.continue_indexing(job, v_upload, 'embed', job.payload, v_vector_count, v_total);
  else
    perform private.continue_indexing(job, v_upload, 'publish', job.payload, 0, null);
  end if;
end;
$$;

create or replace function private.store_passage_embeddings(
  job private.jobs, model text, version text, embeddings jsonb
)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_model private.embedding_models;
begin
  lock table private.embedding_models in row share mode;
  v_model := private.model_of_job(job);
  perform private.delete_job(job.id);
  if v_model.slot is null or (v_model.name, v_model.version) <> (store_passage_embeddings.model, store_passage_embeddings.version)
  then
    return;
  end if;
  -- Passages that another transaction is replacing, restricting or moving are left for the next pass.
  with current_passages as (
    select passages.id, passages.organization_id, passages.source_id, passages.scope_id
    from public.passages
    where passages.organization_id = job.organization_id
      and passages.id in (select (input ->> 'id')::uuid from jsonb_array_elements(embeddings) as input)
    for key share skip locked
  )
  insert into private.passage_embeddings (
    slot, model, version, passage_id, organization_id, source_id, scope_id, embedding)
  select v_model.slot, v_model.name, v_model.version, current_passages.id, current_passages.organization_id, current_passages.source_id, current_passages.scope_id,
         (input.value ->> 'vector')::extensions.vector
  from current_passages
  join jsonb_array_elements(embeddings) as input on (input.value ->> 'id')::uuid = current_passages.id
  on conflict do nothing;
  perform private.enqueue_embedding(
    v_model, job.organization_id,
    after => (select max(input ->> 'id') from jsonb_array_elements(embeddings) as input)::uuid);
end;
$$;

create or replace function public.store_embeddings(
  job_id uuid,
  attempt integer,
  model text,
  version text,
  embeddings jsonb
)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.store_embeddings(job_id, attempt, model, version, embeddings) $$;

grant execute on function private.store_embeddings(uuid, integer, text, text, jsonb) to service_role;
grant execute on function public.store_embeddings(uuid, integer, text, text, jsonb) to service_role;
comment on function public.store_embeddings(uuid, integer, text, text, jsonb) is
  'Called by document-act and embed-act: stores embeddings [{ id, vector }] of texts that get_texts_to_embed returned. Raises OPSTA · OPINV.';
