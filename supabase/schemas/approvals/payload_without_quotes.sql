-- A restricted card is for admins and leads, but the task or event that it writes is read by the members of its
-- project. Text that the card repeats word for word from sources that those members cannot see (quotes, single
-- sentences of a quote, and titles) is left out of that row unless the decider keeps it.

-- The payload with "[…]" in place of each such text; null if there is none.
create or replace function private.payload_without_quotes(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_names constant text[] := array(
    select fields.name from private.payload_fields(approval.kind) as fields
    where fields.type in ('line', 'paragraphs') and jsonb_typeof(approval.payload -> fields.name) = 'string');
  v_name text;
  v_pattern text;
  v_payload jsonb := approval.payload;
begin
  if not private.has_effect_for_members(approval) then
    return null;
  end if;
  for v_pattern in
    select private.phrase_pattern(phrases.phrase)
    from private.hidden_phrases(approval) as phrases
    order by char_length(phrases.phrase) desc
  loop
    foreach v_name in array v_names loop
      v_payload := jsonb_set(v_payload, array[v_name], to_jsonb(
        regexp_replace(v_payload ->> v_name, v_pattern, '[…]', 'gi')));
    end loop;
  end loop;
  return nullif(v_payload, approval.payload);
end;
$$;
comment on function private.payload_without_quotes(public.approvals) is
  'Returns the payload of a restricted card without its restricted quotes, or null if it has none.';

-- Whether a card is restricted and writes a task or event that the members of its project read.
create or replace function private.has_effect_for_members(approval public.approvals)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return approval.is_restricted and exists (
    select from public.approval_kinds
    where approval_kinds.kind = approval.kind and approval_kinds."group" = 'external');
end;
$$;

-- Texts of sources that the members do not see: quotes, the sentences in them, and titles. Short texts, such as the
-- title "Contract", are ordinary words and are not removed.
create or replace function private.hidden_phrases(approval public.approvals)
returns table (phrase text)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select distinct btrim(phrases.phrase)
    from (
      select sources.title as phrase
      from (
        select approval_citations.source_id from public.approval_citations
        where approval_citations.approval_id = approval.id
        union
        select materials.source_id from private.approval_materials as materials
        where materials.approval_id = approval.id
      ) as card_sources
      join public.sources on sources.id = card_sources.source_id
      where sources.scope_id is distinct from approval.project_id and char_length(sources.title) >= 12
      union all
      select part.phrase
      from public.approval_citations as citation
      join public.sources on sources.id = citation.source_id
      cross join lateral (
        select citation.quote
        union all
        select regexp_split_to_table(citation.quote, '(?<=[.!?;:])\s+|\n+')
      ) as part (phrase)
      where citation.approval_id = approval.id and sources.scope_id is distinct from approval.project_id
    ) as phrases
    where char_length(btrim(phrases.phrase)) >= 8
    limit 2000;
end;
$$;

-- A pattern that matches a phrase with any kind of whitespace, quotation marks and dashes.
create or replace function private.phrase_pattern(phrase text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return replace(replace(replace(replace(
    regexp_replace(private.comparable_text(phrase), '([][\\.*+?^${}()|])', '\\\1', 'g'),
    '-', E'[-\u2010\u2011\u2012\u2013\u2014\u2015\u2212]'),
    '''', E'[''\u2018\u2019\u201a\u201b\u2032\u2039\u203a]'),
    '"', E'["\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]'),
    ' ', '\s+');
end;
$$;
