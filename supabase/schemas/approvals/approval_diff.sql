-- The changes of a card, field by field: { field, label, before, after }. Texts and lists are complete. `before`
-- is the current target; of an executing, executed or unknown card, it is the target at the time the payload was
-- written.
create or replace function private.approval_diff(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.diff_to_state(approval, private.approval_target(approval) -> 'state');
end;
$$;
comment on function private.approval_diff(public.approvals) is
  'Returns [{ field, label, before, after }] in the order of the fields. before is null if there is no value yet.';

create or replace function private.diff_to_state(approval public.approvals, target_state jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_state constant jsonb := coalesce(
    case when approval.status in ('executing', 'executed', 'unknown') then approval.target_snapshot
         else target_state end, '{}');
begin
  if private.is_undo_payload(approval.kind, approval.payload) then
    -- The full content that would leave the portal or return to it.
    return (
      select coalesce(jsonb_agg(jsonb_build_object(
        'field', fields.name, 'label', fields.label,
        'before', case when approval.payload ? 'withdraw' then content.value end,
        'after', case when approval.payload ? 'restore' then content.value end) order by fields."position"), '[]')
      from private.payload_fields(approval.kind) as fields
      cross join lateral (
        select private.display_value(approval, fields.type, v_state -> fields.name)
      ) as content (value)
      where v_state ->> fields.name is not null);
  elsif approval.kind = 'sync_removal' then
    return jsonb_build_array(jsonb_build_object(
      'field', 'rows', 'label', 'Records',
      'before', case when not approval.payload ? 'restore' then coalesce(private.removal_lines(approval), approval.payload ->> 'rows') end,
      'after', case when approval.payload ? 'restore' then private.removal_lines(approval) end));
  elsif approval.kind = 'calendar_event_cancel' then
    return (
      select jsonb_agg(jsonb_build_object(
        'field', fields.name, 'label', fields.label, 'before', v_state -> fields.name, 'after', null)
        order by fields."position")
      from private.payload_fields('calendar_event_update') as fields
      where coalesce(v_state -> fields.name, 'null') not in ('null', '[]')
    ) || private.proposed_fields(approval, '{}', '{event_id}');
  end if;
  return private.proposed_fields(approval, v_state, '{event_id}');
end;
$$;

-- The fields of a payload with their present values. A field that changes nothing is left out.
create or replace function private.proposed_fields(approval public.approvals, state jsonb, excluded_fields text[])
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', fields.name, 'label', fields.label,
      'before', private.display_value(approval, fields.type, state -> fields.name),
      'after', private.display_value(approval, fields.type, approval.payload -> fields.name))
      order by fields."position"), '[]')
    from private.payload_fields(approval.kind) as fields
    where approval.payload ? fields.name
      and fields.name <> all (excluded_fields)
      and state -> fields.name is distinct from approval.payload -> fields.name);
end;
$$;

-- Replaces the id of a person with their name and that of a file with its title. A file that has since been
-- restricted or moved is not named, because viewers of the project cannot see it.
create or replace function private.display_value(approval public.approvals, type text, value jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case
    when value is null or value = 'null' then null
    when type = 'person' then coalesce(
      (select to_jsonb(people.name) from public.people
       where people.organization_id = approval.organization_id and people.id = (value #>> '{}')::uuid), value)
    when type = 'source' then coalesce(
      (select to_jsonb(sources.title) from public.sources
       where sources.organization_id = approval.organization_id and sources.id = (value #>> '{}')::uuid
         and sources.scope_id = approval.project_id), '"A file that is no longer visible in this project"')
    else value end;
end;
$$;
