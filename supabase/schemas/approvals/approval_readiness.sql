-- The reasons why this viewer cannot approve the card yet, in everyday words: [{ code, message, section?, citation?
-- }]; empty when it is ready. Only deliverables must be complete, but the evidence of every card is checked. Influences
-- neither support a card nor block it.
create or replace function private.approval_readiness(approval public.approvals, viewer public.people)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.evaluate_readiness(approval, private.approval_evidence(approval, viewer));
end;
$$;
comment on function private.approval_readiness(public.approvals, public.people) is
  'Returns [{ code, message, section, citation }]; [] means ready.';

create or replace function private.evaluate_readiness(approval public.approvals, evidence jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind public.approval_kinds;
  v_reasons jsonb := private.evidence_reasons(evidence);
begin
  select * into v_kind from public.approval_kinds where approval_kinds.kind = approval.kind;
  if v_kind.is_deliverable and not private.is_undo_payload(approval.kind, approval.payload) then
    v_reasons := private.section_reasons(v_kind.required_sections, approval.payload)
      || private.placeholder_reasons(approval.payload)
      || private.marker_reasons(approval, evidence)
      || case when not evidence @> '[{"role": "evidence"}]'
           then '[{"code": "citation_missing", "message": "A deliverable needs evidence. Cite at least one source"}]'::jsonb
           else '[]' end
      || v_reasons;
  end if;
  v_reasons := v_reasons || private.source_reasons(approval, evidence) || private.removal_reasons(approval);
  if approval.kind = 'deliverable_release'
    and private.is_source_file_changed((approval.payload ->> 'source_id')::uuid)
  then
    v_reasons := v_reasons || '[{"code": "file_changed", "message": "The stored file differs from the uploaded one. Upload it again before you release it"}]'::jsonb;
  end if;
  return v_reasons;
end;
$$;

create or replace function private.evidence_reasons(evidence jsonb)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', reason.code,
      'message', format(reason.message, citation ->> 'number', coalesce(private.quoted_text(citation ->> 'title'), 'a source you may not see')),
      'citation', citation -> 'number') order by (citation ->> 'number')::integer), '[]')
    from jsonb_array_elements(evidence) as citation
    join (values
      ('out_of_scope', 'source_out_of_scope', 'Citation %s names %s. Ask a person who may see it, or remove the citation'),
      ('restricted', 'source_restricted', 'Citation %s names %s, which is now restricted. Propose a new card without it'),
      ('missing', 'citation_missing', 'Citation %s names a passage of %s that no longer exists. Propose a new card with another source'),
      ('changed', 'source_changed', 'Citation %s names %s, which has changed since. Read it and propose the card again'),
      ('misquoted', 'citation_misquoted', 'The quote in citation %s is not in %s. Quote the source word for word')
    ) as reason (state, code, message) on reason.state = citation ->> 'state'
    where citation ->> 'role' = 'evidence');
end;
$$;

create or replace function private.section_reasons(required_sections text[], payload jsonb)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', reason.code, 'message', format(reason.message, reason.heading), 'section', reason.heading)
      order by reason.position), '[]')
    from (
      select 'section_missing', 'Add the section %s', required_section.heading, required_section.position
      from unnest(required_sections) with ordinality as required_section (heading, position)
      where not exists (
        select from jsonb_array_elements(payload -> 'sections') as section
        where lower(section ->> 'heading') = lower(required_section.heading))
      union all
      select 'section_empty', 'Write the section %s or remove it', section ->> 'heading', 1000 + entry.position
      from jsonb_array_elements(payload -> 'sections') with ordinality as entry (section, position)
      where section ->> 'body' = ''
      union all
      select 'section_too_short', 'Write more than a letter or two in the section %s, or remove it', section ->> 'heading',
        1000 + entry.position
      from jsonb_array_elements(payload -> 'sections') with ordinality as entry (section, position)
      where section ->> 'body' <> '' and not private.has_content(section ->> 'body', 3, 2)
      union all
      select 'draft_too_short', 'The sections have almost no text. Write their content', null, 2000
      where not exists (
          select from jsonb_array_elements(payload -> 'sections') as section
          where not private.has_content(section ->> 'body', 3, 2))
        and not private.has_content((
          select string_agg(section ->> 'body', ' ') from jsonb_array_elements(payload -> 'sections') as section), 20, 8)
    ) as reason (code, message, heading, position));
end;
$$;

