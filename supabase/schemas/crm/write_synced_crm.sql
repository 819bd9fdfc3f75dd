-- The hooks of the streams companies, contacts and deals.
create or replace function private.write_synced_companies(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids constant uuid[] := array(select listed.row_id from unnest(changes) as listed);
begin
  perform private.store_crm_records(stream, changes);
  perform private.link_crm_companies(stream.organization_id, v_ids);
  perform private.apply_crm_companies(stream.organization_id, v_ids);
end;
$$;

create or replace function private.write_synced_contacts(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.store_crm_records(stream, changes);
  perform private.write_crm_contacts(stream.organization_id, array(select listed.row_id from unnest(changes) as listed));
end;
$$;

create or replace function private.write_synced_deals(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.store_crm_records(stream, changes);
  perform private.link_crm_deals(stream.organization_id, array(select listed.row_id from unnest(changes) as listed));
end;
$$;

-- Stores records as the CRM has them, and folds those that were merged there.
create or replace function private.store_crm_records(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_merged record;
begin
  -- Two streams of one vendor are written one after the other, so that a contact never misses the link of its company.
  perform from public.integrations
  where integrations.organization_id = stream.organization_id and integrations.provider = stream.provider
  for no key update;
  insert into private.crm_records as present (
    id, organization_id, provider, kind, external_id, name, domain, email, company_external_id, merged_external_ids,
    details)
  select
    listed.row_id, stream.organization_id, stream.provider, stream.stream, listed.external_id,
    private.crm_name(listed.data), private.domain_of(listed.data ->> 'domain'), private.address_of(listed.data ->> 'email'),
    listed.data ->> 'company_external_id',
    array(select jsonb_array_elements_text(listed.data -> 'merged_external_ids')),
    listed.data - array['name', 'domain', 'email', 'company_external_id', 'merged_external_ids', 'first_name', 'last_name']
  from unnest(changes) as listed
  on conflict (id) do update
  set name = excluded.name, domain = excluded.domain, email = excluded.email,
      company_external_id = excluded.company_external_id, merged_external_ids = excluded.merged_external_ids,
      details = excluded.details, removed_at = null;
  for v_merged in
    select * from private.merged_crm_records(stream, array(select listed.row_id from unnest(changes) as listed), array(
      select listed.external_id from unnest(changes) as listed))
    order by 1
  loop
    perform private.fold_crm_record(v_merged.merged_id, v_merged.survivor_id);
  end loop;
end;
$$;

-- The merges that these records take part in. A record may be listed before or after the
-- one that it was merged into. Both sides are looked up by their keys, however many records there are.
create or replace function private.merged_crm_records(stream public.sync_streams, row_ids uuid[], external_ids text[])
returns table (merged_id uuid, survivor_id uuid)
language plpgsql
stable
rows 10
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  with survivors as materialized (
    select records.id, records.merged_external_ids from private.crm_records as records
    where records.id = any (merged_crm_records.row_ids) and records.merged_external_ids <> '{}'
    union all
    select records.id, records.merged_external_ids from private.crm_records as records
    where records.merged_external_ids && merged_crm_records.external_ids and records.merged_external_ids <> '{}'
      and records.organization_id = stream.organization_id and records.provider = stream.provider
      and records.kind = stream.stream
  )
  select distinct merged.id, survivors.id
  from survivors
  cross join lateral unnest(survivors.merged_external_ids) as folded (external_id)
  join private.crm_records as merged
    on merged.organization_id = stream.organization_id and merged.provider = stream.provider
   and merged.kind = stream.stream and merged.external_id = folded.external_id
  where survivors.id = any (merged_crm_records.row_ids) or merged.id = any (merged_crm_records.row_ids);
end;
$$;

-- A record that was merged in the CRM gives its link to the survivor. If both are linked to different rows of ours,
-- each keeps its link: a person decides whether the two are one.
create or replace function private.fold_crm_record(merged_id uuid, survivor_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_merged private.crm_records;
  v_survivor private.crm_records;
begin
  select * into v_merged from private.crm_records where crm_records.id = merged_id;
  select * into v_survivor from private.crm_records where crm_records.id = survivor_id;
  if merged_id = survivor_id or v_merged.merged_into_id = survivor_id or v_survivor.merged_into_id = merged_id then
    return;
  end if;
  update private.crm_records set merged_into_id = survivor_id
  where crm_records.organization_id = v_merged.organization_id and crm_records.merged_into_id = merged_id
    and crm_records.id <> survivor_id;
  update private.crm_records
  set client_id = coalesce(crm_records.client_id, v_merged.client_id),
      contact_id = coalesce(crm_records.contact_id, v_merged.contact_id),
      project_id = coalesce(crm_records.project_id, v_merged.project_id),
      dismissed_at = coalesce(crm_records.dismissed_at, v_merged.dismissed_at)
  where crm_records.id = survivor_id
  returning * into v_survivor;
  -- One person is one contact.
  update public.contacts set archived_at = now()
  where contacts.id = v_merged.contact_id and contacts.id <> v_survivor.contact_id and contacts.archived_at is null;
  update private.crm_records
  set merged_into_id = survivor_id, contact_id = null,
      client_id = nullif(crm_records.client_id, v_survivor.client_id),
      project_id = nullif(crm_records.project_id, v_survivor.project_id)
  where crm_records.id = merged_id;
  perform private.record_audit_event(
    v_survivor.organization_id, 'crm.records_merged', 'crm_record', v_survivor.id, to_jsonb(v_merged), to_jsonb(v_survivor));
end;
$$;

-- Links a company to the client of the same name and domain. If two companies or two links come into question, a person
-- decides.
create or replace function private.link_crm_companies(organization_id uuid, record_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update private.crm_records set client_id = clients.id
  from public.clients
  where crm_records.organization_id = link_crm_companies.organization_id
    and crm_records.id = any (link_crm_companies.record_ids) and crm_records.kind = 'companies'
    and crm_records.client_id is null and crm_records.dismissed_at is null and crm_records.merged_into_id is null
    and clients.organization_id = crm_records.organization_id and clients.archived_at is null
    and lower(clients.name) = lower(crm_records.name) and private.domain_of(clients.website) = crm_records.domain
    and not exists (
      select from private.crm_records as other
      where other.organization_id = crm_records.organization_id and other.provider = crm_records.provider
        and other.kind = 'companies' and other.id <> crm_records.id and other.removed_at is null
        and (other.client_id = clients.id
          or (lower(other.name) = lower(crm_records.name) and other.domain = crm_records.domain
            and other.merged_into_id is null)))
$$;

-- The contacts and deals of companies whose link may have changed.
create or replace function private.apply_crm_companies(organization_id uuid, record_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
begin
  v_ids := array(
    select children.id
    from private.crm_records as companies
    join private.crm_records as children
      on children.organization_id = companies.organization_id and children.provider = companies.provider
     and children.company_external_id = any (companies.merged_external_ids || companies.external_id)
    where companies.organization_id = apply_crm_companies.organization_id
      and companies.id = any (apply_crm_companies.record_ids) and companies.kind = 'companies');
  perform private.write_crm_contacts(organization_id, v_ids);
  perform private.link_crm_deals(organization_id, v_ids);
end;
$$;

-- The client that the company of a record is linked to, through a merge too.
create or replace function private.client_of_crm_record(record private.crm_records)
returns uuid
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case when companies.merged_into_id is null then companies.client_id else survivor.client_id end
  from private.crm_records as companies
  left join private.crm_records as survivor on survivor.id = companies.merged_into_id
  where companies.organization_id = (record).organization_id and companies.provider = (record).provider
    and companies.kind = 'companies' and companies.external_id = (record).company_external_id
$$;

-- Writes the contacts of linked clients. A contact of the same client with the same address is taken over; one whose
-- company is no longer linked is archived.
create or replace function private.write_crm_contacts(organization_id uuid, record_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
-- A first sync begins with an empty table: a plan of that moment would read every contact for each one later.
set plan_cache_mode = force_custom_plan
as $$
begin
  insert into public.contacts as present (
    id, organization_id, client_id, name, email, title, phone, external_key, managed_by)
  select
    coalesce(records.contact_id, by_key.id, by_email.id, gen_random_uuid()), records.organization_id, records.client_of_company,
    records.name, records.email, nullif(left(btrim(records.details ->> 'job_title'), 200), ''),
    nullif(left(btrim(records.details ->> 'phone'), 60), ''), records.external_key,
    records.provider::text
  from (
    select
      crm_records.*, crm_records.provider || ':' || crm_records.external_id as external_key,
      private.client_of_crm_record(crm_records) as client_of_company
    from private.crm_records
    where crm_records.organization_id = write_crm_contacts.organization_id
      and crm_records.id = any (write_crm_contacts.record_ids) and crm_records.kind = 'contacts'
      and crm_records.merged_into_id is null and crm_records.removed_at is null
  ) as records
  left join public.contacts as by_key
    on by_key.organization_id = records.organization_id and by_key.external_key = records.external_key
  left join lateral (
    select contacts.id from public.contacts
    where contacts.organization_id = records.organization_id and contacts.email = records.email
      and contacts.client_id = records.client_of_company and contacts.external_key is null
      and contacts.archived_at is null
    order by contacts.created_at, contacts.id
    limit 1) as by_email on by_key.id is null
  where records.client_of_company is not null
  on conflict (id) do update
  set client_id = excluded.client_id, name = excluded.name, email = excluded.email, title = excluded.title,
      phone = excluded.phone, external_key = excluded.external_key, managed_by = excluded.managed_by, archived_at = null;
  update private.crm_records set contact_id = contacts.id
  from public.contacts
  where crm_records.organization_id = write_crm_contacts.organization_id
    and crm_records.id = any (write_crm_contacts.record_ids) and crm_records.kind = 'contacts'
    and contacts.organization_id = crm_records.organization_id
    and contacts.external_key = crm_records.provider || ':' || crm_records.external_id
    and crm_records.contact_id is distinct from contacts.id and crm_records.merged_into_id is null;
  update public.contacts set archived_at = now()
  from private.crm_records
  where crm_records.organization_id = write_crm_contacts.organization_id
    and crm_records.id = any (write_crm_contacts.record_ids) and contacts.id = crm_records.contact_id
    and contacts.archived_at is null and private.client_of_crm_record(crm_records) is null;
end;
$$;

-- Links a deal to the only project of its name at the client of its company.
create or replace function private.link_crm_deals(organization_id uuid, record_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update private.crm_records set project_id = matched.project_id
  from (
    select records.id, min(projects.id::text)::uuid as project_id
    from private.crm_records as records
    join public.accounts
      on accounts.organization_id = records.organization_id
     and accounts.client_id = private.client_of_crm_record(records)
    join public.projects
      on projects.organization_id = accounts.organization_id and projects.account_id = accounts.id
     and projects.archived_at is null and lower(projects.name) = lower(records.name)
    where records.organization_id = link_crm_deals.organization_id and records.id = any (link_crm_deals.record_ids)
      and records.kind = 'deals' and records.project_id is null and records.dismissed_at is null
      and records.merged_into_id is null
    group by records.id
    having count(*) = 1
  ) as matched
  where crm_records.id = matched.id
    and not exists (
      select from private.crm_records as other
      where other.organization_id = crm_records.organization_id and other.id <> crm_records.id
        and other.removed_at is null
        and (other.project_id = matched.project_id
          or (other.provider = crm_records.provider and other.kind = 'deals' and other.merged_into_id is null
            and lower(other.name) = lower(crm_records.name)
            and other.company_external_id = crm_records.company_external_id)))
$$;

-- A record without a name cannot be shown to anybody.
create or replace function private.leave_reason_of_crm(data jsonb)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select case when private.crm_name(data) is null then 'no_name' end $$;

create or replace function private.crm_name(data jsonb)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select nullif(left(btrim(coalesce(
    nullif(btrim(data ->> 'name'), ''),
    nullif(btrim(concat_ws(' ', data ->> 'first_name', data ->> 'last_name')), ''),
    data ->> 'email')), 200), '')
$$;

-- The host of a web address, without www.
create or replace function private.domain_of(address text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select nullif(regexp_replace(lower(btrim(address)), '^(https?://)?(www\.)?([^/:?#]*).*$', '\3'), '')
$$;

-- An address in its stored form; null for what is none.
create or replace function private.address_of(text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when lower(btrim($1)) ~ '^[^\s@]+@[^\s@]+$' and char_length($1) <= 320 then lower(btrim($1)) end
$$;

create or replace function private.find_synced_crm_records(stream public.sync_streams, external_ids text[])
returns table (external_id text, row_id uuid)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select records.external_id, records.id from private.crm_records as records
  where records.organization_id = (stream).organization_id and records.provider = (stream).provider
    and records.kind = (stream).stream and records.external_id = any (find_synced_crm_records.external_ids)
$$;

create or replace function private.titles_of_synced_crm(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select records.id, records.name from private.crm_records as records
  where records.organization_id = (stream).organization_id and records.id = any (titles_of_synced_crm.row_ids)
$$;

-- A record that is gone in the CRM: its contact is archived, while its client or project stays.
create or replace function private.delete_synced_crm(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.contacts set archived_at = now()
  from private.crm_records as records
  where records.organization_id = (stream).organization_id and records.id = any (delete_synced_crm.row_ids)
    and contacts.organization_id = records.organization_id and contacts.id = records.contact_id
    and contacts.archived_at is null;
  update private.crm_records set removed_at = now()
  where crm_records.organization_id = (stream).organization_id and crm_records.id = any (delete_synced_crm.row_ids)
$$;

create or replace function private.restore_synced_crm(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.contacts set archived_at = null
  from private.crm_records as records
  where records.organization_id = (stream).organization_id and records.id = any (restore_synced_crm.row_ids)
    and contacts.organization_id = records.organization_id and contacts.id = records.contact_id;
  update private.crm_records set removed_at = null
  where crm_records.organization_id = (stream).organization_id and crm_records.id = any (restore_synced_crm.row_ids)
$$;

create or replace function private.disown_synced_crm(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.contacts set managed_by = null
  from private.crm_records as records
  where records.organization_id = (stream).organization_id and records.id = any (disown_synced_crm.row_ids)
    and contacts.organization_id = records.organization_id and contacts.id = records.contact_id
$$;
