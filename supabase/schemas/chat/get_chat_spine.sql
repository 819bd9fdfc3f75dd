-- The spine for an answer, which has little room: at most 200 projects, the most active first, and those that the
-- question may name, with only their figures. Projects requested by id have all their details, in the requested order.
-- A scope of up to 20 projects always has all details. Rows that are archived or outside the caller's scope are left
-- out silently. Reads under the caller's own policies and only within the effective scope of `as`, which is recorded.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (person_not_found).
create or replace function public.get_chat_spine(
  question text default null,
  project_ids uuid[] default null,
  as_person_id uuid default null
)
returns json
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
  v_project_ids uuid[];
  v_shown_ids uuid[];
  v_project_limit constant integer := 200;
  v_detail_limit constant integer := 20;
begin
  select * into v_scope from private.effective_scope(get_chat_spine.as_person_id);
  if get_chat_spine.as_person_id is not null then
    perform private.record_view_as(get_chat_spine.as_person_id);
  end if;
  v_project_ids := private.current_projects(v_scope.project_ids);
  v_shown_ids := case
    when get_chat_spine.project_ids is null
      then private.most_active_projects(v_project_ids, v_project_limit, question)
    else array(
      select request.id
      from unnest(get_chat_spine.project_ids[:v_project_limit]) with ordinality as request (id, position)
      where request.id in (select unnest(v_project_ids))
      group by request.id
      order by min(request.position))
  end;
  perform private.record_chat_materials(v_shown_ids);
  return private.spine(
    v_scope.viewer, v_scope.person, v_scope.person_ids, v_shown_ids,
    get_chat_spine.project_ids is not null or cardinality(v_shown_ids) <= v_detail_limit, cardinality(v_project_ids), null);
end;
$$;

grant execute on function public.get_chat_spine(text, uuid[], uuid) to authenticated;
comment on function public.get_chat_spine(text, uuid[], uuid) is
  'Returns the same as get_spine. For a project with only its figures, the missing fields and the number of omitted open tasks are null. Raises OPAUT · OPDEN · OPNFD.';
