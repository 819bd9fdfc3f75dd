-- The numbers, dates and weekdays of a text, in a form that can be compared: [{ kind, phrase, … }].
--   date     { year, month, day }, each null where the text leaves it out; other: the second reading of 3/4/2026 and
--            of a day such as "next Friday"
--   weekday  { word }
--   named_day { word }: Christmas
--   name     { word }: initials, a handle or an email address
--   number   { figure, unit }: unit is the word or sign beside the number, in one form (hours, h and hrs are hour)
--   literal  { word }: a time, another run of digits that is not a number, a share or multiple such as half and threefold
-- Digits of other scripts, Chinese numerals, and numbers in English and German words count like digits. `language` decides
-- how 1.250 is read: 1250 in German, 1.25 in English. Days such as "tomorrow" are read from `on_day`.
create or replace function private.text_claims(content text, language text default null, on_day date default null)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_month constant text :=
    '(jan(?:uary|uar)?|jän(?:ner)?|feb(?:ruary|ruar)?|march|märz|mar|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?'
    '|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)';
  v_ordinal constant text := '(?:st|nd|rd|th|\.)?';
  v_number constant text :=
    '((?<![[:alnum:]])[-\u2212])?(?:(EUR|USD|GBP|CHF|[€$£])\s?)?'
    '([0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,:''\u2019][0-9]+)*)'
    '(?:[ \u00a0\u202f-]?(%|€|[[:alpha:]]+))?';
  v_language constant text := coalesce(language, private.text_language(content));
  v_text text := translate(private.visible_text(content),
    U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
    '\07c0\07c1\07c2\07c3\07c4\07c5\07c6\07c7\07c8\07c9\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f'
    '\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f'
    '\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f'
    '\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f'
    '\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f'
    '\0e50\0e51\0e52\0e53\0e54\0e55\0e56\0e57\0e58\0e59\0ed0\0ed1\0ed2\0ed3\0ed4\0ed5\0ed6\0ed7\0ed8\0ed9'
    '\0f20\0f21\0f22\0f23\0f24\0f25\0f26\0f27\0f28\0f29\1040\1041\1042\1043\1044\1045\1046\1047\1048\1049'
    '\17e0\17e1\17e2\17e3\17e4\17e5\17e6\17e7\17e8\17e9\1810\1811\1812\1813\1814\1815\1816\1817\1818\1819',
    repeat('0123456789', 18));
  v_claims jsonb := private.name_form_claims(v_text);
  v_pattern text;
  v_words constant text := '\m(?:one |eine? ?|(?:ein)?und)?(?:' || private.number_words() || ')'
    '|\m(?:hal[fvb]|doubl|tripl|trebl|quadrupl|quintupl|twice|hälfte|ver(?:d|vier|fünf|sechs|zehn)|doppelt|dritt|viertel|fifth|nin(?:th|eteenth)|twelfth|twentieth|thirtieth'
    '|zero|null\M|anderthalb|eineinhalb|fortnight|couple|scores\sof|i[iv]i?\M|vii?i?\M|ix\M|xii?\M'
    '|deux|trois|quatre|cinq|huit|douze|quinze|vingt|trente|quarante|soixante|cuatro|siete|ocho|nueve|diez|doce|veinte|treinta|cuarenta)'
    '|third|quarter|\mone[ -]|\mein(?:e[nmr]?)?\s|\man?\s(?:hour|day|week|month|year)';
  v_relative_days constant text := 'today|tonight|tomorrow|yesterday|heute|morgen|gestern|\m(?:next|this|coming|last|past|nächst|kommend|diese|letzt|vergangen|vorig)';
  v_weekday constant text := '\m(?:mon|tue|wed|thu|fri|sat|sun|diens|mittw|donn|frei|sams|sonn)';
  v_has_claim boolean;
  v_has_month boolean;
  v_named_days constant text := '\m(?:christmas|xmas|weihn|easter|ostern|oster[ms]o|karfr|good\sf|pentec|whits|pfingst|new\syear|neujahr|silvester|thanksg|boxing|heiliga|heiliger?n?\sa|noon|midday|midnight|mitt(?:ag|ern))';
  v_has_words boolean;
