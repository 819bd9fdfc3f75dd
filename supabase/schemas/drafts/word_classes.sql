-- The words of a text that may name a person. Every capitalized word is one of them, unless a list shows that it is an
-- ordinary word.

-- { word: class } for the words of a text in lower case that may name a person in some position:
--   given    a given name
--   either   a given name that is also a word
--   german   a word of German texts, and of no English ones
--   unknown  any other word that is not in a list
create or replace function private.word_classes(content text, vocabulary text[])
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_object_agg(classified.word, classified.class), '{}')
    from (
      select listed.word, case
        when listed.word = any (private.given_names()) then 'given'
        when listed.word = any (private.names_that_are_words()) then 'either'
        when private.is_english_word(listed.word) then null
        when private.is_german_word(listed.word) then 'german'
        else 'unknown' end as class
      from (
        select lower(match[1]) as word, bool_or(match[1] !~ '^[[:lower:]]') as has_capital
        from regexp_matches(private.readable_words(content), '(' || private.word_pattern() || ')', 'g') as match
        group by 1
      ) as listed
      where char_length(listed.word) between 2 and 60 and listed.word <> all (vocabulary)
        and listed.word !~ '^[〇零一二三四五六七八九十百千万亿两兩萬億]+$'
        and (listed.has_capital or listed.word = any (private.given_names()))
    ) as classified
    where classified.class is not null);
end;
$$;
comment on function private.word_classes(text, text[]) is 'Returns { word: given | either | german | unknown }.';

-- A text in the form in which names are searched: without web addresses, marks of bold text, the possessive 's, and the
-- plural s of acronyms such as URLs.
create or replace function private.readable_words(content text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select regexp_replace(regexp_replace(regexp_replace(translate(
    private.visible_text(content), U&'*_`\2019', U&'\0027'),
    '\mhttps?://[^\s)>\]]+', ' ', 'gi'),
    '''[sS]\M', '', 'g'),
    '([[:upper:]]{2,})s\M', '\1', 'g')
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

create or replace function private.is_english_word(word text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_prefix constant text := '^(re|un|pre|non|multi|sub|over|inter|co)(?=[a-z]{3})';
begin
  return private.is_english_stem(word) or word ~ v_prefix and private.is_english_stem(regexp_replace(word, v_prefix, ''));
end;
$$;

create or replace function private.is_english_stem(word text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stem constant text := (ts_lexize('pg_catalog.english_stem', word))[1];
begin
  -- The stemmer returns nothing for its stop words, such as "the".
  return v_stem is null or v_stem = any (private.english_words_a_to_k()) or v_stem = any (private.english_words_l_to_z());
end;
$$;

-- Whether a word is in the list, is a compound of words of the list, or ends like a German noun.
create or replace function private.is_german_word(word text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.is_german_stem(word) or private.is_german_compound(word, 3)
    or word ~ '.{3}(ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|ismus|enz|enzen|ierung|ierungen)$'
      and word !~ '^(hart|horn)ung$';
end;
$$;

create or replace function private.is_german_stem(word text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stem constant text := (ts_lexize('pg_catalog.german_stem', word))[1];
begin
  return v_stem is null or v_stem = any (private.german_words())
    -- The plural of a loanword: Fotos.
    or word ~ '.{3}s$' and (ts_lexize('pg_catalog.german_stem', left(word, -1)))[1] = any (private.german_words())
    -- The feminine form: Grafikerin, Grafikerinnen.
    or word ~ '.{4}in(nen)?$'
      and (ts_lexize('pg_catalog.german_stem', regexp_replace(word, 'in(nen)?$', '')))[1] = any (private.german_words());
end;
$$;

-- Whether a word consists of two to `parts` words of the list: Startseitentext, with a letter or two between them.
create or replace function private.is_german_compound(word text, parts integer)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_tail text;
  v_head text;
begin
  for v_size in 3 .. char_length(word) - 3 loop
    v_head := left(word, v_size);
    v_tail := substr(word, v_size + 1);
    if char_length(v_tail) >= 4 or parts > 1 and char_length(v_tail) = 3 then
      if (private.is_german_stem(v_tail) or private.is_english_word(v_tail))
        and (private.is_german_part(v_head) or parts > 2 and private.is_german_compound(regexp_replace(v_head, '(s|n|en|es)$', ''), parts - 1))
      then
        return true;
      end if;
    end if;
  end loop;
  return false;
end;
$$;

-- Whether a word, with or without the letters that join it to the next part of a compound, is in a list.
create or replace function private.is_german_part(word text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select private.is_german_stem(word) or private.is_english_word(word)
    or word ~ '.{3}(s|n|e)$' and (private.is_german_stem(left(word, -1)) or private.is_english_word(left(word, -1)))
    or word ~ '.{3}(es|en|er)$' and private.is_german_stem(left(word, -2))
    or private.is_german_stem(word || 'e') or private.is_german_stem(word || 'en')
$$;
