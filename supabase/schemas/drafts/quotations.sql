-- Quotations, and words that a sentence attributes to a person.

-- Reasons against the quotations of a sentence, which no author statement removes: a quotation of four words or
-- more, or of two if a person is named as saying it, must be verbatim in a passage that the sentence cites, and the
-- person named beside it must be its speaker. So must the person who is named as saying something without quotation
-- marks. names: those of the sentence if it has no quotation marks, as private.names_in() returns them, or null.
create or replace function private.quotation_reasons(sentence text, items jsonb, names jsonb, context jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  -- A name can be in bold.
  v_plain_sentence constant text := translate(sentence, '*_', '');
  v_is_attributed constant boolean := v_plain_sentence ~ private.speech_pattern();
  v_quotes text[] := array(
    select coalesce(match[1], match[2])
    from regexp_matches(sentence, '"([^"]{3,})"|(?<![[:alnum:]])''([^"]{3,}?)''(?![[:alnum:]])', 'g') as match
    where coalesce(match[1], match[2]) ~ case when v_is_attributed then '\S+\s+\S+' else '\S+\s+\S+\s+\S+\s+\S+' end
    union all
    -- A quotation over several lines is checked line by line. The " after a number, as in 24", is not a quotation mark.
    select coalesce(match[1], match[2])
    from regexp_matches(sentence, '(?:^|[\s(])"(\S[^"]{2,})$|^([^"]{2,}[^"\s0-9])"(?![[:alnum:]])') as match
    where char_length(translate(sentence, '"', '')) % 2 <> char_length(sentence) % 2
      and coalesce(match[1], match[2]) ~ '\S+\s+\S+\s+\S+\s+\S+');
  v_lead constant text := private.name_before_colon(v_plain_sentence);
  v_names text[];
  v_reasons jsonb;
begin
  if v_quotes = '{}' and not v_is_attributed and v_lead is null then
    return '[]';
  end if;
  v_reasons := (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', case when quote ~ '\u2026|\.\.\.' then 'quote_joined' else 'quote_altered' end,
      'message', format(case when quote ~ '\u2026|\.\.\.'
        then 'The quotation %s leaves words out or joins passages: quote one passage word for word'
        else 'The quotation %s is not word for word in a passage that its sentence cites: correct it, or cite its passage' end,
        private.quoted_text(quote)))), '[]')
    from unnest(v_quotes) as quote
    where not exists (
      select from jsonb_array_elements(items) as item
      where private.is_quoted(quote, coalesce(item ->> 'quote', item ->> 'text'))
        or private.is_quoted(quote, item ->> 'passage')));
  -- An ellipsis between two quotations joins them as one inside a quotation does.
  if sentence ~ '"\s*[(\[]?\s*(\u2026|\.\.\.)\s*[)\]]?\s*"' then
    v_reasons := v_reasons || jsonb_build_array(jsonb_build_object(
      'code', 'quote_joined',
      'message', format('The sentence %s joins quotations with an ellipsis: quote each in a sentence of its own',
        private.quoted_text(sentence))));
  end if;
  v_names := array(
    select name_entry ->> 'name' from jsonb_array_elements(coalesce(names, (
      select coalesce(jsonb_agg(to_jsonb(sentence_name)), '[]') from private.names_in(regexp_replace(sentence, '"[^"]*"', '""', 'g'), false, context) as sentence_name))) as name_entry
    where (name_entry ->> 'is_person')::boolean);
  if v_quotes = '{}' and not v_is_attributed then
    -- "Budget: 212.5 hours" has a heading before its colon.
    if not exists (select from unnest(v_names) as name where starts_with(v_lead, name)) then
      return v_reasons;
    end if;
    v_names := array[v_lead];
    v_quotes := array(
      select words from btrim(substr(v_plain_sentence, position(': ' in v_plain_sentence) + 2), ' .') as words
      where exists (select from jsonb_array_elements(items) as item where private.is_quoted(words, item ->> 'quote')));
  elsif v_quotes = '{}' then
    v_names := private.names_of_speakers(v_plain_sentence, v_names);
  end if;
  return case when v_names = '{}' then v_reasons
    else v_reasons || private.attribution_reasons(sentence, v_names, v_quotes, items) end;
end;
$$;
comment on function private.quotation_reasons(text, jsonb, jsonb, jsonb) is 'Returns [{ code, message }].';

