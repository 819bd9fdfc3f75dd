-- A person approves the text that is executed: a text is normalized, and invisible characters are refused.
begin;
select plan(35);
create function pg_temp.line(value text) returns text language sql as $$
  select coalesce(normal_form, '!' || problem) from private.check_text(value, true, 20)
$$;
create function pg_temp.paragraphs(value text) returns text language sql as $$
  select coalesce(normal_form, '!' || problem) from private.check_text(value, false, 20)
$$;

select is(pg_temp.line(E' a\u00a0 b\tc\u3000\n d '), 'a b c d', 'white space in a line becomes single spaces');
select is(pg_temp.line(E'Cafe\u0301'), E'Caf\u00e9', 'a letter and its accent become one character');
select is(pg_temp.line(repeat('ü', 20)), repeat('ü', 20), 'a line can have its maximum length');
select is(pg_temp.line(repeat('ü', 21)), '!At most 20 characters', 'a line over its maximum length is refused');
select is(pg_temp.line(E' \n '), '!Enter some text', 'a blank line is refused');
select is(pg_temp.paragraphs(E'\n a  \r\nb\t\r\rc \n'), E'a\nb\n\nc', 'lines have one kind of ending and no trailing white space');
select is(pg_temp.paragraphs(E'a\tb'), E'a\tb', 'a text of several lines can contain tabs');
select is(pg_temp.paragraphs(E'\u2028 \n'), '!Enter some text', 'a text of blank lines is refused');

select is(pg_temp.line(E'a' || hidden || 'b'), '!Remove the invisible characters',
  format('U+%s is refused in a line', upper(to_hex(ascii(hidden)))))
from unnest(array[
  E'\x01', E'\x7f', E'\u0085', E'\u00ad', E'\u034f', E'\u061c', E'\u180e', E'\u200b', E'\u200c', E'\u200d', E'\u200e',
  E'\u202e', E'\u2060', E'\u2067', E'\ue000', E'\ufe0f', E'\ufeff', E'\ufffe', E'\U000e0001', E'\U000e0041', E'\U000e0100',
  E'\U0010fffd'
]) as hidden;
select is(pg_temp.paragraphs(E'a\u202eb'), '!Remove the invisible characters', 'an invisible character is refused in a text of several lines');

select is(pg_temp.line(sample), sample, 'characters that scripts and emoji need are accepted: ' || sample)
from unnest(array[
  U&'\+01F469\200D\2764\FE0F\200D\+01F468 \2600\FE0F 1\FE0F\20E3',
  U&'\0645\06CC\200C\062E\0648\0627\0647\0645',
  'Zürich – “quoted” …', '日本語']) as sample;

select * from finish();
rollback;
