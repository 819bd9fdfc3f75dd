-- Carries out an approved card in our own tables, for an executor without a connected vendor: creates a task of the
-- project, or creates, changes or cancels an event of its calendar. The content comes from the card, not from the
-- caller. A created row has the card's id as its key, and a changed row has an audit event with that id. Both prove
-- that the card was carried out, so that it is not carried out again. The card must be in execution; if its outcome is
-- unknown, the executor calls find_local_effect instead. The same transaction checks that the card's decider still has
-- the right to decide it.
-- Raises OPSTA (lease_lost, call_not_marked, event_cancelled, event_elsewhere) · OPDEN (decider_not_allowed) ·
-- OPNFD (event_not_found) · OPINV (event_ends_before_start, wrong_kind).
create or replace function private.carry_out_locally(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := private.called_execution_of_job(carry_out_locally.job_id, carry_out_locally.attempt);
  v_effect jsonb := private.local_effect(v_approval);
begin
  if v_effect is not null then
    return v_effect;
  elsif v_approval.status <> 'executing' then
    raise exception using
      errcode = 'OPSTA', message = 'This attempt no longer holds the lease', hint = 'lease_lost';
  end if;
  perform private.require_decided_card(v_approval);
  v_approval.payload := coalesce(v_approval.effect_payload, v_approval.payload);
  if v_approval.kind = 'task_create' then
    perform private.create_local_task(v_approval);
  elsif v_approval.kind = 'calendar_event_create' then
    perform private.create_local_event(v_approval);
  elsif v_approval.kind in ('calendar_event_update', 'calendar_event_cancel') then
    perform private.change_local_event(v_approval);
  else
    raise exception using
      errcode = 'OPINV', message = 'This kind is not executed here', hint = 'wrong_kind';
  end if;
  return private.local_effect(v_approval);
end;
$$;

create or replace function private.create_local_task(approval public.approvals)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_payload jsonb := approval.payload;
  v_task public.tasks;
begin
  insert into public.tasks (
    organization_id, project_id, external_key, title, description, due_on, assignee_id, priority,
    estimate_hours, estimated_on)
  values (
    approval.organization_id, approval.project_id, 'approval:' || approval.id,
    v_payload ->> 'title', v_payload ->> 'description', (v_payload ->> 'due_on')::date,
    private.surviving_person_id((v_payload ->> 'assignee_id')::uuid),
    array_position(array['urgent', 'high', 'normal', 'low'], v_payload ->> 'priority'),
    (v_payload ->> 'estimate_hours')::numeric,
    case when v_payload ->> 'estimate_hours' is not null then
      (select (clock_timestamp() at time zone organizations.time_zone)::date from public.organizations
       where organizations.id = approval.organization_id) end)
  returning * into v_task;
  perform private.record_local_effect(
    approval, 'task.created', 'task', v_task.id, null, to_jsonb(v_task));
end;
$$;

create or replace function private.create_local_event(approval public.approvals)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_payload jsonb := approval.payload;
  v_id constant text := replace(approval.id::text, '-', '');
  v_event public.calendar_events;
begin
  perform private.require_event_order(
    (v_payload ->> 'starts_at')::timestamptz, (v_payload ->> 'ends_at')::timestamptz);
  insert into public.calendar_events (
    organization_id, provider, external_id, series_id, project_id, summary, description, location, starts_at, ends_at,
    time_zone, attendees)
  select
    approval.organization_id, 'local',
    case when occurrences.starts_at = (v_payload ->> 'starts_at')::timestamptz then v_id
         else v_id || to_char(occurrences.starts_at at time zone 'UTC', '_YYYYMMDD"T"HH24MISS"Z"') end,
    case when v_payload ? 'recurrence' then v_id end, approval.project_id,
    v_payload ->> 'summary', v_payload ->> 'description', v_payload ->> 'location',
    occurrences.starts_at, occurrences.ends_at, v_payload ->> 'time_zone', private.texts_of(v_payload -> 'attendees')
  from (
    select (v_payload ->> 'starts_at')::timestamptz as starts_at, (v_payload ->> 'ends_at')::timestamptz as ends_at
    where not v_payload ? 'recurrence'
    union all
    select * from private.event_occurrences(
      (v_payload ->> 'starts_at')::timestamptz, (v_payload ->> 'ends_at')::timestamptz, v_payload ->> 'time_zone',
      v_payload -> 'recurrence')
    where v_payload ? 'recurrence'
  ) as occurrences;
  v_event := private.event_of_approval(approval);
  perform private.record_local_effect(
    approval, 'calendar_event.created', 'calendar_event', v_event.id, null, to_jsonb(v_event));
end;
$$;

create or replace function private.change_local_event(approval public.approvals)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_payload jsonb := approval.payload;
  v_before public.calendar_events := private.event_of_approval(approval);
  v_after public.calendar_events;
  v_ids constant uuid[] := array(
    select event.id from public.calendar_events as event
    where event.organization_id = v_before.organization_id and (event.id = v_before.id
      or v_payload ->> 'applies_to' = 'all' and event.provider = 'local' and event.series_id = v_before.series_id
        and event.status <> 'cancelled'));
  v_time_zone constant text := coalesce(v_payload ->> 'time_zone', v_before.time_zone);
begin
  perform 1 from public.calendar_events as event where event.id = any (v_ids) order by event.id for update;
  select * into v_before from public.calendar_events as event where event.id = v_before.id;
  if v_before.provider <> 'local' then
    raise exception using
      errcode = 'OPSTA', message = 'The event is in another calendar', hint = 'event_elsewhere';
  elsif approval.kind = 'calendar_event_update' and v_before.status = 'cancelled' then
    raise exception using
      errcode = 'OPSTA', message = 'The event is cancelled', hint = 'event_cancelled';
  elsif approval.kind = 'calendar_event_cancel' then
    update public.calendar_events as event set
      status = 'cancelled',
      description = case when event.status = 'cancelled' then event.description
        else nullif(concat_ws(e'\n\n', v_payload ->> 'note', event.description), '') end
    where event.id = any (v_ids);
  else
    perform private.require_event_order(
      coalesce((v_payload ->> 'starts_at')::timestamptz, v_before.starts_at),
      coalesce((v_payload ->> 'ends_at')::timestamptz, v_before.ends_at));
    update public.calendar_events as event set
      summary = coalesce(v_payload ->> 'summary', event.summary),
      description = coalesce(v_payload ->> 'description', event.description),
      location = coalesce(v_payload ->> 'location', event.location),
      starts_at = private.shift_local_time(
        event.starts_at, v_before.starts_at, (v_payload ->> 'starts_at')::timestamptz, v_time_zone),
      ends_at = private.shift_local_time(
        event.ends_at, v_before.ends_at, (v_payload ->> 'ends_at')::timestamptz, v_time_zone),
      time_zone = coalesce(v_payload ->> 'time_zone', event.time_zone),
      attendees = case when jsonb_typeof(v_payload -> 'attendees') = 'array'
        then private.texts_of(v_payload -> 'attendees') else event.attendees end
    where event.id = any (v_ids);
  end if;
  select * into v_after from public.calendar_events as event where event.id = v_before.id;
  perform private.record_local_effect(
    approval,
    case when v_after.status = 'cancelled' then 'calendar_event.cancelled' else 'calendar_event.updated' end,
    'calendar_event', v_after.id, to_jsonb(v_before),
    to_jsonb(v_after) || case when cardinality(v_ids) > 1
      then jsonb_build_object('changed_event_ids', v_ids) else '{}' end);
end;
$$;

-- Moves an instant by the difference between from_at and to_at in a zone's local time; unchanged if to_at is null.
create or replace function private.shift_local_time(
  at timestamptz, from_at timestamptz, to_at timestamptz, time_zone text)
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when to_at is null then at
    when at = from_at then to_at
    else private.instant_of_clock(
      (at at time zone time_zone) + ((to_at at time zone time_zone) - (from_at at time zone time_zone)), time_zone) end
$$;

create or replace function private.record_local_effect(
  approval public.approvals,
  action text,
  object_type text,
  object_id uuid,
  before jsonb,
  after jsonb
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.record_audit_event(
    approval.organization_id, action, object_type, object_id, before,
    after || jsonb_build_object('approval_id', approval.id), approval.project_id,
    is_restricted => approval.is_restricted);
end;
$$;

-- The result that a card already has in our tables; null if there is none.
create or replace function private.local_effect(approval public.approvals)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_task public.tasks;
  v_event public.calendar_events;
begin
  if approval.kind = 'task_create' then
    select * into v_task from public.tasks
    where tasks.organization_id = approval.organization_id and tasks.project_id = approval.project_id
      and tasks.external_key = 'approval:' || approval.id;
    return case when v_task.id is not null then jsonb_build_object(
      'provider', 'local', 'external_id', v_task.id,
      'url', format('/projects/%s?task=%s', v_task.project_id, v_task.id)) end;
  end if;

  v_event := private.event_of_approval(approval);
  if v_event.id is null or (approval.kind <> 'calendar_event_create' and not exists (
    select from public.audit_events
    where audit_events.object_id = v_event.id
      and audit_events.organization_id = approval.organization_id
      and audit_events.object_type = 'calendar_event'
      and audit_events.after ->> 'approval_id' = approval.id::text))
  then
    return null;
  end if;
  return jsonb_build_object(
    'provider', 'local', 'external_id', v_event.external_id,
    'url', format('/projects/%s?event=%s', v_event.project_id, v_event.id));
end;
$$;

-- The event that a card created in our own tables or will change; nulls if there is none yet.
-- Raises OPNFD (event_not_found) if the event to change does not exist.
create or replace function private.event_of_approval(approval public.approvals)
returns public.calendar_events
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_event public.calendar_events;
begin
  if approval.kind = 'calendar_event_create' then
    select * into v_event from public.calendar_events as event
    where event.organization_id = approval.organization_id and event.provider = 'local'
      and event.external_id = replace(approval.id::text, '-', '');
    return v_event;
  end if;
  select * into v_event from public.calendar_events as event
  where event.organization_id = approval.organization_id and event.project_id = approval.project_id
    and event.id = (approval.payload ->> 'event_id')::uuid;
  if v_event.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such event', hint = 'event_not_found';
  end if;
  return v_event;
end;
$$;

create or replace function private.require_event_order(starts_at timestamptz, ends_at timestamptz)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if ends_at > starts_at then
    return;
  end if;
  raise exception using
    errcode = 'OPINV', message = 'The event would end before it begins', hint = 'event_ends_before_start';
end;
$$;

create or replace function private.texts_of(list jsonb)
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(item order by position), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list else '[]' end)
    with ordinality as items (item, position)
$$;

create or replace function public.carry_out_locally(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.carry_out_locally(job_id, attempt) $$;

grant execute on function private.carry_out_locally(uuid, integer) to service_role;
grant execute on function public.carry_out_locally(uuid, integer) to service_role;
comment on function public.carry_out_locally(uuid, integer) is
  'Called by task-act and calendar-act: returns { provider, external_id, url } of the task or event, created once per card. Raises OPSTA · OPDEN · OPNFD · OPINV.';
