-- The names of a sentence, and whether its sources contain them.

-- The names of a sentence: { name, is_known, is_person }.
create or replace function private.names_in(sentence text, is_title boolean, context jsonb)
returns table (name text, is_known boolean, is_person boolean)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with known_names as (
      select entry.name from jsonb_array_elements_text(context -> 'names') as entry (name)
      where private.contains_word(sentence, entry.name) or private.contains_word(sentence, upper(entry.name))
    ),
    unknown_names as (
      select distinct names.name, names.is_person from private.unknown_names(sentence, is_title, context) as names
    )
    select known_names.name, true, true from known_names
    union all
    select unknown_names.name, false, unknown_names.is_person from unknown_names
    union all
    select distinct candidates.name, false, true
    from (select array(select jsonb_array_elements_text(context -> 'vocabulary')) as words) as vocabulary
    cross join lateral unnest(
      private.speaking_names(sentence, vocabulary.words, context -> 'classes')
      || private.role_names(sentence, vocabulary.words, context -> 'classes')
      || private.titled_names(sentence)) as candidates (name)
    where not exists (select from known_names where private.contains_word(candidates.name, known_names.name))
      and not exists (select from unknown_names where unknown_names.is_person and private.contains_word(unknown_names.name, candidates.name));
end;
$$;
comment on function private.names_in(text, boolean, jsonb) is 'Returns the names of people of a sentence, and words that may be one.';

-- The texts of items in the form in which names are looked up: McDonald becomes Mc Donald, as in the words of a
-- sentence.
create or replace function private.name_evidence(items jsonb)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select regexp_replace(
    private.readable_words(string_agg(item ->> 'text', E'\n')), '([[:lower:]])(?=[[:upper:]])', '\1 ', 'g')
  from jsonb_array_elements(items) as item
$$;

-- Whether a text contains a name: its words side by side, in either order. A name that is also a word needs its capital.
create or replace function private.is_name_supported(name text, evidence text, classes jsonb)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_parts constant text[] := array(
    select part from regexp_split_to_table(name, '[\s-]+') with ordinality as entry (part, number)
    where char_length(part) >= 2 order by number);
  v_gap_pattern constant text := 's?[^[:alnum:]]+(?:' || private.name_connectors() || '[^[:alnum:]]+){0,2}';
begin
  return not exists (
    select from unnest(v_parts) as part
    where not (private.contains_word(evidence, part) or private.contains_word(evidence, initcap(part))
      or private.contains_word(evidence, upper(part))
      or coalesce(classes ->> lower(part), 'unknown') not in ('either', 'person', 'surname', 'german_person', 'german_surname', 'rare') and (
        private.contains_word(lower(evidence), lower(part))
        or part ~* 's$' and private.contains_word(lower(evidence), left(lower(part), -1)))))
  and not exists (
    select from generate_series(1, cardinality(v_parts) - 1) as index
    cross join lateral (
      select regexp_replace(v_parts[index], 's$', '') as first_word, regexp_replace(v_parts[index + 1], 's$', '') as second_word) as pair
    where evidence !~* ('\m' || pair.first_word || v_gap_pattern || pair.second_word || 's?\M')
      and evidence !~* ('\m' || pair.second_word || v_gap_pattern || pair.first_word || 's?\M'));
end;
$$;

-- The words of a text, in lower case, that follow a given name: there they are surnames.
create or replace function private.surnames_in(content text)
returns text[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select distinct lower(match[2])
    from regexp_matches(content, '\m([[:upper:]][[:alpha:]]+)\s(?:' || private.name_connectors() || '\.?\s){0,2}([[:upper:]][[:alpha:]]+)\M', 'g') as match
    join private.dictionary_words on dictionary_words.word = lower(match[1]) and dictionary_words.list in ('given_name', 'word_and_name'));
end;
$$;
