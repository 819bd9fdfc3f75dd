-- The limits of removals without a card: a share of the stream's rows, and a number of rows below which removals never
-- need a card.
create or replace function private.removal_limits()
returns table (share numeric, row_count integer)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 0.10, 20 $$;
comment on function private.removal_limits() is
  'Removals of more than this share, and of at least this many rows, wait for a decision.';

-- Removes the rows that a listing lacks: by a tombstone, or by absence from a complete listing. If they exceed
-- removal_limits(), the rows stay until the stream's card is decided, and the stream continues. Rows that already
-- wait for a card do not count towards the limits: only the card removes them.
create or replace function private.end_sync_listing(stream public.sync_streams, run_id uuid, is_snapshot boolean)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids text[];
  v_count integer;
  v_row_count bigint;
begin
  if is_snapshot then
    -- The dead letter of a record that never became a row and no longer exists at the vendor is settled, because it
    -- cannot be applied anymore.
    update public.sync_dead_letters as letters set resolved_at = now()
    where letters.organization_id = stream.organization_id and letters.stream_id = stream.id
      and letters.resolved_at is null and letters.listing < stream.listing
      and not exists (
        select from private.sync_records as records
        where records.organization_id = stream.organization_id and records.stream_id = stream.id
          and records.external_id = letters.external_id and records.is_here);
    update private.sync_records set removal_reason = 'missing'
    where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
      and sync_records.is_here and sync_records.seen_listing < stream.listing and sync_records.removal_reason is null;
  end if;
  v_ids := array(
    select records.external_id from private.sync_records as records
    where records.stream_id = stream.id and records.removal_reason is not null and records.removal_approval_id is null
    order by records.external_id);
  v_count := cardinality(v_ids);
  perform private.record_held_removals(stream, run_id, array(
    select records.external_id from private.sync_records as records
    where records.stream_id = stream.id and records.removal_reason is not null and records.removal_approval_id is not null
      and (is_snapshot or records.seen_listing = stream.listing)));
  if v_count = 0 then
    perform private.refresh_removal_card(stream);
    return;
  end if;
  select count(*) into v_row_count from private.sync_records as records
  where records.organization_id = stream.organization_id and records.stream_id = stream.id and records.is_here;
  if exists (
    select from private.removal_limits() as limits
    where v_count >= limits.row_count and v_count > limits.share * v_row_count)
  then
    perform private.record_held_removals(stream, run_id, v_ids);
    if private.hides_removals(stream.stream) then
      perform private.hide_synced_rows(stream, v_ids);
    end if;
    perform private.hold_removals(stream, v_ids);
    return;
  end if;
  perform private.remove_synced_rows(stream, run_id, v_ids);
  perform private.refresh_removal_card(stream);
end;
$$;

-- Records the rows that wait for a card.
create or replace function private.record_held_removals(stream public.sync_streams, run_id uuid, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_count constant integer := cardinality(record_held_removals.external_ids);
begin
  if v_count > 0 then
    insert into private.sync_run_records (organization_id, run_id, external_ids, outcomes, reasons)
    values (
      stream.organization_id, record_held_removals.run_id, record_held_removals.external_ids,
      array_fill('filtered'::private.sync_outcome, array[v_count]), array_fill('removal_held'::text, array[v_count]));
  end if;
end;
$$;

-- Removes rows of these records. One that cannot be removed becomes a dead letter.
create or replace function private.remove_synced_rows(stream public.sync_streams, run_id uuid, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_count constant integer := cardinality(external_ids);
  v_code text;
  v_hint text;
  v_message text;
begin
  begin
    perform private.delete_synced_rows(stream, array(
      select records.row_id from private.sync_records as records
      where records.organization_id = stream.organization_id and records.stream_id = stream.id
        and records.external_id = any (remove_synced_rows.external_ids)));
    insert into private.sync_run_records (organization_id, run_id, external_ids, outcomes, reasons)
    select
      stream.organization_id, remove_synced_rows.run_id, array_agg(records.external_id),
      array_agg('deleted'::private.sync_outcome), array_agg(records.removal_reason)
    from private.sync_records as records
    where records.organization_id = stream.organization_id and records.stream_id = stream.id
      and records.external_id = any (remove_synced_rows.external_ids)
    having count(*) > 0;
    update private.sync_records
    set is_here = false, removal_reason = null, conflict_at = null, conflict_fields = null
    where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
      and sync_records.external_id = any (remove_synced_rows.external_ids);
    update public.sync_dead_letters set resolved_at = now()
    where sync_dead_letters.organization_id = stream.organization_id and sync_dead_letters.stream_id = stream.id
      and sync_dead_letters.external_id = any (remove_synced_rows.external_ids)
      and sync_dead_letters.resolved_at is null;
    return;
  exception when serialization_failure or deadlock_detected or lock_not_available or insufficient_resources
    or operator_intervention or system_error or internal_error then
    raise;
  when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint, v_message = message_text;
  end;
  if v_count > 1 then
    perform private.remove_synced_rows(stream, run_id, external_ids[:v_count / 2]);
    perform private.remove_synced_rows(stream, run_id, external_ids[v_count / 2 + 1:]);
    return;
  end if;
  perform private.add_dead_letter(
    stream, run_id,
    (select jsonb_build_object(
       'externalId', records.external_id, 'version', records.version, 'isDeleted', true, 'filteredBecause', null, 'data', null)
     from private.sync_records as records
     where records.organization_id = stream.organization_id and records.stream_id = stream.id
       and records.external_id = remove_synced_rows.external_ids[1]),
    case when v_code like 'OP%' then coalesce(nullif(v_hint, ''), v_code) else v_code end, v_message);
  -- The removal is now in the dead letter and no longer waits for the listing.
  update private.sync_records set removal_reason = null, removal_approval_id = null
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = remove_synced_rows.external_ids[1];
end;
$$;
