-- Restores deleted hours, with their id, from the audit event of their deletion.
-- Raises OPAUT · OPDEN (no organization, client, not_your_hours) · OPNFD (time_entry_not_found, task_not_found) · OPSTA
-- (entry_exists, project_archived, task_archived, week_locked) · OPBIG (storage_quota_exceeded) · OPLIM.
create or replace function private.restore_time_entry(entry_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_row jsonb;
  v_entry public.time_entries;
begin
  perform private.limit_work_changes(v_viewer);
  select audit_events.before into v_row
  from public.audit_events
  where audit_events.object_id = entry_id and audit_events.organization_id = v_viewer.organization_id
    and audit_events.object_type = 'time_entry' and audit_events.action = 'time_entry.deleted'
  order by audit_events.occurred_at desc, (audit_events.before ->> 'version')::integer desc
  limit 1;
  v_entry := jsonb_populate_record(null::public.time_entries, v_row);
  if v_entry.id is null or not private.sees_project(v_viewer, v_entry.project_id) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such time entry', hint = 'time_entry_not_found';
  end if;
  v_entry.person_id := private.surviving_person_id(v_entry.person_id);
  perform private.require_hours_of(v_viewer, v_entry.person_id);
  perform private.require_work_project(v_viewer, v_entry.project_id);
  perform private.require_task_of_hours(v_entry.project_id, v_entry.task_id);
  v_entry.version := v_entry.version + 1;
  v_entry.updated_at := now();
  begin
    insert into public.time_entries select v_entry.*;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA', message = 'These hours already exist', hint = 'entry_exists';
  end;
  perform private.record_hours_change(v_viewer, 'time_entry.restored', null, v_entry);
  return private.entry_json(v_entry);
end;
$$;

create or replace function public.restore_time_entry(entry_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.restore_time_entry(entry_id) $$;

grant execute on function private.restore_time_entry(uuid) to authenticated;
grant execute on function public.restore_time_entry(uuid) to authenticated;
comment on function public.restore_time_entry(uuid) is
  'Returns the entry. Raises OPAUT · OPDEN · OPNFD · OPSTA · OPBIG · OPLIM.';
