-- Numbers in words, in English and German: twenty-five, two hundred, zwölf, zweihundertfünfzig.

-- The words of numbers from two up, which can follow each other. "One" and "ein" count only inside a longer number,
-- because alone they are pronouns and articles.
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

-- The claims of the numbers in words of a text, and of shares and multiples, which only the same word supports.
create or replace function private.number_word_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_words constant text := private.number_words();
  -- "4 million" is one number, which number_claim() reads.
  v_text constant text := regexp_replace(
    content, '[0-9][ \u00a0-]?(?:hundred|thousand|hundert|tausend|millions?|millionen|billions?|milliarden?|dozen|dutzend)\M', ' ', 'gi');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'number', 'shown', match[1], 'figure', private.words_figure(match[1]), 'unit', private.number_unit(match[2]))), '[]')
    from regexp_matches(v_text, format(
      '\m((?:(?:one[ -]|eine? ?)(?=hund|thou|taus|million|billion|milliard|dozen|dutzend|und[zdvfsan]))?'
      '(?:und)?(?:%1$s)(?:(?:[ -]|und| and (?=(?:%1$s)\M)(?<=hundred and |thousand and ))?(?:%1$s))*)(?:mal)?\M(?:[ -]([[:alpha:]]+))?', v_words), 'gi') as match
  ) || (
    select coalesce(jsonb_agg(jsonb_build_object('kind', 'literal', 'shown', match[1], 'word', match[1])), '[]')
    from regexp_matches(v_text,
      '\m(half|halved|doubled|tripled|twice|(?:one|two|a) (?:third|quarter)s?(?= of\M)|hälfte|halbiert|verdoppelt|verdreifacht|doppelt|drittel|viertel)\M', 'gi') as match);
end;
$$;
comment on function private.number_word_claims(text) is 'Returns [{ kind, shown, figure, unit | word }].';
