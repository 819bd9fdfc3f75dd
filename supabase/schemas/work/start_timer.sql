-- Starts the caller's timer on a project. A person has one timer.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (invalid_text) · OPNFD (project_not_found, task_not_found) · OPSTA
-- (project_archived, task_archived, timer_running) · OPLIM.
create or replace function private.start_timer(project_id uuid, task_id uuid default null, note text default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_project public.projects;
  v_timer private.timers;
begin
  perform private.limit_work_changes(v_viewer);
  v_project := private.require_work_project(v_viewer, start_timer.project_id);
  perform private.require_task_of_hours(v_project.id, start_timer.task_id);
  insert into private.timers (organization_id, person_id, project_id, task_id, note, started_at)
  values (v_viewer.organization_id, v_viewer.id, v_project.id, start_timer.task_id,
          private.require_visible_text(nullif(btrim(start_timer.note), ''), false, 2000, 'note'), now())
  on conflict do nothing
  returning * into v_timer;
  if v_timer.person_id is null then
    select * into v_timer from private.timers where timers.person_id = v_viewer.id;
    raise exception using
      errcode = 'OPSTA',
      message = 'Your timer is running. Stop or discard it first',
      hint = 'timer_running',
      detail = coalesce(private.timer_json(v_timer), '{}')::text;
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'timer.started', 'timer', v_viewer.id, null,
    jsonb_build_object('task_id', v_timer.task_id, 'started_at', v_timer.started_at), v_project.id);
  return private.timer_json(v_timer);
end;
$$;

create or replace function public.start_timer(project_id uuid, task_id uuid default null, note text default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.start_timer(project_id, task_id, note) $$;

grant execute on function private.start_timer(uuid, uuid, text) to authenticated;
grant execute on function public.start_timer(uuid, uuid, text) to authenticated;
comment on function public.start_timer(uuid, uuid, text) is
  'Returns the timer. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPLIM.';
