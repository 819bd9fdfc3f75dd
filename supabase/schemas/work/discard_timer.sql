-- Ends the caller's timer without logging hours.
-- Raises OPAUT · OPDEN (no organization, client) · OPSTA (no_timer).
create or replace function private.discard_timer()
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_timer private.timers;
begin
  delete from private.timers where timers.person_id = v_viewer.id returning * into v_timer;
  if v_timer.person_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'No timer is running. Start one first', hint = 'no_timer';
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'timer.discarded', 'timer', v_viewer.id,
    jsonb_build_object('started_at', v_timer.started_at, 'task_id', v_timer.task_id), null, v_timer.project_id);
  return private.timer_json(v_timer);
end;
$$;

create or replace function public.discard_timer()
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.discard_timer() $$;

grant execute on function private.discard_timer() to authenticated;
grant execute on function public.discard_timer() to authenticated;
comment on function public.discard_timer() is 'Returns the discarded timer. Raises OPAUT · OPDEN · OPSTA.';
