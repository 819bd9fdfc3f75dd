-- Stores a copy of the event that an executing card has created or changed in a vendor's calendar. It accepts only
-- that event: the one under the card's own id, with its occurrences if it repeats, or the one that the card
-- changes.
-- Raises OPSTA (lease_lost, call_not_marked) · OPNFD (event_not_found) · OPINV (another_event).
create or replace function private.record_calendar_event(job_id uuid, attempt integer, event jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := private.called_execution_of_job(
    record_calendar_event.job_id, record_calendar_event.attempt);
  v_existing_event public.calendar_events := private.event_of_approval(v_approval);
  v_id constant text := replace(v_approval.id::text, '-', '');
  v_is_series constant boolean := v_approval.kind = 'calendar_event_create'
    and coalesce(v_approval.effect_payload, v_approval.payload) ? 'recurrence';
  v_occurrences constant jsonb := case when v_is_series then event -> 'occurrences'
    else jsonb_build_array(event) end;
  v_is_own boolean := case when v_approval.kind = 'calendar_event_create'
    then event ->> 'external_id' = v_id
    else event ->> 'external_id' = v_existing_event.external_id and event ->> 'calendar_id' = v_existing_event.calendar_id end;
  -- The owner's main calendar has two names; syncs read it under the owner's address.
  v_calendar_id constant text := case when v_approval.kind = 'calendar_event_create' and event ->> 'calendar_id' = 'primary' then (
    select integrations.settings ->> 'subject' from public.integrations
    where integrations.organization_id = v_approval.organization_id and integrations.provider = 'google_calendar') end;
begin
  if v_is_series and (jsonb_typeof(v_occurrences) is distinct from 'array' or jsonb_array_length(v_occurrences) > 1000
    or exists (
      select from jsonb_array_elements(v_occurrences) as occurrence
      where not coalesce(starts_with(occurrence ->> 'external_id', v_id || '_'), false)))
  then
    v_is_own := false;
  end if;
  if v_is_own is not true or event ->> 'provider' is distinct from 'google_calendar' then
    raise exception using
      errcode = 'OPINV', message = 'The card concerns another event', hint = 'another_event';
  end if;
  insert into public.calendar_events as existing_event (
    organization_id, provider, external_id, series_id, calendar_id, project_id, summary, description, location,
    starts_at, ends_at, time_zone, attendees, status, etag)
  select
    v_approval.organization_id, 'google_calendar', occurrence ->> 'external_id', case when v_is_series then v_id end,
    coalesce(v_calendar_id, event ->> 'calendar_id'), v_approval.project_id, left(event ->> 'summary', 500),
    event ->> 'description', event ->> 'location',
    (occurrence ->> 'starts_at')::timestamptz, (occurrence ->> 'ends_at')::timestamptz, event ->> 'time_zone',
    private.texts_of(event -> 'attendees'), (event ->> 'status')::public.calendar_event_status, occurrence ->> 'etag'
  from jsonb_array_elements(v_occurrences) as occurrence
  on conflict on constraint calendar_events_provider_external_id_key do update set
    -- A sync may have read the new event first.
    series_id = coalesce(existing_event.series_id, excluded.series_id),
    project_id = case when existing_event.is_override then existing_event.project_id else excluded.project_id end,
    match_reason = case when existing_event.is_override then existing_event.match_reason end,
    summary = excluded.summary, description = excluded.description, location = excluded.location,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone,
    attendees = excluded.attendees, status = excluded.status, etag = excluded.etag;
end;
$$;

create or replace function public.record_calendar_event(job_id uuid, attempt integer, event jsonb)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.record_calendar_event(job_id, attempt, event) $$;

grant execute on function private.record_calendar_event(uuid, integer, jsonb) to service_role;
grant execute on function public.record_calendar_event(uuid, integer, jsonb) to service_role;
comment on function public.record_calendar_event(uuid, integer, jsonb) is
  'Called by calendar-act: stores a copy of the event that the card created or changed. Raises OPSTA · OPNFD · OPINV.';
