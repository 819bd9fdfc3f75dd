-- The common part of the background jobs that create vectors. Per organization and model there is one job, which
-- takes a batch of passages, stores their vectors and enqueues the next job. Every transaction locks the registry
-- before any passage: in row share mode to add vectors, exclusively to change the live model.

-- Published passages for which a model has no vector, in the order of their ids.
create or replace function private.missing_embeddings(
  model private.embedding_models,
  organization_id uuid,
  after uuid default null,
  passage_limit integer default 1
)
returns table (passage_id uuid, content text)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select passages.id, private.embedded_text(sources.title, passages.content)
    from public.passages
    join public.sources on sources.id = passages.source_id and sources.published_version = passages.source_version
    where passages.organization_id = missing_embeddings.organization_id
      and (missing_embeddings.after is null or passages.id > missing_embeddings.after)
      and not exists (
        select from private.passage_embeddings as vectors
        where vectors.slot = model.slot and vectors.model = model.name and vectors.version = model.version
          and vectors.passage_id = passages.id)
    order by passages.organization_id, passages.id
    limit passage_limit;
end;
$$;

-- The text of a passage for a model, with the title, which often says what the passage alone does not. It has at most
-- 4,000 bytes. A token is at least a byte, so in any script a text has fewer than the 8,000 tokens that models accept,
-- and a batch of 64 has fewer than 300,000. A text that a model refused would block all texts after it.
create or replace function private.embedded_text(title text, content text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when octet_length(full_texts.text) <= 4000 then full_texts.text else left(full_texts.text, 1000) end
  from (select embedded_text.title || E'\n\n' || embedded_text.content as text) as full_texts
$$;

create or replace function private.enqueue_embedding(
  model private.embedding_models,
  organization_id uuid,
  after uuid default null,
  run_at timestamptz default null
)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.enqueue_job(
    enqueue_embedding.organization_id, 'source_embed',
    jsonb_strip_nulls(jsonb_build_object('model', model.name, 'version', model.version, 'after', enqueue_embedding.after)),
    unique_key => private.embedding_key(model, enqueue_embedding.organization_id),
    run_at => enqueue_embedding.run_at);
end;
$$;

create or replace function private.embedding_key(model private.embedding_models, organization_id uuid)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select format('%s:%s:%s', organization_id, model.name, model.version) $$;

-- The model for which a job creates vectors; nulls if the model is retired or deleted.
create or replace function private.model_of_job(job private.jobs)
returns private.embedding_models
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_model private.embedding_models;
begin
  if private.vectors_installed() then
    select * into v_model
    from private.embedding_models as models
    where models.name = job.payload ->> 'model' and models.version = job.payload ->> 'version'
      and models.state <> 'retired';
  end if;
  return v_model;
end;
$$;

-- The model for text that is about to be published: the live one, or else the one that is filling.
create or replace function private.model_of_new_text()
returns private.embedding_models
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_model private.embedding_models;
begin
  if private.vectors_installed() then
    select * into v_model
    from private.embedding_models as models
    where models.state <> 'retired'
    order by models.state = 'live' desc
    limit 1;
  end if;
  return v_model;
end;
$$;

-- Ends a pass, in which every passage was offered once. Passages locked or added in the meantime get another pass. If
-- none is missing anywhere, the filling model goes live.
create or replace function private.end_embedding_pass(job private.jobs, model private.embedding_models)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table private.embedding_models in exclusive mode;
  perform private.delete_job(job.id);
  if exists (select from private.missing_embeddings(model, job.organization_id)) then
    perform private.enqueue_embedding(
      model, job.organization_id, run_at => clock_timestamp() + interval '2 seconds');
    return;
  end if;
  perform private.make_filled_model_live(model);
end;
$$;

-- Called under the registry's lock.
create or replace function private.make_filled_model_live(model private.embedding_models)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A live model needs no further vectors.
  if not exists (
    select from private.embedding_models
    where embedding_models.slot = model.slot and embedding_models.state = 'filling')
  then
    return false;
  elsif exists (
    select from public.organizations
    cross join lateral private.missing_embeddings(model, organizations.id))
  then
    return false;
  end if;
  -- The former model still answers searches whose question was embedded a moment ago.
  update private.embedding_models set state = 'retired', retired_at = clock_timestamp()
  where embedding_models.state = 'live' and exists (
    select from private.embedding_models as next_model where next_model.slot = model.slot and next_model.state = 'filling');
  update private.embedding_models set state = 'live', live_since = clock_timestamp()
  where embedding_models.slot = model.slot and embedding_models.state = 'filling';
  return found;
end;
$$;

-- Called under the registry's lock.
create or replace function private.empty_embedding_slot(slot smallint)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('truncate private.passage_embeddings_%s', empty_embedding_slot.slot);
  delete from private.embedding_models where embedding_models.slot = empty_embedding_slot.slot;
end;
$$;

-- Run by pg_cron: the function that creates vectors checks which model is configured and looks for passages
-- without vectors.
create or replace function private.tick_embeddings()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if private.vectors_installed() then
    perform private.wake_worker('embed-act');
  end if;
end;
$$;
