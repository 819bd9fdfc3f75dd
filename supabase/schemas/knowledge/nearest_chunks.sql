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
set hnsw.iterative_scan = 'relaxed_order'
set hnsw.ef_search = '400'
set hnsw.max_scan_tuples = '100000'
set hnsw.scan_mem_multiplier = '4'
-- The planner takes a scope that it counts twice for small and sorts; the index gives the order.
set enable_sort = 'off'
set jit = 'off'
as $$
declare
  v_few constant integer := 5000;
  v_slot smallint;
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

  -- As text, with the values in it: the index is used for a vector that the planner knows.
  v_from := format(
    'from private.chunk_embeddings as made join public.sources on sources.id = made.source_id
     where made.slot = %s and made.scope_id = any (%L::uuid[]) and sources.archived_at is null',
    v_slot, scope_ids)
    || coalesce(format(' and sources.project_id = %L::uuid', nearest_chunks.project_id), '')
    || coalesce(format(' and sources.kind = any (%L::public.source_kind[])', source_kinds), '')
    || coalesce(format(' and made.source_id = %L::uuid', nearest_chunks.source_id), '')
    || coalesce(format(' and sources.occurred_at >= %L::timestamptz', occurred_from), '')
    || coalesce(format(' and sources.occurred_at < %L::timestamptz', occurred_before), '');
  execute format('select count(*) from (select %s limit %s) as counted', v_from, v_few + 1) into v_count;
  return query execute format(
    'with nearest as materialized (
       select made.chunk_id, made.embedding operator(extensions.<=>) %1$L::extensions.vector(384) as distance
       %2$s
       order by (made.embedding operator(extensions.<=>) %1$L::extensions.vector(384)) %3$s
       limit %4$s)
     select nearest.chunk_id, (row_number() over (order by nearest.distance + 0, nearest.chunk_id))::integer
     from nearest order by 2',
    translate(query_embedding::text, '{}', '[]'), v_from, case when v_count <= v_few then '+ 0' else '' end, result_limit);
end;
$$;

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
revoke execute on function private.embedding_slot(text) from public;
revoke execute on function private.embedding_label(private.embedding_models) from public;
grant execute on function private.nearest_chunks(
  real[], text, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz) to authenticated;
grant execute on function private.embedding_slot(text) to authenticated;
