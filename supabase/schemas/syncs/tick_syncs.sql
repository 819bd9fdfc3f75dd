-- Run every minute by pg_cron: enqueues the streams that are due. A stream that requires a mapped list and has none
-- is skipped.
create or replace function private.tick_syncs()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream public.sync_streams;
begin
  for v_stream in
    select * from public.sync_streams
    where sync_streams.state = 'active' and sync_streams.next_at <= clock_timestamp()
      and private.has_required_scope(sync_streams)
    order by sync_streams.next_at
    limit 1000
  loop
    perform private.enqueue_sync(v_stream);
  end loop;
end;
$$;
comment on function private.tick_syncs() is 'Idempotent: a stream that is enqueued already keeps its job.';
