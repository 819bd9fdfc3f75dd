-- Links each of these stored companies to the client of the same name and domain, and returns the ids of those that it
-- links. If two companies or two links are possible, a person decides.
create or replace function private.link_crm_companies(records private.crm_records[])
returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_named_ids constant uuid[] := array(
    select record.id
    from unnest(link_crm_companies.records) as record
    cross join lateral (
      select from public.clients
      where clients.organization_id = record.organization_id and lower(clients.name) = lower(record.name)
        and clients.archived_at is null
      limit 1) as client
    where record.domain is not null and record.client_id is null and record.dismissed_at is null
      and record.merged_into_id is null);
begin
  return case when v_named_ids = '{}' then v_named_ids else private.link_named_companies(v_named_ids) end;
end;
$$;

create or replace function private.link_named_companies(record_ids uuid[])
returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_linked_ids uuid[];
begin
  with linked_records as (
    update private.crm_records set client_id = clients.id
    from public.clients
    where crm_records.id = any (link_named_companies.record_ids)
      and clients.organization_id = crm_records.organization_id and clients.archived_at is null
      and lower(clients.name) = lower(crm_records.name) and private.domain_of(clients.website) = crm_records.domain
      and not exists (
        select from private.crm_records as other_record
        where other_record.organization_id = crm_records.organization_id and other_record.provider = crm_records.provider
          and other_record.kind = 'companies' and other_record.id <> crm_records.id and other_record.removed_at is null
          and other_record.client_id = clients.id)
      -- Looks up the name first: a lookup of records without a survivor would read most of them.
      and not exists (
        select
        from (
          select namesake.* from private.crm_records as namesake
          where namesake.organization_id = crm_records.organization_id and namesake.provider = crm_records.provider
            and namesake.kind = 'companies' and lower(namesake.name) = lower(crm_records.name)
          offset 0) as other_record
        where other_record.id <> crm_records.id and other_record.removed_at is null and other_record.domain = crm_records.domain
          and other_record.merged_into_id is null)
    returning crm_records.id
  )
  select coalesce(array_agg(linked_records.id), '{}') into v_linked_ids from linked_records;
  return v_linked_ids;
end;
$$;

-- Updates the contacts and deals of companies whose link may have changed.
create or replace function private.apply_crm_companies(organization_id uuid, record_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_companies private.crm_records[];
  v_children private.crm_records[];
begin
  if record_ids = '{}' then
    return;
  end if;
  v_companies := array(
    select records from private.crm_records as records where records.id = any (apply_crm_companies.record_ids));
  v_children := array(
    select children from private.crm_records as children
    where children.organization_id = apply_crm_companies.organization_id
      and children.provider = any (array(select distinct company.provider from unnest(v_companies) as company))
      and children.company_external_id = any (array(
        select company_key.external_id
        from unnest(v_companies) as company
        cross join lateral unnest(company.merged_external_ids || company.external_id) as company_key (external_id)
        where company.kind = 'companies')));
  if v_children <> '{}' then
    perform private.link_crm_contacts(
      apply_crm_companies.organization_id, array(select child.id from unnest(v_children) as child));
    perform private.link_crm_deals(v_children);
  end if;
end;
$$;
