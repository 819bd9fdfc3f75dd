-- The result that a card in execution already has in our own tables, or null.
-- Raises OPSTA (lease_lost) · OPNFD (event_not_found).
create or replace function private.find_local_effect(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.local_effect(private.execution_of_job(job_id, attempt));
end;
$$;

create or replace function public.find_local_effect(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.find_local_effect(job_id, attempt) $$;

grant execute on function private.find_local_effect(uuid, integer) to service_role;
grant execute on function public.find_local_effect(uuid, integer) to service_role;
comment on function public.find_local_effect(uuid, integer) is
  'Called by task-act and calendar-act: returns { provider, external_id, url } of the object that the card created in our own tables, or null. Raises OPSTA · OPNFD.';
