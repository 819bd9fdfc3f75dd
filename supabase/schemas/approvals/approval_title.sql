-- The effect of a card in everyday words, at most 300 characters: a sentence specific to its kind, or the titles of
-- the kind and the payload.
create or replace function private.approval_title(
  kind public.approval_kind,
  project_id uuid,
  payload jsonb,
  organization_id uuid
)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_event public.calendar_events;
  v_publication jsonb;
  v_is_first boolean;
  v_title text;
begin
  if private.is_undo_payload(kind, payload) then
    v_publication := private.published_row(
      organization_id, kind, coalesce(payload ->> 'withdraw', payload ->> 'restore')::uuid);
    v_title := format('%s %s %s', case when payload ? 'withdraw' then 'Withdraw' else 'Republish' end,
      case kind when 'weekly_update' then 'the weekly update' when 'scope_change' then 'the scope change'
                when 'sow_draft' then 'the statement of work' when 'client_readout' then 'the readout'
                else 'the release' end,
      private.quoted_text(coalesce(v_publication ->> 'headline', v_publication ->> 'title')));
    return left(v_title, 300);
  elsif kind in ('calendar_event_update', 'calendar_event_cancel') then
    select * into v_event from public.calendar_events
    where calendar_events.id = (payload ->> 'event_id')::uuid
      and calendar_events.organization_id = approval_title.organization_id;
  elsif kind = 'skill_update' then
    v_is_first := not exists (
      select from public.skills
      where skills.organization_id = approval_title.organization_id and skills.name = payload ->> 'name');
  end if;

  v_title := case kind
    when 'task_create' then
      'Create task ' || private.quoted_text(payload ->> 'title')
      || coalesce(', due ' || private.spoken_day((payload ->> 'due_on')::date), '')
    when 'calendar_event_create' then
      format('Create event %s on %s', private.quoted_text(payload ->> 'summary'),
        private.spoken_instant((payload ->> 'starts_at')::timestamptz, payload ->> 'time_zone'))
      || coalesce(', ' || private.spoken_recurrence(payload -> 'recurrence'), '')
    when 'calendar_event_update' then
      case when payload ?| array['starts_at', 'ends_at']
        then format('Move event %s from %s to %s', private.quoted_text(v_event.summary),
          private.spoken_instant(v_event.starts_at, v_event.time_zone),
          private.spoken_instant(coalesce((payload ->> 'starts_at')::timestamptz, v_event.starts_at),
            coalesce(payload ->> 'time_zone', v_event.time_zone)))
        else format('Change event %s on %s', private.quoted_text(v_event.summary),
          private.spoken_instant(v_event.starts_at, v_event.time_zone)) end
    when 'calendar_event_cancel' then
      format('Cancel event %s on %s', private.quoted_text(v_event.summary),
        private.spoken_instant(v_event.starts_at, v_event.time_zone))
    when 'weekly_update' then
      -- A draft's period can begin on any day.
      format('Publish the update for the %s %s: %s',
        case when private.week_begin(organization_id, (payload ->> 'week_of')::date) = (payload ->> 'week_of')::date
          then 'week of' else 'period starting' end,
        private.spoken_day((payload ->> 'week_of')::date), private.quoted_text(payload ->> 'headline'))
    when 'scope_change' then
      'Publish scope change ' || private.quoted_text(payload ->> 'title')
      || coalesce(', ' || private.spoken_change((payload ->> 'hours_change')::numeric) || ' hours', '')
      || coalesce(', ' || private.spoken_change((payload ->> 'amount_change')::numeric) || ' '
        || (select organizations.currency from public.organizations
            where organizations.id = approval_title.organization_id), '')
    when 'sow_draft' then 'Publish statement of work ' || private.quoted_text(payload ->> 'title')
    when 'client_readout' then 'Publish readout ' || private.quoted_text(payload ->> 'title')
    when 'deliverable_release' then 'Release deliverable ' || private.quoted_text(payload ->> 'title')
    when 'scope_summary' then 'Record scope summary ' || private.quoted_text(payload ->> 'title')
    when 'email_draft' then
      format('Save email draft %s to %s', private.quoted_text(payload ->> 'subject'), payload #>> '{to,0}')
      || case when jsonb_array_length(payload -> 'to') > 1
              then format(' and %s more', jsonb_array_length(payload -> 'to') - 1) else '' end
    when 'scope_flag' then
      format('Flag scope risk %s (%s)', private.quoted_text(payload ->> 'title'), payload ->> 'severity')
    when 'sow_estimate' then
      format('Record estimate %s, %s hours', private.quoted_text(payload ->> 'title'),
        private.spoken_figure((payload ->> 'hours')::numeric))
    when 'client_request' then
      case payload ->> 'request' when 'question' then 'Answer the client''s question '
        when 'change' then 'Answer the client''s change request ' when 'problem' then 'Answer the client''s problem report '
        else 'Answer the client''s request ' end
      || private.quoted_text(payload ->> 'text')
    when 'prompt_update' then 'Teach the assistant ' || private.quoted_text(payload ->> 'rule')
    when 'prompt_base_update' then
      'Replace the base prompt' || coalesce(': ' || regexp_replace(payload ->> 'why', '\s+', ' ', 'g'), '')
    when 'skill_update' then
      format('%s skill %s', case when v_is_first then 'Add' else 'Change' end, private.quoted_text(payload ->> 'title'))
    when 'sync_removal' then coalesce(
      'Remove ' || (approval_title.payload ->> 'rows'),
      'Restore ' || private.restored_row_count(approval_title.organization_id, (approval_title.payload ->> 'restore')::uuid))
    else (
      select approval_kinds.title || coalesce(' ' || private.quoted_text(payload ->> 'title'), '')
      from public.approval_kinds where approval_kinds.kind = approval_title.kind)
  end;
  return case when length(v_title) > 300 then left(v_title, 299) || '…' else v_title end;
end;
$$;
comment on function private.approval_title(public.approval_kind, uuid, jsonb, uuid) is
  'The title of a card. Expects a payload that private.check_payload returned.';

-- A text within a sentence: on one line, not longer than a headline.
create or replace function private.quoted_text(value text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select format('“%s”', case when length(line) > 200 then left(line, 199) || '…' else line end)
    from (values (regexp_replace(value, '\s+', ' ', 'g'))) as input (line));
end;
$$;

create or replace function private.spoken_day(day date)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select to_char(day, 'Dy, FMDD Mon FMYYYY') $$;

create or replace function private.spoken_instant(instant timestamptz, time_zone text)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select format('%s, %s (%s)', to_char(instant at time zone time_zone, 'Dy, FMDD Mon FMYYYY'),
    to_char(instant at time zone time_zone, 'HH24:MI'), time_zone)
$$;

create or replace function private.spoken_figure(figure numeric)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select regexp_replace(trim_scale(figure)::text, '(\d)(?=(\d\d\d)+(\.|$))', '\1,', 'g') $$;

create or replace function private.spoken_change(figure numeric)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select case when figure > 0 then '+' else '' end || private.spoken_figure(figure) $$;
