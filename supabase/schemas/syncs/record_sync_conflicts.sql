-- The fields of rows that are to be updated, as they are here: { row id: fields }.
create or replace function private.fields_before_update(stream public.sync_streams, changes private.sync_change[])
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row_ids constant uuid[] := array(
    select change.row_id from unnest(changes) as change where change.outcome = 'updated');
begin
  if v_row_ids = '{}' then
    return '{}';
  end if;
  return coalesce((
    select jsonb_object_agg(row_fields.row_id, row_fields.fields)
    from private.synced_fields(stream, v_row_ids) as row_fields), '{}');
end;
$$;

-- Fields whose values a person changed here (they differ from the vendor's last values) and that the vendor's newer
-- values replaced. The conflict is shown with our former values, unless both sides changed to the same value. It ends
-- for a field when both sides agree: they changed to one value, or the vendor took over ours. Runs after the rows are
-- written and before their records are.
create or replace function private.record_sync_conflicts(
  stream public.sync_streams, changes private.sync_change[], fields_before jsonb)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  if fields_before = '{}' then
    return;
  end if;
  update private.sync_records
  set conflict_at = case
        when conflicts.fields is null then null when conflicts.has_new then clock_timestamp() else sync_records.conflict_at end,
      conflict_fields = conflicts.fields
  from (
    select
      comparison.external_id, bool_or(comparison.is_replaced) as has_new,
      jsonb_object_agg(comparison.field, case when comparison.is_replaced then comparison.our_value else comparison.former_value end)
        filter (where comparison.is_replaced or comparison.former_value is not null and not comparison.is_agreed) as fields
    from (
      select
        change.external_id, field.key as field, field.value as our_value,
        known_records.conflict_fields -> field.key as former_value,
        field.value is distinct from known_records.applied -> field.key
          and field.value <> row_fields.fields -> field.key as is_replaced,
        field.value is distinct from known_records.applied -> field.key
          or row_fields.fields -> field.key = known_records.conflict_fields -> field.key as is_agreed
      from unnest(changes) as change
      join private.known_sync_records(
        stream, array(select change.external_id from unnest(changes) as change where change.outcome = 'updated')) as known_records
        on known_records.external_id = change.external_id
      join private.synced_fields(
        stream, array(select change.row_id from unnest(changes) as change where change.outcome = 'updated')) as row_fields
        on row_fields.row_id = change.row_id
      cross join lateral jsonb_each(fields_before -> change.row_id::text) as field
      where known_records.is_here and known_records.row_id = change.row_id
        and (known_records.conflict_fields is not null
          or known_records.applied is distinct from fields_before -> change.row_id::text)
    ) as comparison
    group by comparison.external_id
  ) as conflicts
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = conflicts.external_id
    and (sync_records.conflict_fields, conflicts.has_new) is distinct from (conflicts.fields, false);
end;
$$;