begin
  -- Few sentences contain a month, a day or a number in words. One pattern rules out the others, because a session
  -- caches few compiled patterns.
  v_has_claim := v_text ~* (v_month || '|' || v_words || '|' || v_relative_days || '|' || v_weekday || '|' || v_named_days);
  v_has_month := v_has_claim and private.may_contain_month(v_text);
  v_has_words := v_has_claim and v_text ~* v_words;
  if v_has_month then
    v_text := private.write_days_as_digits(v_text, v_month);
    -- Written dates: 3 March 2026, March 3, March 2026.
    v_pattern := format('\m([0-9]{1,2})%s\s+(?:of\s+)?%s\M\.?(?:,?\s+([0-9]{4})\M)?', v_ordinal, v_month);
    v_claims := v_claims || private.date_claims(v_text, v_pattern, '{day,month,year}');
    v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
    if private.may_contain_month(v_text) then
      v_pattern := format('\m%s\M\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?\M(?:,?\s+([0-9]{4})\M)?', v_month);
      v_claims := v_claims || private.date_claims(v_text, v_pattern, '{month,day,year}');
      v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
      v_pattern := format('\m%s\M\.?,?\s+([0-9]{4})\M', v_month);
      v_claims := v_claims || private.date_claims(v_text, v_pattern, '{month,year}');
      v_claims := v_claims || private.month_claims(regexp_replace(v_text, v_pattern, ' ', 'gi'));
      v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
    end if;
  end if;
  if v_text like '%-__-%' then
    v_pattern := '\m([0-9]{4})-([0-9]{2})-([0-9]{2})\M';
    v_claims := v_claims || private.date_claims(v_text, v_pattern, '{year,month,day}');
    v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
  end if;
  if v_text like '%/%/%' then
    v_pattern := '(?<![0-9/])([0-9]{1,2})/([0-9]{1,2})/((?:20)?[0-9]{2})(?![0-9/])';
    v_claims := v_claims || private.slash_date_claims(v_text, v_pattern);
    v_text := regexp_replace(v_text, v_pattern, ' ', 'g');
  end if;
  if v_has_claim and on_day is not null and v_text ~* v_relative_days then
    v_claims := v_claims || private.relative_day_claims(v_text, on_day);
    v_text := regexp_replace(v_text,
      '\m(?:next|this|coming|last|past|nächste.?|kommende.?|diese.?|letzte.?|vergangene.?|vorige.?)\s+(?=(?:mon|tues|wednes|thurs|fri|satur|sun)day\M|(?:mon|diens|donners|frei|sams|sonn)tag\M|mittwoch\M|sonnabend\M)[[:alpha:]]+', ' ', 'gi');
  end if;
  if translate(v_text, '123456789', '000000000') like '%0.%0.%' then
    -- 03.04.2026, and 3.4. after a word that shows that it is a date.
    v_pattern := '\m(0?[1-9]|[12][0-9]|3[01])\.\s?(0?[1-9]|1[0-2])\.\s?([0-9]{4})\M';
    v_claims := v_claims || private.date_claims(v_text, v_pattern, '{day,month,year}');
    v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
    v_pattern := '\m(?:am|vom|bis|zum|ab|den|dem)\s+(0?[1-9]|[12][0-9]|3[01])\.\s?(0?[1-9]|1[0-2])\.(?![0-9])';
    v_claims := v_claims || private.date_claims(v_text, v_pattern, '{day,month}');
    v_text := regexp_replace(v_text, v_pattern, ' ', 'gi');
  end if;
  if v_has_claim then
    v_claims := v_claims || private.named_day_claims(v_text);
  end if;
  if v_has_claim and v_text ~* v_weekday then
    v_claims := v_claims || private.weekday_claims(v_text);
  end if;
  if translate(v_text, '0123456789', '') <> v_text then
    v_claims := v_claims || (
      select coalesce(jsonb_agg(private.number_claim(match[1], match[2], match[3], match[4], v_language)), '[]')
      from regexp_matches(v_text, v_number, 'g') as match);
  end if;
  if v_has_words then
    v_claims := v_claims || private.number_word_claims(v_text) || private.single_claims(v_text) || private.ordinal_claims(v_text)
      || private.multiple_claims(v_text) || private.round_number_claims(v_text, v_language);
  end if;
  if translate(v_text, '〇一二三四五六七八九十百千万亿两壹贰叁肆伍陆柒捌玖拾佰仟萬億兩', '') <> v_text then
    v_claims := v_claims || private.chinese_number_claims(v_text);
  end if;
  return v_claims;
