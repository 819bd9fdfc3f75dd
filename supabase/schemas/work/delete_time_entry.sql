-- Deletes logged hours. The audit event contains the row, and restore_time_entry creates it again.
-- Raises OPAUT · OPDEN (no organization, client, not_your_hours) · OPINV (version_missing) · OPNFD
-- (time_entry_not_found) · OPSTA (version_conflict, project_archived, week_locked, time_entry_managed_elsewhere) · OPLIM.
create or replace function private.delete_time_entry(entry_id uuid, version integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_entry public.time_entries;
begin
  perform private.limit_work_changes(v_viewer);
  v_entry := private.lock_entry(
    v_viewer, delete_time_entry.entry_id, delete_time_entry.version, '{is_deleted}');
  delete from public.time_entries where time_entries.id = v_entry.id;
  perform private.record_hours_change(v_viewer, 'time_entry.deleted', v_entry, null);
  return private.entry_json(v_entry);
end;
$$;

create or replace function public.delete_time_entry(entry_id uuid, version integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.delete_time_entry(entry_id, version) $$;

grant execute on function private.delete_time_entry(uuid, integer) to authenticated;
grant execute on function public.delete_time_entry(uuid, integer) to authenticated;
comment on function public.delete_time_entry(uuid, integer) is
  'Returns the deleted entry. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPLIM.';
