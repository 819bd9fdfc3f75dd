-- Numbers in words, in English and German: twenty-five, two hundred, zwölf, zweihundertfünfzig.

-- The words of numbers from two up, which can follow each other. "One" and "ein" count inside a longer number, and in
-- private.single_claims() beside a unit: elsewhere they are pronouns and articles.
create or replace function private.number_words()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select 'thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|'
    || 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|millions?|billions?|dozen|'
    || 'zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|zwei|zwo|drei|vier|fünf|sechs?|sieben|sieb|'
    || 'acht|neun|zehn|elf|zwölf|hundert|tausend|million(?:en)?|milliarden?|dutzend|eins'
$$;
comment on function private.number_words() is 'A pattern of the words of numbers, the longer one first where two begin alike.';

create or replace function private.word_value(word text)
returns numeric
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case lower(word)
    when 'one' then 1 when 'ein' then 1 when 'eine' then 1 when 'eins' then 1 when 'two' then 2 when 'zwei' then 2 when 'zwo' then 2
    when 'three' then 3 when 'drei' then 3 when 'four' then 4 when 'vier' then 4 when 'five' then 5 when 'fünf' then 5
    when 'six' then 6 when 'sech' then 6 when 'sechs' then 6 when 'seven' then 7 when 'sieb' then 7 when 'sieben' then 7
    when 'eight' then 8 when 'acht' then 8 when 'nine' then 9 when 'neun' then 9 when 'ten' then 10 when 'zehn' then 10
    when 'eleven' then 11 when 'elf' then 11 when 'twelve' then 12 when 'zwölf' then 12 when 'dozen' then 12 when 'dutzend' then 12
    when 'thirteen' then 13 when 'fourteen' then 14 when 'fifteen' then 15 when 'sixteen' then 16 when 'seventeen' then 17
    when 'eighteen' then 18 when 'nineteen' then 19 when 'twenty' then 20 when 'zwanzig' then 20 when 'thirty' then 30
    when 'dreißig' then 30 when 'dreissig' then 30 when 'forty' then 40 when 'vierzig' then 40 when 'fifty' then 50
    when 'fünfzig' then 50 when 'sixty' then 60 when 'sechzig' then 60 when 'seventy' then 70 when 'siebzig' then 70
    when 'eighty' then 80 when 'achtzig' then 80 when 'ninety' then 90 when 'neunzig' then 90
    when 'hundred' then 100 when 'hundert' then 100 when 'thousand' then 1000 when 'tausend' then 1000
    when 'million' then 1000000 when 'millions' then 1000000 when 'millionen' then 1000000
    when 'billion' then 1000000000 when 'billions' then 1000000000 when 'milliarde' then 1000000000 when 'milliarden' then 1000000000
  end
$$;
comment on function private.word_value(text) is 'The value of one word of a number.';

-- The value of a number in words. A word of one hundred or more, and a dozen, multiplies the words before it.
create or replace function private.words_figure(words text)
returns numeric
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_value numeric;
  v_word text;
  v_total numeric := 0;
  v_part numeric := 0;
begin
  for v_word in
    select match[1] from regexp_matches(words, '(' || private.number_words() || '|one|eine?)', 'gi') as match
  loop
    v_value := private.word_value(v_word);
    if v_value >= 1000 then
      v_total := v_total + greatest(v_part, 1) * v_value;
      v_part := 0;
    elsif v_value = 100 or lower(v_word) in ('dozen', 'dutzend') then
      v_part := greatest(v_part, 1) * v_value;
    else
      v_part := v_part + v_value;
    end if;
  end loop;
  return v_total + v_part;
end;
$$;
comment on function private.words_figure(text) is '225 for two hundred and twenty-five and zweihundertfünfundzwanzig.';

-- The claims of the numbers in words of a text.
create or replace function private.number_word_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_words constant text := private.number_words();
  -- "4 million" is one number, which number_claim() reads, and "twenty-first" is an ordinal.
  v_text constant text := regexp_replace(content,
    '[0-9][ \u00a0-]?(?:hundred|thousand|hundert|tausend|millions?|millionen|billions?|milliarden?|dozen|dutzend)\M'
    '|\m(?:twenty|thirty)[ -](?:first|second|third|(?:four|fif|six|seven|eigh|nin)th)\M', ' ', 'gi');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'number', 'phrase', concat(match[1], match[2]), 'unit', private.number_unit(match[3]),
      'figure', private.words_figure(match[1]) + case when match[2] is not null then 0.5 else 0 end)), '[]')
    from regexp_matches(v_text, format(
      '\m((?:(?:one[ -]|eine? ?)(?=hund|thou|taus|million|billion|milliard|dozen|dutzend|und[zdvfsan]))?'
      '(?:und)?(?:%1$s)(?:(?:[ -]|und| and (?=(?:%1$s)\M)(?<=hundred and |thousand and ))?(?:%1$s))*)(?:mal)?( and a half|einhalb)?\M(?:[ -]([[:alpha:]]+))?', v_words), 'gi') as match);
