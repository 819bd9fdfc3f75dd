-- Copies the staged vectors of an upload to its published passages, in the transaction that publishes them. A job
-- creates the vectors that a live or filling model still lacks.
create or replace function private.publish_embeddings(upload public.document_versions, source public.sources)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_model private.embedding_models;
begin
  if not private.vectors_installed() then
    return;
  end if;
  insert into private.passage_embeddings (
    slot, model, version, passage_id, organization_id, source_id, scope_id, embedding)
  select models.slot, models.name, models.version, passages.id, passages.organization_id, passages.source_id,
         passages.scope_id, staged_passages.embedding::extensions.vector
  from private.staged_passages
  join private.embedding_models as models
    on models.name = staged_passages.embedding_model and models.version = staged_passages.embedding_version
    and models.state <> 'retired'
  join public.passages
    on passages.source_id = source.id and passages.source_version = source.published_version
    and passages.position = staged_passages.position
  where staged_passages.document_id = upload.document_id and staged_passages.version = upload.version;

  for v_model in select * from private.embedding_models as models where models.state <> 'retired' loop
    if exists (
      select from public.passages
      where passages.source_id = source.id and passages.source_version = source.published_version
        and not exists (
          select from private.passage_embeddings as vectors
          where vectors.slot = v_model.slot and vectors.model = v_model.name and vectors.version = v_model.version
            and vectors.passage_id = passages.id))
    then
      perform private.enqueue_embedding(v_model, source.organization_id);
    end if;
  end loop;
end;
$$;
comment on function private.publish_embeddings(public.document_versions, public.sources) is
  'Called after lock_embedding_models() and after the passages are stored.';

-- Called before any passage is locked, so that a change of the live model waits for this transaction, and this
-- transaction never waits for the change.
create or replace function private.lock_embedding_models()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table private.embedding_models in row share mode;
end;
$$;
