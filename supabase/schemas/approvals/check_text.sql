-- A text of a payload in its normal form: composed characters, no white space at the ends, and single spaces in a
-- line. The text that a person reads on a card must be the text that is executed, so nothing may hide in it: control,
-- private and invisible characters are refused, and so are those that change the writing direction. Only the invisible
-- characters that emoji and joining scripts need may pass.
create or replace function private.check_text(
  value text,
  is_line boolean,
  max integer,
  out normal_form text,
  out problem text
)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_blanks constant text :=
    E'\t\x0b\x0c \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
  v_bare_text text;
begin
  normal_form := normalize(value, nfc);
  if is_line then
    normal_form := btrim(regexp_replace(
      translate(normal_form, E'\r\n' || v_blanks, repeat(' ', 2 + length(v_blanks))), ' +', ' ', 'g'));
  else
    -- Trims line by line, because a pattern anchored at line ends takes quadratic time on a long run of blanks.
    select string_agg(rtrim(line.content, v_blanks), E'\n' order by line.position) into normal_form
    from string_to_table(replace(replace(normal_form, E'\r\n', E'\n'), E'\r', E'\n'), E'\n')
      with ordinality as line (content, position);
    normal_form := btrim(coalesce(normal_form, ''), E'\n' || v_blanks);
  end if;

  v_bare_text := normal_form;
  if v_bare_text ~ '[\u200c\u200d\ufe0e\ufe0f]' then
    v_bare_text := regexp_replace(
      v_bare_text, '([#*0-9\u00a9\u00ae\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]',
      '\1', 'g');
    v_bare_text := regexp_replace(
      v_bare_text, '(?<=[\u2190-\u2bff\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])', '', 'g');
    v_bare_text := regexp_replace(
      v_bare_text,
      '(?<=[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff])[\u200c\u200d](?=[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff])',
      '', 'g');
  end if;

  if normal_form = '' then
    problem := 'Enter some text';
  elsif length(normal_form) > max then
    problem := format('At most %s characters', max);
  elsif v_bare_text ~ private.unseen_characters() then
    problem := 'Remove the invisible characters';
  end if;
  if problem is not null then
    normal_form := null;
  end if;
end;
$$;
comment on function private.check_text(text, boolean, integer) is
  'Returns the text in its normal form, or its problem. A line has no line breaks.';

create or replace function private.unseen_characters()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select
    '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f'
    '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]'
$$;
comment on function private.unseen_characters() is
  'A pattern of the characters that a reader cannot see, or that change the writing direction.';
