-- A snippet begins and ends at readable positions and marks its cuts.
begin;
select plan(14);

create function pg_temp.cut(content text, word text, out snippet text, out marked text)
language sql
as $$
  select given.snippet, (
    select string_agg(substr(given.snippet, (place ->> 0)::integer + 1, (place ->> 1)::integer - (place ->> 0)::integer), '|' order by number)
    from jsonb_array_elements(given.highlights) with ordinality as listed (place, number))
  from private.passage_snippet(cut.content, array[cut.word], array[1]::real[], '{english}') as given
$$;

select is(cut.snippet, 'A short text about a quokka.', 'a short text is shown whole')
from pg_temp.cut('A short text about a quokka.', 'quokka') as cut;
select is(cut.snippet, 'Then the quokka appears.', 'from the beginning of its sentence, without a mark')
from pg_temp.cut(repeat('Nothing of the kind. ', 20) || 'Then the quokka appears.', 'quokka') as cut;
select is(cut.snippet, '“Then the quokka appears.”', 'with what opens the sentence')
from pg_temp.cut(repeat('Nothing of the kind. ', 20) || '“Then the quokka appears.”', 'quokka') as cut;
select is(cut.snippet, 'Dana: the quokka appears.', 'or from the beginning of its line')
from pg_temp.cut(repeat('nothing of the kind ', 20) || E'\nDana: the quokka appears.', 'quokka') as cut;
select is(cut.snippet, '…kind nothing of this kind the quokka appears.', 'within a long sentence it begins with a word and a mark')
from pg_temp.cut(repeat('nothing of this kind ', 20) || 'the quokka appears.', 'quokka') as cut;
select is(cut.marked, 'quokka', 'and marks the right letters')
from pg_temp.cut(repeat('nothing of this kind ', 20) || 'the quokka appears.', 'quokka') as cut;
select is(cut.marked, 'quokka|Quokka', 'also behind signs of two units')
from pg_temp.cut(repeat('🌱 nothing of this kind ', 20) || '🌱 the quokka 🌱 appears. Quokka!', 'quokka') as cut;
select matches(cut.snippet, '^The quokka appears nothing of .* kind…$', 'where the text goes on it ends with a word and a mark')
from pg_temp.cut('The quokka appears ' || repeat('nothing of the kind ', 20), 'quokka') as cut;
select ok(char_length(cut.snippet) <= 262, 'and is short')
from pg_temp.cut('The quokka appears ' || repeat('nothing of the kind ', 20), 'quokka') as cut;
select is(cut.marked, 'quokka', 'a word is marked that follows one of any length')
from pg_temp.cut('Begins. ' || repeat('x', 400) || '-quokka appears.', 'quokka') as cut;
select is(cut.marked, '金', 'and a letter of a script without spaces')
from pg_temp.cut(repeat('合同没有任何内容。', 40) || '本合同总金额为五万欧元。', '金') as cut;
select is(cut.snippet, '本合同总金额为五万欧元。', 'whose sentences end with signs of their own')
from pg_temp.cut(repeat('合同没有任何内容。', 40) || '本合同总金额为五万欧元。', '金') as cut;
select is((cut.snippet, cut.marked)::text, (E'----', null)::text, 'a text without words is shown')
from pg_temp.cut('----', 'quokka') as cut;

select is(
  (private.passage_snippet('Rubber, rubber and rubber. ' || repeat('Nothing of the kind. ', 20) || 'Buttons of rubber.',
    '{rubber,button}', '{1,1}', '{english}')).snippet,
  'Buttons of rubber.', 'two words together are more than one again and again');

select * from finish();
rollback;
