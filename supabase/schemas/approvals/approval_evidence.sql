-- The evidence and influences of a card, each with its current state for the viewer:
--   out_of_scope  the viewer may not see the source, and learns only that it is cited
--   restricted    the viewer may not see it because it is restricted, or it was restricted after it was cited
--   missing       the source is archived or not published, or the cited passage no longer exists
--   changed       the source has a different version from the one cited, or its stored file was replaced
--   misquoted     the source does not contain the quote
--   verified      none of the above applies
create or replace function private.approval_evidence(approval public.approvals, viewer public.people)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope_ids uuid[];
begin
  if not exists (select from public.approval_citations where approval_citations.approval_id = approval.id) then
    return '[]';
  end if;
  v_scope_ids := private.scope_ids_of(viewer);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', citation.number,
      'role', citation.role,
      'source_id', source.id,
      'source_kind', case when is_visible then source.kind end,
      'title', case when is_visible then source.title end,
      'project_id', case when is_visible then source.project_id end,
      'chunk_id', case when is_visible then coalesce(passage.id, citation.passage_id) end,
      'quote', case when is_visible then citation.quote end,
      'passage', case when is_visible then passage.content end,
      'location', case when is_visible then passage.location end,
      'occurred_at', case when is_visible then source.occurred_at end,
      'state', case
        when not is_visible then case when source.is_restricted then 'restricted' else 'out_of_scope' end
        when source.is_restricted and not citation.source_was_restricted then 'restricted'
        when source.archived_at is not null or source.published_version is null then 'missing'
        when private.is_source_file_changed(source.id) then 'changed'
        when citation.source_version <> source.version or citation.source_version <> source.published_version
          then 'changed'
        when citation.passage_id is not null and original_passage.id is null then 'missing'
        when citation.quote is not null and not coalesce(passage.is_quoted, false) then 'misquoted'
        else 'verified' end
    ) order by citation.number), '[]')
    from public.approval_citations as citation
    join public.sources as source
      on source.organization_id = citation.organization_id and source.id = citation.source_id
    cross join lateral (select source.scope_id = any (v_scope_ids)) as visibility (is_visible)
    left join public.passages as original_passage
      on original_passage.id = citation.passage_id and original_passage.organization_id = citation.organization_id
     and original_passage.source_id = citation.source_id and original_passage.source_version = citation.source_version
    left join lateral private.cited_passage(citation, original_passage, source.published_version) as passage on is_visible
    where citation.approval_id = approval.id and citation.organization_id = approval.organization_id);
end;
$$;
comment on function private.approval_evidence(public.approvals, public.people) is
  'Returns [{ number, role, source_id, title, quote, passage, state, … }] as the viewer may see it.';
