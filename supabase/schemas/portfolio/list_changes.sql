-- The changes in projects in scope within a range of days, newest first: status updates, completed tasks and
-- classifications. Reads under the caller's own policies, and only within the effective scope of `as`. Using
-- another person's view is recorded, so the function is not stable.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (person_not_found, project_not_found) · OPINV
-- (limit_out_of_range).
create or replace function public.list_changes(
  changed_from date,
  changed_to date,
  project_id uuid default null,
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
  v_zone text;
  v_start timestamptz;
  v_end timestamptz;
begin
  select * into v_scope from private.effective_scope(list_changes.as_person_id);
  perform private.require_limit(result_limit, 100);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_changes.project_id);
  if list_changes.as_person_id is not null then
    perform private.record_view_as(list_changes.as_person_id);
  end if;
  perform private.record_chat_materials(private.material_scopes(
    v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted, list_changes.project_id));
  select organizations.time_zone into v_zone
  from public.organizations
  where organizations.id = (v_scope.viewer).organization_id;
  v_start := changed_from::timestamp at time zone v_zone;
  v_end := (changed_to + 1)::timestamp at time zone v_zone;

  return (
    with matches as materialized (
      select
        'status_updates' as table_name, status_updates.id, status_updates.project_id,
        (status_updates.created_at at time zone v_zone)::date as changed_on, status_updates.author_id as person_id,
        status_updates.summary as title, jsonb_build_object('health', status_updates.health) as facts
      from public.status_updates
      where status_updates.project_id = any (v_project_ids)
        and status_updates.created_at >= v_start and status_updates.created_at < v_end
      union all
      select
        'tasks', tasks.id, tasks.project_id, tasks.completed_on, tasks.assignee_id, tasks.title, jsonb_build_object('status', tasks.status)
      from public.tasks
      where tasks.project_id = any (v_project_ids) and tasks.archived_at is null and tasks.status = 'done'
        and tasks.completed_on between changed_from and changed_to
      union all
      select
        'projects', portfolio_classifications.project_id, portfolio_classifications.project_id,
        (portfolio_classifications.created_at at time zone v_zone)::date, portfolio_classifications.classified_by,
        null, jsonb_build_object(
          'tier', portfolio_classifications.tier, 'service_line', portfolio_classifications.service_line,
          'risk', portfolio_classifications.risk)
      from public.portfolio_classifications
      where portfolio_classifications.project_id = any (v_project_ids)
        and portfolio_classifications.created_at >= v_start and portfolio_classifications.created_at < v_end
    ),
    page as (
      select * from matches
      order by matches.changed_on desc, matches.table_name, matches.title, matches.id
      limit result_limit
    )
    select jsonb_build_object(
      'changes', coalesce(jsonb_agg(
        jsonb_build_object(
          'table', page.table_name, 'id', page.id, 'title', page.title, 'facts', page.facts,
          'changed_on', page.changed_on,
          'project', jsonb_build_object('id', projects.id, 'name', projects.name),
          'person', case when page.person_id = any (v_scope.person_ids) then people.name end)
        order by page.changed_on desc, page.table_name, page.title, page.id), '[]'),
      'total', (select count(*) from matches),
      'left_out', (select count(*) from matches) - count(page.id))
    from page
    join public.projects on projects.id = page.project_id
    left join public.people on people.id = page.person_id);
end;
$$;

grant execute on function public.list_changes(date, date, uuid, integer, uuid) to authenticated;
comment on function public.list_changes(date, date, uuid, integer, uuid) is
  'Returns { changes, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
