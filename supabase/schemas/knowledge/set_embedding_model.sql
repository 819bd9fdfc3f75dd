-- A worker reports which model is configured. A new model gets the free slot and a job per organization; the old
-- one serves search until the last published passage has its vector. Reporting the live model again gives
-- up one that is filling, and creates jobs for passages that lack a vector.
-- Raises OPINV (invalid_model).
create or replace function private.set_embedding_model(name text, version text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_model private.embedding_models;
  v_slot smallint;
  v_organization_id uuid;
begin
  if btrim(coalesce(name, '')) = '' or char_length(name) > 200
    or btrim(coalesce(version, '')) = '' or char_length(version) > 60
  then
    raise exception using
      errcode = 'OPINV', message = 'A model has a name and a version', hint = 'invalid_model';
  elsif not private.vectors_installed() then
    return jsonb_build_object('state', 'unavailable');
  end if;

  select * into v_model
  from private.embedding_models as models
  where models.name = set_embedding_model.name and models.version = set_embedding_model.version;
  if v_model.state = 'live' and v_model.skipped_at is null
    and (select count(*) from private.embedding_models) = 1
    and not private.forget_dead_embedding_jobs(v_model)
  then
    return jsonb_build_object('state', 'live');
  end if;

  lock table private.embedding_models in exclusive mode;
  -- Deletes the vectors of retired models, and unfinished ones of a model that is no longer configured.
  for v_slot in
    select models.slot
    from private.embedding_models as models
    where (models.state = 'retired'
           and (models.retired_at < clock_timestamp() - interval '1 minute'
                or models.name = set_embedding_model.name and models.version = set_embedding_model.version
                or not exists (select from private.embedding_models as successor
                               where successor.name = set_embedding_model.name
                                 and successor.version = set_embedding_model.version)))
      or (models.state = 'filling'
          and (models.name, models.version) <> (set_embedding_model.name, set_embedding_model.version))
  loop
    perform private.empty_embedding_slot(v_slot);
  end loop;

  select * into v_model
  from private.embedding_models as models
  where models.name = set_embedding_model.name and models.version = set_embedding_model.version;
  if v_model.slot is null then
    insert into private.embedding_models (slot, name, version)
    select slots.slot, set_embedding_model.name, set_embedding_model.version
    from generate_series(1, 2) as slots (slot)
    where not exists (select from private.embedding_models as models where models.slot = slots.slot)
    order by slots.slot
    limit 1
    returning * into v_model;
  end if;
  perform private.forget_dead_embedding_jobs(v_model);
  if not private.make_filled_model_live(v_model) then
    for v_organization_id in
      select organizations.id
      from public.organizations
      where exists (select from private.missing_embeddings(v_model, organizations.id))
        and not exists (
          select from private.jobs
          where jobs.kind = 'source_embed' and jobs.unique_key = private.embedding_key(v_model, organizations.id))
    loop
      perform private.enqueue_embedding(v_model, v_organization_id);
    end loop;
    -- Its worker has reported the model, so the model can be called.
    update private.embedding_models set skipped_at = null
    where embedding_models.slot = v_model.slot and embedding_models.skipped_at is not null;
  end if;
  return (
    select jsonb_build_object('state', models.state)
    from private.embedding_models as models where models.slot = v_model.slot);
end;
$$;

-- Deletes dead jobs after an hour, so that they are created again; until then portfolio-health reports them. Returns
-- true if there were any.
create or replace function private.forget_dead_embedding_jobs(model private.embedding_models)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.jobs
  where jobs.kind = 'source_embed' and jobs.died_at < clock_timestamp() - interval '1 hour'
    and jobs.payload ->> 'model' = model.name and jobs.payload ->> 'version' = model.version;
  return found;
end;
$$;

create or replace function public.set_embedding_model(name text, version text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
set statement_timeout = '110s'
as $$ select private.set_embedding_model(name, version) $$;

grant execute on function private.set_embedding_model(text, text) to service_role;
grant execute on function public.set_embedding_model(text, text) to service_role;
comment on function public.set_embedding_model(text, text) is
  'Called by document-act and embed-act: returns { state: live, filling or unavailable (without pgvector) }. Raises OPINV (invalid_model).';
