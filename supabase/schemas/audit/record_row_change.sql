-- Records a command's change of one row as an audit event, with the new version and only the changed fields.
-- private.changes_since reads them back for a person whose version is out of date.
create or replace function private.record_row_change(
  organization_id uuid,
  action text,
  object_type text,
  object_id uuid,
  before jsonb,
  after jsonb,
  project_id uuid default null
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- The event itself has the actor, the time and the row.
  v_bookkeeping constant text[] := array[
    'id', 'organization_id', 'version', 'created_at', 'updated_at', 'updated_by', 'classified_by'];
  v_changes jsonb := coalesce(
    private.json_changes(before - v_bookkeeping, after - v_bookkeeping), '{}');
begin
  perform private.record_audit_event(
    record_row_change.organization_id,
    action,
    object_type,
    object_id,
    coalesce((select jsonb_object_agg(change.key, change.value -> 'from')
              from jsonb_each(v_changes) as change), '{}')
      || jsonb_build_object('version', before -> 'version'),
    coalesce((select jsonb_object_agg(change.key, change.value -> 'to')
              from jsonb_each(v_changes) as change), '{}')
      || jsonb_build_object('version', after -> 'version'),
    project_id);
end;
$$;
comment on function private.record_row_change(uuid, text, text, uuid, jsonb, jsonb, uuid) is
  'Records the audit event of a changed row from its JSON before and after, without unchanged fields.';

create or replace function private.json_changes(before jsonb, after jsonb)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(
    field.key, jsonb_build_object('from', before -> field.key, 'to', field.value))
  from jsonb_each(after) as field
  where field.value is distinct from before -> field.key
$$;
comment on function private.json_changes(jsonb, jsonb) is
  'Returns { key: { from, to } } for each key of `after` whose value differs; null if none does.';
