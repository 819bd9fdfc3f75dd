-- The language of a text, and the characters of it that a reader sees.

-- 'en' or 'de', whichever has more of its common words in the text; 'other' for a text of at least 12 words without any
-- of them; null if the words do not decide.
create or replace function private.text_language(content text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_english_count constant integer := regexp_count(content,
    '\m(the|and|is|are|we|of|to|for|with|on|at|by|from|our|your|has|have|had|will|were|been|be|it|this|that|these|not|as|but|after|before|you|they|he|she|his|her|their|its|hours?|days?|weeks?|months?|years?|pages?|tasks?|said|agreed|confirmed)\M', 1, 'i');
  v_german_count constant integer := regexp_count(content,
    '\m(der|die|das|und|ist|sind|wir|ein|eine|einen|einem|einer|den|dem|des|mit|für|auf|von|vom|im|am|zu|zum|zur|bis|nicht|auch|wird|werden|wurden?|haben|hat|bei|beim|nach|über|noch|alle|unsere?|unseren?|sie|ich|es|er|stunden?|tage?|tagen|wochen?|monate?n?|jahre?n?|seiten?|aufgaben?|zwei|drei|vier|laut|sagte|danken|fehlt|fehlen)\M|[äöüß]', 1, 'i');
begin
  return case
    when v_english_count > v_german_count then 'en'
    when v_german_count > v_english_count then 'de'
    when v_english_count = 0 and regexp_count(content, '[[:alpha:]]+') >= 12 then 'other' end;
end;
$$;
comment on function private.text_language(text) is 'en, de, other, or null if the words do not decide.';

-- A text without characters that no reader sees, and with letters in one form: a name or number with such a character
-- inside reads the same.
create or replace function private.visible_text(content text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if content !~ '[^\n -~äöüÄÖÜß€–]' then
    return content;
  end if;
  return regexp_replace(
    normalize(content, nfkc),
    '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]',
    '', 'g');
end;
$$;
comment on function private.visible_text(text) is 'A text in the normal form NFKC without invisible characters and loose accents.';
