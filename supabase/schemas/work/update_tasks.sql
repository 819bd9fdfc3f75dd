-- Changes up to 200 tasks independently: a refused one does not prevent the others. A dry run returns the same result
-- and changes nothing.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (invalid_batch) · OPLIM.
create or replace function private.update_tasks(tasks jsonb, dry_run boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_task record;
  v_plan record;
  v_row public.tasks;
  v_before jsonb;
  v_after jsonb;
  v_results jsonb := '{}';
  v_code text;
  v_hint text;
  v_message text;
  v_detail text;
begin
  perform private.limit_work_changes(v_viewer);
  perform private.require_task_batch(update_tasks.tasks);
  -- Locks the tasks in a fixed order, so that two batches with the same tasks cannot deadlock.
  for v_task in
    select (value ->> 'id')::uuid as id, (value ->> 'version')::integer as version, value -> 'changes' as changes
    from jsonb_array_elements(update_tasks.tasks) order by 1
  loop
    begin
      select * into v_plan from private.plan_task_change(v_viewer, v_task.id, v_task.version, v_task.changes);
      v_row := case when coalesce(dry_run, false) then v_plan.before
                        else private.write_task(v_viewer, v_plan.before, v_plan.after) end;
      v_before := private.task_fields(v_plan.before);
      v_after := private.task_fields(v_plan.after);
      v_results := v_results || jsonb_build_object(v_task.id, jsonb_build_object(
        'id', v_task.id, 'ok', true, 'title', (v_plan.before).title, 'version', v_row.version,
        'before', private.former_values(v_before, v_after), 'after', private.former_values(v_after, v_before),
        'error', null));
    exception
      when sqlstate 'OPDEN' or sqlstate 'OPNFD' or sqlstate 'OPSTA' or sqlstate 'OPINV' or sqlstate 'OPBIG' then
        get stacked diagnostics
          v_code = returned_sqlstate, v_hint = pg_exception_hint,
          v_message = message_text, v_detail = pg_exception_detail;
        v_results := v_results || jsonb_build_object(v_task.id, jsonb_build_object(
          'id', v_task.id, 'ok', false, 'title', (
            select targets.title from public.tasks as targets
            where targets.id = v_task.id and targets.hidden_at is null and private.sees_project(v_viewer, targets.project_id)),
          'version', (
            select targets.version from public.tasks as targets
            where targets.id = v_task.id and private.sees_project(v_viewer, targets.project_id)),
          'before', '{}'::jsonb, 'after', '{}'::jsonb,
          'error', jsonb_build_object(
            'code', v_hint, 'message', v_message, 'details', nullif(v_detail, '')::jsonb)));
    end;
  end loop;
  return jsonb_build_object(
    'dry_run', coalesce(dry_run, false),
    'results', (
      select jsonb_agg(v_results -> ((input.value ->> 'id')::uuid)::text order by input.position)
      from jsonb_array_elements(update_tasks.tasks) with ordinality as input (value, position)));
end;
$$;

-- Raises OPINV (invalid_batch).
create or replace function private.require_task_batch(tasks jsonb)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_batch boolean;
begin
  v_is_batch := case when jsonb_typeof(tasks) is distinct from 'array' then false
    when jsonb_array_length(tasks) not between 1 and 200 then false
    else (
      select bool_and(
          coalesce(jsonb_typeof(input) = 'object' and input - 'id' - 'version' - 'changes' = '{}'
          and input ->> 'id' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
          and input ->> 'version' ~ '^[0-9]{1,9}$', false))
        and count(distinct lower(input ->> 'id')) = count(*)
      from jsonb_array_elements(tasks) as input)
  end;
  if not v_is_batch then
    raise exception using
      errcode = 'OPINV',
      message = 'Select 1 to 200 tasks, each once, with id, version and changes',
      hint = 'invalid_batch';
  end if;
end;
$$;

create or replace function public.update_tasks(tasks jsonb, dry_run boolean default false)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_tasks(tasks, dry_run) $$;

grant execute on function private.update_tasks(jsonb, boolean) to authenticated;
grant execute on function public.update_tasks(jsonb, boolean) to authenticated;
comment on function public.update_tasks(jsonb, boolean) is
  'Returns { dry_run, results: [{ id, ok, title, version, before, after, error: { code, message, details } }] } in the order given. tasks: [{ id, version, changes }]. Raises OPAUT · OPDEN · OPINV · OPLIM.';
