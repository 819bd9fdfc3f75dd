-- PostgreSQL's name for a language that it can stem. English for an unknown language and for one that it
-- cannot stem; the index contains the unstemmed words in any case.
create or replace function private.stemmed_language(language text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case language
    when 'ar' then 'arabic' when 'ca' then 'catalan' when 'da' then 'danish' when 'de' then 'german'
    when 'el' then 'greek' when 'es' then 'spanish' when 'eu' then 'basque' when 'fi' then 'finnish'
    when 'fr' then 'french' when 'ga' then 'irish' when 'hi' then 'hindi' when 'hu' then 'hungarian'
    when 'hy' then 'armenian' when 'id' then 'indonesian' when 'it' then 'italian' when 'lt' then 'lithuanian'
    when 'ne' then 'nepali' when 'nb' then 'norwegian' when 'nl' then 'dutch' when 'nn' then 'norwegian'
    when 'no' then 'norwegian' when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian'
    when 'sr' then 'serbian' when 'sv' then 'swedish' when 'ta' then 'tamil' when 'tr' then 'turkish'
    when 'yi' then 'yiddish'
    else 'english' end;
end;
$$;

-- The words of a text twice: unchanged, and as stems of its language.
create or replace function private.search_vector(content text, language text)
returns tsvector
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  -- A tsvector is limited to a megabyte; passages have about a thousand characters.
  v_text text := private.fold_text(left(content, 50000));
begin
  return to_tsvector('pg_catalog.simple'::regconfig, v_text)
    || to_tsvector(private.stemmed_language(language)::regconfig, v_text);
end;
$$;
comment on function private.search_vector(text, text) is 'Lexemes of a text in a language (ISO 639-1).';

create or replace function private.tg_passages__index_words()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_language text := (select sources.language from public.sources where sources.id = new.source_id);
begin
  -- The heading and the speaker of a passage count with its text.
  new.search_vector := setweight(
      private.search_vector(concat_ws(E'\n', new.location ->> 'heading', new.location ->> 'speaker'), v_language), 'A')
    || private.search_vector(new.content, v_language);
  return new;
end;
$$;

create or replace function private.tg_sources__index_words()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.search_vector := setweight(private.search_vector(new.title, new.language), 'A')
    || private.search_vector(coalesce(new.keywords, ''), new.language);
  return new;
end;
$$;

-- The language determines the stems.
create or replace function private.tg_sources__reindex_passages()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if private.stemmed_language(new.language) <> private.stemmed_language(old.language) then
    update public.passages set content = passages.content where passages.source_id = new.id;
  end if;
  return null;
end;
$$;

create trigger tg_passages__index_words before insert or update of content, location on public.passages
  for each row execute function private.tg_passages__index_words();
create trigger tg_sources__index_words before insert or update of title, keywords, language on public.sources
  for each row execute function private.tg_sources__index_words();
create trigger tg_sources__reindex_passages after update of language on public.sources
  for each row execute function private.tg_sources__reindex_passages();

grant execute on function private.stemmed_language(text) to authenticated;