end;
$$;
comment on function private.number_word_claims(text) is 'Returns [{ kind, phrase, figure, unit }].';

-- The number one beside a unit or a thing that reports count: one week, eine Woche, a week late, nur eine Seite. "One
-- of us", "one thing" and "eines Tages" are not numbers.
create or replace function private.single_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_unit constant text := 'minute|hour|day|week|month|year|percent|euro|dollar|pound';
begin
  -- Most texts with a number in words contain none of these, and a session caches few patterns.
  if not lower(content) like any ('{%one %,%one-%,%a minute%,%an hour%,%a day%,%a week%,%a month%,%a year%,%eine%,%ein %}'::text[]) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'number', 'phrase', match[1], 'figure', 1, 'unit', private.number_unit(match[2]))), '[]')
    from (
      select match from regexp_matches(content, format(
        '\m(one)[ -](?:(?:more|open|new|late|final|further|additional|extra|full|whole|working|business|overdue|single)\s)?'
        '(%s|quarter|sprint|page|task|ticket|issue|bug|defect|item|milestone|deliverable|change|request|question|risk|round|release|version|workshop|meeting|call|template|screen|feature)\M', v_unit), 'gi') as match
      union all
      select match from regexp_matches(content, format('\m(an?)\s(%s)\s(?:late|later|early|earlier|behind|ahead)\M', v_unit), 'gi') as match
      union all
      select match from regexp_matches(content, format('\m(?:in|within)\s(an?)\s(%s)\M', v_unit), 'gi') as match
      union all
      select match from regexp_matches(content,
        '\m(eine?|einen|einem|einer)\s(?:(?:weiter|ganz|voll)e[nmrs]?\s)?(Minute|Stunde|Tag|Tage|Woche|Monat|Jahr|Jahre|Quartal|Prozent|Euro)\M', 'gi') as match
      union all
      select match from regexp_matches(content,
        '\m(?:nur|genau|lediglich|exakt)\s(eine?|einen|einem|einer)\s(?!hundert|tausend|million|milliard|dutzend)([[:alpha:]]+)', 'gi') as match
    ) as hit (match));
end;
$$;
comment on function private.single_claims(text) is 'Returns [{ kind, phrase, figure, unit }].';

-- Numbers in Chinese numerals: several together, or one before a unit.
create or replace function private.chinese_number_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'number', 'phrase', match[1], 'figure', private.chinese_figure(match[1]), 'unit', private.number_unit(match[2]))), '[]')
    from regexp_matches(content,
      '([〇零一二三四五六七八九十百千万亿两壹贰叁肆伍陆柒捌玖拾佰仟萬億兩]+)(小时|小時|个月|個月|分|天|日|周|週|月|年|页|頁|元|个|個|项|項|人|次)?', 'g') as match
    where match[2] is not null and match[1] || match[2] not in ('一个', '一個', '一次', '一人', '一项', '一項') or match[1] ~ '..');
end;
$$;
comment on function private.chinese_number_claims(text) is 'Returns [{ kind, phrase, figure, unit }].';

create or replace function private.chinese_figure(numerals text)
returns numeric
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text constant text := translate(
    numerals, '〇零一二三四五六七八九两兩壹贰叁肆伍陆柒捌玖拾佰仟萬億', '001234567892212345678' || '9十百千万亿');
  v_total numeric := 0;
  v_part numeric := 0;
  v_digit numeric := null;
  v_sign text;
  v_unit numeric;
begin
  if v_text ~ '^[0-9]+$' then
    return v_text::numeric;
  end if;
  foreach v_sign in array string_to_array(v_text, null) loop
    v_unit := case v_sign when '十' then 10 when '百' then 100 when '千' then 1000 when '万' then 10000 when '亿' then 100000000 end;
    if v_unit is null then
      v_digit := v_sign::numeric;
    elsif v_unit < 10000 then
      v_part := v_part + coalesce(v_digit, 1) * v_unit;
      v_digit := null;
    else
      v_total := (v_total + v_part + coalesce(v_digit, 0)) * v_unit;
      v_part := 0;
      v_digit := null;
    end if;
  end loop;
  return v_total + v_part + coalesce(v_digit, 0);
end;
$$;
comment on function private.chinese_figure(text) is '312 for 三百一十二.';
