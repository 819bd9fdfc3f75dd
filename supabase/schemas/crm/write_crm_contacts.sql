-- Writes the contacts of these stored records, and links them.
create or replace function private.link_crm_contacts(organization_id uuid, record_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update private.crm_records set contact_id = written.contact_id
  from private.write_crm_contacts(array(
    select records from private.crm_records as records
    where records.organization_id = link_crm_contacts.organization_id
      and records.id = any (link_crm_contacts.record_ids))) as written
  where crm_records.id = written.record_id and crm_records.id = any (link_crm_contacts.record_ids)
    and crm_records.contact_id is distinct from written.contact_id;
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
  with listed as materialized (
    select * from private.contacts_of_crm_records(write_crm_contacts.records)
  ),
  written as (
    insert into public.contacts (
      id, organization_id, client_id, name, email, title, phone, external_key, managed_by)
    select
      listed.written_id, listed.organization_id, listed.client_id, listed.name, listed.email,
      nullif(left(btrim(listed.details ->> 'job_title'), 200), ''),
      nullif(left(btrim(listed.details ->> 'phone'), 60), ''), listed.provider || ':' || listed.external_id,
      listed.provider::text
    from listed
    where listed.client_id is not null
    on conflict (id) do update
    set client_id = excluded.client_id, name = excluded.name, email = excluded.email, title = excluded.title,
        phone = excluded.phone, external_key = excluded.external_key, managed_by = excluded.managed_by, archived_at = null
  ),
  archived as (
    update public.contacts set archived_at = now()
    where contacts.id = any (array(select listed.present_id from listed where listed.client_id is null))
      and contacts.archived_at is null
  )
  select listed.record_id, case when listed.client_id is null then listed.present_id else listed.written_id end
  from listed
  where listed.client_id is not null or listed.present_id is not null;
end;
$$;

-- The present contact of each of these records and the contact to write. client_id is the client that the record's
-- company, or the company that it was merged into, is linked to. If it is null, the record gets no contact.
create or replace function private.contacts_of_crm_records(records private.crm_records[])
returns table (
  record_id uuid, organization_id uuid, provider public.integration_provider, external_id text, name text, email text,
  details jsonb, client_id uuid, present_id uuid, written_id uuid)
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
      stored.organization_id, stored.provider, stored.external_id,
      case when stored.merged_into_id is null then stored.client_id else survivors.client_id end as client_id
    from private.crm_records as stored
    left join private.crm_records as survivors on survivors.id = stored.merged_into_id
    where stored.organization_id = any (array(
        select distinct records.organization_id from unnest(contacts_of_crm_records.records) as records))
      and stored.provider = any (array(
        select distinct records.provider from unnest(contacts_of_crm_records.records) as records))
      and stored.kind = 'companies'
      and stored.external_id = any (array(
        select distinct records.company_external_id from unnest(contacts_of_crm_records.records) as records))
  )
  select
    records.id, records.organization_id, records.provider, records.external_id, records.name, records.email,
    records.details, companies.client_id, coalesce(records.contact_id, by_key.id),
    coalesce(records.contact_id, by_key.id, by_email.id, gen_random_uuid())
  from unnest(contacts_of_crm_records.records) as records
  left join companies
    on companies.organization_id = records.organization_id and companies.provider = records.provider
   and companies.external_id = records.company_external_id
  left join public.contacts as by_key
    on by_key.organization_id = records.organization_id
   and by_key.external_key = records.provider || ':' || records.external_id
  left join lateral (
    -- Looks up the address first: a lookup by client would read all contacts of a large client.
    select addressed.id
    from (
      select contacts.* from public.contacts
      where contacts.organization_id = records.organization_id and contacts.email = records.email
        and contacts.archived_at is null
      offset 0) as addressed
    where addressed.client_id = companies.client_id and addressed.external_key is null
    order by addressed.created_at, addressed.id
    limit 1) as by_email on records.contact_id is null and by_key.id is null
  where records.kind = 'contacts' and records.merged_into_id is null and records.removed_at is null;
end;
$$;
