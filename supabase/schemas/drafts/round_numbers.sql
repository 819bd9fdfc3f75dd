-- Other words and signs for numbers: zero, fortnight, a couple of, hundreds, anderthalb, Phase II, and the basic numbers
-- of French and Spanish that are no English or German words.

create or replace function private.round_number_claims(content text, language text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text constant text := lower(content);
  v_claims jsonb := '[]';
begin
  -- Few texts contain such a word, and a session caches few patterns.
  if v_text like any ('{%zero%,%null%}'::text[]) then
    v_claims := private.zero_claims(content, language);
  end if;
  if v_text like any ('{%fortnight%,%couple%,%anderthalb%,%eineinhalb%,%one and a half%}'::text[]) then
    v_claims := v_claims || (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', 'number', 'phrase', coalesce(match[1], match[2], match[4]),
        'figure', case when match[4] is null then 2 else 1.5 end,
        'unit', case when match[1] is null then private.number_unit(coalesce(match[3], match[5])) else 'week' end)), '[]')
      from regexp_matches(content,
        '\m(?:(fortnight(?:s|ly)?)'
        '|((?:a|next|last|past|first|another) couple)\s(?:(?:of|more)\s(?:more\s)?|(?=minutes|hours|days|weeks|months|years|sprints|pages|tasks))([[:alpha:]]+)'
        '|(anderthalb|eineinhalb|one and a half)(?:\s([[:alpha:]]+))?)\M', 'gi') as match);
  end if;
  if v_text like any ('{%hundreds%,%thousands%,%dozens%,%tens of%,%scores of%,%hunderte%,%tausende%,%dutzende%}'::text[]) then
    v_claims := v_claims || (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', 'literal', 'phrase', coalesce(match[1], match[2]),
        'word', case lower(left(coalesce(match[1], match[2]), 3))
          when 'hun' then 'hundreds' when 'tau' then 'thousands' when 'tho' then 'thousands' when 'doz' then 'dozens'
          when 'dut' then 'dozens' else lower(coalesce(match[1], match[2])) end)), '[]')
      from regexp_matches(content,
        '\m(?:((?:hundreds|thousands)(?!\s(?:separator|column|place))|dozens|tens of'
        '|(?:zehn|hundert)?tausenden?|hunderten?|dutzenden?)'
        -- In "the scores of the pages", scores are results.
        '|(?<=^|[,;:(]\s?|\m(?:and|with|by|from|for|fixed|found|closed|removed|tested|moved|translated|have|has|had|are|were)\s)(scores) of(?!\s(?:the|an?|our|your|all|these|this|each)\M))\M', 'gi') as match);
  end if;
  if content like any ('{%II%,%IV%,%VI%,%IX%,%XI%}'::text[]) then
    v_claims := v_claims || private.roman_claims(content);
  end if;
  if v_text like any (
    '{%deux%,%trois%,%quatre%,%cinq%,%huit%,%douze%,%quinze%,%vingt%,%trente%,%quarante%,%soixante%,'
    '%cuatro%,%cinco%,%siete%,%ocho%,%nueve%,%diez%,%doce%,%veinte%,%treinta%,%cuarenta%,%cincuenta%}'::text[])
  then
    v_claims := v_claims || (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', 'number', 'phrase', match[1], 'figure', private.romance_figure(match[1]), 'unit', private.number_unit(match[2]))), '[]')
      from regexp_matches(content,
        '\m(deux|trois|quatre|cinq|huit|douze|quinze|vingt|trente|quarante|cinquante|soixante'
        '|cuatro|cinco|siete|ocho|nueve|diez|doce|veinte|treinta|cuarenta|cincuenta)\M(?:\s([[:alpha:]]+))?', 'gi') as match);
  end if;
  return v_claims;
end;
$$;
comment on function private.round_number_claims(text, text) is 'Returns [{ kind, phrase, figure, unit | word }].';

-- Zero beside a thing. In German, "null" counts before a noun and after words such as "auf"; in English, "null" is a word
-- of programmers.
create or replace function private.zero_claims(content text, language text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'number', 'phrase', match[1], 'figure', 0, 'unit', private.number_unit(match[2]))), '[]')
    from (
      select match from regexp_matches(content,
        '(?<![-[:alpha:]])(?<!(?:ground|from|leading|trailing) )(zero)(?!-?(?:day|trust|sum|config|touch|knowledge|based|click|downtime|length|width|state|index|shot|copy|padding|in\M)| (?:in|trust|config|state)\M)\M(?:[ -]([[:alpha:]]+))?', 'gi') as match
      union all
      select match from regexp_matches(content, case when language = 'de'
        then '\m((?:[Nn]ull(?=\s[[:upper:]][[:lower:]])|(?<=(?:auf|von|bei|gleich|unter|über) )null))\M(?:\s([[:upper:]][[:lower:]]+))?'
        else '\m(Null)\s([[:upper:]][[:lower:]]+)' end, 'g') as match
    ) as hit (match));
end;
$$;

-- Roman numerals of two letters or more: Phase II. IV, VI, IX and XI are also abbreviations, so they need a word before
-- them that is numbered.
create or replace function private.roman_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'number', 'phrase', numeral, 'unit', null,
      'figure', array_position('{I,II,III,IV,V,VI,VII,VIII,IX,X,XI,XII}'::text[], numeral))), '[]')
    from regexp_matches(content,
      '(?<![[:alnum:]/&])(?:(II|III|VII|VIII|XII)'
      '|(?<=\m(?:[Pp]hase|[Pp]art|[Ss]tage|[Ss]tep|[Vv]ersion|[Ll]evel|[Cc]hapter|[Ss]ection|[Aa]nnex|[Aa]ppendix|[Vv]olume|[Rr]elease|[Ss]print|[Rr]ound|[Tt]ier|[Aa]rticle|[Pp]hases|[Ll]ot'
      '|Teil|Kapitel|Stufe|Anlage|Anhang|Abschnitt|Band|Los|Artikel|Paket|Modul|Baustein|Quartal)[ \u00a0-])(IV|VI|IX|XI))(?![[:alnum:]/&])', 'g') as match
    cross join lateral coalesce(match[1], match[2]) as numeral);
end;
$$;

-- The value of a basic number of French or Spanish.
create or replace function private.romance_figure(word text)
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case lower(word)
    when 'deux' then 2 when 'trois' then 3 when 'quatre' then 4 when 'cinq' then 5 when 'huit' then 8 when 'douze' then 12
    when 'quinze' then 15 when 'vingt' then 20 when 'trente' then 30 when 'quarante' then 40 when 'cinquante' then 50
    when 'soixante' then 60 when 'cuatro' then 4 when 'cinco' then 5 when 'siete' then 7 when 'ocho' then 8
    when 'nueve' then 9 when 'diez' then 10 when 'doce' then 12 when 'veinte' then 20 when 'treinta' then 30
    when 'cuarenta' then 40 when 'cincuenta' then 50 end
$$;
