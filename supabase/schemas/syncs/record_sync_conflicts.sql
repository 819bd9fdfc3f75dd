-- The fields of rows that are to be updated, as they are here: { row id: fields }.
create or replace function private.fields_before_update(stream public.sync_streams, changes private.sync_change[])
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row_ids constant uuid[] := array(
    select listed.row_id from unnest(changes) as listed where listed.outcome = 'updated');
begin
  if v_row_ids = '{}' then
    return '{}';
  end if;
  return coalesce((
    select jsonb_object_agg(stored.row_id, stored.fields) from private.synced_fields(stream, v_row_ids) as stored), '{}');
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
        when judged.fields is null then null when judged.has_new then clock_timestamp() else sync_records.conflict_at end,
      conflict_fields = judged.fields
  from (
    select
      compared.external_id, bool_or(compared.is_replaced) as has_new,
      jsonb_object_agg(compared.field, case when compared.is_replaced then compared.ours else compared.replaced end)
        filter (where compared.is_replaced or compared.replaced is not null and not compared.is_agreed) as fields
    from (
      select
        listed.external_id, ours.key as field, ours.value as ours, known.conflict_fields -> ours.key as replaced,
        ours.value is distinct from known.applied -> ours.key and ours.value <> stored.fields -> ours.key as is_replaced,
        ours.value is distinct from known.applied -> ours.key
          or stored.fields -> ours.key = known.conflict_fields -> ours.key as is_agreed
      from unnest(changes) as listed
      join private.known_sync_records(
        stream, array(select updated.external_id from unnest(changes) as updated where updated.outcome = 'updated')) as known
        on known.external_id = listed.external_id
      join private.synced_fields(
        stream, array(select updated.row_id from unnest(changes) as updated where updated.outcome = 'updated')) as stored
        on stored.row_id = listed.row_id
      cross join lateral jsonb_each(fields_before -> listed.row_id::text) as ours
      where known.is_here and known.row_id = listed.row_id
        and (known.conflict_fields is not null or known.applied is distinct from fields_before -> listed.row_id::text)
    ) as compared
    group by compared.external_id
  ) as judged
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = judged.external_id
    and (sync_records.conflict_fields, judged.has_new) is distinct from (judged.fields, false);
end;
$$;
