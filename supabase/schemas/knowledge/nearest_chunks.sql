-- The pieces nearest to a question among those of the scopes that are given, nearest first: the leg of a search
-- that understands. Answers nothing where there are no vectors, or none of the question's model.
-- A scope of few pieces is read whole and exactly, under row-level security; in a wide one the index is walked
-- until enough of its pieces are in scope, whoever else's stand nearer. Only what the caller may see decides which
-- of the two: is_narrow, or the number of its pieces where that is not told.
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
  occurred_before timestamptz default null,
  is_narrow boolean default null
)
returns table (chunk_id uuid, place integer)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_few constant integer := private.few_chunks();
  v_slot smallint;
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
  if is_narrow is null then
    is_narrow := v_few >= (
      select count(*)
      from (
        select from private.chunk_embeddings as made
        where made.slot = v_slot and made.scope_id = any (nearest_chunks.scope_ids)
        limit v_few + 1
      ) as counted);
  end if;
  if is_narrow then
    return query select * from private.nearest_of_scope(
      true, query_embedding, v_slot, scope_ids, result_limit, project_id, source_kinds, source_id,
      occurred_from, occurred_before);
  else
    return query select * from private.nearest_in_wide_scope(
      query_embedding, v_slot, scope_ids, result_limit, project_id, source_kinds, source_id,
      occurred_from, occurred_before);
  end if;
end;
$$;

-- The same for a scope that is too wide to read whole. Definer, like rank_wide_scope: it looks once which of the
-- scopes the caller may see, where row-level security compares each row that the index names with all of them.
-- What it names is read again under row-level security before it is answered.
create or replace function private.nearest_in_wide_scope(
  query_embedding real[],
  slot smallint,
  scope_ids uuid[],
  result_limit integer,
  project_id uuid,
  source_kinds public.source_kind[],
  source_id uuid,
  occurred_from timestamptz,
  occurred_before timestamptz
)
returns table (chunk_id uuid, place integer)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope_ids uuid[] := array(
    select unnest(scope_ids) intersect select unnest(private.visible_scope_ids()) order by 1);
begin
  return query select * from private.nearest_of_scope(
    false, query_embedding, slot, v_scope_ids, result_limit, project_id, source_kinds, source_id,
    occurred_from, occurred_before);
end;
$$;

-- Runs as its caller. The planner counts a scope that stands there twice for a small one and would sort; the
-- index has the order.
create or replace function private.nearest_of_scope(
  is_narrow boolean,
  query_embedding real[],
  slot smallint,
  scope_ids uuid[],
  result_limit integer,
  project_id uuid,
  source_kinds public.source_kind[],
  source_id uuid,
  occurred_from timestamptz,
  occurred_before timestamptz
)
returns table (chunk_id uuid, place integer)
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_sort = 'off'
set jit = 'off'
as $$
declare
  v_few constant integer := private.few_chunks();
  v_filter text := concat(
    case when project_id is not null then ' and sources.project_id = $5' end,
    case when source_kinds is not null then ' and sources.kind = any ($6)' end,
    case when source_id is not null then ' and sources.id = $7' end,
    case when occurred_from is not null then ' and sources.occurred_at >= $8' end,
    case when occurred_before is not null then ' and sources.occurred_at < $9' end);
  -- All of a scope is read by the scope, whatever the planner makes of the sources.
  v_from constant text := 'from (
      select made.chunk_id, made.source_id, made.embedding
      from private.chunk_embeddings as made
      where made.slot = $2 and made.scope_id = any ($3) %s) as made
    join public.sources on sources.id = made.source_id
    where sources.project_id is not null and sources.archived_at is null' || v_filter;
  v_distance constant text := 'made.embedding operator(extensions.<=>) $1::extensions.vector(384)';
  v_reads_all boolean := is_narrow;
  v_query text;
begin
  if not is_narrow and v_filter <> '' then
    execute format('select count(*) <= $4 from (select %s limit $4 + 1) as counted', format(v_from, ''))
    into v_reads_all
    using query_embedding, slot, scope_ids, v_few, project_id, source_kinds, source_id, occurred_from, occurred_before;
  end if;
  if v_reads_all then
    v_query := format(
      'select nearest.chunk_id, (row_number() over ())::integer
       from (select made.chunk_id %s order by (%s) + 0, made.chunk_id limit $4) as nearest',
      format(v_from, 'offset 0'), v_distance);
  else
    -- Not as settings of the function: only a superuser may give those to one before pgvector is loaded. They
    -- hold until the transaction ends.
    perform set_config('hnsw.iterative_scan', 'relaxed_order', true),
      set_config('hnsw.ef_search', '400', true),
      set_config('hnsw.max_scan_tuples', '100000', true),
      set_config('hnsw.scan_mem_multiplier', '4', true);
    v_query := format(
      'with nearest as materialized (select made.chunk_id, %1$s as distance %2$s order by %1$s limit $4)
       select nearest.chunk_id, (row_number() over (order by nearest.distance + 0, nearest.chunk_id))::integer
       from nearest',
      v_distance, format(v_from, ''));
  end if;
  -- The planner knows what it is given here, so that it hashes the scopes and walks the index of vectors.
  return query execute v_query
  using query_embedding, slot, scope_ids, result_limit, project_id, source_kinds, source_id, occurred_from,
    occurred_before;
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
  real[], text, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz, boolean) from public;
revoke execute on function private.nearest_in_wide_scope(
  real[], smallint, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz) from public;
revoke execute on function private.nearest_of_scope(
  boolean, real[], smallint, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz) from public;
revoke execute on function private.few_chunks() from public;
revoke execute on function private.embedding_slot(text) from public;
revoke execute on function private.embedding_label(private.embedding_models) from public;
grant execute on function private.nearest_chunks(
  real[], text, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz, boolean) to authenticated;
grant execute on function private.nearest_in_wide_scope(
  real[], smallint, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz) to authenticated;
grant execute on function private.nearest_of_scope(
  boolean, real[], smallint, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz)
  to authenticated;
grant execute on function private.few_chunks() to authenticated;
grant execute on function private.embedding_slot(text) to authenticated;
