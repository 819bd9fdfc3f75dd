-- The part of a text that matches the query best, about 260 characters of whole words, and the positions of the
-- words in it: pairs of start and end, in code points. Inflected and accented forms match too. The snippet begins with
-- a sentence if one begins nearby; … marks a sentence or text that continues beyond it.
create or replace function private.passage_snippet(
  content text,
  lexemes text[],
  weights real[],
  languages text[],
  out snippet text,
  out highlights jsonb
)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_length constant integer := 260;
  -- How far before the first match the snippet may begin.
  v_lead constant integer := 60;
  v_separator constant text := '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff0f]';
  v_letter constant text := private.spaceless_letter();
  v_start integer;
  v_end integer;
  v_is_within boolean;
  v_is_cut boolean;
begin
  with passages as (
    select tokens.parts[1] as before, tokens.parts[2] as word, tokens.number
    from regexp_matches(
      passage_snippet.content,
      format('(%s*)(%s|(?:(?!%s)%s)+)', v_separator, v_letter, v_letter,
             overlay(v_separator placing '[^' from 1 for 1)), 'g') with ordinality as tokens (parts, number)
  ),
  words as materialized (
    select passages.word, passages.number,
      -- Characters that open a word belong to it; no word begins within a compound word.
      case when passages.number = 1 then char_length(passages.before)
        else char_length(substring(passages.before from '[^\s.!?…。！？,;:]*$')) end as opening,
      passages.number = 1 or passages.before = '' or passages.before ~ '[\s。！？]' as begins_word,
      passages.number = 1 or passages.before ~ '\n|[.!?…][^\s\w]*\s|[。！？]' as begins_sentence,
      sum(char_length(passages.before || passages.word)) over (order by passages.number)::integer as ends_at
    from passages
  ),
  word_weights as (
    select vocabulary.word, match.lexeme, match.weight
    from (select distinct words.word from words) as vocabulary
    cross join lateral (
      select array(
        select lower(btrim(private.fold_text(vocabulary.word)))
        union
        select unnest(ts_lexize((language || '_stem')::regdictionary, lower(btrim(private.fold_text(vocabulary.word)))))
        from unnest(passage_snippet.languages) as language
      ) as forms
    ) as spellings
    cross join lateral (
      select input.lexeme, input.weight
      from unnest(passage_snippet.lexemes, passage_snippet.weights) as input (lexeme, weight)
      where input.lexeme = any (spellings.forms)
      order by input.weight desc, input.lexeme
      limit 1
    ) as match
  ),
  matches as materialized (
    select words.ends_at - char_length(words.word) as starts_at, words.ends_at, word_weights.lexeme, word_weights.weight
    from words join word_weights on word_weights.word = words.word
  ),
  -- The window with the most different words; repeated words count little.
  start as (
    select matches.starts_at
    from matches
    cross join lateral (
      select sum(by_lexeme.weight + 0.01 * by_lexeme.times) as weight
      from (
        select max(nearby_match.weight) as weight, count(*) as times
        from matches as nearby_match
        where nearby_match.starts_at >= matches.starts_at and nearby_match.ends_at <= matches.starts_at + v_length - v_lead
        group by nearby_match.lexeme
      ) as by_lexeme
    ) as scores
    order by scores.weight desc, matches.starts_at
    limit 1
  ),
  beginning as (
    select candidates.starts_at, not candidates.begins_sentence as is_within
    from (
      select words.ends_at - char_length(words.word) - words.opening as starts_at, words.begins_sentence,
        coalesce(start.starts_at, 0) - words.ends_at + char_length(words.word) as before
      from words
      left join start on true
      where words.begins_word or words.ends_at - char_length(words.word) = start.starts_at
    ) as candidates
    where (candidates.before >= 0 and candidates.before <= v_lead) or candidates.starts_at = 0
    -- The nearest sentence; otherwise a word or two before the match; without a match, the beginning.
    order by candidates.before >= 0 and candidates.before <= v_lead desc, candidates.begins_sentence desc,
      case when candidates.begins_sentence then candidates.before else abs(candidates.before - v_lead / 2) end
    limit 1
  ),
  edges as (
    select beginning.starts_at, beginning.is_within, coalesce(
      (select max(words.ends_at) from words
       where words.ends_at > beginning.starts_at and words.ends_at <= beginning.starts_at + v_length),
      beginning.starts_at + v_length) as ends_at
    from beginning
  )
  select edges.starts_at, edges.ends_at,
    (select coalesce(jsonb_agg(jsonb_build_array(matches.starts_at - edges.starts_at, matches.ends_at - edges.starts_at)
       order by matches.starts_at), '[]')
     from matches
     where matches.starts_at >= edges.starts_at and matches.ends_at <= edges.ends_at),
    edges.is_within,
    exists (select from words where words.ends_at > edges.ends_at)
  into v_start, v_end, highlights, v_is_within, v_is_cut
  from edges;
  v_start := coalesce(v_start, 0);
  highlights := coalesce(highlights, '[]');
  if not coalesce(v_is_cut, false) then
    -- Punctuation after the last word belongs to it.
    v_end := least(char_length(passage_snippet.content), v_start + v_length);
  end if;
  -- Each line break becomes one space, so that the positions of highlights stay correct.
  snippet := translate(substr(passage_snippet.content, v_start + 1, v_end - v_start), E'\n\r\t', '   ');
  if v_is_within then
    snippet := '…' || snippet;
    highlights := (
      select coalesce(jsonb_agg(jsonb_build_array((pair ->> 0)::integer + 1, (pair ->> 1)::integer + 1) order by number), '[]')
      from jsonb_array_elements(highlights) with ordinality as input (pair, number));
  end if;
  if v_is_cut then
    snippet := snippet || '…';
  end if;
end;
$$;

grant execute on function private.passage_snippet(text, text[], real[], text[]) to authenticated;
