-- Finds the project of each event. In this order: the one that a person chose for the event or a copy of it, the one
-- whose card created it, the one that its calendar is mapped to (`project_by_event`), or the one that its people
-- and title suggest.
create or replace function private.match_events(
  organization_id uuid, event_ids uuid[], project_by_event jsonb default '{}')
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.calendar_events
  set project_id = matches.project_id, match_reason = matches.reason, is_override = matches.is_override
  from (
    select
      events.id,
      coalesce(override.project_id, card_project.project_id, calendars.project_id, suggestion.project_id) as project_id,
      case
        when override.project_id is not null then override.reason
        when card_project.project_id is not null then null
        when calendars.project_id is not null then private.mapped_calendar_reason()
        else suggestion.reason end as reason,
      override.project_id is not null as is_override
    from public.calendar_events as events
    left join lateral (
      select overrides.project_id, 'Chosen by ' || people.name as reason
      from public.calendar_event_project_overrides as overrides
      join public.people
        on people.organization_id = overrides.organization_id and people.id = overrides.chosen_by
      where overrides.organization_id = events.organization_id
        and (overrides.event_id = events.id or overrides.event_id in (
          select copies.id from public.calendar_events as copies
          where copies.organization_id = events.organization_id and copies.uid = events.uid
            and copies.starts_at = events.starts_at))
      order by overrides.event_id <> events.id, overrides.created_at desc
      limit 1) as override on true
    left join lateral (
      select events.project_id
      where events.match_reason is null and not events.is_override and events.project_id is not null) as card_project on true
    left join lateral (
      select (match_events.project_by_event ->> events.id::text)::uuid as project_id) as calendars on true
    left join private.matched_projects(match_events.organization_id, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', items.id, 'title', items.summary,
        'emails', to_jsonb(array_remove(items.attendees || items.organizer_email, null)))), '[]')
      from public.calendar_events as items
      where items.organization_id = match_events.organization_id and items.id = any (match_events.event_ids)
        -- Events of a mapped calendar or of a card have their project already, so their people and title do not matter.
        and match_events.project_by_event ->> items.id::text is null
        and (items.match_reason is not null or items.is_override or items.project_id is null))) as suggestion
      on suggestion.key = events.id::text
    where events.organization_id = match_events.organization_id and events.id = any (match_events.event_ids)
      -- An event that has the project of its calendar needs no match if no person has chosen a project for any event.
      and ((match_events.project_by_event ->> events.id::text)::uuid is distinct from events.project_id
        or events.match_reason is distinct from private.mapped_calendar_reason() or events.is_override
        or exists (
          select from public.calendar_event_project_overrides as overrides
          where overrides.organization_id = match_events.organization_id))
  ) as matches
  where calendar_events.organization_id = match_events.organization_id and calendar_events.id = matches.id
    and (calendar_events.project_id, calendar_events.match_reason, calendar_events.is_override)
      is distinct from (matches.project_id, matches.reason, matches.is_override);
end;
$$;

create or replace function private.mapped_calendar_reason()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 'The calendar is assigned to this project' $$;
