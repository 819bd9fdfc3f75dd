-- Drops the held removals of a stream: the rows stay and are ours from now on, since the vendor has them no more.
-- If the vendor lists one again, it manages the row again.
-- Raises OPAUT · OPDEN (not admin) · OPNFD (sync_stream_not_found) · OPSTA (no_removals_held).
create or replace function private.drop_removals(stream_id uuid)
returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_stream public.sync_streams := private.require_held_removals(v_viewer, drop_removals.stream_id);
  v_ids constant text[] := private.held_removal_ids(v_stream);
begin
  perform private.release_synced_rows(v_stream, v_ids);
  perform private.end_held_removals(v_stream, 'sync.removals_dropped', v_ids);
  return cardinality(v_ids);
end;
$$;

create or replace function public.drop_removals(stream_id uuid)
returns integer
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.drop_removals(stream_id) $$;

grant execute on function private.drop_removals(uuid) to authenticated;
grant execute on function public.drop_removals(uuid) to authenticated;
comment on function public.drop_removals(uuid) is
  'Returns how many rows stay. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
