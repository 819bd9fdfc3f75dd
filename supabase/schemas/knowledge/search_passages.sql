-- The passages that answer a question best, of those that the caller may see: published text of sources that belong
-- to a project and are not archived. Three rankings are fused by rank (reciprocal rank fusion, k = 60): by words; by
-- words most like those that the scope lacks; and by meaning, if the question has a vector. A scope of at most 5,000
-- passages is read in full under row-level security, and the result is exact; in a wider scope, candidates come from
-- the index, and partial is true if a limit left some of them out. All statistics cover only rows that the caller may
-- see, and only the rank is returned. highlights are pairs of start and end in code points of the snippet. Using
-- another person's view is recorded, so the function is not stable.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (project_not_found, source_not_found, person_not_found) ·
-- OPINV (invalid_query, limit_out_of_range, invalid_embedding).
create or replace function public.search_passages(
  query text,
  project_id uuid default null,
  source_kinds public.source_kind[] default null,
  source_id uuid default null,
  occurred_from date default null,
  occurred_to date default null,
  result_limit integer default 10,
  as_person_id uuid default null,
  query_embedding real[] default null,
  embedding_model text default null
)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_exact_limit constant integer := private.exact_search_limit();
  v_scope record;
  v_scope_ids uuid[];
  v_zone text;
  v_from timestamptz;
  v_before timestamptz;
  v_filter jsonb;
  v_languages text[];
  v_query_parts record;
  v_terms tsquery[];
  v_weights real[];
  v_words text[];
  v_is_narrow boolean;
  v_total integer;
  v_ids uuid[];
  v_ranking record;
  v_ids_by_words uuid[];
  v_ids_by_names uuid[];
  v_similar_words text[];
  v_is_partial boolean := false;
  v_lexemes text[];
  v_lexeme_weights real[];
  v_ids_by_meaning uuid[];
  v_results jsonb;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  if query is null or btrim(query) = '' or char_length(query) > 500 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a question of 1 to 500 characters', hint = 'invalid_query';
  elsif result_limit is null or result_limit < 1 or result_limit > 50 then
    raise exception using
      errcode = 'OPINV', message = 'Choose a limit from 1 to 50', hint = 'limit_out_of_range';
  end if;
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;
  v_scope_ids := v_scope.project_ids;
  if project_id is not null then
    if project_id <> all (v_scope_ids) then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
    end if;
    v_scope_ids := array[project_id];
  end if;
  if v_scope.sees_restricted then
    v_scope_ids := v_scope_ids || (v_scope.viewer).organization_id;
  end if;

  if coalesce(occurred_from, occurred_to) is not null then
    select organizations.time_zone into v_zone
    from public.organizations where organizations.id = (v_scope.viewer).organization_id;
  end if;
  -- Within the dates that can be stored, so that no sum of days overflows its type.
  v_from := case when occurred_from > date '0001-01-01' then occurred_from::timestamp at time zone v_zone end;
  v_before := case when occurred_to < date '9999-12-31' then (occurred_to + 1)::timestamp at time zone v_zone end;
  v_filter := jsonb_strip_nulls(jsonb_build_object(
    'project_id', project_id, 'source_kinds', source_kinds, 'from', v_from, 'before', v_before));

  if source_id is not null then
    select array_agg(passages.id) into v_ids
    from public.sources
    left join public.passages
      on passages.source_id = sources.id and passages.source_version = sources.published_version
    where sources.id = search_passages.source_id and sources.scope_id = any (v_scope_ids)
    having count(*) > 0;
    if v_ids is null then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such source', hint = 'source_not_found';
    end if;
    v_total := cardinality(v_ids);
  else
    select count(*) into v_total
    from (select from public.passages where passages.scope_id = any (v_scope_ids) limit v_exact_limit + 1) as first_passages;
  end if;

  select coalesce(array_agg(distinct private.stemmed_language(languages.language)), '{english}') into v_languages
  from (
    select distinct sources.language from public.sources where sources.scope_id = any (v_scope_ids)
  ) as languages;
  v_query_parts := private.query_parts(query);
  select array_agg(term), array_agg(weight), array_agg(word) into v_terms, v_weights, v_words
  from private.query_terms(v_query_parts.words, v_languages);
  v_is_narrow := source_id is not null or v_total <= v_exact_limit;

  if v_terms is not null then
    if v_is_narrow then
      v_ranking := private.rank_by_words(v_scope_ids, v_ids, true, v_total, v_filter, v_terms, v_weights,
        v_words, v_query_parts.required_query, v_query_parts.excluded_query);
    else
      v_ranking := private.rank_wide_scope(
        v_scope_ids, v_filter, v_terms, v_weights, v_words, v_query_parts.required_query, v_query_parts.excluded_query);
    end if;
    v_ids_by_words := v_ranking.ids_by_words;
    v_ids_by_names := v_ranking.ids_by_names;
    v_similar_words := v_ranking.similar_words;
    v_is_partial := coalesce(v_ranking.is_partial, false);
  end if;
  -- A question with required words matches them exactly.
  if query_embedding is not null and v_query_parts.required_query is null then
    v_ids_by_meaning := nullif(private.nearest_passages(
      query_embedding, embedding_model, v_scope_ids, 100, project_id, source_kinds, source_id, v_from, v_before,
      v_is_narrow), '{}');
  end if;

  select array_agg(lexemes.lexeme), array_agg(lexemes.weight) into v_lexemes, v_lexeme_weights
  from (
    select lexeme, input.weight
    from private.query_terms(v_query_parts.words, v_languages) as input
    cross join lateral unnest(input.lexemes) as lexeme
    union all
    select input.word, 1 from unnest(v_similar_words) as input (word)
  ) as lexemes;

  with rankings as (
    select input.id, input.position from unnest(v_ids_by_words) with ordinality as input (id, position)
    union all
    select input.id, input.position from unnest(v_ids_by_names) with ordinality as input (id, position)
    union all
    select input.id, input.position from unnest(v_ids_by_meaning) with ordinality as input (id, position)
  ),
  fusion as (
    select rankings.id, sum(1.0 / (60 + rankings.position)) as score, min(rankings.position) as best_position
    from rankings
    group by rankings.id
    order by score desc, best_position, rankings.id
  ),
  -- Reads the found passages again as the caller, one by one until there are enough.
  page as (
    select matches.*, row_number() over (order by matches.score desc, matches.best_position, matches.id) as rank
    from (
      select fusion.score, fusion.best_position, passage.*
      from fusion
      cross join lateral (
        select passages.id, passages.content, passages.location, sources.id as source_id, sources.kind,
          sources.project_id, sources.title, sources.occurred_at
        from public.passages
        join public.sources
          on sources.id = passages.source_id and sources.published_version = passages.source_version
        where passages.id = fusion.id and passages.scope_id = any (v_scope_ids)
          and sources.project_id is not null and sources.archived_at is null
        offset 0
      ) as passage
      order by fusion.score desc, fusion.best_position, fusion.id
      limit result_limit
    ) as matches
  )
  select coalesce(jsonb_agg(
      jsonb_build_object(
        'chunk_id', page.id,
        'source_id', page.source_id,
        'source_kind', page.kind,
        'project_id', page.project_id,
        'title', page.title,
        'snippet', excerpt.snippet,
        'highlights', excerpt.highlights,
        'location', page.location,
        'occurred_at', page.occurred_at,
        'rank', page.rank)
      || case when page.kind = 'document' then jsonb_build_object('document_id', page.source_id) else '{}' end
      order by page.rank), '[]')
  into v_results
  from page
  cross join lateral private.passage_snippet(
    page.content,
    v_lexemes, v_lexeme_weights, v_languages) as excerpt;

  perform private.record_chat_materials(
    '{}', array(select (result ->> 'source_id')::uuid from jsonb_array_elements(v_results) as result));
  return jsonb_build_object(
    'results', v_results, 'mode', case when v_ids_by_meaning is not null then 'hybrid' else 'lexical' end,
    'partial', v_is_partial);
end;
$$;

grant execute on function public.search_passages(
  text, uuid, public.source_kind[], uuid, date, date, integer, uuid, real[], text) to authenticated;
comment on function public.search_passages(
  text, uuid, public.source_kind[], uuid, date, date, integer, uuid, real[], text) is
  'Returns { results, mode, partial }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
