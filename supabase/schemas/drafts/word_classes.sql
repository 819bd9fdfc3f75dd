-- The words of a text that may name a person. Every capitalized word is one of them, unless a list shows that it is an
-- ordinary word.

-- { word: class } for the words of a text in lower case that may name a person in some position:
--   given        a given name, or its German genitive: Petras
--   either       a given name that is also a word
--   person       a noun for a person that is also a surname: Baker, Richter
--   surname      another word that is also a surname: Stone, Klein
--   rare         a word that is rarely a surname, and often begins a heading: Case, Key, Root
--   german       a word of German texts, and of no English ones
--   unknown      any other word that is in no list
-- A word of German texts, and of no English ones, is german_person or german_surname instead of person or surname.
create or replace function private.word_classes(content text, vocabulary text[])
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_words text[];
  v_capitals boolean[];
  v_entries jsonb;
  v_class text;
  v_classified_words text[] := '{}';
  v_classes text[] := '{}';
begin
  select array_agg(entry.word), array_agg(entry.has_capital) into v_words, v_capitals
  from (
    select lower(match[1]) as word, bool_or(match[1] !~ '^[[:lower:]]') as has_capital
    from regexp_matches(private.readable_words(content), '(' || private.word_pattern() || ')', 'g') as match
    group by 1
  ) as entry
  where char_length(entry.word) between 2 and 60 and entry.word <> all (vocabulary)
    and entry.word !~ '^[〇零一二三四五六七八九十百千万亿两兩萬億]+$';
  v_entries := private.dictionary_entries(v_words);
  for v_index in 1 .. coalesce(cardinality(v_words), 0) loop
    v_class := private.class_of(v_words[v_index], v_capitals[v_index], v_entries);
    if v_class is not null then
      v_classified_words := v_classified_words || v_words[v_index];
      v_classes := v_classes || v_class;
    end if;
  end loop;
  return jsonb_object(v_classified_words, v_classes);
end;
$$;
comment on function private.word_classes(text, text[]) is
  'Returns { word: given | either | person | surname | rare | german_person | german_surname | german | unknown }.';

-- The class of a word in lower case; null if it names no person in any position.
create or replace function private.class_of(word text, has_capital boolean, entries jsonb)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_person constant boolean := entries ? ('person_noun:' || word);
begin
  if entries ? ('given_name:' || word) then
    return 'given';
  elsif not has_capital then
    return null;
  elsif entries ? ('word_and_name:' || word) then
    return 'either';
  elsif v_is_person or entries ? ('surname:' || word) then
    return case when not private.has_entry('english', private.english_stems(word), entries) and private.is_german_word(word, entries)
        then 'german_' else '' end
      || case when v_is_person then 'person' else 'surname' end;
  elsif entries ? ('rare_surname:' || word) then
    return 'rare';
  elsif private.has_entry('english', private.english_stems(word), entries) then
    return null;
  elsif right(word, 1) = 's' and char_length(word) > 3 and entries ? ('given_name:' || left(word, -1)) then
    return 'given';
  end if;
  return case when not entries ? ('name_only:' || word) and private.is_german_word(word, entries) then 'german' else 'unknown' end;
end;
$$;

-- A text in the form in which names are searched: without web addresses, marks of bold text, the possessive 's, and the
-- plural s of acronyms such as URLs.
create or replace function private.readable_words(content text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text := translate(private.visible_text(content), U&'*_`\2019', U&'\0027');
begin
  if position('://' in v_text) > 0 then
    v_text := regexp_replace(v_text, '\mhttps?://[^\s)>\]]+', ' ', 'gi');
  end if;
  if position('''' in v_text) > 0 then
    v_text := regexp_replace(v_text, '''[sS]\M', '', 'g');
  end if;
  return regexp_replace(v_text, '([[:upper:]]{2,})s\M', '\1', 'g');
end;
$$;

-- One word, or one part of a word such as HubSpot or McDonald. Letters of scripts without capitals count as capitals.
create or replace function private.word_pattern()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '[[:upper:]]+(?![[:lower:]])|[[:upper:]]?[[:lower:]]+|(?:(?![[:upper:][:lower:]])[[:alpha:]])+'
$$;

