-- Handles a signed delivery of the email webhook once. One transaction marks it as handled and brings the mailboxes'
-- jobs forward, so that the vendor's second attempt works after a crash. A delivery is a hint: the job
-- reads the vendor's listing. A delivery that arrives during a run leads to another run, because the end of the run
-- finds the stored delivery.
-- Raises OPINV (invalid_delivery).
create or replace function private.receive_email_delivery(delivery_id text, provider public.integration_provider)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(char_length(receive_email_delivery.delivery_id), 0) not between 1 and 300 then
    raise exception using errcode = 'OPINV', message = 'The delivery has no valid id', hint = 'invalid_delivery';
  end if;
  -- A vendor retries a delivery for a few days at most.
  delete from private.email_deliveries
  where email_deliveries.delivery_id in (
    select expired_delivery.delivery_id from private.email_deliveries as expired_delivery
    where expired_delivery.received_at < now() - interval '30 days' limit 100);
  insert into private.email_deliveries (delivery_id, provider)
  values (receive_email_delivery.delivery_id, receive_email_delivery.provider)
  on conflict on constraint email_deliveries_pkey do nothing;
  if not found then
    return jsonb_build_object('is_new', false);
  end if;
  perform private.enqueue_sync(sync_streams, clock_timestamp())
  from public.sync_streams
  where sync_streams.provider = receive_email_delivery.provider and sync_streams.stream = 'emails'
    -- After a failure, the job waits until the end of its pause.
    and sync_streams.state = 'active' and sync_streams.failures = 0;
  return jsonb_build_object('is_new', true);
end;
$$;

create or replace function public.receive_email_delivery(delivery_id text, provider public.integration_provider)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.receive_email_delivery(delivery_id, provider) $$;

grant execute on function private.receive_email_delivery(text, public.integration_provider) to service_role;
grant execute on function public.receive_email_delivery(text, public.integration_provider) to service_role;
comment on function public.receive_email_delivery(text, public.integration_provider) is
  'Called by email-webhook: returns { is_new }. Raises OPINV.';
