-- Retries a record that could not be applied, with a separate receipt. It stays a dead letter if it fails again.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (dead_letter_not_found) · OPSTA (dead_letter_resolved,
-- sync_running).
create or replace function private.retry_dead_letter(dead_letter_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_letter public.sync_dead_letters;
  v_stream public.sync_streams;
  v_run public.sync_runs;
  v_receipt jsonb;
begin
  select * into v_letter from public.sync_dead_letters
  where sync_dead_letters.id = retry_dead_letter.dead_letter_id
    and sync_dead_letters.organization_id = v_viewer.organization_id;
  if v_letter.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such record', hint = 'dead_letter_not_found';
  end if;
  v_stream := private.lock_sync_stream(v_viewer, v_letter.stream_id);
  v_run := private.open_sync_run(v_stream);
  -- Under the lock: a run may have settled or replaced it in the meantime.
  select * into v_letter from public.sync_dead_letters where sync_dead_letters.id = v_letter.id;
  if v_letter.resolved_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The record is already applied. Reload the page', hint = 'dead_letter_resolved';
  end if;
  perform private.apply_sync_records(v_stream, v_run.id, jsonb_build_array(v_letter.payload));
  if exists (
    select from private.sync_records as records
    where records.organization_id = v_stream.organization_id and records.stream_id = v_stream.id
      and records.external_id = v_letter.external_id and records.removal_reason is not null
      and records.removal_approval_id is null)
  then
    perform private.remove_synced_rows(v_stream, v_run.id, array[v_letter.external_id]);
  end if;
  v_receipt := private.close_sync_run(v_run);
  perform private.record_audit_event(
    v_stream.organization_id, 'sync.dead_letter_retried', 'sync_stream', v_stream.id, null,
    jsonb_build_object('external_id', v_letter.external_id, 'failed', v_receipt -> 'failed'));
  return v_receipt;
end;
$$;

create or replace function public.retry_dead_letter(dead_letter_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.retry_dead_letter(dead_letter_id) $$;

grant execute on function private.retry_dead_letter(uuid) to authenticated;
grant execute on function public.retry_dead_letter(uuid) to authenticated;
comment on function public.retry_dead_letter(uuid) is 'Returns the receipt. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
