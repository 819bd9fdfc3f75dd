-- Writes the contacts of these stored records, and links them.
create or replace function private.link_crm_contacts(organization_id uuid, record_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  update private.crm_records set contact_id = written.contact_id
  from private.write_crm_contacts(array(
    select records from private.crm_records as records
    where records.organization_id = link_crm_contacts.organization_id
      and records.id = any (link_crm_contacts.record_ids))) as written
  where crm_records.id = written.record_id and crm_records.contact_id is distinct from written.contact_id;
end;
$$;

-- Writes the contacts of linked clients, and returns each with its record. An existing contact of the same client
-- with the same address is reused; one whose company is no longer linked is archived.
create or replace function private.write_crm_contacts(records private.crm_records[])
returns table (record_id uuid, contact_id uuid)
language plpgsql
rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
  with companies as materialized (
    select
      stored.organization_id, stored.provider, stored.external_id,
      -- The client that the company is linked to, through a merge too.
      case when stored.merged_into_id is null then stored.client_id else survivors.client_id end as client_id
    from private.crm_records as stored
    left join private.crm_records as survivors on survivors.id = stored.merged_into_id
    where stored.organization_id = any (array(
        select distinct records.organization_id from unnest(write_crm_contacts.records) as records))
      and stored.provider = any (array(
        select distinct records.provider from unnest(write_crm_contacts.records) as records))
      and stored.kind = 'companies'
      and stored.external_id = any (array(
        select distinct records.company_external_id from unnest(write_crm_contacts.records) as records))
  ),
  listed as materialized (
    select
      records.*, companies.client_id as client_of_company, coalesce(records.contact_id, by_key.id) as present_id,
      coalesce(records.contact_id, by_key.id, by_email.id, gen_random_uuid()) as written_id
    from unnest(write_crm_contacts.records) as records
    left join companies
      on companies.organization_id = records.organization_id and companies.provider = records.provider
     and companies.external_id = records.company_external_id
    left join public.contacts as by_key
      on by_key.organization_id = records.organization_id
     and by_key.external_key = records.provider || ':' || records.external_id
    left join lateral (
      -- Looks up the address first and then compares the client: a lookup by client would read all contacts of a large
      -- client.
      select addressed.id
      from (
        select contacts.* from public.contacts
        where contacts.organization_id = records.organization_id and contacts.email = records.email
          and contacts.archived_at is null
        offset 0) as addressed
      where addressed.client_id = companies.client_id and addressed.external_key is null
      order by addressed.created_at, addressed.id
      limit 1) as by_email on records.contact_id is null and by_key.id is null
    where records.kind = 'contacts' and records.merged_into_id is null and records.removed_at is null
  ),
  written as (
    insert into public.contacts (
      id, organization_id, client_id, name, email, title, phone, external_key, managed_by)
    select
      listed.written_id, listed.organization_id, listed.client_of_company, listed.name, listed.email,
      nullif(left(btrim(listed.details ->> 'job_title'), 200), ''),
      nullif(left(btrim(listed.details ->> 'phone'), 60), ''), listed.provider || ':' || listed.external_id,
      listed.provider::text
    from listed
    where listed.client_of_company is not null
    on conflict (id) do update
    set client_id = excluded.client_id, name = excluded.name, email = excluded.email, title = excluded.title,
        phone = excluded.phone, external_key = excluded.external_key, managed_by = excluded.managed_by, archived_at = null
  ),
  archived as (
    update public.contacts set archived_at = now()
    from listed
    where contacts.id = listed.present_id and contacts.archived_at is null and listed.client_of_company is null
  )
  select listed.id, case when listed.client_of_company is null then listed.present_id else listed.written_id end
  from listed
  where listed.client_of_company is not null or listed.present_id is not null;
end;
$$;
