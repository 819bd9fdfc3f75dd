-- Creates the client of a company, or the planned project of a deal in an account of its client, and links it.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (crm_record_not_found, account_not_found) · OPSTA
-- (client_exists, client_archived, crm_record_linked).
create or replace function private.create_from_crm_record(record_id uuid, account_id uuid default null)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_record private.crm_records := private.lock_crm_record(v_viewer, record_id);
  v_row jsonb;
begin
  if coalesce(v_record.client_id, v_record.project_id) is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The record is already linked. Reload the page', hint = 'crm_record_linked';
  elsif v_record.kind = 'companies' then
    v_row := private.create_client(v_record.name, 'https://' || v_record.domain);
  else
    v_row := private.create_project(account_id, v_record.name, jsonb_strip_nulls(jsonb_build_object(
      'budget_amount', (
        select round((v_record.details ->> 'amount')::numeric, 2) from public.organizations
        where organizations.id = v_viewer.organization_id
          and coalesce(v_record.details ->> 'currency', organizations.currency) = organizations.currency
          and (v_record.details ->> 'amount')::numeric between 0 and 999999999999.99))));
  end if;
  perform private.decide_crm_record(v_record, 'crm.record_linked', (v_row ->> 'id')::uuid, null);
end;
$$;

create or replace function public.create_from_crm_record(record_id uuid, account_id uuid default null)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_from_crm_record(record_id, account_id) $$;

grant execute on function private.create_from_crm_record(uuid, uuid) to authenticated;
grant execute on function public.create_from_crm_record(uuid, uuid) to authenticated;

comment on function public.create_from_crm_record(uuid, uuid) is 'Returns nothing. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