end;
$$;
comment on function private.text_claims(text, text, date) is 'Returns [{ kind, phrase, year, month, day | word | figure, unit }].';

-- Whether a text may contain the name of a month. It uses no pattern, because a session caches few of them.
create or replace function private.may_contain_month(content text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select lower(content) like any (
    '{%jan%,%jän%,%feb%,%mar%,%mär%,%apr%,%may%,%mai%,%jun%,%jul%,%aug%,%sep%,%oct%,%okt%,%nov%,%dec%,%dez%}'::text[])
$$;

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
      'phrase', array_to_string(array_remove(match, null), ' '),
      'year', match[array_position(parts, 'year')]::integer,
      'month', case when match[array_position(parts, 'month')] ~ '^[0-9]'
        then match[array_position(parts, 'month')]::integer
        else private.month_number(match[array_position(parts, 'month')]) end,
      'day', match[array_position(parts, 'day')]::integer)), '[]')
    from regexp_matches(content, pattern, 'gi') as match);
end;
$$;

-- Dates such as 3/4/2026. If both readings are days, other is the second one. Numbers that are not a date become a
-- literal.
create or replace function private.slash_date_claims(content text, pattern text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(case
      when numbers.first_number > 12 and numbers.second_number > 12 or least(numbers.first_number, numbers.second_number) = 0 or greatest(numbers.first_number, numbers.second_number) > 31
        then jsonb_build_object('kind', 'literal', 'phrase', numbers.phrase, 'word', numbers.phrase)
      when numbers.first_number > 12 or numbers.second_number > 12 or numbers.first_number = numbers.second_number
        then jsonb_build_object('kind', 'date', 'phrase', numbers.phrase, 'year', numbers.year,
          'month', least(numbers.first_number, numbers.second_number), 'day', greatest(numbers.first_number, numbers.second_number))
      else jsonb_build_object('kind', 'date', 'phrase', numbers.phrase, 'year', numbers.year, 'month', numbers.first_number, 'day', numbers.second_number,
        'other', jsonb_build_object('year', numbers.year, 'month', numbers.second_number, 'day', numbers.first_number)) end), '[]')
    from (
      select match[1]::integer as first_number, match[2]::integer as second_number,
        case when char_length(match[3]) = 2 then 2000 else 0 end + match[3]::integer as year, array_to_string(match, '/') as phrase
      from regexp_matches(content, pattern, 'g') as match
    ) as numbers);
end;
$$;

create or replace function private.day_parts(day date)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'year', extract(year from day)::integer, 'month', extract(month from day)::integer, 'day', extract(day from day)::integer)
$$;

create or replace function private.month_number(month text)
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case left(lower(month), 3)
    when 'jan' then 1 when 'jän' then 1 when 'feb' then 2 when 'mar' then 3 when 'mär' then 3 when 'apr' then 4 when 'may' then 5
    when 'mai' then 5 when 'jun' then 6 when 'jul' then 7 when 'aug' then 8 when 'sep' then 9 when 'oct' then 10
    when 'okt' then 10 when 'nov' then 11 when 'dec' then 12 when 'dez' then 12 end
$$;

