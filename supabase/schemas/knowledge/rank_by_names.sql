-- The ranking by words again, with each word that is missing in scope replaced by the most similar words of the
-- scope: for misspelled words, and for names spelled as they sound. Empty if all words are known.
create or replace function private.rank_by_names(
  scope_ids uuid[],
  passage_ids uuid[],
  is_narrow boolean,
  total_passages real,
  filter jsonb,
  terms tsquery[],
  weights real[],
  words text[],
  term_numbers integer[],
  excluded_query tsquery,
  out ranked_ids uuid[],
  out similar_words text[]
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_unknown_words text[];
  v_terms tsquery[];
  v_weights real[];
  v_candidates record;
begin
  v_unknown_words := array(
    select input.word
    from unnest(words) with ordinality as input (word, number)
    group by input.word
    having not bool_or(input.number = any (term_numbers)));
  if v_unknown_words = '{}' then
    return;
  end if;
  select array_agg(matches.similar_word), array_agg(quote_literal(matches.similar_word)::tsquery), array_agg(matches.likeness)
  into similar_words, v_terms, v_weights
  from private.similar_words(scope_ids, passage_ids, filter, is_narrow, v_unknown_words) as matches;
  if v_terms is null then
    return;
  end if;
  select v_terms || array_agg(input.term), v_weights || array_agg(input.weight) into v_terms, v_weights
  from unnest(terms, weights) with ordinality as input (term, weight, number)
  where input.number = any (term_numbers);
  if is_narrow then
    ranked_ids := (private.rank_passages(
      scope_ids, passage_ids, null, total_passages, filter, v_terms, v_weights, null, excluded_query)).ranked_ids;
    return;
  end if;
  v_candidates := private.candidate_passages(scope_ids, filter, v_terms, v_weights, null);
  ranked_ids := (private.rank_passages(
    scope_ids, v_candidates.passage_ids, v_candidates.in_passages, v_candidates.total_passages,
    filter, v_terms, v_weights, null, excluded_query)).ranked_ids;
end;
$$;

grant execute on function private.rank_by_names(
  uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[], integer[], tsquery) to authenticated;
