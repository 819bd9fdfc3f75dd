-- Whether the CRM has merged one of these records with another one.
create or replace function private.has_crm_merges(stream public.sync_streams, records private.crm_records[])
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_external_ids text[];
  v_has_survivor boolean;
begin
  select array_agg(record.external_id), bool_or(record.merged_external_ids <> '{}') into v_external_ids, v_has_survivor
  from unnest(has_crm_merges.records) as record;
  if v_has_survivor then
    return true;
  end if;
  -- Materialized, so that the plan can use only the index of merged ids, whatever the size of the table when it was
  -- planned.
  return exists (
    with survivors as materialized (
      select records.organization_id, records.provider, records.kind from private.crm_records as records
      where records.merged_external_ids collate "C" && v_external_ids and records.merged_external_ids <> '{}'
    )
    select from survivors
    where survivors.organization_id = stream.organization_id and survivors.provider = stream.provider
      and survivors.kind = stream.stream);
end;
$$;

-- Folds these stored records, and returns them as they are afterwards.
create or replace function private.folded_crm_records(stream public.sync_streams, records private.crm_records[])
returns private.crm_records[]
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_ids constant uuid[] := array(select record.id from unnest(folded_crm_records.records) as record);
begin
  perform private.fold_crm_records(stream, v_ids);
  return array(select record from private.crm_records as record where record.id = any (v_ids));
end;
$$;

-- Folds the stored records that were merged with others in the CRM. A record may be listed before or after the one that
-- it was merged into. Both sides are looked up by their keys, however many records there are.
create or replace function private.fold_crm_records(stream public.sync_streams, row_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_external_ids constant text[] := array(
    select records.external_id from private.crm_records as records where records.id = any (fold_crm_records.row_ids));
  v_merge record;
begin
  for v_merge in
    with survivors as materialized (
      select records.id, records.merged_external_ids from private.crm_records as records
      where records.id = any (fold_crm_records.row_ids) and records.merged_external_ids <> '{}'
      union all
      select records.id, records.merged_external_ids from private.crm_records as records
      where records.merged_external_ids collate "C" && v_external_ids and records.merged_external_ids <> '{}'
        and records.organization_id = stream.organization_id and records.provider = stream.provider
        and records.kind = stream.stream
    )
    select distinct merged_record.id as merged_id, survivors.id as survivor_id
    from survivors
    cross join lateral unnest(survivors.merged_external_ids) as merged_key (external_id)
    join private.crm_records as merged_record
      on merged_record.organization_id = stream.organization_id and merged_record.provider = stream.provider
     and merged_record.kind = stream.stream and merged_record.external_id = merged_key.external_id
    where survivors.id = any (fold_crm_records.row_ids) or merged_record.id = any (fold_crm_records.row_ids)
    order by 1
  loop
    perform private.fold_crm_record(v_merge.merged_id, v_merge.survivor_id);
  end loop;
end;
$$;

-- A record that was merged in the CRM gives its link to the survivor. If both are linked to different rows of ours,
-- each keeps its link: a person decides whether the two are one. A person who dismissed the merged record did not decide
-- about the survivor; a survivor that takes over a link is no longer dismissed.
create or replace function private.fold_crm_record(merged_id uuid, survivor_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_record private.crm_records;
  v_survivor private.crm_records;
begin
  select * into v_record from private.crm_records where crm_records.id = merged_id;
  select * into v_survivor from private.crm_records where crm_records.id = survivor_id;
  if merged_id = survivor_id or v_record.merged_into_id = survivor_id or v_survivor.merged_into_id = merged_id then
    return;
  end if;
  update private.crm_records set merged_into_id = survivor_id
  where crm_records.organization_id = v_record.organization_id and crm_records.merged_into_id = merged_id
    and crm_records.id <> survivor_id;
  update private.crm_records
  set client_id = coalesce(crm_records.client_id, v_record.client_id),
      contact_id = coalesce(crm_records.contact_id, v_record.contact_id),
      project_id = coalesce(crm_records.project_id, v_record.project_id),
      dismissed_at = case
        when num_nonnulls(v_record.client_id, v_record.contact_id, v_record.project_id) = 0 then crm_records.dismissed_at end
  where crm_records.id = survivor_id
  returning * into v_survivor;
  -- Several records of one person become one contact.
  update public.contacts set archived_at = now()
  where contacts.id = v_record.contact_id and contacts.id <> v_survivor.contact_id and contacts.archived_at is null;
  update private.crm_records
  set merged_into_id = survivor_id, contact_id = null,
      client_id = nullif(crm_records.client_id, v_survivor.client_id),
      project_id = nullif(crm_records.project_id, v_survivor.project_id)
  where crm_records.id = merged_id;
  perform private.record_audit_event(
    v_survivor.organization_id, 'crm.records_merged', 'crm_record', v_survivor.id, to_jsonb(v_record), to_jsonb(v_survivor));
end;
$$;
