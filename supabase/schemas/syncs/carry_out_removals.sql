-- Carries out the held removals of a stream, with a receipt, and lets the stream go on.
-- Raises OPAUT · OPDEN (not admin) · OPNFD (sync_stream_not_found) · OPSTA (no_removals_held, sync_running).
create or replace function private.carry_out_removals(stream_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_stream public.sync_streams := private.require_held_removals(v_viewer, carry_out_removals.stream_id);
  v_ids constant text[] := private.held_removal_ids(v_stream);
  v_run public.sync_runs := private.open_sync_run(v_stream);
begin
  if v_ids <> '{}' then
    perform private.remove_synced_rows(v_stream, v_run.id, v_ids);
  end if;
  perform private.end_held_removals(v_stream, 'sync.removals_carried_out', v_ids);
  return private.close_sync_run(v_run);
end;
$$;

create or replace function public.carry_out_removals(stream_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.carry_out_removals(stream_id) $$;

grant execute on function private.carry_out_removals(uuid) to authenticated;
grant execute on function public.carry_out_removals(uuid) to authenticated;
comment on function public.carry_out_removals(uuid) is 'Returns the receipt. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
