-- A name as find_rows compares it: folded, in lower case, with one space before each word. Regular expressions are the
-- most expensive part, and few names need one.
create or replace function private.search_name(name text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_name text := name;
begin
  if octet_length(v_name) <> char_length(v_name) or position('.' in v_name) > 0 or position('_' in v_name) > 0 then
    v_name := private.fold_text(v_name);
  end if;
  v_name := btrim(translate(lower(v_name), E'!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~“”„‘’«»–—…\t\n\r\u00a0', repeat(' ', 46)));
  if position('  ' in v_name) > 0 then
    v_name := regexp_replace(v_name, ' {2,}', ' ', 'g');
  end if;
  return case when v_name = '' then '' else ' ' || v_name end;
end;
$$;
comment on function private.search_name(text) is 'The name as find_rows compares it.';

-- How well a name matches a query. 5: the name is the query; 4: the name begins with the query; 3: each word of the
-- query begins a word of the name; 2: each is inside the name; less than 2: each resembles a word of the name; null: a
-- word is missing. A word of fewer than four letters resembles too many others, so it must begin a word of the name.
-- Name and query are in the form of search_name.
create or replace function private.name_rank(name text, query text, words text[])
returns real
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_word text;
  v_rank real := 3;
  v_likeness real;
  v_lowest_likeness real := 1;
begin
  if name = query then
    return 5;
  elsif starts_with(name, query) then
    return 4;
  end if;
  foreach v_word in array words loop
    if position(' ' || v_word in name) > 0 then
      continue;
    elsif char_length(v_word) < 4 then
      return null;
    elsif position(v_word in name) > 0 then
      v_rank := least(v_rank, 2);
      continue;
    end if;
    v_likeness := (
      select max(extensions.similarity(v_word, part))
      from unnest(string_to_array(name, ' ')) as part
      where abs(char_length(part) - char_length(v_word)) <= 2);
    if v_likeness is null or v_likeness < private.min_similarity() then
      return null;
    end if;
    v_lowest_likeness := least(v_lowest_likeness, v_likeness);
    v_rank := 1;
  end loop;
  return case when v_rank = 1 then v_lowest_likeness else v_rank end;
end;
$$;
comment on function private.name_rank(text, text, text[]) is 'Between 0 and 5; null where the name does not match.';

-- The share of trigrams that a misspelled word must have in common with the right one.
create or replace function private.min_similarity()
returns real
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 0.3::real $$;
