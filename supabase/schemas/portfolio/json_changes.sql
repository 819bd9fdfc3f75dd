-- What differs between two states of a row, for plans, receipts and undoing.
create or replace function private.json_changes(before jsonb, after jsonb)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(
    later.key, jsonb_build_object('from', before -> later.key, 'to', later.value))
  from jsonb_each(after) as later
  where later.value is distinct from before -> later.key
$$;

revoke execute on function private.json_changes(jsonb, jsonb) from public;

comment on function private.json_changes(jsonb, jsonb) is
  'Answers { key: { from, to } } for each key of `after` whose value differs; null when none does.';
