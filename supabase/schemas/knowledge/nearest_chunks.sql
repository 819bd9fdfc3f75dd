-- The pieces nearest to a question among those of the scopes that are given, nearest first: the leg of a search
-- that understands. Runs as its caller, so that row-level security narrows it once more. Answers nothing
-- where there are no vectors, or none of the question's model.
-- A scope of few pieces is read whole and exactly; in a wide one the index is walked until enough of its
-- pieces are in scope, whoever else's stand nearer. Only what the caller may see decides which of the two.
-- Raises OPINV (invalid_embedding).
create or replace function private.nearest_chunks(
  query_embedding real[],
  embedding_model text,
  scope_ids uuid[],
  result_limit integer,
  project_id uuid default null,
  source_kinds public.source_kind[] default null,
  source_id uuid default null,
  occurred_from timestamptz default null,
  occurred_before timestamptz default null
)
returns table (chunk_id uuid, place integer)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_few constant integer := private.few_chunks();
  v_slot smallint;
  v_question text;
  v_from text;
  v_count integer;
begin
  if cardinality(query_embedding) is distinct from 384 or array_position(query_embedding, null) is not null
    or query_embedding && '{NaN,Infinity,-Infinity}'::real[]
  then
    raise exception using
      errcode = 'OPINV', message = 'The vector of a question has 384 numbers', hint = 'invalid_embedding';
  end if;
  v_slot := private.embedding_slot(nearest_chunks.embedding_model);
  if v_slot is null then
    return;
  end if;

  -- Values stand in the text: the index is used for a vector that the planner knows.
  v_question := format('%L::extensions.vector(384)', query_embedding::extensions.vector);
  v_from := format(
    'from private.chunk_embeddings as made join public.sources on sources.id = made.source_id
     where made.slot = %s and made.scope_id = any (%L::uuid[])
       and sources.project_id is not null and sources.archived_at is null',
    v_slot, scope_ids);
  if nearest_chunks.project_id is not null then
    v_from := v_from || format(' and sources.project_id = %L::uuid', nearest_chunks.project_id);
  end if;
  if source_kinds is not null then
    v_from := v_from || format(' and sources.kind = any (%L::public.source_kind[])', source_kinds);
  end if;
  if nearest_chunks.source_id is not null then
    v_from := v_from || format(' and made.source_id = %L::uuid', nearest_chunks.source_id);
  end if;
  if occurred_from is not null then
    v_from := v_from || format(' and sources.occurred_at >= %L::timestamptz', occurred_from);
  end if;
  if occurred_before is not null then
    v_from := v_from || format(' and sources.occurred_at < %L::timestamptz', occurred_before);
  end if;

  execute format('select count(*) from (select %s limit %s) as counted', v_from, v_few + 1) into v_count;
  if v_count <= v_few then
    return query execute format(
      'select made.chunk_id, (row_number() over ())::integer
       from (select made.chunk_id %1$s
             order by (made.embedding operator(extensions.<=>) %2$s) + 0, made.chunk_id limit %3$s) as made',
      v_from, v_question, result_limit);
  else
    return query select * from private.walk_vector_index(format(
      'with nearest as materialized (
         select made.chunk_id, made.embedding operator(extensions.<=>) %2$s as distance
         %1$s order by made.embedding operator(extensions.<=>) %2$s limit %3$s)
       select nearest.chunk_id, (row_number() over (order by nearest.distance + 0, nearest.chunk_id))::integer
       from nearest',
      v_from, v_question, result_limit));
  end if;
end;
$$;

-- With what the index needs to go on until it has enough; that holds until the transaction ends.
-- The planner counts a scope that stands there twice for a small one and would sort; the index has the order.
create or replace function private.walk_vector_index(query text)
returns table (chunk_id uuid, place integer)
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_sort = 'off'
set jit = 'off'
as $$
begin
  -- Not as settings of the function: only a superuser may give those to one before pgvector is loaded.
  perform set_config('hnsw.iterative_scan', 'relaxed_order', true),
    set_config('hnsw.ef_search', '400', true),
    set_config('hnsw.max_scan_tuples', '100000', true),
    set_config('hnsw.scan_mem_multiplier', '4', true);
  return query execute query;
end;
$$;

-- Up to here reading all is faster than the index, and exact.
create or replace function private.few_chunks()
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 5000 $$;

-- Definer, since the registry is nobody's to read: the slot that answers for a model, by its name and version.
create or replace function private.embedding_slot(embedding_model text)
returns smallint
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select models.slot
    from private.embedding_models as models
    where private.embedding_label(models) = embedding_slot.embedding_model and models.state <> 'filling'
      and private.vectors_installed());
end;
$$;

create or replace function private.embedding_label(model private.embedding_models)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select format('%s@%s', model.name, model.version) $$;

revoke execute on function private.nearest_chunks(
  real[], text, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz) from public;
revoke execute on function private.walk_vector_index(text) from public;
revoke execute on function private.few_chunks() from public;
revoke execute on function private.embedding_slot(text) from public;
revoke execute on function private.embedding_label(private.embedding_models) from public;
grant execute on function private.nearest_chunks(
  real[], text, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz) to authenticated;
grant execute on function private.walk_vector_index(text) to authenticated;
grant execute on function private.few_chunks() to authenticated;
grant execute on function private.embedding_slot(text) to authenticated;
