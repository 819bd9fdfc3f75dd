-- The words of a text against the lists of the dictionary.

-- The entries of the dictionary for words in lower case, as { "list:word": true }. One query for all words of a text costs
-- less than one for each.
create or replace function private.dictionary_entries(words text[])
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_forms text[] := words;
  v_word text;
begin
  foreach v_word in array coalesce(words, '{}') loop
    v_forms := v_forms || private.english_stems(v_word) || private.german_stems(v_word);
    if right(v_word, 1) = 's' and char_length(v_word) > 3 then
      -- The German genitive of a given name: Petras.
      v_forms := v_forms || left(v_word, -1);
    end if;
  end loop;
  return (
    select coalesce(jsonb_object_agg(dictionary_words.list || ':' || dictionary_words.word, true), '{}')
    from private.dictionary_words where dictionary_words.word = any (v_forms));
end;
$$;
comment on function private.dictionary_entries(text[]) is 'Returns { "list:word": true } for the words and their stems.';

create or replace function private.has_entry(list text, stems text[], entries jsonb)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return '' = any (stems) or entries ? (list || ':' || stems[1]) or coalesce(entries ? (list || ':' || stems[2]), false)
    or coalesce(entries ? (list || ':' || stems[3]), false);
end;
$$;
comment on function private.has_entry(text, text[], jsonb) is 'Whether a stem is in a list, or is that of a stop word.';

-- The stems of an English word, and of the word without a prefix such as re-. The stemmer returns nothing for its stop
-- words, such as "the": their stem is ''.
create or replace function private.english_stems(word text)
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_prefix constant text := '^(re|un|pre|non|multi|sub|over|inter|co)(?=[a-z]{3})';
begin
  return array[coalesce((ts_lexize('pg_catalog.english_stem', word))[1], '')]
    || case when left(word, 2) = any ('{re,un,pr,no,mu,su,ov,in,co}') and word ~ v_prefix then array[coalesce((ts_lexize('pg_catalog.english_stem', regexp_replace(word, v_prefix, '')))[1], '')] end;
end;
$$;

-- The stems of a German word, of the plural of a loan word (Fotos) and of a word for women (Grafikerin, Grafikerinnen).
create or replace function private.german_stems(word text)
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array[coalesce((ts_lexize('pg_catalog.german_stem', word))[1], '')]
    || case when right(word, 1) = 's' and char_length(word) > 3 then array[coalesce((ts_lexize('pg_catalog.german_stem', left(word, -1)))[1], '')] end
    || case when (right(word, 2) = 'in' or right(word, 5) = 'innen') and word ~ '.{4}in(nen)?$' then array[coalesce((ts_lexize('pg_catalog.german_stem', regexp_replace(word, 'in(nen)?$', '')))[1], '')] end;
end;
$$;

-- Whether a word is in the list, is a compound of words of the list, or ends like a German noun.
create or replace function private.is_german_word(word text, entries jsonb)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.has_entry('german', private.german_stems(word), entries)
    or word ~ '.{3}(ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|ismus|enz|enzen|ierung|ierungen)$'
      and word !~ '^(hart|horn)ung$'
    or private.is_german_compound(word, 3);
end;
$$;

-- Whether a word consists of two to `parts` words of the lists: Startseitentext, with a letter or two between them.
create or replace function private.is_german_compound(word text, parts integer)
returns boolean
language plpgsql
stable
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
      if private.is_listed(private.english_stems(v_tail), private.german_stems(v_tail))
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
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_shorter_word constant text := case when word ~ '.{3}[sne]$' then left(word, -1) end;
begin
  return private.is_listed(
    private.english_stems(word) || case when v_shorter_word is not null then private.english_stems(v_shorter_word) end,
    private.german_stems(word) || private.german_stems(word || 'e') || private.german_stems(word || 'en')
      || case when v_shorter_word is not null then private.german_stems(v_shorter_word) end
      || case when word ~ '.{3}(es|en|er)$' then private.german_stems(left(word, -2)) end);
end;
$$;

-- Whether one of the stems is in the list of its language. '' is the stem of a stop word.
create or replace function private.is_listed(english text[], german text[])
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return '' = any (english || german) or exists (
    select from private.dictionary_words
    where dictionary_words.word = any (english || german)
      and dictionary_words.word = any (case dictionary_words.list when 'english' then english when 'german' then german end));
end;
$$;
