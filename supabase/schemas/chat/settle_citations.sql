-- The valid citations of an answer, for the viewer in the effective scope of `as`: they see the passage, it is in the
-- published text, and it contains the quote verbatim; or they see the row. The rest is dropped and counted.
-- Titles come from the database, not from the caller.
-- citations: [{ n, kind: "chunk", id, quote } | { n, kind: "row", table, id, quote }].
-- Raises OPAUT · OPDEN (client contact, or no organization) · OPNFD (person_not_found) · OPINV (invalid_citations).
create or replace function public.settle_citations(citations jsonb, as_person_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
  v_entry jsonb;
  v_target jsonb;
  v_citations jsonb := '[]';
  v_dropped_count integer := 0;
  v_uuid constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
begin
  select * into v_scope from private.effective_scope(settle_citations.as_person_id);
  if jsonb_typeof(coalesce(citations, '[]')) <> 'array' or jsonb_array_length(coalesce(citations, '[]')) > 500 then
    raise exception using
      errcode = 'OPINV', message = 'Send at most 500 citations', hint = 'invalid_citations';
  end if;
  for v_entry in select * from jsonb_array_elements(citations) loop
    if jsonb_typeof(v_entry) <> 'object' or coalesce(v_entry ->> 'id', '') !~ v_uuid
      or coalesce(v_entry ->> 'n', '') !~ '^[1-9][0-9]{0,3}$' or char_length(v_entry ->> 'quote') > 4000
    then
      raise exception using
        errcode = 'OPINV', message = 'A citation needs a number, an id and a quote', hint = 'invalid_citations';
    end if;
    v_target := case v_entry ->> 'kind'
      when 'chunk' then private.settled_passage(
        (v_entry ->> 'id')::uuid, v_entry ->> 'quote',
        v_scope.project_ids || case when v_scope.sees_restricted then array[(v_scope.viewer).organization_id] end)
      when 'row' then private.settled_row(
        v_entry ->> 'table', (v_entry ->> 'id')::uuid, (v_scope.viewer).organization_id,
        v_scope.project_ids, v_scope.person_ids, v_scope.sees_restricted)
    end;
    if v_target is null then
      v_dropped_count := v_dropped_count + 1;
    else
      v_citations := v_citations || (
        v_target || jsonb_build_object(
          'n', (v_entry ->> 'n')::integer, 'kind', v_entry ->> 'kind', 'quote', coalesce(v_entry ->> 'quote', '')));
    end if;
  end loop;
  return jsonb_build_object('citations', v_citations, 'dropped', v_dropped_count);
end;
$$;

-- The passage, if the caller sees it within these scopes and it contains the quote verbatim; otherwise null. Runs
-- as its caller.
create or replace function private.settled_passage(passage_id uuid, quote text, scope_ids uuid[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', passages.id, 'source_id', sources.id, 'source_version', passages.source_version, 'title', sources.title,
    'project_id', sources.project_id, 'location', passages.location, 'scope_id', passages.scope_id)
  from public.passages
  join public.sources on sources.id = passages.source_id and sources.published_version = passages.source_version
  where passages.id = settled_passage.passage_id and passages.scope_id = any (settled_passage.scope_ids)
    and sources.project_id is not null and sources.archived_at is null
    and private.is_quoted(settled_passage.quote, passages.content)
$$;
comment on function private.settled_passage(uuid, text, uuid[]) is 'The passage of a citation, if it contains the quote.';

-- A row that the caller sees and that is in the effective scope; otherwise null. scope_id is null if the row does not
-- belong to a project: text about it depends on the whole scope of the message. Runs as its caller.
create or replace function private.settled_row(
  table_name text, row_id uuid, organization_id uuid, project_ids uuid[], person_ids uuid[], sees_restricted boolean)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', settled_row.row_id, 'table', settled_row.table_name, 'title', target.title,
    'project_id', target.project_id, 'scope_id', target.scope_id)
    || case when settled_row.table_name = 'documents' then jsonb_build_object('source_id', settled_row.row_id) else '{}' end
  from (
    select projects.name as title, projects.id as project_id, projects.id as scope_id
    from public.projects
    where settled_row.table_name = 'projects' and projects.id = settled_row.row_id
      and projects.id = any (settled_row.project_ids)
    union all
    select tasks.title, tasks.project_id, tasks.project_id
    from public.tasks
    where settled_row.table_name = 'tasks' and tasks.id = settled_row.row_id and tasks.hidden_at is null
      and tasks.project_id = any (settled_row.project_ids)
    union all
    select projects.name || ', ' || status_updates.created_at::date, status_updates.project_id, status_updates.project_id
    from public.status_updates
    join public.projects on projects.id = status_updates.project_id
    where settled_row.table_name = 'status_updates' and status_updates.id = settled_row.row_id
      and status_updates.project_id = any (settled_row.project_ids)
    union all
    select document_summaries.title, document_summaries.project_id, documents.scope_id
    from public.document_summaries
    join public.documents on documents.id = document_summaries.id
    where settled_row.table_name = 'documents' and documents.id = settled_row.row_id
      and document_summaries.project_id = any (settled_row.project_ids) and document_summaries.archived_at is null
      and (settled_row.sees_restricted or not document_summaries.is_restricted)
    union all
    select approvals.title, approvals.project_id, approvals.scope_id
    from public.approvals
    where settled_row.table_name = 'approvals' and approvals.id = settled_row.row_id
      and (settled_row.sees_restricted
        or not approvals.is_restricted and approvals.project_id = any (settled_row.project_ids))
    union all
    select accounts.name, null, null
    from public.accounts
    where settled_row.table_name = 'accounts' and accounts.id = settled_row.row_id
      and exists (
        select from public.projects
        where projects.account_id = accounts.id and projects.id = any (settled_row.project_ids))
    union all
    select people.name, null, null
    from public.people
    where settled_row.table_name = 'people' and people.id = settled_row.row_id
      and people.id = any (settled_row.person_ids)
    union all
    select organizations.name, null, null
    from public.organizations
    where settled_row.table_name = 'organizations' and organizations.id = settled_row.row_id
      and organizations.id = settled_row.organization_id
    union all
    select skill_versions.title, null, null
    from public.skills
    join public.skill_versions on skill_versions.id = skills.live_version_id
    where settled_row.table_name = 'skills' and skills.id = settled_row.row_id
      and skills.organization_id = settled_row.organization_id and skills.archived_at is null
  ) as target
$$;
comment on function private.settled_row(text, uuid, uuid, uuid[], uuid[], boolean) is
  'The title of a cited row, and the scope that a later reader of the citation needs.';

grant execute on function private.settled_passage(uuid, text, uuid[]) to authenticated;
grant execute on function private.settled_row(text, uuid, uuid, uuid[], uuid[], boolean) to authenticated;
grant execute on function public.settle_citations(jsonb, uuid) to authenticated;
comment on function public.settle_citations(jsonb, uuid) is
  'Returns { citations: [{ n, kind, id, table?, source_id?, title, project_id, quote, … }], dropped }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
