-- For a scope that is too wide to read in full: at most a few thousand candidate passages, found by the index,
-- rarest terms first, and the number of passages with each term. It runs only within rank_wide_scope, which has checked
-- the scope. The frequency of a common term is estimated from a sample of the scope; that of a rare one is counted.
-- is_partial is true when a limit left out passages that have a term.
create or replace function private.candidate_passages(
  scope_ids uuid[],
  filter jsonb,
  terms tsquery[],
  weights real[],
  required_query tsquery,
  out passage_ids uuid[],
  out in_passages real[],
  out total_passages real,
  out is_partial boolean
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_max_passages constant integer := 3000;
  v_common_share constant real := 0.02;
  v_shares real[];
  v_matches uuid[];
  v_common_terms tsquery[];
  v_term record;
begin
  passage_ids := '{}';
  is_partial := false;
  in_passages := array_fill(0::real, array[cardinality(terms)]);
  select count(*) into total_passages
  from (
    select from public.passages where passages.scope_id = any (candidate_passages.scope_ids) limit 50000
  ) as first_passages;

  with sample as materialized (
    select sample_passages.search_vector || ''::tsvector as words
    from unnest(candidate_passages.scope_ids) as scope (id)
    cross join lateral (
      -- A part of the sample is from the middle of each scope, the rest from its beginning.
      (select passages.search_vector from public.passages
       where passages.scope_id = scope.id and passages.source_id >= md5(scope.id::text)::uuid
       order by passages.source_id limit greatest(1, 300 / cardinality(candidate_passages.scope_ids)))
      union all
      (select passages.search_vector from public.passages
       where passages.scope_id = scope.id
       order by passages.source_id limit greatest(1, 300 / cardinality(candidate_passages.scope_ids)))
    ) as sample_passages
    limit 600
  )
  select array_agg(shares.share order by shares.number) into v_shares
  from (
    select input.number, (select avg((sample.words @@ input.term)::integer) from sample)::real as share
    from unnest(terms) with ordinality as input (term, number)
  ) as shares;

  if required_query is not null then
    passage_ids := private.indexed_passages(candidate_passages.scope_ids, filter, required_query, v_max_passages);
    is_partial := cardinality(passage_ids) >= v_max_passages;
  end if;
  for v_term in
    select input.number, input.term, input.weight, coalesce(v_shares[input.number], 0) as share
    from unnest(terms, weights) with ordinality as input (term, weight, number)
    order by coalesce(v_shares[input.number], 0), input.weight desc
  loop
    if v_term.share > v_common_share then
      in_passages[v_term.number] := v_term.share * total_passages;
      if v_term.weight >= 0.5 then
        v_common_terms := v_common_terms || v_term.term;
      end if;
      continue;
    end if;
    v_matches := private.indexed_passages(candidate_passages.scope_ids, filter, v_term.term, v_max_passages);
    in_passages[v_term.number] := cardinality(v_matches);
    if required_query is null then
      is_partial := is_partial or cardinality(v_matches) >= v_max_passages or cardinality(passage_ids) >= v_max_passages;
      if cardinality(passage_ids) < v_max_passages then
        passage_ids := passage_ids || v_matches;
      end if;
    end if;
  end loop;

  -- For words that many passages contain: the passages that also contain the rarest of the query's words.
  is_partial := is_partial or required_query is null and v_common_terms is not null;
  if required_query is null and v_common_terms is not null and cardinality(passage_ids) < 500 then
    for v_size in reverse least(cardinality(v_common_terms), 4) .. 1 loop
      select string_agg(input.term::text, ' & ')::tsquery as term into v_term
      from unnest(v_common_terms[:v_size]) as input (term);
      passage_ids := passage_ids || private.indexed_passages(candidate_passages.scope_ids, filter, v_term.term, v_max_passages / 2);
      exit when cardinality(passage_ids) >= 1000;
    end loop;
  end if;
  passage_ids := array(
    select distinct input.id from unnest(passage_ids) with ordinality as input (id, number)
    where input.number <= 2 * v_max_passages)
    || private.titled_passages(candidate_passages.scope_ids, terms, weights);
end;
$$;

-- The passages of a scope that contain a term, from the index. If there are more than the limit, every plan
-- returns the same ones.
create or replace function private.indexed_passages(scope_ids uuid[], filter jsonb, term tsquery, most integer)
returns uuid[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_project_id uuid := filter ->> 'project_id';
  v_source_kinds text[] := (select array_agg(kind) from jsonb_array_elements_text(filter -> 'source_kinds') as kind);
  v_from timestamptz := filter ->> 'from';
  v_before timestamptz := filter ->> 'before';
begin
  if coalesce(v_project_id::text, v_source_kinds::text, v_from::text, v_before::text) is null then
    return array(
      select passages.id from public.passages
      where passages.search_vector @@ term and passages.scope_id = any (indexed_passages.scope_ids)
      order by passages.scope_id, passages.source_id, passages.id
      limit most);
  end if;
  return array(
    select passages.id from public.passages
    join public.sources on sources.id = passages.source_id
    where passages.search_vector @@ term and passages.scope_id = any (indexed_passages.scope_ids)
      and (v_project_id is null or sources.project_id = v_project_id)
      and (v_source_kinds is null or sources.kind::text = any (v_source_kinds))
      and (v_from is null or sources.occurred_at >= v_from)
      and (v_before is null or sources.occurred_at < v_before)
    order by passages.scope_id, passages.source_id, passages.id
    limit most);
end;
$$;

-- The first passages of the sources whose titles match the terms best.
create or replace function private.titled_passages(scope_ids uuid[], terms tsquery[], weights real[])
returns uuid[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_title_query tsquery := (
    select string_agg(input.term::text, ' | ')::tsquery
    from unnest(terms, weights) as input (term, weight) where input.weight >= 0.5);
begin
  return array(
    select passages.id
    from (
      select sources.id, sources.published_version
      from public.sources
      where sources.search_vector @@ v_title_query and sources.scope_id = any (titled_passages.scope_ids)
        and sources.archived_at is null
      order by ts_rank(sources.search_vector, v_title_query) desc, sources.id
      limit 50
    ) as title_matches
    join public.passages
      on passages.source_id = title_matches.id and passages.source_version = title_matches.published_version
    where passages.position = 0);
end;
$$;
