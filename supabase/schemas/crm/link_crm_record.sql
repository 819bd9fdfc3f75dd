-- Links a company to a client, or a deal to a project.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (crm_record_not_found, client_not_found, project_not_found).
create or replace function private.link_crm_record(record_id uuid, target_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_record private.crm_records := private.lock_crm_record(v_viewer, record_id);
begin
  if v_record.kind = 'companies' and not exists (
    select from public.clients
    where clients.organization_id = v_viewer.organization_id and clients.id = target_id and clients.archived_at is null)
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  elsif v_record.kind = 'deals' and not exists (
    select from public.projects
    where projects.organization_id = v_viewer.organization_id and projects.id = target_id and projects.archived_at is null)
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  perform private.decide_crm_record(v_record, 'crm.record_linked', target_id, null);
end;
$$;

create or replace function public.link_crm_record(record_id uuid, target_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.link_crm_record(record_id, target_id) $$;

grant execute on function private.link_crm_record(uuid, uuid) to authenticated;
grant execute on function public.link_crm_record(uuid, uuid) to authenticated;

comment on function public.link_crm_record(uuid, uuid) is 'Returns nothing. Raises OPAUT · OPDEN · OPNFD.';
