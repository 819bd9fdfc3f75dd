-- The part of a text that has the most of what was asked, about 240 characters, and where in it the words
-- stand: pairs of start and end, in code points. A word is found however it is inflected or accented.
create or replace function private.chunk_snippet(
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
  v_length constant integer := 240;
  v_separator constant text := '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff0f]';
  v_letter constant text := private.spaceless_letter();
  v_start integer;
  v_end integer;
begin
  with pieces as (
    select matched.parts[1] as before, matched.parts[2] as word, matched.number
    from regexp_matches(
      chunk_snippet.content,
      format('(%s*)(%s|(?:(?!%s)%s)+)', v_separator, v_letter, v_letter,
             overlay(v_separator placing '[^' from 1 for 1)), 'g') with ordinality as matched (parts, number)
  ),
  words as materialized (
    select pieces.word,
      sum(char_length(pieces.before || pieces.word)) over (order by pieces.number)::integer as ends_at
    from pieces
  ),
  worths as (
    select different.word, (
      select max(given.weight)
      from unnest(chunk_snippet.lexemes, chunk_snippet.weights) as given (lexeme, weight)
      where given.lexeme = any (folded.forms)) as worth
    from (select distinct words.word from words) as different
    cross join lateral (
      select array(
        select lower(btrim(private.fold_text(different.word)))
        union
        select unnest(ts_lexize((language || '_stem')::regdictionary, lower(btrim(private.fold_text(different.word)))))
        from unnest(chunk_snippet.languages) as language
      ) as forms
    ) as folded
  ),
  found as materialized (
    select words.ends_at - char_length(words.word) as starts_at, words.ends_at, worths.worth
    from words join worths on worths.word = words.word
    where worths.worth is not null
  ),
  -- Where the most stands together; each word counts once.
  start as (
    select found.starts_at
    from found
    cross join lateral (
      select sum(other.worth) as worth from found as other
      where other.starts_at >= found.starts_at and other.ends_at <= found.starts_at + v_length - 40
    ) as within
    order by within.worth desc, found.starts_at
    limit 1
  ),
  edges as (
    select coalesce(
      (select case when start.starts_at < 60 then 0 else coalesce(
         -- The beginning of a word a little before.
         (select max(words.ends_at - char_length(words.word)) from words where words.ends_at <= start.starts_at - 30),
         start.starts_at) end
       from start), 0) as starts_at
  )
  select edges.starts_at, least(edges.starts_at + v_length, char_length(chunk_snippet.content)),
    (select coalesce(jsonb_agg(jsonb_build_array(found.starts_at - edges.starts_at, found.ends_at - edges.starts_at)
       order by found.starts_at), '[]')
     from found
     where found.starts_at >= edges.starts_at and found.ends_at <= edges.starts_at + v_length)
  into v_start, v_end, highlights
  from edges;
  -- Line by line would not fit: one character for one, so that the places hold.
  snippet := translate(substr(chunk_snippet.content, v_start + 1, v_end - v_start), E'\n\r\t', '   ');
end;
$$;

revoke execute on function private.chunk_snippet(text, text[], real[], text[]) from public;
grant execute on function private.chunk_snippet(text, text[], real[], text[]) to authenticated;
