-- Changes a task: only the fields that `changes` names, and null clears a field.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (malformed) · OPNFD (task_not_found, assignee_not_found,
-- parent_not_found) · OPSTA (version_conflict, project_archived, task_archived, task_managed_elsewhere,
-- subtask_too_deep) · OPBIG (storage_quota_exceeded) · OPLIM.
create or replace function private.update_task(task_id uuid, version integer, changes jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_plan record;
begin
  perform private.limit_work_changes(v_viewer);
  select * into v_plan from private.plan_task_change(v_viewer, update_task.task_id, update_task.version, changes);
  perform private.write_task(v_viewer, v_plan.before, v_plan.after);
  return jsonb_build_object(
    'task', private.task_row((v_plan.before).id, v_viewer),
    'before', private.former_values(private.task_fields(v_plan.before), private.task_fields(v_plan.after)));
end;
$$;

-- Writes a planned change, with its audit event. A plan without a change writes nothing.
create or replace function private.write_task(viewer public.people, before public.tasks, task public.tasks)
returns public.tasks
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_after public.tasks;
begin
  if task is not distinct from before then
    return before;
  end if;
  update public.tasks
  set title = task.title, description = task.description, status = task.status,
      priority = task.priority, labels = task.labels, assignee_id = task.assignee_id,
      estimate_hours = task.estimate_hours, estimated_on = task.estimated_on,
      started_on = task.started_on, due_on = task.due_on, completed_on = task.completed_on,
      parent_id = task.parent_id, archived_at = task.archived_at
  where tasks.id = before.id
  returning * into v_after;
  perform private.record_row_change(
    v_after.organization_id, 'task.updated', 'task', v_after.id, to_jsonb(before), to_jsonb(v_after),
    v_after.project_id);
  if v_after.description is distinct from before.description then
    perform private.reserve_storage(viewer, 'text', octet_length(concat(v_after.description)));
  end if;
  return v_after;
end;
$$;

-- The values that a change replaces, by field. Sent as changes, they undo it.
create or replace function private.former_values(before jsonb, after jsonb)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_object_agg(change.key, change.value -> 'from'), '{}')
  from jsonb_each(private.json_changes(before, after)) as change
$$;

create or replace function public.update_task(task_id uuid, version integer, changes jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_task(task_id, version, changes) $$;

grant execute on function private.update_task(uuid, integer, jsonb) to authenticated;
grant execute on function public.update_task(uuid, integer, jsonb) to authenticated;
comment on function public.update_task(uuid, integer, jsonb) is
  'Returns { task, before }: the former values of the changed fields, which undo the change when sent with the new version. Changes: title, description, status, priority, labels, assignee_id, estimate_hours, started_on, due_on, completed_on, parent_id, is_archived. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG · OPLIM.';
