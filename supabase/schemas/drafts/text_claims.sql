-- The numbers, dates and weekdays of a text, in a form that can be compared: [{ kind, shown, … }].
--   date     { year, month, day }, each null where the text leaves it out
--   weekday  { word }
--   number   { figure, unit }: unit is the word or sign beside the number, in one form (hours, h and hrs are hour)
--   literal  { word }: a time or another run of digits that is not a number
-- Digits of other scripts, and numbers in words from two up, count like digits.
create or replace function private.text_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_month constant text :=
    '(jan(?:uary|uar)?|feb(?:ruary|ruar)?|march|märz|mar|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?'
    '|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)';
  v_ordinal constant text := '(?:st|nd|rd|th|\.)?';
  v_number constant text :=
    '((?<![[:alnum:]])[-\u2212])?(?:(EUR|USD|GBP|CHF|[€$£])\s?)?'
    '([0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,:''\u2019][0-9]+)*)'
    '(?:[ \u00a0\u202f-]?(%|€|[[:alpha:]]+))?';
  v_text text := translate(normalize(content, nfkc),
    U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f',
    '012345678901234567890123456789');
  v_word constant text :=
    'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|'
    'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen';
  v_claims jsonb := '[]';
  v_pattern text;
begin
  if v_text !~* ('[0-9]|\m(?:' || v_word || '|[a-z]+days?|[a-z]+tag|mittwoch)\M|' || v_month) then
    return '[]';
  end if;
  -- Written dates: 3 March 2026, March 3, March 2026, and a month alone where it cannot be a verb.
  v_pattern := format('\m([0-9]{1,2})%s\s+(?:of\s+)?%s\M\.?(?:,?\s+([0-9]{4})\M)?', v_ordinal, v_month);
  v_claims := v_claims || private.date_claims(v_text, v_pattern, '{day,month,year}');
  v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
  v_pattern := format('\m%s\M\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?\M(?:,?\s+([0-9]{4})\M)?', v_month);
  v_claims := v_claims || private.date_claims(v_text, v_pattern, '{month,day,year}');
  v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
  v_pattern := format('\m%s\M\.?,?\s+([0-9]{4})\M', v_month);
  v_claims := v_claims || private.date_claims(v_text, v_pattern, '{month,year}');
  v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
  v_pattern := '\m([0-9]{4})-([0-9]{2})-([0-9]{2})\M';
  v_claims := v_claims || private.date_claims(v_text, v_pattern, '{year,month,day}');
  v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
  v_claims := v_claims || private.month_claims(v_text);

  return v_claims || (
    select coalesce(jsonb_agg(jsonb_build_object('kind', 'weekday', 'shown', match[1], 'word', match[1])), '[]')
    from regexp_matches(v_text,
      '\m((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)\M', 'g') as match
  ) || (
    select coalesce(jsonb_agg(private.number_claim(match[1], match[2], match[3], match[4])), '[]')
    from regexp_matches(v_text, v_number, 'g') as match
  ) || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'number', 'shown', match[1], 'figure', words.figure, 'unit', private.number_unit(match[2]))), '[]')
    from regexp_matches(
      -- "4 million" is one number.
      regexp_replace(v_text, '[0-9][ -]?(?:thousand|million|billion)\M', ' ', 'gi'),
      '\m(' || v_word || ')\M(?:[ -]([[:alpha:]]+))?',
      'gi') as match
    join (values
      ('two', 2), ('three', 3), ('four', 4), ('five', 5), ('six', 6), ('seven', 7), ('eight', 8), ('nine', 9), ('ten', 10),
      ('eleven', 11), ('twelve', 12), ('thirteen', 13), ('fourteen', 14), ('fifteen', 15), ('sixteen', 16), ('seventeen', 17),
      ('eighteen', 18), ('nineteen', 19), ('twenty', 20), ('thirty', 30), ('forty', 40), ('fifty', 50), ('sixty', 60),
      ('seventy', 70), ('eighty', 80), ('ninety', 90), ('hundred', 100), ('thousand', 1000), ('million', 1000000),
      ('billion', 1000000000), ('dozen', 12)
    ) as words (word, figure) on words.word = lower(match[1]));
end;
$$;
comment on function private.text_claims(text) is 'Returns [{ kind, shown, year, month, day | word | figure, unit }].';

-- The dates that a pattern finds; `parts` names its groups.
create or replace function private.date_claims(content text, pattern text, parts text[])
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'date',
      'shown', array_to_string(array_remove(match, null), ' '),
      'year', match[array_position(parts, 'year')]::integer,
      'month', case when match[array_position(parts, 'month')] ~ '^[0-9]'
        then match[array_position(parts, 'month')]::integer
        else private.month_number(match[array_position(parts, 'month')]) end,
      'day', match[array_position(parts, 'day')]::integer)), '[]')
    from regexp_matches(content, pattern, 'gi') as match);
end;
$$;

-- Months without a day. "may" and "march" are verbs unless a capital or a word before them says otherwise.
create or replace function private.month_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'date', 'shown', coalesce(match[1], match[2]), 'year', null,
      'month', private.month_number(coalesce(match[1], match[2])), 'day', null)), '[]')
    from regexp_matches(content,
      '\m(January|Januar|February|Februar|March|März|April|Mai|June|Juni|July|Juli|August|September|October|Oktober|November|December|Dezember)\M'
      '|(?:\m(?:in|of|by|until|till|since|from|next|last|early|mid|late|before|after|to|im|bis|ab)\s+)(May|may)\M', 'g') as match);
