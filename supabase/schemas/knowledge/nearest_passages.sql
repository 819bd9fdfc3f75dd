-- Ids of the passages nearest to a question among those of the given scopes, nearest first: the part of a search that
-- ranks by meaning. Null if the question's model has no vectors; a model is registered only where there can be vectors.
-- A scope of few passages is read completely, so the result is exact. In a wide scope the index is scanned until enough
-- passages are in scope, however many others are nearer. Which of the two applies depends only on what the caller may
-- see: on is_narrow or, if that is null, on the number of passages in scope. Definer, like rank_wide_scope: it
-- determines once which of the scopes the caller may see, whereas row-level security would do so for each table and
-- row. Its results are read again under row-level security before they are returned.
-- Raises OPINV (invalid_embedding).
create or replace function private.nearest_passages(
  query_embedding real[],
  embedding_model text,
  scope_ids uuid[],
  result_limit integer,
  project_id uuid default null,
  source_kinds public.source_kind[] default null,
  source_id uuid default null,
  occurred_from timestamptz default null,
  occurred_before timestamptz default null,
  is_narrow boolean default null
)
returns uuid[]
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_slot smallint;
  v_visible_ids uuid[];
begin
  if cardinality(query_embedding) is distinct from 384 or array_position(query_embedding, null) is not null
    or query_embedding && '{NaN,Infinity,-Infinity}'::real[]
  then
    raise exception using
      errcode = 'OPINV', message = 'The vector of a question must have 384 numbers', hint = 'invalid_embedding';
  end if;
  select models.slot into v_slot
  from private.embedding_models as models
  where models.label = nearest_passages.embedding_model and models.state <> 'filling';
  if v_slot is null then
    return null;
  end if;
  v_visible_ids := private.visible_scope_ids();
  if is_narrow is null then
    is_narrow := private.exact_search_limit() >= (
      select count(*)
      from (
        select from private.passage_embeddings as vectors
        where vectors.slot = v_slot and vectors.scope_id = any (nearest_passages.scope_ids)
          and vectors.scope_id = any (v_visible_ids)
        limit private.exact_search_limit() + 1
      ) as first_passages);
  end if;
  if is_narrow then
    return private.nearest_in_narrow_scope(
      query_embedding, v_slot, scope_ids, v_visible_ids, result_limit, project_id, source_kinds, source_id,
      occurred_from, occurred_before);
  else
    return private.nearest_in_wide_scope(
      query_embedding, v_slot, scope_ids, v_visible_ids, result_limit, project_id, source_kinds, source_id,
      occurred_from, occurred_before);
  end if;
end;
$$;

-- The result is exact, because the distance of each passage is computed. The added 0 prevents the use of the vector
-- index. The statement is planned for these scopes, because a generic plan was three times as slow with ten of them.
create or replace function private.nearest_in_narrow_scope(
  query_embedding real[],
  slot smallint,
  scope_ids uuid[],
  visible_ids uuid[],
  result_limit integer,
  project_id uuid,
  source_kinds public.source_kind[],
  source_id uuid,
  occurred_from timestamptz,
  occurred_before timestamptz
)
returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return array(
    select vectors.passage_id
    from private.passage_embeddings as vectors
    join public.sources on sources.id = vectors.source_id
    where vectors.slot = nearest_in_narrow_scope.slot and vectors.scope_id = any (nearest_in_narrow_scope.scope_ids)
      and vectors.scope_id = any (nearest_in_narrow_scope.visible_ids)
      and sources.project_id is not null and sources.archived_at is null
      and (nearest_in_narrow_scope.project_id is null or sources.project_id = nearest_in_narrow_scope.project_id)
      and (nearest_in_narrow_scope.source_kinds is null or sources.kind = any (nearest_in_narrow_scope.source_kinds))
      and (nearest_in_narrow_scope.source_id is null or sources.id = nearest_in_narrow_scope.source_id)
      and (nearest_in_narrow_scope.occurred_from is null or sources.occurred_at >= nearest_in_narrow_scope.occurred_from)
      and (nearest_in_narrow_scope.occurred_before is null or sources.occurred_at < nearest_in_narrow_scope.occurred_before)
    order by
      (vectors.embedding operator(extensions.<=>) nearest_in_narrow_scope.query_embedding::extensions.vector(384)) + 0,
      vectors.passage_id
    limit result_limit);
end;
$$;

-- Finds the nearest passages in a scope that is too wide to read in full. If the filters leave few passages, all of
-- them are read. The planner underestimates the rows of many scopes and would sort them, although the index provides
-- the order.
create or replace function private.nearest_in_wide_scope(
  query_embedding real[],
  slot smallint,
  scope_ids uuid[],
  visible_ids uuid[],
  result_limit integer,
  project_id uuid,
  source_kinds public.source_kind[],
  source_id uuid,
  occurred_from timestamptz,
  occurred_before timestamptz
)
returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_sort = 'off'
set jit = 'off'
as $$
declare
  v_exact_limit constant integer := private.exact_search_limit();
  v_scope_ids constant uuid[] := array(
    select unnest(scope_ids) intersect select unnest(visible_ids) order by 1);
  v_filter constant text := concat(
    case when project_id is not null then ' and sources.project_id = $5' end,
    case when source_kinds is not null then ' and sources.kind = any ($6)' end,
    case when source_id is not null then ' and sources.id = $7' end,
    case when occurred_from is not null then ' and sources.occurred_at >= $8' end,
    case when occurred_before is not null then ' and sources.occurred_at < $9' end);
  v_from constant text := 'from private.passage_embeddings as vectors join public.sources on sources.id = vectors.source_id
    where vectors.slot = $2 and vectors.scope_id = any ($3)
      and sources.project_id is not null and sources.archived_at is null' || v_filter;
  v_are_few boolean := false;
  v_ids uuid[];
begin
  if v_filter <> '' then
    execute format('select count(*) <= $4 from (select %s limit $4 + 1) as first_passages', v_from)
    into v_are_few
    using query_embedding, slot, v_scope_ids, v_exact_limit, project_id, source_kinds, source_id, occurred_from,
      occurred_before;
  end if;
  if v_are_few then
    return private.nearest_in_narrow_scope(
      query_embedding, slot, scope_ids, visible_ids, result_limit, project_id, source_kinds, source_id,
      occurred_from, occurred_before);
  end if;
  -- Set here and not on the function, because only a superuser may attach these settings to a function before
  -- pgvector is loaded. They apply until the transaction ends.
  perform set_config('hnsw.iterative_scan', 'relaxed_order', true),
    set_config('hnsw.ef_search', '400', true),
    set_config('hnsw.max_scan_tuples', '100000', true),
    set_config('hnsw.scan_mem_multiplier', '4', true);
  -- The plan is made for these values, so it hashes the scopes and scans the vector index.
  execute format(
    'with neighbors as materialized (select vectors.passage_id, %1$s as distance %2$s order by %1$s limit $4)
     select array(select neighbors.passage_id from neighbors order by neighbors.distance + 0, neighbors.passage_id)',
    'vectors.embedding operator(extensions.<=>) $1::extensions.vector(384)', v_from)
  into v_ids
  using query_embedding, slot, v_scope_ids, result_limit, project_id, source_kinds, source_id, occurred_from,
    occurred_before;
  return v_ids;
end;
$$;

-- Up to this number, reading all is faster than the index, and exact.
create or replace function private.exact_search_limit()
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 5000 $$;

grant execute on function private.nearest_passages(
  real[], text, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz, boolean) to authenticated;
grant execute on function private.exact_search_limit() to authenticated;
