-- The next texts of a job: of an upload at the step embed, or of an organization's published passages without a
-- vector of the model. If there are none, the job continues or ends, and the state is `done`.
-- Raises OPSTA (lease_lost, wrong_executor, wrong_step) · OPINV (invalid_limit).
create or replace function private.get_texts_to_embed(job_id uuid, attempt integer, text_limit integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(get_texts_to_embed.job_id, get_texts_to_embed.attempt);
begin
  if text_limit is null or text_limit < 1 or text_limit > 500 then
    raise exception using
      errcode = 'OPINV', message = 'A batch has 1 to 500 texts', hint = 'invalid_limit';
  elsif v_job.kind = 'document_index' then
    return private.staged_texts(v_job, text_limit);
  elsif v_job.kind = 'source_embed' then
    return private.missing_texts(v_job, text_limit);
  end if;
  raise exception using
    errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
end;
$$;

create or replace function private.staged_texts(job private.jobs, text_limit integer)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_upload public.document_versions := private.lock_upload(job);
  v_model constant private.embedding_models := private.model_of_new_text();
  v_texts jsonb;
begin
  if v_upload.document_id is null then
    return jsonb_build_object('state', 'gone');
  end if;
  perform private.require_indexing_step(v_upload, 'embed');
  select jsonb_agg(jsonb_build_object(
    'id', batch.position, 'text', private.embedded_text(sources.title, batch.content)) order by batch.position)
  into v_texts
  from (
    select staged_passages.document_id, staged_passages.position, staged_passages.content
    from private.staged_passages
    where staged_passages.document_id = v_upload.document_id and staged_passages.version = v_upload.version
      and v_model.slot is not null
      and (staged_passages.embedding_model, staged_passages.embedding_version)
        is distinct from (v_model.name, v_model.version)
    order by staged_passages.position
    limit staged_texts.text_limit
  ) as batch
  join public.sources on sources.id = batch.document_id;
  if v_texts is null then
    perform private.continue_indexing(job, v_upload, 'publish', job.payload, 0, null);
    return jsonb_build_object('state', 'done');
  end if;
  return jsonb_build_object(
    'state', 'leased', 'model', v_model.name, 'version', v_model.version, 'texts', v_texts);
end;
$$;

create or replace function private.missing_texts(job private.jobs, text_limit integer)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_model constant private.embedding_models := private.model_of_job(job);
  v_texts jsonb;
begin
  if v_model.slot is null then
    perform private.delete_job(job.id);
    return jsonb_build_object('state', 'gone');
  end if;
  select jsonb_agg(jsonb_build_object('id', gaps.passage_id, 'text', gaps.content)) into v_texts
  from private.missing_embeddings(
    v_model, job.organization_id, (job.payload ->> 'after')::uuid, missing_texts.text_limit) as gaps;
  if v_texts is null then
    perform private.end_embedding_pass(job, v_model);
    return jsonb_build_object('state', 'done');
  end if;
  return jsonb_build_object(
    'state', 'leased', 'model', v_model.name, 'version', v_model.version, 'texts', v_texts);
end;
$$;

create or replace function public.get_texts_to_embed(job_id uuid, attempt integer, text_limit integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.get_texts_to_embed(job_id, attempt, text_limit) $$;

grant execute on function private.get_texts_to_embed(uuid, integer, integer) to service_role;
grant execute on function public.get_texts_to_embed(uuid, integer, integer) to service_role;
comment on function public.get_texts_to_embed(uuid, integer, integer) is
  'Called by document-act and embed-act: returns { state: leased, model, version, texts: [{ id, text }] }, or a state of done or gone if the job has continued or ended. Raises OPSTA · OPINV.';
