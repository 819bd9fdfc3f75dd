-- The hooks of the streams companies, contacts and deals. A statement that reads rows of a first sync is planned for
-- every page, because a plan for the empty tables would read all of those rows for each record. The exception is a
-- statement that looks up one row at a time by its key: its plan is kept, because planning would take longer than the
-- page.
create or replace function private.write_synced_companies(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_records private.crm_records[];
  v_linked_ids uuid[];
begin
  perform private.lock_crm(stream);
  v_records := private.crm_records_of(stream, changes);
  perform private.store_crm_records(v_records);
  if private.has_crm_merges(stream, v_records) then
    v_records := private.folded_crm_records(stream, v_records);
  end if;
  v_linked_ids := private.link_crm_companies(v_records);
  -- Only a company with a link or a merge has contacts or projects here.
  perform private.apply_crm_companies(stream.organization_id, v_linked_ids || array(
    select record.id from unnest(v_records) as record
    where record.client_id is not null or record.merged_into_id is not null or record.merged_external_ids <> '{}'));
end;
$$;

create or replace function private.write_synced_contacts(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids constant uuid[] := array(select change.row_id from unnest(changes) as change);
  v_records private.crm_records[];
begin
  perform private.lock_crm(stream);
  v_records := private.crm_records_of(stream, changes);
  if private.has_crm_merges(stream, v_records) then
    perform private.store_crm_records(v_records);
    perform private.fold_crm_records(stream, v_ids);
    perform private.link_crm_contacts(stream.organization_id, v_ids);
    return;
  end if;
  -- Contacts are written first, so that their records are written once, with the link.
  perform private.store_crm_records(array(
    select row(
      record.id, record.organization_id, record.provider, record.kind, record.external_id, record.name, record.domain,
      record.email, record.company_external_id, record.merged_external_ids, record.details, record.client_id,
      coalesce(contact.contact_id, record.contact_id), record.project_id, record.merged_into_id, record.dismissed_at,
      record.removed_at, record.created_at)::private.crm_records
    from unnest(v_records) as record
    left join private.write_crm_contacts(v_records) as contact on contact.record_id = record.id));
end;
$$;

create or replace function private.write_synced_deals(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_records private.crm_records[];
begin
  perform private.lock_crm(stream);
  v_records := private.crm_records_of(stream, changes);
  perform private.store_crm_records(v_records);
  if private.has_crm_merges(stream, v_records) then
    v_records := private.folded_crm_records(stream, v_records);
  end if;
  perform private.link_crm_deals(v_records);
end;
$$;

-- Two streams of one vendor are written one after the other, so that a contact never misses the link of its company.
create or replace function private.lock_crm(stream public.sync_streams)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from public.integrations
  where integrations.organization_id = stream.organization_id and integrations.provider = stream.provider
  for no key update;
end;
$$;

-- The records as the CRM has them now, with the links that they have here.
create or replace function private.crm_records_of(stream public.sync_streams, changes private.sync_change[])
returns private.crm_records[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return array(
    select row(
      change.row_id, stream.organization_id, stream.provider, stream.stream, change.external_id,
      left(btrim(coalesce(
        nullif(btrim(change.data ->> 'name'), ''),
        nullif(btrim(concat_ws(' ', change.data ->> 'first_name', change.data ->> 'last_name')), ''),
        change.data ->> 'email')), 200),
      private.domain_of(change.data ->> 'domain'),
      private.address_of(change.data ->> 'email'), change.data ->> 'company_external_id',
      case
        when change.data -> 'merged_external_ids' = '[]' then '{}'
        else array(select jsonb_array_elements_text(change.data -> 'merged_external_ids')) end,
      change.data - '{name,domain,email,company_external_id,merged_external_ids,first_name,last_name}'::text[],
      existing_record.client_id, existing_record.contact_id, existing_record.project_id, existing_record.merged_into_id, existing_record.dismissed_at, null,
      coalesce(existing_record.created_at, now()))::private.crm_records
    from unnest(changes) as change
    left join lateral (
      select * from private.crm_records
      where not change.has_new_id and crm_records.id = change.row_id
      limit 1) as existing_record on true);
end;
$$;

create or replace function private.store_crm_records(records private.crm_records[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.crm_records
  select record.* from unnest(store_crm_records.records) as record
  on conflict (id) do update
  set name = excluded.name, domain = excluded.domain, email = excluded.email,
      company_external_id = excluded.company_external_id, merged_external_ids = excluded.merged_external_ids,
      details = excluded.details, contact_id = excluded.contact_id, removed_at = null;
end;
$$;

-- A record without a name cannot be displayed.
create or replace function private.filter_reason_of_crm(data jsonb)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case
    when btrim(concat(data ->> 'name', data ->> 'first_name', data ->> 'last_name', data ->> 'email')) = '' then 'no_name' end;
end;
$$;

-- The host of a web address, without www. A CRM sends little but bare hosts, which need no regular expression.
create or replace function private.domain_of(address text)
returns text
language plpgsql
immutable
strict
set search_path = pg_catalog, pg_temp
as $$
declare
  v_address constant text := lower(btrim(address));
begin
  return nullif(
    case
      when v_address like 'www.%' or translate(v_address, '/:?#', '') <> v_address
        then substring(v_address from '^(?:https?://)?(?:www\.)?([^/:?#]*)')
      else v_address end, '');
end;
$$;

-- An address in its stored form; null for an invalid one.
create or replace function private.address_of(text)
returns text
language plpgsql
immutable
strict
set search_path = pg_catalog, pg_temp
as $$
declare
  v_address constant text := lower(btrim($1));
begin
  return case when v_address ~ '^[^\s@]+@[^\s@]+$' and char_length($1) <= 320 then v_address end;
end;
$$;

create or replace function private.find_synced_crm_records(stream public.sync_streams, external_ids text[])
returns table (external_id text, row_id uuid)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
  select entry.external_id, matches.id
  from unnest(find_synced_crm_records.external_ids) as entry (external_id)
  cross join lateral (
    select records.id from private.crm_records as records
    where records.organization_id = stream.organization_id and records.provider = stream.provider
      and records.kind = stream.stream and records.external_id = entry.external_id
    limit 1) as matches;
end;
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

-- The record was deleted in the CRM: its contact is archived, while its client or project stays.
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
    and contacts.organization_id = records.organization_id and contacts.id = records.contact_id
    -- The times are equal if the removal archived the contact. A contact that was archived at another time stays
    -- archived.
    and contacts.archived_at = records.removed_at;
  update private.crm_records set removed_at = null
  where crm_records.organization_id = (stream).organization_id and crm_records.id = any (restore_synced_crm.row_ids)
$$;

create or replace function private.detach_synced_crm(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.contacts set managed_by = null
  from private.crm_records as records
  where records.organization_id = (stream).organization_id and records.id = any (detach_synced_crm.row_ids)
    and contacts.organization_id = records.organization_id and contacts.id = records.contact_id
$$;
