-- A snippet begins and ends at readable positions and marks its cuts with an ellipsis.
begin;
select plan(14);

create function pg_temp.cut(content text, word text, out snippet text, out marked text)
language sql
as $$
  select snippets.snippet, (
    select string_agg(substr(snippets.snippet, (span ->> 0)::integer + 1, (span ->> 1)::integer - (span ->> 0)::integer), '|' order by number)
    from jsonb_array_elements(snippets.highlights) with ordinality as entries (span, number))
  from private.passage_snippet(cut.content, array[cut.word], array[1]::real[], '{english}') as snippets
$$;

select is(cut.snippet, 'A short text about a quokka.', 'a short text is shown whole')
from pg_temp.cut('A short text about a quokka.', 'quokka') as cut;
select is(cut.snippet, 'Then the quokka appears.', 'a snippet that begins with its sentence has no ellipsis')
from pg_temp.cut(repeat('Nothing of the kind. ', 20) || 'Then the quokka appears.', 'quokka') as cut;
select is(cut.snippet, '“Then the quokka appears.”', 'a snippet includes the quotation mark before its sentence')
from pg_temp.cut(repeat('Nothing of the kind. ', 20) || '“Then the quokka appears.”', 'quokka') as cut;
select is(cut.snippet, 'Dana: the quokka appears.', 'a snippet begins with its line')
from pg_temp.cut(repeat('nothing of the kind ', 20) || E'\nDana: the quokka appears.', 'quokka') as cut;
select is(cut.snippet, '…kind nothing of this kind the quokka appears.', 'a snippet from the middle of a sentence begins with an ellipsis and a whole word')
from pg_temp.cut(repeat('nothing of this kind ', 20) || 'the quokka appears.', 'quokka') as cut;
select is(cut.marked, 'quokka', 'a snippet marks the matching letters')
from pg_temp.cut(repeat('nothing of this kind ', 20) || 'the quokka appears.', 'quokka') as cut;
select is(cut.marked, 'quokka|Quokka', 'a snippet marks the matching letters after characters of two UTF-16 units')
from pg_temp.cut(repeat('🌱 nothing of this kind ', 20) || '🌱 the quokka 🌱 appears. Quokka!', 'quokka') as cut;
select matches(cut.snippet, '^The quokka appears nothing of .* kind…$', 'a snippet from the middle of a text ends with a whole word and an ellipsis')
from pg_temp.cut('The quokka appears ' || repeat('nothing of the kind ', 20), 'quokka') as cut;
select ok(char_length(cut.snippet) <= 262, 'a snippet has a maximum length')
from pg_temp.cut('The quokka appears ' || repeat('nothing of the kind ', 20), 'quokka') as cut;
select is(cut.marked, 'quokka', 'a match after a long word is marked')
from pg_temp.cut('Begins. ' || repeat('x', 400) || '-quokka appears.', 'quokka') as cut;
select is(cut.marked, '金', 'a match in a script without spaces is marked')
from pg_temp.cut(repeat('合同没有任何内容。', 40) || '本合同总金额为五万欧元。', '金') as cut;
select is(cut.snippet, '本合同总金额为五万欧元。', 'a snippet begins with a sentence of a script with its own punctuation')
from pg_temp.cut(repeat('合同没有任何内容。', 40) || '本合同总金额为五万欧元。', '金') as cut;
select is((cut.snippet, cut.marked)::text, (E'----', null)::text, 'a text without words is shown whole and without marks')
from pg_temp.cut('----', 'quokka') as cut;

select is(
  (private.passage_snippet('Rubber, rubber and rubber. ' || repeat('Nothing of the kind. ', 20) || 'Buttons of rubber.',
    '{rubber,button}', '{1,1}', '{english}')).snippet,
  'Buttons of rubber.', 'two different matches together rank before one repeated match');

select * from finish();
rollback;
