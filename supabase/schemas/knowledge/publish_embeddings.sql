-- The vectors of an upload become those of the pieces it is published as, in the same transaction. Passages without a
-- vector, or without one of a model that is filling, are left to a job.
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
  insert into private.chunk_embeddings (
    slot, model, version, chunk_id, organization_id, source_id, scope_id, embedding)
  select models.slot, models.name, models.version, chunks.id, chunks.organization_id, chunks.source_id,
         chunks.scope_id, staged_chunks.embedding::extensions.vector
  from private.staged_chunks
  join private.embedding_models as models
    on models.name = staged_chunks.embedding_model and models.version = staged_chunks.embedding_version
    and models.state <> 'retired'
  join public.chunks
    on chunks.source_id = source.id and chunks.source_version = source.published_version
    and chunks.position = staged_chunks.position
  where staged_chunks.document_id = upload.document_id and staged_chunks.version = upload.version;

  for v_model in select * from private.embedding_models as models where models.state <> 'retired' loop
    if exists (
      select from public.chunks
      where chunks.source_id = source.id and chunks.source_version = source.published_version
        and not exists (
          select from private.chunk_embeddings as made
          where made.slot = v_model.slot and made.model = v_model.name and made.version = v_model.version
            and made.chunk_id = chunks.id))
    then
      perform private.enqueue_embedding(v_model, source.organization_id);
    end if;
  end loop;
end;
$$;
comment on function private.publish_embeddings(public.document_versions, public.sources) is
  'Called after lock_embedding_models() and after the pieces are there.';

-- Before any piece is touched: whoever changes which model answers waits for this, and never the other way.
create or replace function private.lock_embedding_models()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table private.embedding_models in row share mode;
end;
$$;
