-- Optimistic concurrency: a change of a row names the version that its author saw. Any other version is refused
-- with the changes since, so that nothing is lost and a person can decide.

create or replace function private.changes_since(object_type text, object_id uuid, version integer)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'version', (audit_events.after ->> 'version')::integer,
      'at', audit_events.occurred_at,
      'by', case when people.id is not null then jsonb_build_object('id', people.id, 'name', people.name) end,
      'fields', coalesce((
        select jsonb_object_agg(
          field.key, jsonb_build_object('from', audit_events.before -> field.key, 'to', field.value))
        from jsonb_each(audit_events.after - 'version') as field
      ), '{}')
    )
    order by (audit_events.after ->> 'version')::integer), '[]')
  from public.audit_events
  left join public.people on people.id = audit_events.actor_person_id
  where audit_events.object_id = changes_since.object_id
    and audit_events.object_type = changes_since.object_type
    and jsonb_typeof(audit_events.after -> 'version') = 'number'
    and (audit_events.after ->> 'version')::integer > changes_since.version
$$;
comment on function private.changes_since(text, uuid, integer) is
  'Returns [{ version, at, by: { id, name }, fields: { field: { from, to } } }], oldest first, from the audit events of a row.';

-- Raises OPINV (version_missing) · OPSTA (version_conflict, with { version, current, changes }) unless both versions
-- are the same.
create or replace function private.refuse_stale_version(
  object_type text,
  object_id uuid,
  seen_version integer,
  current_version integer,
  current_row jsonb
)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if seen_version is null then
    raise exception using
      errcode = 'OPINV', message = 'Name the version that you saw', hint = 'version_missing';
  elsif seen_version <> current_version then
    raise exception using
      errcode = 'OPSTA',
      message = 'Someone changed this since you opened it. Review the changes, then save again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', current_version,
        'current', coalesce(current_row, '{}'),
        'changes', private.changes_since(object_type, object_id, seen_version))::text;
  end if;
end;
$$;

-- Raises OPINV unless `changes` is an object that names at least one of the fields, and no others. Fields in `lists`
-- take a list, the rest a single value: a text column would store a list or an object as its JSON text.
create or replace function private.require_changes(changes jsonb, fields text[], lists text[] default '{}')
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_unknown_fields text[];
  v_malformed_fields text[];
begin
  if jsonb_typeof(changes) is distinct from 'object' or changes = '{}' then
    raise exception using
      errcode = 'OPINV', message = 'Name at least one field to change', hint = 'no_changes';
  end if;
  v_unknown_fields := array(select jsonb_object_keys(changes) except select unnest(fields));
  if v_unknown_fields <> '{}' then
    raise exception using
      errcode = 'OPINV',
      message = format('These fields cannot be changed: %s', array_to_string(v_unknown_fields, ', ')),
      hint = 'unknown_fields',
      detail = jsonb_build_object('fields', v_unknown_fields)::text;
  end if;
  v_malformed_fields := array(
    select change.key
    from jsonb_each(changes) as change
    where case when change.key = any (lists) then jsonb_typeof(change.value) not in ('array', 'null')
               else jsonb_typeof(change.value) in ('array', 'object') end);
  if v_malformed_fields <> '{}' then
    raise exception using
      errcode = 'OPINV',
      message = format('These fields have the wrong type: %s', array_to_string(v_malformed_fields, ', ')),
      hint = 'malformed_fields',
      detail = jsonb_build_object('fields', v_malformed_fields)::text;
  end if;
end;
$$;
