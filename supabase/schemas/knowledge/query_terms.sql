-- The terms that a question requires and excludes: "words in quotes" must appear together, -word must not appear.
create or replace function private.query_parts(
  query text, out required_query tsquery, out excluded_query tsquery, out words text)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_query text := regexp_replace(query, '[“”„«»]', '"', 'g');
  v_part text;
begin
  for v_part in select match[1] from regexp_matches(v_query, '"([^"]+)"', 'g') as match loop
    required_query := coalesce(required_query && phraseto_tsquery('pg_catalog.simple', private.fold_text(v_part)),
                               phraseto_tsquery('pg_catalog.simple', private.fold_text(v_part)));
  end loop;
  for v_part in select match[1] from regexp_matches(v_query, '(?:^|\s)-([^\s"-][^\s"]*)', 'g') as match loop
    excluded_query := coalesce(excluded_query || phraseto_tsquery('pg_catalog.simple', private.fold_text(v_part)),
                               phraseto_tsquery('pg_catalog.simple', private.fold_text(v_part)));
  end loop;
  words := private.fold_text(regexp_replace(
    regexp_replace(v_query, '(^|\s)-[^\s"-][^\s"]*', ' ', 'g'), '"', ' ', 'g'));
  required_query := case when numnode(required_query) > 0 then required_query end;
  excluded_query := case when numnode(excluded_query) > 0 then excluded_query end;
end;
$$;

-- The terms of a question: each word itself and its stems in the languages of the caller's sources. Question words
-- ("what did they discuss") count little compared with content words; neighboring letters of scripts without
-- spaces count as pairs.
create or replace function private.query_terms(words text, languages text[])
returns table (term tsquery, weight real, word text, lexemes text[])
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_question_words constant text[] := array[
    'agre', 'decid', 'decis', 'describ', 'disagre', 'discuss', 'explain', 'group', 'idea', 'introduc', 'meet',
    'mention', 'opinion', 'recommend', 'say', 'said', 'summar', 'summari', 'talk', 'team', 'tell', 'think',
    'toward', 'would'];
begin
  return query
  with tokens as materialized (
    select input.lexeme, positions.position, input.lexeme ~ private.spaceless_letter() as is_spaceless
    from unnest(to_tsvector('pg_catalog.simple', query_terms.words)) as input
    cross join lateral unnest(input.positions) as positions (position)
  ),
  stems as materialized (
    select tokens.lexeme, tokens.position, ts_lexize((language || '_stem')::regdictionary, tokens.lexeme) as forms
    from tokens
    cross join unnest(languages) as language
    where not tokens.is_spaceless
  ),
  weighted_words as materialized (
    select
      stems.lexeme, min(stems.position) as position,
      case
        when bool_or(stems.forms = '{}') then 0.05
        when 'english' = any (languages)
          and ts_lexize('pg_catalog.english_stem', stems.lexeme) && v_question_words then 0.2
        else 1.0
      end as weight,
      coalesce(array_agg(distinct stems.forms[1]) filter (where stems.forms[1] is not null), '{}') as forms
    from stems
    group by stems.lexeme
  ),
  terms as (
    select quote_literal(form.stem)::tsquery as term, max(weighted_words.weight) as weight,
      min(weighted_words.lexeme) as word, min(weighted_words.position) as position, array[form.stem] as lexemes
    from weighted_words cross join lateral unnest(weighted_words.forms) as form (stem)
    group by form.stem
    union all
    select quote_literal(weighted_words.lexeme)::tsquery, weighted_words.weight * 0.7, weighted_words.lexeme,
      weighted_words.position, array[weighted_words.lexeme]
    from weighted_words
    where not exists (select from weighted_words as other_word where weighted_words.lexeme = any (other_word.forms))
    union all
    select distinct on (tokens.lexeme, next_tokens.lexeme)
      case when next_tokens.lexeme is not null
        then quote_literal(tokens.lexeme)::tsquery <-> quote_literal(next_tokens.lexeme)::tsquery
        else quote_literal(tokens.lexeme)::tsquery end,
      1.0, tokens.lexeme, tokens.position, array_remove(array[tokens.lexeme, next_tokens.lexeme], null)
    from tokens
    left join tokens as next_tokens on next_tokens.position = tokens.position + 1 and next_tokens.is_spaceless
    where tokens.is_spaceless
      and (next_tokens.lexeme is not null or not exists (
        select from tokens as before where before.position = tokens.position - 1 and before.is_spaceless))
  )
  select terms.term, terms.weight::real, terms.word, terms.lexemes
  from terms
  where terms.weight >= 0.1 or not exists (select from terms as strong_term where strong_term.weight >= 0.1)
  order by terms.weight desc, terms.position, terms.term::text
  limit 24;
end;
$$;

grant execute on function private.query_parts(text) to authenticated;
grant execute on function private.query_terms(text, text[]) to authenticated;
