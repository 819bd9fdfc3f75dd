-- Decisions about records of a CRM: link one to a client or project of ours, create that from it, or dismiss it. Reopening
-- takes a decision back; what was created stays.

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

-- Creates the client of a company, or the planned project of a deal in an account of its client, and links it.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (crm_record_not_found, account_not_found) · OPSTA (client_exists,
-- client_archived, crm_record_linked).
create or replace function private.create_from_crm_record(record_id uuid, account_id uuid default null)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_record private.crm_records := private.lock_crm_record(v_viewer, record_id);
  v_created jsonb;
begin
  if coalesce(v_record.client_id, v_record.project_id) is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The record is linked already. Reload the page', hint = 'crm_record_linked';
  elsif v_record.kind = 'companies' then
    v_created := private.create_client(v_record.name, 'https://' || v_record.domain);
  else
    v_created := private.create_project(account_id, v_record.name, jsonb_strip_nulls(jsonb_build_object(
      'budget_amount', (
        select round((v_record.details ->> 'amount')::numeric, 2) from public.organizations
        where organizations.id = v_viewer.organization_id
          and coalesce(v_record.details ->> 'currency', organizations.currency) = organizations.currency
          and (v_record.details ->> 'amount')::numeric between 0 and 999999999999.99))));
  end if;
  perform private.decide_crm_record(v_record, 'crm.record_linked', (v_created ->> 'id')::uuid, null);
end;
$$;

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

-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (crm_record_not_found).
create or replace function private.reopen_crm_record(record_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
begin
  perform private.decide_crm_record(
    private.lock_crm_record(v_viewer, record_id), 'crm.record_reopened', null, null);
end;
$$;

-- The company or deal of the viewer's organization, locked.
-- Raises OPNFD (crm_record_not_found).
create or replace function private.lock_crm_record(viewer public.people, record_id uuid)
returns private.crm_records
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_record private.crm_records;
begin
  select * into v_record from private.crm_records
  where crm_records.id = lock_crm_record.record_id and crm_records.organization_id = viewer.organization_id
    and crm_records.kind in ('companies', 'deals') and crm_records.removed_at is null;
  -- As the sync does: before its rows, which it would otherwise wait for.
  perform from public.integrations
  where integrations.organization_id = v_record.organization_id and integrations.provider = v_record.provider
  for no key update;
  select * into v_record from private.crm_records where crm_records.id = v_record.id for update;
  if v_record.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such record', hint = 'crm_record_not_found';
  end if;
  return v_record;
end;
$$;

-- Stores the decision; the contacts and deals of a company follow its link.
create or replace function private.decide_crm_record(
  record private.crm_records, action text, target_id uuid, dismissed_at timestamptz)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_after private.crm_records;
begin
  update private.crm_records
  set client_id = case crm_records.kind when 'companies' then target_id end,
      project_id = case crm_records.kind when 'deals' then target_id end,
      dismissed_at = decide_crm_record.dismissed_at
  where crm_records.id = (record).id
  returning * into v_after;
  perform private.apply_crm_companies(v_after.organization_id, array[v_after.id]);
  perform private.record_audit_event(
    v_after.organization_id, decide_crm_record.action, 'crm_record', v_after.id, to_jsonb(record), to_jsonb(v_after),
    coalesce(v_after.project_id, (record).project_id));
end;
$$;

create or replace function public.link_crm_record(record_id uuid, target_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.link_crm_record(record_id, target_id) $$;

create or replace function public.create_from_crm_record(record_id uuid, account_id uuid default null)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_from_crm_record(record_id, account_id) $$;

create or replace function public.dismiss_crm_record(record_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.dismiss_crm_record(record_id) $$;

create or replace function public.reopen_crm_record(record_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.reopen_crm_record(record_id) $$;

grant execute on function private.link_crm_record(uuid, uuid) to authenticated;
grant execute on function public.link_crm_record(uuid, uuid) to authenticated;
grant execute on function private.create_from_crm_record(uuid, uuid) to authenticated;
grant execute on function public.create_from_crm_record(uuid, uuid) to authenticated;
grant execute on function private.dismiss_crm_record(uuid) to authenticated;
grant execute on function public.dismiss_crm_record(uuid) to authenticated;
grant execute on function private.reopen_crm_record(uuid) to authenticated;
grant execute on function public.reopen_crm_record(uuid) to authenticated;
comment on function public.link_crm_record(uuid, uuid) is 'Answers nothing. Raises OPAUT · OPDEN · OPNFD.';
comment on function public.create_from_crm_record(uuid, uuid) is 'Answers nothing. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
comment on function public.dismiss_crm_record(uuid) is 'Answers nothing. Raises OPAUT · OPDEN · OPNFD.';
comment on function public.reopen_crm_record(uuid) is 'Answers nothing. Raises OPAUT · OPDEN · OPNFD.';