end;
$$;

create or replace function private.month_number(month text)
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case left(lower(month), 3)
    when 'jan' then 1 when 'feb' then 2 when 'mar' then 3 when 'mär' then 3 when 'apr' then 4 when 'may' then 5
    when 'mai' then 5 when 'jun' then 6 when 'jul' then 7 when 'aug' then 8 when 'sep' then 9 when 'oct' then 10
    when 'okt' then 10 when 'nov' then 11 when 'dec' then 12 when 'dez' then 12 end
$$;

-- One number of a text, without its thousands separators. If both commas and points occur, the last one is the decimal
-- separator. Otherwise repeated separators, and a comma before three digits, separate thousands, and any other single
-- separator is decimal.
create or replace function private.number_claim(sign text, currency text, digits text, word text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_digits text := translate(digits, U&' \00a0\202f\2019''', '');
  v_scale numeric := case when lower(word) = 'k' then 1000 when lower(word) in ('thousand', 'tsd') then 1000
    when lower(word) in ('million', 'millions', 'mn', 'mio') then 1000000
    when lower(word) in ('billion', 'billions', 'bn', 'mrd') then 1000000000 else 1 end;
begin
  if position(':' in v_digits) > 0 or char_length(v_digits) > 30 then
    return jsonb_build_object('kind', 'literal', 'shown', digits, 'word', v_digits);
  end if;
  if position(',' in v_digits) > 0 and position('.' in v_digits) > 0 then
    v_digits := case when v_digits ~ '\.[0-9]+$' and v_digits !~ '\..*,'
      then replace(v_digits, ',', '') else replace(replace(v_digits, '.', ''), ',', '.') end;
  elsif v_digits ~ '[.,].*[.,]' then
    v_digits := translate(v_digits, '.,', '');
  elsif v_digits ~ '^[0-9]{1,3},[0-9]{3}$' then
    v_digits := replace(v_digits, ',', '');
  else
    v_digits := replace(v_digits, ',', '.');
  end if;
  if v_digits !~ '^[0-9]+(\.[0-9]+)?$' then
    return jsonb_build_object('kind', 'literal', 'shown', digits, 'word', translate(digits, ' ', ''));
  end if;
  return jsonb_build_object(
    'kind', 'number',
    'shown', concat(sign, currency, case when currency ~ '[A-Z]' then ' ' end, digits, case when word = '%' then '%' end),
    'figure', trim_scale((case when sign is not null then -1 else 1 end) * v_digits::numeric * v_scale),
    'unit', coalesce(private.number_unit(currency), case when v_scale = 1 then private.number_unit(word) end));
end;
$$;

-- The unit beside a number in one form, or the word itself; null if there is none.
create or replace function private.number_unit(word text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when lower(word) in ('%', 'percent', 'prozent') then 'percent'
    when lower(word) in ('hour', 'hours', 'hr', 'hrs', 'h', 'stunde', 'stunden') then 'hour'
    when lower(word) in ('minute', 'minutes', 'min', 'mins') then 'minute'
    when lower(word) in ('day', 'days', 'tag', 'tage', 'tagen') then 'day'
    when lower(word) in ('week', 'weeks', 'woche', 'wochen') then 'week'
    when lower(word) in ('month', 'months', 'monat', 'monate', 'monaten') then 'month'
    when lower(word) in ('year', 'years', 'jahr', 'jahre', 'jahren') then 'year'
    when lower(word) in ('eur', 'euro', 'euros', '€') then 'eur'
    when lower(word) in ('usd', 'dollar', 'dollars', '$') then 'usd'
    when lower(word) in ('gbp', 'pound', 'pounds', '£') then 'gbp'
    when lower(word) = 'chf' then 'chf'
    when lower(word) in ('st', 'nd', 'rd', 'th') then null
    else lower(word) end
$$;
comment on function private.number_unit(text) is 'hour for hours, h and hrs; the word itself where it is not a known unit.';

create or replace function private.known_units()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select '{percent,hour,minute,day,week,month,year,eur,usd,gbp,chf}'::text[] $$;

-- Whether the evidence contains a claim of a sentence. A number of hours is not a number of days: where one side
-- names a known unit, the other must have the same, or the sentence must name it elsewhere.
create or replace function private.is_claim_supported(claim jsonb, evidence jsonb, sentence text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select from jsonb_array_elements(evidence) as other
    where other ->> 'kind' = claim ->> 'kind'
      and case claim ->> 'kind'
        when 'date' then
          (claim -> 'year' = 'null' or claim -> 'year' = other -> 'year')
          and (claim -> 'month' = 'null' or claim -> 'month' = other -> 'month')
          and (claim -> 'day' = 'null' or claim -> 'day' = other -> 'day')
        when 'number' then
          (claim ->> 'figure')::numeric = (other ->> 'figure')::numeric
          and case
            when claim ->> 'unit' is not distinct from other ->> 'unit' then true
            when other ->> 'unit' = any (private.known_units()) then exists (
              select from regexp_matches(sentence, '([[:alpha:]]+|[%€$£])', 'g') as word
              where private.number_unit(word[1]) = other ->> 'unit')
            when claim ->> 'unit' = any (private.known_units()) then other ->> 'unit' is null
            else true end
        else lower(claim ->> 'word') = lower(other ->> 'word') end);
end;
$$;
comment on function private.is_claim_supported(jsonb, jsonb, text) is
  'Takes a claim and the claims of the evidence, as private.text_claims() returns them.';
