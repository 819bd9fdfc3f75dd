-- The event that a card in execution is to change, as we store it. Raises OPSTA (lease_lost) · OPNFD
-- (event_not_found).
create or replace function private.get_event_to_change(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_event public.calendar_events := private.event_of_approval(private.execution_of_job(job_id, attempt));
begin
  return to_jsonb(v_event) - array['organization_id', 'created_at', 'updated_at'];
end;
$$;

create or replace function public.get_event_to_change(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.get_event_to_change(job_id, attempt) $$;

grant execute on function private.get_event_to_change(uuid, integer) to service_role;
grant execute on function public.get_event_to_change(uuid, integer) to service_role;
comment on function public.get_event_to_change(uuid, integer) is
  'Called by calendar-act: returns the event that the card changes or cancels. Raises OPSTA · OPNFD.';
