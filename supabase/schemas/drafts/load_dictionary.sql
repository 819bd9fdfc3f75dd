-- Fills the index of the lists of words. A data migration calls it after a list has changed: reading a list takes
-- milliseconds of each new session, and a lookup in the index takes microseconds.
create or replace function private.load_dictionary()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.dictionary_words where true;
  insert into private.dictionary_words (word, list)
  select distinct entry.word, entry.list::private.word_list
  from (
    select 'english', unnest(private.english_words_a_to_k() || private.english_words_l_to_z())
    union all
    select 'german', unnest(private.german_words())
    union all
    select 'given_name', unnest(private.given_names())
    union all
    select 'word_and_name', unnest(private.names_that_are_words())
    union all
    select 'person_noun', unnest(private.person_nouns())
    union all
    select 'surname', unnest(private.surnames_that_are_words())
    union all
    select 'rare_surname', unnest(private.rare_surnames())
    union all
    select 'name_only', unnest(private.names_like_compounds())
  ) as entry (list, word);
end;
$$;
comment on function private.load_dictionary() is 'Replaces the rows of private.dictionary_words by the words of the lists.';
