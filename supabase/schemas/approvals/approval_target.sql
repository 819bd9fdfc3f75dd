-- The current state of a card's target: { id, state }, or null if the card replaces nothing. state contains the
-- fields that matter to a decision and none that change by themselves, so that its hash changes only when the
-- decision might.
create or replace function private.approval_target(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_state jsonb;
begin
  if private.is_undo_payload(approval.kind, approval.payload) then
    v_state := private.published_row(
      approval.organization_id, approval.kind,
      coalesce(approval.payload ->> 'withdraw', approval.payload ->> 'restore')::uuid);
    return jsonb_build_object('id', v_state -> 'id', 'state', v_state - '{id,organization_id,scope_id}'::text[]);
  elsif approval.kind in ('calendar_event_update', 'calendar_event_cancel') then
    return (
      select jsonb_build_object('id', event.id, 'state', jsonb_build_object(
        'summary', event.summary, 'starts_at', private.utc_text(event.starts_at),
        'ends_at', private.utc_text(event.ends_at), 'time_zone', event.time_zone,
        'attendees', event.attendees, 'location', event.location, 'description', event.description,
        'status', event.status, 'project_id', event.project_id))
      from public.calendar_events as event
      -- An event that has since been matched to another project is not visible to the readers of this project.
      where event.id = (approval.payload ->> 'event_id')::uuid and event.organization_id = approval.organization_id
        and event.project_id = approval.project_id);
  elsif approval.kind = 'sync_removal' then
    return private.removal_target(approval);
  elsif approval.kind = 'prompt_base_update' then
    return (
      select jsonb_build_object('id', version.id, 'state', jsonb_build_object('base', version.base))
      from public.live_prompts
      join public.prompt_versions as version
        on version.organization_id = live_prompts.organization_id and version.id = live_prompts.live_version_id
      where live_prompts.organization_id = approval.organization_id);
  elsif approval.kind = 'skill_update' then
    return (
      select jsonb_build_object('id', skills.id, 'state', jsonb_build_object(
        'name', skills.name, 'number', version.number, 'title', version.title, 'content', version.content,
        'is_archived', skills.archived_at is not null))
      from public.skills
      left join public.skill_versions as version
        on version.organization_id = skills.organization_id and version.skill_id = skills.id
       and version.id = skills.live_version_id
      where skills.organization_id = approval.organization_id and skills.name = approval.payload ->> 'name');
  end if;
  return null;
end;
$$;
comment on function private.approval_target(public.approvals) is
  'The event, prompt, skill, published row or synced rows that a card would replace; null for a card that adds something.';

-- An instant in the format of payloads.
create or replace function private.utc_text(instant timestamptz)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when instant = date_trunc('second', instant, 'UTC') then '' else to_char(instant at time zone 'UTC', '.MS') end
    || 'Z';
end;
$$;
