-- The texts of a payload that a client reads, line by line and sentence by sentence. A title or heading is one
-- sentence. Only these kinds have a text for clients.
create or replace function private.client_texts(kind public.approval_kind, payload jsonb)
returns table ("position" integer, section text, is_title boolean, content text)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select text_part."position", text_part.section, text_part.is_title, text_part.content
    from (
      select 0, 'Headline', true, payload ->> 'headline' where kind = 'weekly_update'
      union all select 1, 'Update', false, payload ->> 'body' where kind = 'weekly_update'
      union all select 2, 'Next steps', false, payload ->> 'next_steps' where kind = 'weekly_update'
      union all select 0, 'Title', true, payload ->> 'title'
        where kind in ('client_readout', 'sow_draft', 'scope_summary', 'scope_change', 'deliverable_release')
      union all select 1, 'Change', false, payload ->> 'description' where kind = 'scope_change'
      union all select 1, 'Note', false, payload ->> 'note' where kind = 'deliverable_release'
      union all
      select part."position", part.section, part.is_title, part.content
      from jsonb_array_elements(case when jsonb_typeof(payload -> 'sections') = 'array' then payload -> 'sections' else '[]' end)
        with ordinality as entry (section, number)
      cross join lateral (values
        (entry.number::integer * 2 - 1, entry.section ->> 'heading', true, entry.section ->> 'heading'),
        (entry.number::integer * 2, entry.section ->> 'heading', false, entry.section ->> 'body')
      ) as part ("position", section, is_title, content)
      where kind in ('client_readout', 'sow_draft', 'scope_summary')
    ) as text_part ("position", section, is_title, content)
    where text_part.content <> '';
end;
$$;
comment on function private.client_texts(public.approval_kind, jsonb) is
  'Texts of a card that a client or a reader of an agreement reads; none for other kinds.';

-- Sentences with their markers. Markers after the full stop belong to the sentence before them; a full stop within
-- quotation marks, after a number, an initial or a common abbreviation does not end a sentence.
create or replace function private.split_sentences(content text)
returns setof text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text := translate(content, E'\ue000\ue001\ue002', '   ');
  v_quote text;
begin
  v_text := regexp_replace(v_text, '\m(Dr|Mr|Mrs|Ms|Prof|No|Nr|St|approx|ca|vs|etc|e\.g|i\.e|z\.B|d\.h)\.', E'\\1\ue000', 'g');
  v_text := regexp_replace(v_text, '(?<![^\s(])([[:upper:]])\.(?= [[:upper:]][[:lower:].])', E'\\1\ue000', 'g');
  v_text := regexp_replace(v_text,
    '([.!?\u2026]["\u201d\u2019)]?)((?:[ \u00a0]?\[[0-9]{1,3}(?:\s*[,\u2013-]\s*[0-9]{1,3})*\](?!\())+)', '\2\1', 'g');
  for v_quote in
    select distinct match[1]
    from regexp_matches(v_text, '(["\u201c\u201e\u00ab][^"\u201c\u201d\u201e\u00bb\n]+["\u201d\u201c\u00bb])', 'g') as match
    where match[1] ~ '[.!?]'
    limit 200
  loop
    v_text := replace(v_text, v_quote, translate(v_quote, '.!?', E'\ue000\ue001\ue002'));
  end loop;
  v_text := regexp_replace(v_text,
    '([^0-9\s][.!?\u2026]["\u201d\u2019)]?)[ \u00a0]+(?=[[:upper:][:digit:]"\u201c\u201e\u00ab(])', E'\\1\n', 'g');
  return query
    select translate(btrim(line), E'\ue000\ue001\ue002', '.!?')
    from string_to_table(v_text, E'\n') as line
    where btrim(line) <> '';
end;
$$;
comment on function private.split_sentences(text) is 'The sentences of a text, a line at a time.';

-- A sentence as statements and messages quote it: without its markers and its bullet or list number.
create or replace function private.bare_sentence(sentence text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text := case when position('[' in sentence) > 0 then private.strip_markers(sentence) else sentence end;
begin
  -- Few sentences begin with a bullet, and a session caches few patterns.
  if left(ltrim(v_text, E' \t\n\r\u00a0'), 1) = any (E'{-,*,\u2022,#,>,0,1,2,3,4,5,6,7,8,9}') then
    v_text := regexp_replace(v_text, '^\s*(?:[-*\u2022#>]+|[0-9]{1,2}[.)])\s+', '');
  end if;
  return private.comparable_text(v_text);
end;
$$;
comment on function private.bare_sentence(text) is 'A sentence without its markers and its bullet or list number.';

create or replace function private.strip_markers(content text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select regexp_replace(content, '[ \u00a0]?\[[0-9]{1,3}(?:\s*[,\u2013-]\s*[0-9]{1,3})*\](?!\()', '', 'g')
$$;
comment on function private.strip_markers(text) is 'A text without markers such as [1], [1, 3] and [1-3].';

-- The numbers that the markers of a sentence name.
create or replace function private.marked_numbers(sentence text)
returns integer[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if position('[' in sentence) = 0 then
    return '{}';
  end if;
  return array(
    select distinct number
    from (
      select range_agg(int4range(bounds.first, bounds.last, '[]')) as ranges
      from regexp_matches(sentence, '\[([0-9]{1,3}(?:\s*[,\u2013-]\s*[0-9]{1,3})*)\](?!\()', 'g') as marker (match)
      cross join lateral string_to_table(marker.match[1], ',') as entry (part)
      cross join lateral (
        select substring(entry.part from '[0-9]+')::integer, substring(entry.part from '([0-9]+)[^0-9]*$')::integer
      ) as bounds (first, last)
      where bounds.first <= bounds.last
    ) as marker_ranges
    cross join lateral unnest(marker_ranges.ranges) as span (range)
    cross join lateral generate_series(lower(span.range), upper(span.range) - 1) as number
    order by number);
end;
$$;
comment on function private.marked_numbers(text) is 'The numbers of [1], [1, 3] and [1-3], each once.';
