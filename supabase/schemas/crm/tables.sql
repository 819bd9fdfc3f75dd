-- Companies, contacts and deals as a CRM has them, each with the row of ours that it is linked to. A CRM never
-- changes a client or a project: an unambiguous match is linked, and everything else waits until a person links,
-- creates or dismisses it.
create table private.crm_records (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  provider public.integration_provider not null,
  kind public.sync_stream_name not null,
  external_id text not null,
  name text not null,
  domain text,
  email text,
  company_external_id text,
  merged_external_ids text[] not null default '{}',
  details jsonb not null default '{}',
  client_id uuid,
  contact_id uuid,
  project_id uuid,
  merged_into_id uuid,
  dismissed_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint crm_records_id_organization_id_key unique (id, organization_id),
  constraint crm_records_external_id_key unique (organization_id, provider, kind, external_id),
  constraint crm_records_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete set null (client_id),
  constraint crm_records_contact_fkey foreign key (organization_id, contact_id)
    references public.contacts (organization_id, id) on delete set null (contact_id),
  constraint crm_records_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete set null (project_id),
  constraint crm_records_merged_into_fkey foreign key (organization_id, merged_into_id)
    references private.crm_records (organization_id, id) on delete restrict,
  constraint link_matches_kind check (
    kind in ('companies', 'contacts', 'deals') and (client_id is null or kind = 'companies')
    and (contact_id is null or kind = 'contacts') and (project_id is null or kind = 'deals')),
  constraint record_is_not_merged_into_itself check (merged_into_id <> id),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200)
);
comment on table private.crm_records is 'Records of CRMs, and the clients, contacts and projects that they are linked to.';
comment on column private.crm_records.details is 'Other fields as the CRM has them: stage, amount, currency, close_on, job_title, phone.';
comment on column private.crm_records.merged_into_id is
  'The record that it was merged into in the CRM. A link that remains here differs from the link of that record.';
comment on column private.crm_records.dismissed_at is 'When a person decided that it is not a client or project; it is not proposed again.';
-- The organization comes last, as in the key of id and organization_id: otherwise a lookup by the key of a record, planned
-- while the table is small, could use one of these indexes and read all records of the organization for each page.
create index crm_records_client_idx on private.crm_records (client_id, organization_id);
create index crm_records_contact_idx on private.crm_records (contact_id, organization_id);
create index crm_records_project_idx on private.crm_records (project_id, organization_id);
create index crm_records_merged_into_idx on private.crm_records (merged_into_id, organization_id);
create index crm_records_name_idx on private.crm_records (lower(name), organization_id, provider, kind);
create index crm_records_company_idx on private.crm_records (organization_id, provider, company_external_id)
  where company_external_id is not null;
create index crm_records_merged_external_ids_idx on private.crm_records using gin (merged_external_ids collate "C")
  where merged_external_ids <> '{}';

-- Only functions access the table.
alter table private.crm_records enable row level security;
revoke all on private.crm_records from public, anon, authenticated, service_role;
