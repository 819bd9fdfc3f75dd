-- The dictionary contains the words of the lists after a migration, and only its owner reads and changes it.
begin;
select plan(12);
create function pg_temp.words_of_lists() returns table (list text, word text) language sql as $$
  select 'english', unnest(private.english_words_a_to_k() || private.english_words_l_to_z())
  union select 'german', unnest(private.german_words())
  union select 'given_name', unnest(private.given_names())
  union select 'word_and_name', unnest(private.names_that_are_words())
  union select 'person_noun', unnest(private.person_nouns())
  union select 'surname', unnest(private.surnames_that_are_words())
  union select 'rare_surname', unnest(private.rare_surnames())
  union select 'name_only', unnest(private.names_like_compounds())
$$;
select set_eq('select list::text, word from private.dictionary_words', 'select list, word from pg_temp.words_of_lists()',
  'the migrations filled the dictionary with the words of the lists');
select cmp_ok((select count(*)::int from private.dictionary_words), '>', 12000, 'the lists are not empty');

delete from private.dictionary_words where word in ('abandon', 'petra');
insert into private.dictionary_words (word, list) values ('stale', 'given_name');
select private.load_dictionary();
select set_eq('select list::text, word from private.dictionary_words', 'select list, word from pg_temp.words_of_lists()',
  'loading adds missing words and removes others');

-- An unsigned or a signed-in caller, and the secret key, can neither read nor write it.
create function pg_temp.refuses(persona text, statement text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok(statement, '42501', null, format('%s cannot run: %s', persona, statement));
end;
$$;
grant execute on function pg_temp.refuses(text, text) to public;
select tests.two_agencies();
select pg_temp.refuses(persona, statement)
from unnest(array['admin', 'service', 'anonymous']) as persona,
  unnest(array['select from private.dictionary_words', 'insert into private.dictionary_words (word, list) values (''x'', ''surname'')',
    'select private.load_dictionary()']) as statement;

select tests.act_as('owner');
select * from finish();
rollback;
