-- For words that are missing in scope, the most similar words of titles, keywords, speakers and headings, and of
-- the whole text if the scope can be read in full. Runs as its caller, under row-level security: no caller is
-- offered a word that only other scopes contain.
create or replace function private.similar_words(
  scope_ids uuid[], passage_ids uuid[], filter jsonb, is_narrow boolean, words text[]
)
returns table (word text, similar_word text, likeness real)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_vocabulary_query text := format(
    'with live_sources as (
       select sources.id, sources.published_version, sources.search_vector
       from public.sources
       where sources.scope_id = any (%1$L::uuid[]) and sources.project_id is not null and sources.archived_at is null
         and (%2$L is null or sources.project_id = %2$L::uuid)
         and (%3$L is null or to_jsonb(sources.kind) <@ %3$L::jsonb)
         and (%4$L is null or sources.occurred_at >= %4$L::timestamptz)
         and (%5$L is null or sources.occurred_at < %5$L::timestamptz))
     select live_sources.search_vector from live_sources',
    scope_ids, filter ->> 'project_id', filter -> 'source_kinds', filter ->> 'from', filter ->> 'before');
begin
  if passage_ids is not null then
    v_vocabulary_query := v_vocabulary_query || format(
      ' union all select passages.search_vector from public.passages where passages.id = any (%L::uuid[])', passage_ids);
  elsif is_narrow then
    v_vocabulary_query := v_vocabulary_query || format(
      ' union all select passages.search_vector
        from live_sources
        join public.passages on passages.source_id = live_sources.id and passages.source_version = live_sources.published_version
         and passages.scope_id = any (%L::uuid[])', scope_ids);
  end if;
  return query
  select matches.word, matches.similar_word, matches.likeness
  from private.most_similar_words(
    array(select stats.word from ts_stat(v_vocabulary_query) as stats where char_length(stats.word) >= 3),
    words) as matches;
end;
$$;

-- The three words of a vocabulary that share the most trigrams with each word. Definer, because callers may not execute
-- the functions of the trigram extension; it reads only its arguments.
create or replace function private.most_similar_words(vocabulary text[], words text[])
returns table (word text, similar_word text, likeness real)
language plpgsql
immutable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select input.word, matches.word, matches.likeness
  from unnest(words) as input (word)
  cross join lateral (
    select entries.word, extensions.similarity(entries.word, input.word) as likeness
    from unnest(vocabulary) as entries (word)
    where char_length(entries.word) >= char_length(input.word) - 3
      and char_length(entries.word) <= char_length(input.word) + 3
    order by likeness desc, entries.word
    limit 3
  ) as matches
  where char_length(input.word) >= 4 and input.word !~ '^[0-9.,:-]+$' and matches.likeness >= 0.4;
end;
$$;

grant execute on function private.most_similar_words(text[], text[]) to authenticated;
grant execute on function private.similar_words(uuid[], uuid[], jsonb, boolean, text[]) to authenticated;
