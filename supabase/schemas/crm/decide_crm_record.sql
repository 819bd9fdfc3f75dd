-- Decisions about records of a CRM: link one to a client or project of ours, create a client or project from it, or
-- dismiss it.
-- Reopening reverts a decision; a client or project that was created stays.

-- Locks a company or deal of the viewer's organization.
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
  -- Locks the integration before its records, as the sync does, so that the two cannot deadlock.
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