-- One number of a text, without its thousands separators. If both commas and points occur, the last one is the decimal
-- separator. Otherwise repeated separators separate thousands, and a single one is decimal, except before three digits:
-- there a point in German, and a comma in other languages, separates thousands.
create or replace function private.number_claim(sign text, currency text, digits text, word text, language text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_digits text := translate(digits, U&' \00a0\202f\2019''', '');
  v_scale numeric := case when lower(word) in ('dozen', 'dutzend') then 12 when lower(word) in ('hundred', 'hundert') then 100
    when lower(word) in ('k', 'thousand', 'tausend', 'tsd') then 1000
    when lower(word) in ('million', 'millions', 'millionen', 'mn', 'mio') then 1000000
    when lower(word) in ('billion', 'billions', 'milliarde', 'milliarden', 'bn', 'mrd') then 1000000000 else 1 end;
begin
  if position(':' in v_digits) > 0 or char_length(v_digits) > 30 then
    return jsonb_build_object('kind', 'literal', 'phrase', digits, 'word', v_digits);
  end if;
  if translate(v_digits, '0123456789', '') = '' then
    -- Most numbers have no separator, and a session caches few patterns.
    null;
  elsif position(',' in v_digits) > 0 and position('.' in v_digits) > 0 then
    v_digits := case when v_digits ~ '\.[0-9]+$' and v_digits !~ '\..*,'
      then replace(v_digits, ',', '') else replace(replace(v_digits, '.', ''), ',', '.') end;
  elsif v_digits ~ '[.,].*[.,]' then
    v_digits := translate(v_digits, '.,', '');
  elsif v_digits ~ (case when language = 'de' then '^[1-9][0-9]{0,2}\.[0-9]{3}$' else '^[1-9][0-9]{0,2},[0-9]{3}$' end) then
    v_digits := translate(v_digits, '.,', '');
  else
    v_digits := replace(v_digits, ',', '.');
  end if;
  if translate(v_digits, '0123456789', '') <> '' and v_digits !~ '^[0-9]+\.[0-9]+$' then
    return jsonb_build_object('kind', 'literal', 'phrase', digits, 'word', translate(digits, ' ', ''));
  end if;
  return jsonb_build_object(
    'kind', 'number',
    'phrase', concat(sign, currency, case when currency ~ '[A-Z]' then ' ' end, digits, case when word = '%' then '%' end),
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
    when lower(word) in ('hour', 'hours', 'hr', 'hrs', 'h', 'stunde', 'stunden', '小时', '小時') then 'hour'
    when lower(word) in ('minute', 'minutes', 'min', 'mins') then 'minute'
    when lower(word) in ('day', 'days', 'tag', 'tage', 'tagen', '天', '日') then 'day'
    when lower(word) in ('week', 'weeks', 'woche', 'wochen', '周', '週') then 'week'
    when lower(word) in ('month', 'months', 'monat', 'monate', 'monaten', '月', '个月', '個月') then 'month'
    when lower(word) in ('year', 'years', 'jahr', 'jahre', 'jahren', '年') then 'year'
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
    select from jsonb_array_elements(evidence) as source_claim
    where (source_claim ->> 'kind' = claim ->> 'kind' or claim ->> 'kind' = 'weekday' and source_claim ? 'weekday')
      and case claim ->> 'kind'
        when 'weekday' then claim ->> 'word' = coalesce(source_claim ->> 'weekday', source_claim ->> 'word')
        when 'date' then exists (
          select from (values (claim), (claim -> 'other')) as claim_day (day)
          cross join (values (source_claim), (source_claim -> 'other')) as source_day (day)
          where (claim_day.day -> 'year' = 'null' or claim_day.day -> 'year' = source_day.day -> 'year')
            and (claim_day.day -> 'month' = 'null' or claim_day.day -> 'month' = source_day.day -> 'month')
            and (claim_day.day -> 'day' = 'null' or claim_day.day -> 'day' = source_day.day -> 'day'))
        when 'number' then
          (claim ->> 'figure')::numeric = (source_claim ->> 'figure')::numeric
          and case
            when claim ->> 'unit' is not distinct from source_claim ->> 'unit' then true
            when claim ->> 'unit' = any (private.known_units()) then source_claim ->> 'unit' is null
            when source_claim ->> 'unit' = any (private.known_units()) then exists (
              select from regexp_matches(sentence, '([[:alpha:]]+|[%€$£])', 'g') as word
              where private.number_unit(word[1]) = source_claim ->> 'unit')
            else true end
        else lower(claim ->> 'word') = lower(source_claim ->> 'word') end);
end;
$$;
comment on function private.is_claim_supported(jsonb, jsonb, text) is
  'Takes a claim and the claims of the evidence, as private.text_claims() returns them.';
