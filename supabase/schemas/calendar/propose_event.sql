-- Proposes to create, change or cancel an event: a card that a person approves before anything is written. A change
-- of a repeating event applies to one occurrence or to all of them.
-- Raises OPAUT · OPDEN (clients) · OPNFD (event_not_found, project_not_found) · OPSTA (event_without_project,
-- calendar_is_read_only, project_archived, too_many_open_cards) · OPINV (invalid_proposal, invalid_payload) · OPLIM ·
-- OPBIG.
create or replace function private.propose_event(
  kind public.approval_kind, payload jsonb, project_id uuid default null, event_id uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer constant public.people := private.require_internal_viewer();
  v_event public.calendar_events;
  v_payload jsonb := propose_event.payload;
begin
  if kind is null or kind not in ('calendar_event_create', 'calendar_event_update', 'calendar_event_cancel')
    or (kind = 'calendar_event_create') <> (propose_event.event_id is null)
    or (kind = 'calendar_event_create') <> (propose_event.project_id is not null)
  then
    raise exception using
      errcode = 'OPINV', message = 'Name the project of a new event, or the event to change', hint = 'invalid_proposal';
  elsif kind = 'calendar_event_create' then
    return private.propose_approval(kind, propose_event.project_id, v_payload);
  end if;
  select * into v_event from public.calendar_events
  where calendar_events.id = propose_event.event_id
    and calendar_events.organization_id = v_viewer.organization_id and calendar_events.status <> 'cancelled'
    and (v_viewer.role in ('admin', 'lead') or calendar_events.participants @> array[v_viewer.email]
      or calendar_events.project_id = any (private.project_ids_of(v_viewer)));
  if v_event.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such event', hint = 'event_not_found';
  elsif v_event.provider not in ('local', 'google_calendar') then
    raise exception using
      errcode = 'OPSTA',
      message = format('Events of %s are read-only here. Change the event there', private.provider_name(v_event.provider::text)),
      hint = 'calendar_is_read_only';
  elsif v_event.is_all_day then
    raise exception using
      errcode = 'OPSTA', message = 'All-day events are read-only here. Change the event in its calendar',
      hint = 'calendar_is_read_only';
  elsif v_event.project_id is null or v_event.project_id <> all (private.project_ids_of(v_viewer)) then
    raise exception using
      errcode = 'OPSTA',
      message = 'The event is in none of your projects. Ask an admin or a lead to assign it to a project first',
      hint = 'event_without_project';
  end if;
  if v_event.series_id is null then
    v_payload := v_payload - 'applies_to';
  end if;
  return private.propose_approval(kind, v_event.project_id, v_payload || jsonb_build_object('event_id', v_event.id));
end;
$$;

create or replace function public.propose_event(
  kind public.approval_kind, payload jsonb, project_id uuid default null, event_id uuid default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.propose_event(kind, payload, project_id, event_id) $$;

grant execute on function private.propose_event(public.approval_kind, jsonb, uuid, uuid) to authenticated;
grant execute on function public.propose_event(public.approval_kind, jsonb, uuid, uuid) to authenticated;
comment on function public.propose_event(public.approval_kind, jsonb, uuid, uuid) is
  'Returns the new card. Raises OPAUT · OPDEN · OPNFD · OPSTA · OPINV · OPLIM · OPBIG.';
