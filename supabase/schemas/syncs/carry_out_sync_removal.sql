-- Removes the rows of an approved card and no others, in the transaction that marks it as executed, or restores the
-- rows that another card removed. The vendor does not manage restored rows, because it no longer has them. Returns {
-- result: { table, id }, inverse }; the inverse is null where rows were deleted instead of archived.
-- Raises OPSTA (removals_changed, no_rows_left) · OPINV (another kind).
create or replace function private.carry_out_sync_removal(approval public.approvals)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream public.sync_streams := private.stream_of_removal(approval);
  v_ids text[];
  v_run_id uuid;
begin
  if approval.kind <> 'sync_removal' then
    raise exception using
      errcode = 'OPINV', message = 'The card is not about synced records', hint = 'kind_not_carried_out';
  end if;
  select * into v_stream from public.sync_streams where sync_streams.id = v_stream.id for update;
  v_ids := array(select records.external_id from private.removal_records(approval) as records order by 1);
  if v_ids = '{}' then
    raise exception using
      errcode = 'OPSTA', message = 'None of these records is left. Nothing was changed', hint = 'no_rows_left';
  elsif approval.payload ? 'restore' then
    perform private.show_synced_rows(v_stream, v_ids);
    perform private.restore_synced_rows(v_stream, array(
      select records.row_id from private.removal_records(approval) as records));
    update private.sync_records set removal_approval_id = null
    where sync_records.organization_id = v_stream.organization_id and sync_records.stream_id = v_stream.id
      and sync_records.external_id = any (v_ids);
    perform private.record_removal(approval, v_stream, 'sync.removals_undone', v_ids);
    return jsonb_build_object(
      'result', jsonb_build_object('table', 'sync_streams', 'id', v_stream.id), 'inverse', null);
  elsif private.removal_target(approval) -> 'state' ->> 'fingerprint' <> approval.payload ->> 'fingerprint' then
    raise exception using
      errcode = 'OPSTA', message = 'The records have changed since the decision. Nothing was removed', hint = 'removals_changed';
  end if;
  -- This removal skips rows that were already archived, so its undo leaves them as they are.
  update private.sync_records set removal_approval_id = null
  where sync_records.organization_id = v_stream.organization_id and sync_records.stream_id = v_stream.id
    and sync_records.external_id = any (v_ids)
    and sync_records.row_id in (
      select archived_rows.row_id from private.archived_synced_rows(v_stream, array(
        select records.row_id from private.removal_records(approval) as records)) as archived_rows (row_id));
  v_run_id := private.remove_with_receipt(v_stream, v_ids);
  perform private.record_removal(approval, v_stream, 'sync.removals_carried_out', v_ids);
  return jsonb_build_object(
    'result', jsonb_build_object('table', 'sync_runs', 'id', v_run_id),
    'inverse', case when v_stream.stream in ('tasks', 'files', 'emails', 'companies', 'contacts', 'deals')
      then jsonb_build_object('restore', approval.id) end);
end;
$$;
comment on function private.carry_out_sync_removal(public.approvals) is
  'Returns { result: { table, id }, inverse }. Raises OPSTA · OPINV.';

-- The removals are part of the receipt of the run that is in progress, or have a separate receipt.
create or replace function private.remove_with_receipt(stream public.sync_streams, external_ids text[])
returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run public.sync_runs;
  v_before bigint;
begin
  select * into v_run from public.sync_runs
  where sync_runs.organization_id = stream.organization_id and sync_runs.stream_id = stream.id
    and sync_runs.ended_at is null
  for update;
  if v_run.id is null then
    v_run := private.open_sync_run(stream);
    perform private.remove_synced_rows(stream, v_run.id, remove_with_receipt.external_ids);
    perform private.close_sync_run(v_run);
  else
    v_before := private.last_sync_position(v_run);
    perform private.remove_synced_rows(stream, v_run.id, remove_with_receipt.external_ids);
    perform private.count_sync_records(v_run, v_before);
  end if;
  return v_run.id;
end;
$$;

create or replace function private.record_removal(
  approval public.approvals, stream public.sync_streams, action text, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.record_audit_event(
    stream.organization_id, record_removal.action, 'sync_stream', stream.id, null,
    jsonb_build_object(
      'provider', stream.provider, 'stream', stream.stream, 'approval_id', approval.id,
      'external_ids', to_jsonb(record_removal.external_ids)));
end;
$$;

-- A rejected card retains its rows: the vendor no longer manages them, so no later listing proposes their removal
-- again.
create or replace function private.tg_approvals__drop_removals()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream public.sync_streams;
  v_ids constant text[] := array(select records.external_id from private.removal_records(new) as records order by 1);
begin
  select * into v_stream from public.sync_streams
  where sync_streams.organization_id = new.organization_id and sync_streams.id = new.target_id
  for update;
  perform private.release_synced_rows(v_stream, v_ids);
  perform private.record_removal(new, v_stream, 'sync.removals_dropped', v_ids);
  return null;
end;
$$;
comment on function private.tg_approvals__drop_removals() is 'Retains the rows of a rejected card about removals.';

create trigger tg_approvals__drop_removals after update on public.approvals
  for each row when (
    new.kind = 'sync_removal' and new.undo_of_id is null and new.status = 'rejected' and old.status <> 'rejected')
  execute function private.tg_approvals__drop_removals();
alter table public.approvals enable always trigger tg_approvals__drop_removals;
