-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (crm_record_not_found).
create or replace function private.dismiss_crm_record(record_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
begin
  perform private.decide_crm_record(
    private.lock_crm_record(v_viewer, record_id), 'crm.record_dismissed', null, now());
end;
$$;

create or replace function public.dismiss_crm_record(record_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.dismiss_crm_record(record_id) $$;

grant execute on function private.dismiss_crm_record(uuid) to authenticated;
grant execute on function public.dismiss_crm_record(uuid) to authenticated;

comment on function public.dismiss_crm_record(uuid) is 'Returns nothing. Raises OPAUT · OPDEN · OPNFD.';
