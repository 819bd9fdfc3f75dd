-- Creates a task in a project that the caller sees.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (malformed) · OPNFD (project_not_found, assignee_not_found,
-- parent_not_found) · OPSTA (project_archived, subtask_too_deep) · OPBIG (storage_quota_exceeded) · OPLIM.
create or replace function private.create_task(project_id uuid, task jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_project public.projects;
  v_defaults public.tasks;
  v_task public.tasks;
begin
  perform private.limit_work_changes(v_viewer);
  perform private.require_changes(
    task, array_remove(private.changeable_task_fields(), 'is_archived'), '{labels}');
  v_project := private.require_work_project(v_viewer, create_task.project_id);
  v_defaults.id := gen_random_uuid();
  v_defaults.organization_id := v_project.organization_id;
  v_defaults.project_id := v_project.id;
  v_defaults.labels := '{}';
  v_task := private.changed_task(
    v_defaults, '{"status": "open"}'::jsonb || task, private.organization_today(v_project.organization_id));
  perform private.require_task_references(v_defaults, v_task);

  insert into public.tasks (
    id, organization_id, project_id, title, description, status, priority, labels, assignee_id, estimate_hours,
    estimated_on, started_on, due_on, completed_on, parent_id)
  values (
    v_task.id, v_task.organization_id, v_task.project_id, v_task.title, v_task.description, v_task.status,
    v_task.priority, v_task.labels, v_task.assignee_id, v_task.estimate_hours, v_task.estimated_on,
    v_task.started_on, v_task.due_on, v_task.completed_on, v_task.parent_id)
  returning * into v_task;
  perform private.record_row_change(
    v_task.organization_id, 'task.created', 'task', v_task.id, null, jsonb_strip_nulls(to_jsonb(v_task)),
    v_task.project_id);
  perform private.reserve_storage(
    v_viewer, 'text', octet_length(concat(v_task.title, v_task.description)));
  return private.task_row(v_task.id, v_viewer);
end;
$$;

create or replace function public.create_task(project_id uuid, task jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_task(project_id, task) $$;

grant execute on function private.create_task(uuid, jsonb) to authenticated;
grant execute on function public.create_task(uuid, jsonb) to authenticated;
comment on function public.create_task(uuid, jsonb) is
  'Returns the task as lists show it. Fields: title, description, status, priority, labels, assignee_id, estimate_hours, started_on, due_on, completed_on, parent_id. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG · OPLIM.';
