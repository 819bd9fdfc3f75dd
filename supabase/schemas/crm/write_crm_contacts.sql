-- Writes the contacts of these stored records, and links them.
create or replace function private.link_crm_contacts(organization_id uuid, record_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update private.crm_records set contact_id = contact.contact_id
  from private.write_crm_contacts(array(
    select records from private.crm_records as records
    where records.organization_id = link_crm_contacts.organization_id
      and records.id = any (link_crm_contacts.record_ids))) as contact
  where crm_records.id = contact.record_id and crm_records.id = any (link_crm_contacts.record_ids)
    and crm_records.contact_id is distinct from contact.contact_id;
end;
$$;

-- Writes the contacts of linked clients, and returns each with its record. An existing contact of the same client
-- with the same address is reused; one whose company is no longer linked is archived. A separate function reads the
-- records, because where custom plans are forced, PostgreSQL also plans the check of every foreign key of every row.
create or replace function private.write_crm_contacts(records private.crm_records[])
returns table (record_id uuid, contact_id uuid)
language plpgsql
rows 100
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  with record_contacts as materialized (
    select * from private.contacts_of_crm_records(write_crm_contacts.records)
  ),
  written_contacts as (
    insert into public.contacts (
      id, organization_id, client_id, name, email, title, phone, external_key, managed_by)
    select
      record_contacts.written_id, record_contacts.organization_id, record_contacts.client_id, record_contacts.name, record_contacts.email,
      nullif(left(btrim(record_contacts.details ->> 'job_title'), 200), ''),
      nullif(left(btrim(record_contacts.details ->> 'phone'), 60), ''), record_contacts.provider || ':' || record_contacts.external_id,
      record_contacts.provider::text
    from record_contacts
    where record_contacts.client_id is not null
    on conflict (id) do update
    set client_id = excluded.client_id, name = excluded.name, email = excluded.email, title = excluded.title,
        phone = excluded.phone, external_key = excluded.external_key, managed_by = excluded.managed_by, archived_at = null
  ),
  archived_contacts as (
    update public.contacts set archived_at = now()
    where contacts.id = any (array(select record_contacts.existing_id from record_contacts where record_contacts.client_id is null))
      and contacts.archived_at is null
  )
  select record_contacts.record_id, case when record_contacts.client_id is null then record_contacts.existing_id else record_contacts.written_id end
  from record_contacts
  where record_contacts.client_id is not null or record_contacts.existing_id is not null;
end;
$$;

-- The existing contact of each of these records and the contact to write. client_id is the client that the record's
-- company, or the company that it was merged into, is linked to. If it is null, the record gets no contact.
create or replace function private.contacts_of_crm_records(records private.crm_records[])
returns table (
  record_id uuid, organization_id uuid, provider public.integration_provider, external_id text, name text, email text,
  details jsonb, client_id uuid, existing_id uuid, written_id uuid)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
  with companies as materialized (
    select
      company.organization_id, company.provider, company.external_id,
      case when company.merged_into_id is null then company.client_id else survivors.client_id end as client_id
    from private.crm_records as company
    left join private.crm_records as survivors on survivors.id = company.merged_into_id
    where company.organization_id = any (array(
        select distinct records.organization_id from unnest(contacts_of_crm_records.records) as records))
      and company.provider = any (array(
        select distinct records.provider from unnest(contacts_of_crm_records.records) as records))
      and company.kind = 'companies'
      and company.external_id = any (array(
        select distinct records.company_external_id from unnest(contacts_of_crm_records.records) as records))
  )
  select
    records.id, records.organization_id, records.provider, records.external_id, records.name, records.email,
    records.details, companies.client_id, coalesce(records.contact_id, contact_by_key.id),
    coalesce(records.contact_id, contact_by_key.id, contact_by_email.id, gen_random_uuid())
  from unnest(contacts_of_crm_records.records) as records
  left join companies
    on companies.organization_id = records.organization_id and companies.provider = records.provider
   and companies.external_id = records.company_external_id
  left join public.contacts as contact_by_key
    on contact_by_key.organization_id = records.organization_id
   and contact_by_key.external_key = records.provider || ':' || records.external_id
  left join lateral (
    -- Looks up the address first: a lookup by client would read all contacts of a large client.
    select matches.id
    from (
      select contacts.* from public.contacts
      where contacts.organization_id = records.organization_id and contacts.email = records.email
        and contacts.archived_at is null
      offset 0) as matches
    where matches.client_id = companies.client_id and matches.external_key is null
    order by matches.created_at, matches.id
    limit 1) as contact_by_email on records.contact_id is null and contact_by_key.id is null
  where records.kind = 'contacts' and records.merged_into_id is null and records.removed_at is null;
end;
$$;