-- The name before a colon at the beginning of a sentence: Ida Winter: We begin. Null if there are other words before it.
create or replace function private.name_before_colon(sentence text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if position(': ' in left(sentence, 60)) < 3 then
    return null;
  end if;
  return substring(sentence from
    '^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herr|Frau)\.?\s+)*([[:upper:]][[:alpha:]''\u2019.-]+(?:\s(?:(?:von|van|de|der|den|la)\s)*[[:upper:]][[:alpha:]''\u2019.-]*){0,3})\s*(?:\([^()]*\)|,\s[[:lower:]][[:alpha:] -]*)?:\s');
end;
$$;

-- The names beside a verb of speech, or all if there are none: of "Ida said that Ben helps", only Ida. Words after "that" are
-- the content of the speech.
create or replace function private.names_of_speakers(sentence text, names text[])
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_clause text;
  v_speakers text[];
begin
  foreach v_clause in array array[split_part(split_part(sentence, ' that ', 1), ', dass ', 1), sentence] loop
    v_speakers := array(
      select name from unnest(names) as name
      where exists (
        select from regexp_matches(v_clause, private.speech_pattern(), 'g') as match
        cross join lateral unnest(match) as word
        where private.is_same_name(name, word)));
    if v_speakers <> '{}' then
      return v_speakers;
    end if;
  end loop;
  return names;
end;
$$;

-- A reason if the cited words are by another person than the sentence names, or by several people. Quotations are
-- compared with the turn in which they are; a sentence without them uses the whole citation.
create or replace function private.attribution_reasons(sentence text, names text[], quotations text[], items jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_speakers text[] := '{}';
  v_mixed_item record;
  v_item record;
begin
  for v_item in
    select item ->> 'number' as number, turns.speakers,
      array(select speaker from unnest(turns.speakers) as speaker
        where exists (select from unnest(names) as name where private.is_same_name(name, speaker))) as named_speakers
    from jsonb_array_elements(items) as item
    cross join lateral (
      select case when quotations = '{}'
        then private.speakers_in(item ->> 'quote', coalesce(item ->> 'passage', item ->> 'quote'), item -> 'location', item ->> 'source_kind')
        else array(
          select private.speaker_of(quote, coalesce(item ->> 'passage', item ->> 'quote'), item -> 'location', item ->> 'source_kind')
          from unnest(quotations) as quote
          where private.is_quoted(quote, coalesce(item ->> 'passage', item ->> 'quote'))) end as speakers) as turns
    where item ->> 'quote' is not null
  loop
    v_speakers := v_speakers || array_remove(v_item.speakers, null);
    if v_item.named_speakers <> '{}' then
      if quotations <> '{}' or cardinality(v_item.named_speakers) = cardinality(v_item.speakers) then
        return '[]';
      end if;
      v_mixed_item := v_item;
    end if;
  end loop;
  if v_mixed_item is not null then
    return jsonb_build_array(jsonb_build_object(
      'code', 'quote_reattributed',
      'message', format('The sentence %s names %s, but citation %s has words of several people: cite only the words of %s',
        private.quoted_text(sentence), v_mixed_item.named_speakers[1], v_mixed_item.number, v_mixed_item.named_speakers[1])));
  elsif v_speakers <> '{}' then
    return jsonb_build_array(jsonb_build_object(
      'code', 'quote_reattributed',
      'message', format('The sentence %s names %s, but the cited words are by %s: correct the name',
        private.quoted_text(sentence), array_to_string(names, ', '), (select string_agg(distinct speaker, ', ') from unnest(v_speakers) as speaker))));
  end if;
  return '[]';
end;
$$;
comment on function private.attribution_reasons(text, text[], text[], jsonb) is 'Returns [{ code, message }].';

-- The person who is quoted: the speaker of the passage, or the last name before the quote that a colon follows; null if
-- there is neither. In a document, "Budget:" is a heading, so only two capitalized words are a name.
create or replace function private.speaker_of(quote text, passage text, location jsonb, source_kind text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_content constant text := private.comparable_lines(passage);
  v_index constant integer := position(private.comparable_lines(quote) in v_content);
begin
  return coalesce(
    (select match[1]
     from regexp_matches(
       left(v_content, greatest(v_index, 1) - 1) || coalesce(substring(private.comparable_lines(quote) from '^[^:\n]{2,60}:'), ''),
       '(?:^|\n)\s*([[:upper:]][^:\n]{1,59}?)\s*(?:\([^()\n]*\))?:', 'g') with ordinality as hit (match, number)
     where source_kind is distinct from 'document' or match[1] ~ '^[[:upper:]][[:lower:]]+ [[:upper:]][[:lower:]]+$'
     order by hit.number desc limit 1),
    location ->> 'speaker');
end;
$$;
comment on function private.speaker_of(text, text, jsonb, text) is 'The speaker of a quote; null if the passage does not name one.';

-- The people whose words a quote contains: the speaker of its beginning, and each name that a colon follows at the
-- beginning of a line. "Next steps:" is a heading.
create or replace function private.speakers_in(quote text, passage text, location jsonb, source_kind text)
returns text[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select distinct turns.speaker
    from (
      select private.speaker_of(quote, passage, location, source_kind) as speaker
      union all
      select match[1]
      from regexp_matches(
        private.comparable_lines(quote), '(?:^|\n)\s*([[:upper:]][[:alpha:]''.-]+(?:\s[[:alpha:]''.-]+){0,3})\s*(?:\([^()\n]*\))?:', 'g') as match
      cross join lateral lower(substring(match[1] from '^[[:alpha:]]+')) as word
      where coalesce(private.class_of(word, true, private.dictionary_entries(array[word])), 'german') <> 'german'
    ) as turns
    where turns.speaker is not null);
end;
$$;
comment on function private.speakers_in(text, text, jsonb, text) is 'The speakers of a quote; {} if the passage does not name one.';

create or replace function private.comparable_lines(content text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select string_agg(private.comparable_text(line), E'\n' order by number)
  from string_to_table(content, E'\n') with ordinality as entry (line, number)
$$;
comment on function private.comparable_lines(text) is 'private.comparable_text() of each line.';

create or replace function private.is_same_name(name text, speaker text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from regexp_split_to_table(lower(name), '[^[:alnum:]]+') as part
    join regexp_split_to_table(lower(speaker), '[^[:alnum:]]+') as other_part on other_part = part and part <> '')
$$;
