-- The companies and deals that wait for a decision, at most 200 of them. A deal that was lost is not a project to
-- plan.
create or replace function private.crm_records_to_review(organization_id uuid)
returns setof private.crm_records
language sql
stable
security definer
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select records.*
  from private.crm_records as records
  where records.organization_id = crm_records_to_review.organization_id and records.kind in ('companies', 'deals')
    and records.removed_at is null and records.dismissed_at is null
    and coalesce(records.details ->> 'stage', '') <> 'closedlost'
    -- A record waits if it has no link, or if it was merged in the CRM and its link differs from that of its survivor.
    and (records.merged_into_id is not null) = (coalesce(records.client_id, records.project_id) is not null)
$$;

create or replace function private.crm_review_json(stream public.sync_streams)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'count', (
      select count(*) from private.crm_records_to_review((stream).organization_id) as records
      where records.provider = (stream).provider and records.kind = (stream).stream),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', records.id, 'name', records.name, 'domain', records.domain, 'amount', records.details ->> 'amount', 'currency', records.details ->> 'currency',
        'company_name', companies.name, 'merged_into', survivors.name,
        'client_id', coalesce(records.client_id, companies.client_id, (
          -- The client of this name or domain, if there is exactly one.
          select min(clients.id::text)::uuid from public.clients
          where records.kind = 'companies' and clients.organization_id = records.organization_id
            and clients.archived_at is null
            and (lower(clients.name) = lower(records.name) or private.domain_of(clients.website) = records.domain)
          having count(*) = 1)))
        order by lower(records.name), records.id), '[]')
      from (
        select * from private.crm_records_to_review((stream).organization_id) as records
        where records.provider = (stream).provider and records.kind = (stream).stream
        order by lower(records.name), records.id
        limit 200
      ) as records
      left join private.crm_records as companies
        on companies.organization_id = records.organization_id and companies.provider = records.provider
       and companies.kind = 'companies' and companies.external_id = records.company_external_id
      left join private.crm_records as survivors on survivors.id = records.merged_into_id))
$$;
comment on function private.crm_review_json(public.sync_streams) is
  'Records of CRMs that wait for a decision: { count, rows }, at most 200 rows. client_id: the suggested client.';
