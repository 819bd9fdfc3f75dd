-- Corrects logged hours: the fields that `changes` names. A new project also clears the external key, and the task
-- unless `changes` names one. Admins and leads may correct anyone's hours, others only their own.
-- Raises OPAUT · OPDEN (no organization, client, not_your_hours) · OPINV (malformed) · OPNFD (time_entry_not_found,
-- project_not_found, task_not_found) · OPSTA (version_conflict, project_archived, task_archived, week_locked,
-- time_entry_managed_elsewhere) · OPBIG (storage_quota_exceeded) · OPLIM.
create or replace function private.update_time_entry(entry_id uuid, version integer, changes jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_fields constant text[] := '{project_id,task_id,spent_on,hours,note}';
  v_before public.time_entries;
  v_after public.time_entries;
  v_hours numeric;
begin
  perform private.limit_work_changes(v_viewer);
  perform private.require_changes(changes, v_fields);
  v_before := private.lock_entry(v_viewer, update_time_entry.entry_id, update_time_entry.version,
    array(select jsonb_object_keys(changes)));
  begin
    v_after := jsonb_populate_record(v_before, changes);
    -- Checked before the column rounds it.
    v_hours := case when changes ? 'hours' then (changes ->> 'hours')::numeric else v_before.hours end;
  exception when data_exception then
    raise exception using errcode = 'OPINV', message = 'A value has the wrong format', hint = 'invalid_hours';
  end;
  if changes ?| '{spent_on,hours}' then
    perform private.require_entry(v_after.spent_on, v_hours);
  end if;
  if changes ? 'note' then
    v_after.note := private.require_visible_text(nullif(btrim(v_after.note), ''), false, 2000, 'note');
  end if;
  if v_after.project_id is distinct from v_before.project_id then
    perform private.require_work_project(v_viewer, v_after.project_id);
    -- The entry loses its task, which belongs to the former project.
    if not changes ? 'task_id' then
      v_after.task_id := null;
    end if;
  end if;
  if (v_after.project_id, v_after.task_id) is distinct from (v_before.project_id, v_before.task_id) then
    perform private.require_task_of_hours(v_after.project_id, v_after.task_id);
  end if;

  if v_after is distinct from v_before then
    update public.time_entries
    set project_id = v_after.project_id, task_id = v_after.task_id, spent_on = v_after.spent_on,
        hours = v_after.hours, note = v_after.note,
        -- The key is unique in its project and names the file that the entry came from.
        external_key = case when v_after.project_id = v_before.project_id then time_entries.external_key end
    where time_entries.id = v_before.id
    returning * into v_after;
    perform private.record_hours_change(v_viewer, 'time_entry.updated', v_before, v_after);
  end if;
  return jsonb_build_object(
    'entry', private.entry_json(v_after),
    'before', private.former_values(
      private.entry_json(v_before) - '{id,version,person_id,managed_by,created_at,updated_at}'::text[],
      private.entry_json(v_after) - '{id,version,person_id,managed_by,created_at,updated_at}'::text[]));
end;
$$;

-- The entry, locked, if the viewer may change it.
-- Raises OPNFD (time_entry_not_found) · OPDEN (not_your_hours) · OPSTA (project_archived, version_conflict,
-- time_entry_managed_elsewhere) · OPINV (version_missing).
create or replace function private.lock_entry(
  viewer public.people, entry_id uuid, version integer, fields text[]
)
returns public.time_entries
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_entry public.time_entries;
begin
  select * into v_entry from public.time_entries
  where time_entries.id = entry_id and time_entries.organization_id = viewer.organization_id
    and private.sees_project(viewer, time_entries.project_id)
  for no key update;
  if v_entry.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such time entry', hint = 'time_entry_not_found';
  end if;
  perform private.require_hours_of(viewer, v_entry.person_id);
  perform private.require_work_project(viewer, v_entry.project_id);
  perform private.refuse_stale_version(
    'time_entry', v_entry.id, lock_entry.version, v_entry.version, private.entry_json(v_entry));
  if v_entry.managed_by is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s manages this time entry. Change it there', private.provider_name(v_entry.managed_by)),
      hint = 'time_entry_managed_elsewhere',
      detail = jsonb_build_object('provider', v_entry.managed_by, 'fields', fields)::text;
  end if;
  return v_entry;
end;
$$;

create or replace function public.update_time_entry(entry_id uuid, version integer, changes jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_time_entry(entry_id, version, changes) $$;

grant execute on function private.update_time_entry(uuid, integer, jsonb) to authenticated;
grant execute on function public.update_time_entry(uuid, integer, jsonb) to authenticated;
comment on function public.update_time_entry(uuid, integer, jsonb) is
  'Returns { entry, before }. Changes: project_id, task_id, spent_on, hours, note. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG · OPLIM.';
