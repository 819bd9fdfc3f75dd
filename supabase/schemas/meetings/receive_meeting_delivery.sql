-- Handles a signed delivery of the meeting webhook, once: one transaction marks it as handled and brings the listings'
-- jobs forward, so the vendor's next attempt still works after a crash. A delivery is a hint: the job reads the
-- vendor's listing, and only the id of the delivery is stored. A delivery that arrives during a run leads to another
-- run, because the end of the run finds the stored delivery.
-- Raises OPINV (invalid_delivery).
create or replace function private.receive_meeting_delivery(delivery_id text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(char_length(receive_meeting_delivery.delivery_id), 0) not between 1 and 300 then
    raise exception using errcode = 'OPINV', message = 'The delivery has no valid id', hint = 'invalid_delivery';
  end if;
  -- A vendor retries a delivery for a few days at most.
  delete from private.meeting_deliveries
  where meeting_deliveries.delivery_id in (
    select expired_deliveries.delivery_id from private.meeting_deliveries as expired_deliveries
    where expired_deliveries.received_at < now() - interval '30 days' limit 100);
  insert into private.meeting_deliveries (delivery_id) values (receive_meeting_delivery.delivery_id)
  on conflict on constraint meeting_deliveries_pkey do nothing;
  if not found then
    return jsonb_build_object('is_new', false);
  end if;
  perform private.enqueue_sync(sync_streams, clock_timestamp())
  from public.sync_streams
  where sync_streams.stream = 'meetings' and sync_streams.state = 'active'
    -- After a failure, the job waits until the end of its pause.
    and sync_streams.failures = 0;
  return jsonb_build_object('is_new', true);
end;
$$;

create or replace function public.receive_meeting_delivery(delivery_id text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.receive_meeting_delivery(delivery_id) $$;

grant execute on function private.receive_meeting_delivery(text) to service_role;
grant execute on function public.receive_meeting_delivery(text) to service_role;
comment on function public.receive_meeting_delivery(text) is 'Called by meeting-webhook: returns { is_new }. Raises OPINV.';
