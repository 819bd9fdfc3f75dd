-- Chooses the project of an event; the choice overrides every match, in later syncs too. Without a project, the
-- choice ends and the event is matched again. Copies of the event in other calendars get the same project.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (event_not_found, project_not_found).
create or replace function private.override_event_project(event_id uuid, project_id uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer constant public.people := private.require_lead();
  v_event public.calendar_events;
  v_copy_ids uuid[];
  v_before jsonb;
  v_previous_id uuid;
begin
  select * into v_event from public.calendar_events
  where calendar_events.id = override_event_project.event_id
    and calendar_events.organization_id = v_viewer.organization_id and calendar_events.status <> 'cancelled';
  -- Locks the copies in a fixed order, so that two choices about copies of one event wait for each other and cannot
  -- deadlock.
  v_copy_ids := array(
    select events.id from public.calendar_events as events
    where events.organization_id = v_event.organization_id
      and (events.id = v_event.id or (events.uid = v_event.uid and events.starts_at = v_event.starts_at))
    order by events.id
    for update);
  select * into v_event from public.calendar_events
  where calendar_events.id = v_event.id and calendar_events.status <> 'cancelled';
  if v_event.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such event', hint = 'event_not_found';
  elsif override_event_project.project_id is not null and not exists (
    select from public.projects
    where projects.id = override_event_project.project_id and projects.organization_id = v_viewer.organization_id
      and projects.archived_at is null)
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  v_before := jsonb_build_object('project_id', v_event.project_id, 'is_override', v_event.is_override);
  v_previous_id := case when v_event.is_override then v_event.project_id end;

  if override_event_project.project_id is null then
    delete from public.calendar_event_project_overrides as overrides
    where overrides.organization_id = v_event.organization_id and overrides.event_id = any (v_copy_ids);
    -- Without a reason, the project would seem to come from a card.
    update public.calendar_events set match_reason = 'Previously chosen by a person', is_override = false
    where calendar_events.id = any (v_copy_ids) and calendar_events.is_override;
  else
    insert into public.calendar_event_project_overrides (organization_id, event_id, project_id, chosen_by)
    select v_event.organization_id, copies.id, override_event_project.project_id, v_viewer.id
    from unnest(v_copy_ids) as copies (id)
    on conflict on constraint calendar_event_project_overrides_pkey do update
    set project_id = excluded.project_id, chosen_by = excluded.chosen_by, created_at = now();
  end if;
  perform private.match_events(v_event.organization_id, v_copy_ids);
  select * into v_event from public.calendar_events where calendar_events.id = v_event.id;
  perform private.record_audit_event(
    v_event.organization_id,
    case when override_event_project.project_id is null then 'calendar.override_cleared' else 'calendar.project_overridden' end,
    'calendar_event', v_event.id, v_before,
    jsonb_build_object('project_id', v_event.project_id, 'is_override', v_event.is_override), v_event.project_id);
  return jsonb_build_object(
    'event', private.events_json(v_viewer, array[v_event]) -> 0, 'previous_project_id', v_previous_id);
end;
$$;

create or replace function public.override_event_project(event_id uuid, project_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.override_event_project(event_id, project_id) $$;

grant execute on function private.override_event_project(uuid, uuid) to authenticated;
grant execute on function public.override_event_project(uuid, uuid) to authenticated;
comment on function public.override_event_project(uuid, uuid) is
  'Returns { event, previous_project_id }. Raises OPAUT · OPDEN · OPNFD.';
