-- Links each of these stored deals to the project of the same name if the client of its company has exactly one.
create or replace function private.link_crm_deals(records private.crm_records[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_named_ids constant uuid[] := array(
    select record.id
    from unnest(link_crm_deals.records) as record
    join public.projects
      on projects.organization_id = record.organization_id and projects.archived_at is null
     and private.search_name(projects.name) = private.search_name(record.name)
    where record.kind = 'deals' and record.project_id is null and record.dismissed_at is null
      and record.merged_into_id is null);
begin
  if v_named_ids = '{}' then
    return;
  end if;
  update private.crm_records set project_id = match.project_id
  from (
    select records.id, min(projects.id::text)::uuid as project_id
    from private.crm_records as records
    join private.crm_records as companies
      on companies.organization_id = records.organization_id and companies.provider = records.provider
     and companies.kind = 'companies' and companies.external_id = records.company_external_id
    left join private.crm_records as survivors on survivors.id = companies.merged_into_id
    join public.projects
      on projects.organization_id = records.organization_id and projects.archived_at is null
     and private.search_name(projects.name) = private.search_name(records.name)
     and lower(projects.name) = lower(records.name)
    join public.accounts
      on accounts.organization_id = projects.organization_id and accounts.id = projects.account_id
     and accounts.client_id
       = case when companies.merged_into_id is null then companies.client_id else survivors.client_id end
    where records.id = any (v_named_ids)
    group by records.id
    having count(*) = 1
  ) as match
  where crm_records.id = match.id
    and not exists (
      select from private.crm_records as other_record
      where other_record.organization_id = crm_records.organization_id and other_record.id <> crm_records.id
        and other_record.removed_at is null and other_record.project_id = match.project_id)
    and not exists (
      select from private.crm_records as other_record
      where other_record.organization_id = crm_records.organization_id and other_record.id <> crm_records.id
        and other_record.removed_at is null and other_record.provider = crm_records.provider and other_record.kind = 'deals'
        and other_record.merged_into_id is null and lower(other_record.name) = lower(crm_records.name)
        and other_record.company_external_id = crm_records.company_external_id);
end;
$$;
