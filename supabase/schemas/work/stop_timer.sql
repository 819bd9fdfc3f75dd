-- Stops the caller's timer and logs its hours, rounded up to a hundredth: an entry per day in the organization's time
-- zone. `ended_at` is when the work ended, if the person forgot to stop the timer.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (invalid_text, invalid_end) · OPNFD (project_not_found,
-- task_not_found) · OPSTA (no_timer, timer_too_long, project_archived, task_archived, week_locked) · OPBIG
-- (storage_quota_exceeded) · OPLIM.
create or replace function private.stop_timer(note text default null, ended_at timestamptz default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_ended_at timestamptz := coalesce(stop_timer.ended_at, now());
  v_timer private.timers;
  v_part record;
  v_entry public.time_entries;
  v_entries jsonb := '[]';
begin
  perform private.limit_work_changes(v_viewer);
  delete from private.timers where timers.person_id = v_viewer.id returning * into v_timer;
  if v_timer.person_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'No timer is running. Start one first', hint = 'no_timer';
  elsif v_ended_at < v_timer.started_at or v_ended_at > now() then
    raise exception using
      errcode = 'OPINV', message = 'Enter an end between the start of the timer and now', hint = 'invalid_end';
  elsif v_ended_at > v_timer.started_at + interval '7 days' then
    raise exception using
      errcode = 'OPSTA',
      message = 'The timer ran for more than 7 days. Enter when the work ended, or discard the timer',
      hint = 'timer_too_long';
  end if;
  perform private.require_work_project(v_viewer, v_timer.project_id);
  perform private.require_task_of_hours(v_timer.project_id, v_timer.task_id);

  for v_part in
    select parts.* from private.hours_by_day(v_timer.started_at, v_ended_at, (
      select organizations.time_zone from public.organizations
      where organizations.id = v_viewer.organization_id)) as parts
  loop
    insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours, note)
    values (v_timer.organization_id, v_timer.project_id, v_timer.task_id, v_viewer.id, v_part.day, v_part.hours,
            coalesce(private.require_visible_text(nullif(btrim(stop_timer.note), ''), false, 2000, 'note'), v_timer.note))
    returning * into v_entry;
    perform private.record_hours_change(v_viewer, 'time_entry.created', null, v_entry);
    v_entries := v_entries || private.entry_json(v_entry);
  end loop;
  perform private.record_audit_event(
    v_viewer.organization_id, 'timer.stopped', 'timer', v_viewer.id,
    jsonb_build_object('started_at', v_timer.started_at), jsonb_build_object('ended_at', v_ended_at),
    v_timer.project_id);
  return v_entries;
end;
$$;

create or replace function public.stop_timer(note text default null, ended_at timestamptz default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.stop_timer(note, ended_at) $$;

grant execute on function private.stop_timer(text, timestamptz) to authenticated;
grant execute on function public.stop_timer(text, timestamptz) to authenticated;
comment on function public.stop_timer(text, timestamptz) is
  'Returns the entries, one per day. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG · OPLIM.';
