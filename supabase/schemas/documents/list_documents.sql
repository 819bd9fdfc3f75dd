-- Documents in scope, latest upload first. Reads under the caller's own policies, and only within the effective
-- scope of `as`. Not stable, because it records the use of another person's view.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (person_not_found, project_not_found) · OPINV
-- (limit_out_of_range, invalid_query).
create or replace function public.list_documents(
  project_id uuid default null,
  title_contains text default null,
  result_limit integer default 50,
  as_person_id uuid default null
)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_pattern text;
  v_answer jsonb;
begin
  select * into v_scope from private.effective_scope(list_documents.as_person_id);
  perform private.require_limit(result_limit, 100);
  if char_length(title_contains) > 200 then
    raise exception using errcode = 'OPINV', message = 'Search for at most 200 characters', hint = 'invalid_query';
  end if;
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_documents.project_id);
  if list_documents.as_person_id is not null then
    perform private.record_view_as(list_documents.as_person_id);
  end if;
  v_pattern := '%' || regexp_replace(title_contains, '([\\%_])', '\\\1', 'g') || '%';

  v_answer := (
    with matches as materialized (
      select document_summaries.*
      from public.document_summaries
      where document_summaries.project_id = any (v_project_ids) and document_summaries.archived_at is null
        and (v_scope.sees_restricted or not document_summaries.is_restricted)
        and (v_pattern is null or document_summaries.title ilike v_pattern
          or document_summaries.file_name ilike v_pattern)
    ),
    page as (select * from matches order by matches.uploaded_at desc, matches.id limit result_limit)
    select jsonb_build_object(
      'documents', coalesce(jsonb_agg(
        jsonb_build_object(
          'id', page.id, 'title', page.title, 'kind', page.kind, 'file_name', page.file_name,
          'project', jsonb_build_object('id', projects.id, 'name', projects.name),
          'status', page.status, 'can_be_searched', page.indexed_version is not null,
          'is_restricted', page.is_restricted, 'uploaded_at', page.uploaded_at)
        order by page.uploaded_at desc, page.id), '[]'),
      'total', (select count(*) from matches),
      'left_out', (select count(*) from matches) - count(page.id))
    from page
    join public.projects on projects.id = page.project_id);
  -- The count includes documents that are not shown.
  perform private.record_chat_materials(
    case when v_scope.sees_restricted and (v_answer ->> 'left_out')::integer > 0
      then array[(v_scope.viewer).organization_id] else v_project_ids end,
    array(select (document ->> 'id')::uuid from jsonb_array_elements(v_answer -> 'documents') as document));
  return v_answer;
end;
$$;

grant execute on function public.list_documents(uuid, text, integer, uuid) to authenticated;
comment on function public.list_documents(uuid, text, integer, uuid) is
  'Returns { documents, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
