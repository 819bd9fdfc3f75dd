-- The problem with an id in a payload, unless it names something that a card of this project may name. A missing id and
-- one of another organization get the same message.
create or replace function private.reference_problem(
  organization_id uuid,
  project_id uuid,
  type text,
  id uuid
)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
  v_event public.calendar_events;
begin
  if type = 'person' then
    if not exists (
      select from public.people
      where people.id = private.surviving_person_id(reference_problem.id)
        and people.organization_id = reference_problem.organization_id
        and people.role <> 'client'
        and people.archived_at is null)
    then
      return 'There is no such colleague';
    end if;
  elsif type = 'source' then
    select * into v_source
    from public.sources
    where sources.id = reference_problem.id
      and sources.organization_id = reference_problem.organization_id
      and sources.project_id = reference_problem.project_id
      and sources.archived_at is null;
    -- A member must not learn that a restricted file exists, so a proposal that names one is refused like a missing
    -- file.
    if v_source.id is null or (v_source.is_restricted and private.led_organization_id() is null) then
      return 'There is no such file in this project';
    elsif v_source.is_restricted then
      return 'This file is restricted, so it cannot be released to the client';
    end if;
  elsif type = 'event' then
    select * into v_event
    from public.calendar_events
    where calendar_events.id = reference_problem.id
      and calendar_events.organization_id = reference_problem.organization_id
      and calendar_events.project_id = reference_problem.project_id;
    if v_event.id is null then
      return 'There is no such event in this project';
    elsif v_event.status = 'cancelled' then
      return 'This event is already cancelled';
    elsif v_event.provider not in ('local', 'google_calendar') then
      return 'Events of this calendar are read-only here. Change the event in the calendar itself';
    end if;
  end if;
  return null;
end;
$$;
comment on function private.reference_problem(uuid, uuid, text, uuid) is
  'Returns the problem of a person, source or event that a payload names, or null.';