-- Whether a text, without its markers, has at least this many letters and digits, and this many different ones. The
-- first 300 characters are usually enough. A bracket that they leave open is ignored, because it may begin a marker.
create or replace function private.has_content(content text, characters integer, different_characters integer)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select private.has_characters(regexp_replace(left(content, 300), '\[[^\]]*$', ''), characters, different_characters)
    or char_length(content) > 300 and private.has_characters(content, characters, different_characters)
$$;
comment on function private.has_content(text, integer, integer) is
  'Whether a text consists of more than filler and markers.';

create or replace function private.has_characters(content text, characters integer, different_characters integer)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_characters constant text[] := string_to_array(
    regexp_replace(lower(regexp_replace(
      content, '\[\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*\](?!\()', '', 'g')), '[^[:alnum:]]+', '', 'g'), null);
begin
  return cardinality(v_characters) >= characters
    and (select count(distinct letter.value) >= different_characters from unnest(v_characters) as letter (value));
end;
$$;

-- Placeholders that an author forgot to fill in. TODO, FIXME and XXX count only in capitals, and text in brackets only
-- if it asks for a value: links, generics, comparisons and editors' remarks are not placeholders.
create or replace function private.placeholder_reasons(payload jsonb)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', 'placeholder_left',
      'message', format('Replace %s with the final text', private.quoted_text(left(results.placeholder, 60))),
      'section', results.heading) order by results.position, results.placeholder), '[]')
    from (
      select distinct part.position, part.heading, match[1] as placeholder
      from (
        select 0, null, payload ->> 'title'
        union all
        select entry.position, section ->> 'heading', (section ->> 'heading') || E'\n' || (section ->> 'body')
        from jsonb_array_elements(payload -> 'sections') with ordinality as entry (section, position)
      ) as part (position, heading, content)
      cross join lateral (
        select regexp_matches(part.content, '(\m(?:TODO|FIXME|XXX+)\M)', 'g')
        union all
        select regexp_matches(part.content, '(\m(?:tbd|lorem ipsum)\M)', 'gi')
        union all
        select regexp_matches(part.content, '(\{\{[^{}\n]{0,80}\}\})', 'g')
        union all
        select regexp_matches(part.content,
          '(\[(?:(?:insert|fill in|enter|your|placeholder)(?:\s[^][\n]{1,80})?|(?:client|customer|company|project)(?:''s)? name|name|date|amount|price|to do|xx+)\])(?!\()',
          'gi')
        union all
        select regexp_matches(part.content,
          '(?:^|[^[:alnum:]_])(<(?:(?:insert|fill in|enter|your|placeholder|client|customer|company|project)(?:[\s_-][^<>@\n]{1,80})?|name|date|amount|price|to do|xx+)>)',
          'gi')
      ) as matches (match)
      order by part.position, placeholder
      -- A person cannot fix more than this at once.
      limit 100
    ) as results);
end;
$$;

-- Markers [1], [1, 3], [1-3] in the text for which there is no evidence. Ranges are merged before they are expanded, so
-- a text full of repeated markers costs no more than one that has each marker once.
create or replace function private.marker_reasons(approval public.approvals, evidence jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', 'citation_missing',
      'message', format('The text has the marker [%s] without a citation. Add the citation or remove the marker', markers.number),
      'section', markers.heading, 'citation', markers.number) order by markers.number), '[]')
    from (
      select span.number, min(section_markers.heading) as heading
      from (
        select section ->> 'heading' as heading, range_agg(int4range(bounds.first, bounds.last, '[]')) as ranges
        from jsonb_array_elements(approval.payload -> 'sections') as section
        cross join lateral regexp_matches(
          section ->> 'body', '\[(\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*)\](?!\()', 'g') as marker (match)
        cross join lateral string_to_table(marker.match[1], ',') as entry (part)
        cross join lateral (
          select substring(entry.part from '\d+')::integer, substring(entry.part from '(\d+)\D*$')::integer
        ) as bounds (first, last)
        where bounds.first <= bounds.last
        group by section ->> 'heading'
      ) as section_markers
      cross join lateral unnest(section_markers.ranges) as marker_range
      cross join lateral generate_series(lower(marker_range), upper(marker_range) - 1) as span (number)
      group by span.number
    ) as markers
    where not exists (
      select from jsonb_array_elements(evidence) as citation
      where citation ->> 'role' = 'evidence' and (citation ->> 'number')::integer = markers.number)
      -- The markers of a draft may also point to rows and figures of its evidence pack.
      and not exists (
        select from public.drafts
        where drafts.approval_id = approval.id and markers.number between 1 and cardinality(drafts.item_numbers)));
end;
$$;
