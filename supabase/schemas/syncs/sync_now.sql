-- Runs a stream at once instead of at its next time.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (sync_stream_not_found) · OPSTA (sync_not_active,
-- no_sync_scopes).
create or replace function private.sync_now(stream_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_stream public.sync_streams := private.lock_sync_stream(v_viewer, sync_now.stream_id);
begin
  if v_stream.state <> 'active' then
    raise exception using
      errcode = 'OPSTA',
      message = case
        when v_stream.state = 'needs_reconnect' then 'The vendor rejects our access. Connect it again first'
        else 'The vendor is not connected. Connect it first' end,
      hint = 'sync_not_active';
  elsif not private.has_required_scope(v_stream) then
    raise exception using
      errcode = 'OPSTA', message = 'Nothing is assigned to a project yet. Assign a list first', hint = 'no_sync_scopes';
  end if;
  update public.sync_streams set next_at = now() where sync_streams.id = v_stream.id;
  perform private.enqueue_sync(v_stream);
end;
$$;

create or replace function public.sync_now(stream_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.sync_now(stream_id) $$;

grant execute on function private.sync_now(uuid) to authenticated;
grant execute on function public.sync_now(uuid) to authenticated;
comment on function public.sync_now(uuid) is 'Returns nothing. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
