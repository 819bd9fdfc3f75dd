-- Releases the rows of these records: they stay, and the vendor no longer manages them until it lists them again.
create or replace function private.release_synced_rows(stream public.sync_streams, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.show_synced_rows(stream, external_ids);
  perform private.detach_synced_rows(stream, array(
    select records.row_id from private.sync_records as records
    where records.organization_id = stream.organization_id and records.stream_id = stream.id and records.is_here
      and records.external_id = any (release_synced_rows.external_ids)));
  update private.sync_records
  set is_here = false, removal_reason = null, removal_approval_id = null, conflict_at = null,
      conflict_fields = null
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = any (release_synced_rows.external_ids);
end;
$$;
