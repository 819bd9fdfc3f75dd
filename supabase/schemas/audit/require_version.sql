-- Refuses a change that was decided on an older version of its object, and says what has changed since,
-- so that the caller can decide again. Every command that counts versions writes into its audit event,
-- before and after, the fields that changed and the version.
-- Raises OPINV (no version) · OPSTA (another version is in force).
create or replace function private.require_version(
  object_id uuid,
  seen_version integer,
  version integer,
  current jsonb
)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if seen_version is null then
    raise exception using
      errcode = 'OPINV', message = 'Say which version you saw', hint = 'version_missing';
  elsif seen_version <> require_version.version then
    raise exception using
      errcode = 'OPSTA',
      message = 'Somebody changed this meanwhile. Look at it again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', require_version.version,
        'current', require_version.current,
        'changes', private.changes_since(object_id, seen_version));
  end if;
end;
$$;
comment on function private.require_version(uuid, integer, integer, jsonb) is
  'Raises OPSTA version_conflict with { version, current, changes } unless the version seen is the one in force.';

create or replace function private.changes_since(object_id uuid, version integer)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'version', (events.after ->> 'version')::integer,
    'at', events.occurred_at,
    'by', case when people.id is not null
          then jsonb_build_object('id', people.id, 'name', people.name) end,
    'fields', coalesce(
      private.json_changes(events.before - 'version', events.after - 'version'), '{}')
  ) order by (events.after ->> 'version')::integer), '[]')
  from public.audit_events as events
  left join public.people on people.id = events.actor_person_id
  where events.object_id = changes_since.object_id
    and jsonb_typeof(events.after -> 'version') = 'number'
    and (events.after ->> 'version')::integer > changes_since.version
$$;
comment on function private.changes_since(uuid, integer) is
  'List of { version, at, by: { id, name } or null, fields: { field: { from, to } } }, oldest first.';

revoke execute on function private.require_version(uuid, integer, integer, jsonb) from public;
revoke execute on function private.changes_since(uuid, integer) from public;
