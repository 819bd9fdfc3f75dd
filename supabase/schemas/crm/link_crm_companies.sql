-- Links a company to the client of the same name and domain. If two companies or two links are possible, a person
-- decides.
create or replace function private.link_crm_companies(organization_id uuid, record_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  -- Materialized, because a lookup by organization would read all companies without a client.
  v_named_ids constant uuid[] := array(
    with listed as materialized (
      select records.* from private.crm_records as records where records.id = any (link_crm_companies.record_ids)
    )
    select listed.id
    from listed
    cross join lateral (
      select from public.clients
      where clients.organization_id = listed.organization_id and lower(clients.name) = lower(listed.name)
        and clients.archived_at is null
      limit 1) as of_same_name
    where listed.organization_id = link_crm_companies.organization_id and listed.kind = 'companies'
      and listed.client_id is null and listed.dismissed_at is null and listed.merged_into_id is null);
begin
  if v_named_ids <> '{}' then
    perform private.link_named_companies(v_named_ids);
  end if;
end;
$$;

create or replace function private.link_named_companies(record_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  update private.crm_records set client_id = clients.id
  from public.clients
  where crm_records.id = any (link_named_companies.record_ids)
    and clients.organization_id = crm_records.organization_id and clients.archived_at is null
    and lower(clients.name) = lower(crm_records.name) and private.domain_of(clients.website) = crm_records.domain
    and not exists (
      select from private.crm_records as other
      where other.organization_id = crm_records.organization_id and other.provider = crm_records.provider
        and other.kind = 'companies' and other.id <> crm_records.id and other.removed_at is null
        and other.client_id = clients.id)
    and not exists (
      select from private.crm_records as other
      where other.organization_id = crm_records.organization_id and other.provider = crm_records.provider
        and other.kind = 'companies' and other.id <> crm_records.id and other.removed_at is null
        and lower(other.name) = lower(crm_records.name) and other.domain = crm_records.domain
        and other.merged_into_id is null);
end;
$$;

-- The companies with a link, and those that were merged with another one.
create or replace function private.connected_crm_companies(record_ids uuid[])
returns uuid[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return array(
    select records.id from private.crm_records as records
    where records.id = any (connected_crm_companies.record_ids)
      and (records.client_id is not null or records.merged_into_id is not null or records.merged_external_ids <> '{}'));
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
  v_ids uuid[];
begin
  if record_ids = '{}' then
    return;
  end if;
  v_companies := array(
    select records from private.crm_records as records where records.id = any (apply_crm_companies.record_ids));
  v_ids := array(
    select children.id from private.crm_records as children
    where children.organization_id = apply_crm_companies.organization_id
      and children.provider = any (array(select distinct listed.provider from unnest(v_companies) as listed))
      and children.company_external_id = any (array(
        select company.external_id
        from unnest(v_companies) as listed
        cross join lateral unnest(listed.merged_external_ids || listed.external_id) as company (external_id)
        where listed.kind = 'companies')));
  if v_ids <> '{}' then
    perform private.link_crm_contacts(apply_crm_companies.organization_id, v_ids);
    perform private.link_crm_deals(apply_crm_companies.organization_id, v_ids);
  end if;
end;
$$;
