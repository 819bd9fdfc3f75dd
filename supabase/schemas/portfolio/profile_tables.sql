-- Profiles of accounts and classifications of projects. People write both; neither is computed.

create type public.reporting_cadence as enum ('weekly', 'fortnightly', 'monthly', 'quarterly', 'on_request');
create type public.portfolio_tier as enum ('strategic', 'core', 'standard');
create type public.risk_level as enum ('low', 'medium', 'high');

create or replace function private.are_contacts(contacts jsonb)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when jsonb_typeof(contacts) = 'array' then
    jsonb_array_length(contacts) <= 50
    and octet_length(contacts::text) <= 50000
    and not exists (
      select from jsonb_array_elements(contacts) as contact
      where jsonb_typeof(contact) <> 'object'
        or btrim(coalesce(contact ->> 'name', '')) = ''
        or exists (
          select from jsonb_each(case when jsonb_typeof(contact) = 'object' then contact else '{}' end) as field
          where field.key not in ('name', 'role', 'email', 'phone')
            or jsonb_typeof(field.value) not in ('string', 'null')))
  else false end
$$;
comment on function private.are_contacts(jsonb) is
  'Whether a value is a list of at most 50 { name, role, email, phone }: all text, and each with a name.';

create table public.operating_profiles (
  account_id uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  cadence public.reporting_cadence,
  contacts jsonb not null default '[]',
  standing_facts text[] not null default '{}',
  definition_of_done text[] not null default '{}',
  shares_hours boolean not null default false,
  updated_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint operating_profiles_account_fkey foreign key (organization_id, account_id)
    references public.accounts (organization_id, id) on delete restrict,
  constraint operating_profiles_updated_by_fkey foreign key (organization_id, updated_by)
    references public.people (organization_id, id) on delete restrict,
  constraint contacts_are_a_list check (private.are_contacts(contacts)),
  constraint standing_facts_are_few check (
    cardinality(standing_facts) <= 50 and array_position(standing_facts, null) is null),
  constraint definition_of_done_is_short check (
    cardinality(definition_of_done) <= 50 and array_position(definition_of_done, null) is null)
);
comment on table public.operating_profiles is
  'How an account is run: the interval of status reports, contacts, standing facts and the definition of done. One row per account, created by its first update.';
comment on column public.operating_profiles.cadence is 'How often the client expects a status.';
comment on column public.operating_profiles.contacts is
  'List of { name, role, email, phone }: people on the client''s side. All but name may be null.';
comment on column public.operating_profiles.standing_facts is 'Facts that apply to all work on the account.';
comment on column public.operating_profiles.shares_hours is 'Whether the client sees the hours used.';
comment on column public.operating_profiles.definition_of_done is 'Conditions that finished work must meet.';
create index operating_profiles_organization_id_account_id_idx
  on public.operating_profiles (organization_id, account_id);
create index operating_profiles_organization_id_updated_by_idx
  on public.operating_profiles (organization_id, updated_by);

create trigger tg_operating_profiles__count_version before update on public.operating_profiles
  for each row execute function private.tg_count_version();

create table public.portfolio_classifications (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  version integer not null,
  tier public.portfolio_tier,
  service_line text,
  risk public.risk_level,
  reason text,
  classified_by uuid not null,
  created_at timestamptz not null default now(),
  constraint portfolio_classifications_project_id_version_key unique (project_id, version),
  constraint portfolio_classifications_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint portfolio_classifications_classified_by_fkey foreign key (organization_id, classified_by)
    references public.people (organization_id, id) on delete restrict,
  constraint versions_count_from_one check (version >= 1),
  constraint service_line_is_not_blank check (btrim(service_line) <> '' and char_length(service_line) <= 100),
  constraint reason_is_not_blank check (btrim(reason) <> '' and char_length(reason) <= 1000)
);
comment on table public.portfolio_classifications is
  'Tier, service line and risk of a project, with all versions. The highest version counts.';
create index portfolio_classifications_organization_id_project_id_idx
  on public.portfolio_classifications (organization_id, project_id);
create index portfolio_classifications_project_id_created_at_idx
  on public.portfolio_classifications (project_id, created_at desc);
create index portfolio_classifications_classified_by_idx
  on public.portfolio_classifications (organization_id, classified_by);

create trigger tg_portfolio_classifications__refuse_change
  before update or delete on public.portfolio_classifications
  for each row execute function private.tg_refuse_change();
create trigger tg_portfolio_classifications__refuse_truncate
  before truncate on public.portfolio_classifications
  for each statement execute function private.tg_refuse_change();
-- ALWAYS, because session_replication_role = replica would skip an ordinary trigger.
alter table public.portfolio_classifications
  enable always trigger tg_portfolio_classifications__refuse_change;
alter table public.portfolio_classifications
  enable always trigger tg_portfolio_classifications__refuse_truncate;
