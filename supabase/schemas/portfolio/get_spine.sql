-- The spine: the facts that a person needs to answer for their projects, each fact with an id that can be cited. Reads
-- under the caller's own policies, and only within the effective scope of `as`: projects that both may see, their
-- accounts, and the names of people whom both may see. At most 150 projects, most active first, with three status
-- updates each; spine_work and spine_activity cap the rest. left_out counts what is not shown: open_tasks in all
-- projects of the scope, the other lists in the projects shown. Using another person's view is recorded, so the
-- function is not stable. With project_id, the spine is that of one project.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (person_not_found, project_not_found).
create or replace function public.get_spine(as_person_id uuid default null, project_id uuid default null)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_scope record;
  v_project_ids uuid[];
  v_shown_ids uuid[];
  v_project_limit constant integer := 150;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, get_spine.project_id);
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;
  v_project_ids := private.current_projects(v_project_ids);
  v_shown_ids := private.most_active_projects(v_project_ids, v_project_limit);
  perform private.record_chat_materials(v_shown_ids);
  return private.spine(
    v_scope.viewer, v_scope.person, v_scope.person_ids, v_shown_ids, true,
    cardinality(v_project_ids), (
      select count(*)
      from public.tasks
      where tasks.project_id = any (v_project_ids)
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
    ));
end;
$$;

grant execute on function public.get_spine(uuid, uuid) to authenticated;

comment on function public.get_spine(uuid, uuid) is
  'Returns { viewer, as, organization, today, accounts, projects, left_out }. Money is in the organization''s currency. Raises OPAUT · OPDEN · OPNFD.';
