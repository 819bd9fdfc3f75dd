-- Ordinals in words, in English and German: the fifth page, am zehnten April. "First" and "second" order a text, so they
-- count only in a date and in a longer number.

create or replace function private.ordinal_words()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '(?:twenty|thirty)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|third|fourth|fifth|sixth|seventh|eighth|ninth'
    || '|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth'
    || '|(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|dreissig)ste[nmrs]?'
    || '|(?:drei|vier|fünf|sech|sieb|acht|neun)zehnte[nmrs]?|(?:drit|vier|fünf|sechs|sieb|sieben|neun|zehn|elf|zwölf)te[nmrs]?'
$$;
comment on function private.ordinal_words() is 'A pattern of ordinals from third to thirty-ninth.';

-- The value of an ordinal: that of the number from which it is formed.
create or replace function private.ordinal_figure(word text)
returns numeric
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_word constant text := lower(word);
  v_stem constant text := regexp_replace(v_word, '(?:first|second|third|fifth|eighth|ninth|twelfth|ieth|th|s?te[nmrs]?)$', '');
begin
  return private.words_figure(v_stem || case
    when right(v_word, 5) = 'first' or left(v_word, 4) = 'erst' then 'one' when right(v_word, 6) = 'second' then 'two'
    when right(v_word, 5) = 'third' or left(v_word, 5) = 'dritt' then ' three' when right(v_word, 5) = 'fifth' then 'five'
    when right(v_word, 6) = 'eighth' then 'eight' when right(v_word, 5) = 'ninth' then 'nine'
    when right(v_word, 7) = 'twelfth' then 'twelve' when v_stem = 'ach' then 'acht' when right(v_word, 4) = 'ieth' then 'y' else '' end);
end;
$$;
comment on function private.ordinal_figure(text) is '25 for twenty-fifth, 3 for dritten.';

-- The claims of ordinals: the number that "5th page" and "page 5" contain too. A third of something is a share, and a
-- third party is no number; nor are "Third," at the beginning of a sentence, and the German noun Dritte.
create or replace function private.ordinal_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not lower(content) like any (
    '{%third%,%fourth%,%fifth%,%sixth%,%seventh%,%eighth%,%ninth%,%tenth%,%eleventh%,%twelfth%,%teenth%,%tieth%,%twenty%,%thirty%,'
    '%dritte%,%vierte%,%fünfte%,%sechste%,%siebte%,%siebente%,%achte%,%neunte%,%zehnte%,%elfte%,%zwölfte%,%igste%,%issigste%}'::text[])
  then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'number', 'phrase', entry.word, 'figure', private.ordinal_figure(entry.word), 'unit', null)), '[]')
    from (
      select match[1]
      from regexp_matches(content,
        '\m(?:(?:one|two|three|an?)[ -](?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?\sof\M'
        '|third[ -](?:part(?:y|ies)|persons?)\M|^(?:third|fourth|fifth),|(' || private.ordinal_words() || ')\M)', 'gi') as match
      union all
      -- "Achten" is also a verb.
      select match[1]
      from regexp_matches(content,
        '\m(?:[Dd]er|[Dd]ie|[Dd]as|[Dd]en|[Dd]em|[Zz]ur|[Zz]um|[Ii]m|[Aa]m|[Ee]inen?|[Ee]iner|[Uu]nsere[nr]?|[Ii]hre[nr]?)\s(achte[nmrs]?)(?=\s[[:upper:]])', 'g') as match
    ) as entry (word)
    where entry.word is not null
      and (entry.word !~ '^Dritte' or content ~ (entry.word || '\s[[:upper:]][[:lower:]]')));
end;
$$;
comment on function private.ordinal_claims(text) is 'Returns [{ kind, phrase, figure, unit }].';

-- A text whose days in words before a month are digits, as dates are read: the 10 of April, am 10 April.
create or replace function private.write_days_as_digits(content text, month_pattern text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text := content;
  v_word text;
begin
  if not lower(content) like any (
    '{%first%,%second%,%third%,%th of %,%th jan%,%th feb%,%th ma%,%th a%,%th ju%,%th sep%,%th o%,%th nov%,%th de%,%erste%,%zweite%,%dritte%,%te j%,%ten %,%te %}'::text[])
  then
    return content;
  end if;
  for v_word in
    select distinct match[1]
    from regexp_matches(content,
      '\m(' || private.ordinal_words() || '|first|second|(?:erst|zweit|acht)e[nmrs]?)(?=(?:\s+of)?\s+' || month_pattern || '\M)', 'gi') as match
  loop
    v_text := regexp_replace(v_text, '\m' || v_word || '(?=(?:\s+of)?\s+' || month_pattern || '\M)', private.ordinal_figure(v_word)::text, 'gi');
  end loop;
  return v_text;
end;
$$;
comment on function private.write_days_as_digits(text, text) is 'The 10 of April for the tenth of April.';
