-- The payload of a card in its normal form, every field checked, or all of its problems at once. The result is
-- what people see, what the hash covers and what is executed: nothing changes it later.
-- Raises OPINV (invalid_payload, with { fields: [{ field, message }] }) · OPBIG (payload_too_large).
create or replace function private.check_payload(
  organization_id uuid,
  project_id uuid,
  kind public.approval_kind,
  payload jsonb
)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_field record;
  v_value record;
  v_normal_form jsonb := '{}';
  v_problems jsonb := '[]';
begin
  if jsonb_typeof(payload) is distinct from 'object' then
    v_problems := '[{"field": "payload", "message": "Send an object"}]';
  elsif octet_length(payload::text) > private.max_card_bytes() then
    perform private.refuse_large_card();
  elsif private.is_undo_payload(kind, payload) then
    select * into v_value from private.check_undo(organization_id, project_id, kind, payload);
    v_normal_form := v_value.normal_form;
    v_problems := v_value.problems;
  -- Only propose_undo() gets here with this kind: its payload is the inverse that was stored with the removal.
  elsif kind = 'sync_removal' then
    v_normal_form := payload;
  else
    select coalesce(jsonb_agg(jsonb_build_object('field', left(unknown_field.name, 100), 'message', 'There is no such field')), '[]')
    into v_problems
    from (
      select jsonb_object_keys(payload) as name
      except
      select fields.name from private.payload_fields(check_payload.kind) as fields
      order by name
      limit 50
    ) as unknown_field;
    for v_field in
      select * from private.payload_fields(check_payload.kind) as fields order by fields."position"
    loop
      if coalesce(jsonb_typeof(payload -> v_field.name), 'null') = 'null' then
        if v_field.required then
          v_problems := v_problems || jsonb_build_object('field', v_field.name, 'message', 'Required');
        end if;
        continue;
      end if;
      select * into v_value from private.check_field(
        organization_id, project_id, v_field.type, v_field.max, v_field.choices, payload -> v_field.name);
      if v_value.problem is null and v_field.required and v_value.normal_form = '[]' then
        v_value.problem := 'Required';
      end if;
      if v_value.problem is not null then
        v_problems := v_problems || jsonb_build_object('field', v_field.name, 'message', v_value.problem);
      else
        v_normal_form := v_normal_form || jsonb_build_object(v_field.name, v_value.normal_form);
      end if;
    end loop;
    v_problems := v_problems || private.event_problems(kind, v_normal_form, v_problems);
  end if;

  if v_problems <> '[]' then
    raise exception using
      errcode = 'OPINV',
      message = format('The card is invalid: %s', (
        select string_agg(format('%s: %s', problem ->> 'field', problem ->> 'message'), ', ')
        from jsonb_array_elements(v_problems) with ordinality as entry (problem, position)
        where entry.position <= 5)),
      hint = 'invalid_payload',
      detail = jsonb_build_object('fields', v_problems)::text;
  elsif octet_length(v_normal_form::text) > private.max_card_bytes() then
    perform private.refuse_large_card();
  end if;
  return v_normal_form;
end;
$$;
comment on function private.check_payload(uuid, uuid, public.approval_kind, jsonb) is
  'Returns the payload in its normal form. Raises OPINV · OPBIG.';

-- Rules across the fields of an event: it ends after it starts, repeats by a rule that fits its start, and a
-- proposed change names at least one field.
create or replace function private.event_problems(kind public.approval_kind, payload jsonb, problems jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_event public.calendar_events;
  v_recurrence_problem text;
begin
  if kind not in ('calendar_event_create', 'calendar_event_update') then
    return '[]';
  elsif kind = 'calendar_event_update' and problems = '[]' and payload - '{event_id,applies_to}'::text[] = '{}' then
    return '[{"field": "event_id", "message": "Name at least one field to change"}]';
  elsif exists (
    select from jsonb_array_elements(problems) as problem
    where problem ->> 'field' in ('event_id', 'starts_at', 'ends_at'))
  then
    return '[]';
  end if;
  select * into v_event from public.calendar_events where calendar_events.id = (payload ->> 'event_id')::uuid;
  if coalesce((payload ->> 'ends_at')::timestamptz, v_event.ends_at)
    <= coalesce((payload ->> 'starts_at')::timestamptz, v_event.starts_at)
  then
    return jsonb_build_array(jsonb_build_object(
      'field', case when payload ? 'ends_at' then 'ends_at' else 'starts_at' end,
      'message', 'The event must end after it starts'));
  elsif payload ?& array['recurrence', 'starts_at', 'ends_at', 'time_zone'] then
    v_recurrence_problem := private.recurrence_problem(payload);
  end if;
  if v_recurrence_problem is not null then
    return jsonb_build_array(jsonb_build_object('field', 'recurrence', 'message', v_recurrence_problem));
  end if;
  return '[]';
end;
$$;
comment on function private.event_problems(public.approval_kind, jsonb, jsonb) is
  'Returns the problems of an event whose fields are each valid but contradict one another.';
