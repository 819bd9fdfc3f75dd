-- The rankings by words within a scope: by the words of the question, and by the words most similar to those that
-- the scope lacks. For a question with required words, no similar words are used. Runs as its caller; passage_ids are
-- the passages of one source, if the search is limited to one.
create or replace function private.rank_by_words(
  scope_ids uuid[],
  passage_ids uuid[],
  is_narrow boolean,
  total_passages real,
  filter jsonb,
  terms tsquery[],
  weights real[],
  words text[],
  required_query tsquery,
  excluded_query tsquery,
  out ids_by_words uuid[],
  out ids_by_names uuid[],
  out similar_words text[],
  out is_partial boolean
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_candidates record;
  v_ranking record;
begin
  is_partial := false;
  if is_narrow then
    v_ranking := private.rank_passages(
      scope_ids, passage_ids, null, total_passages, filter, terms, weights, required_query, excluded_query);
  else
    v_candidates := private.candidate_passages(scope_ids, filter, terms, weights, required_query);
    is_partial := v_candidates.is_partial;
    v_ranking := private.rank_passages(scope_ids, v_candidates.passage_ids, v_candidates.in_passages,
      v_candidates.total_passages, filter, terms, weights, required_query, excluded_query);
  end if;
  ids_by_words := v_ranking.ranked_ids;
  if required_query is null then
    select matches.ranked_ids, matches.similar_words into ids_by_names, similar_words
    from private.rank_by_names(scope_ids, passage_ids, is_narrow, total_passages, filter, terms, weights,
      words, coalesce(v_ranking.term_numbers, '{}'), excluded_query) as matches;
  end if;
end;
$$;

-- The rankings in a scope that is too wide to read in full. Definer, because row-level security would prevent the use
-- of the index and compare each row with all projects of its reader: it determines once which of the scopes the caller
-- may see, and reads those. Its results are read again under row-level security before they are returned.
create or replace function private.rank_wide_scope(
  scope_ids uuid[],
  filter jsonb,
  terms tsquery[],
  weights real[],
  words text[],
  required_query tsquery,
  excluded_query tsquery,
  out ids_by_words uuid[],
  out ids_by_names uuid[],
  out similar_words text[],
  out is_partial boolean
)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope_ids uuid[] := array(
    select unnest(scope_ids) intersect select unnest(private.visible_scope_ids()) order by 1);
begin
  is_partial := false;
  if v_scope_ids = '{}' then
    return;
  end if;
  select ranking.ids_by_words, ranking.ids_by_names, ranking.similar_words, ranking.is_partial
  into ids_by_words, ids_by_names, similar_words, is_partial
  from private.rank_by_words(
    v_scope_ids, null, false, null, filter, terms, weights, words, required_query, excluded_query) as ranking;
end;
$$;

grant execute on function private.rank_by_words(
  uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[], tsquery, tsquery) to authenticated;
grant execute on function private.rank_wide_scope(
  uuid[], jsonb, tsquery[], real[], text[], tsquery, tsquery) to authenticated;
