-- Organizations and people. A user (auth.users) proves an identity; a person belongs to an organization and has a
-- role there. Role and membership are read from here on every statement, never from a token.

create type public.person_role as enum ('admin', 'lead', 'member', 'client');
comment on type public.person_role is
  'An admin or lead sees the whole organization, a member their projects, and a client only what is released to them.';

create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email_domain text not null,
  currency text not null default 'EUR',
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint email_domain_is_normalized check (email_domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  constraint currency_is_iso_4217 check (currency ~ '^[A-Z]{3}$')
);
comment on table public.organizations is 'A tenant: one agency or consultancy.';
comment on column public.organizations.email_domain is 'Domain of the organization''s own mail addresses, lower case.';
comment on column public.organizations.currency is 'ISO 4217 code of every amount of money in the organization.';
comment on column public.organizations.time_zone is 'IANA time zone in which the organization''s days begin and end.';

create table public.people (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  user_id uuid unique references auth.users (id) on delete set null,
  email text,
  name text not null,
  role public.person_role not null,
  is_employee boolean not null,
  is_prompt_owner boolean not null default false,
  client_id uuid,
  external_key text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  merged_into_id uuid,
  constraint people_organization_id_id_key unique (organization_id, id),
  constraint people_merged_into_fkey foreign key (organization_id, merged_into_id)
    references public.people (organization_id, id) on delete restrict,
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint email_is_normalized check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+$'),
  constraint only_client_role_has_client check ((role = 'client') = (client_id is not null)),
  constraint client_is_not_employee check (role <> 'client' or not is_employee),
  constraint prompt_owner_may_decide check (not is_prompt_owner or role in ('admin', 'lead')),
  constraint archived_person_cannot_sign_in check (archived_at is null or user_id is null),
  constraint merged_person_is_archived check (merged_into_id is null or archived_at is not null),
  constraint merged_person_has_a_survivor check (merged_into_id <> id)
);
comment on table public.people is
  'One row per person. Without user_id they cannot sign in: invited but not yet joined, imported, offboarded, or merged.';
comment on column public.people.merged_into_id is
  'The person whom this duplicate was merged into. Records of past actions still name the duplicate.';
comment on column public.people.external_key is 'The person''s key in imported files, unique in the organization.';
comment on column public.people.is_prompt_owner is 'May decide cards about the prompt and change the live prompt.';

create unique index people_organization_id_email_key
  on public.people (organization_id, email) where archived_at is null;
create unique index people_organization_id_external_key_key
  on public.people (organization_id, external_key) where external_key is not null;
-- Trigrams of names and addresses, for find_rows.
create index people_name_trigrams_idx on public.people
  using gin (private.search_name(name || coalesce(' ' || email, '')) extensions.gin_trgm_ops) where archived_at is null;
create index people_organization_id_client_id_idx on public.people (organization_id, client_id);
-- The domains of clients, for candidates_of_items.
create index people_organization_id_email_domain_idx
  on public.people (organization_id, private.email_domain(email)) where role = 'client' and archived_at is null;
create index people_organization_id_merged_into_id_idx
  on public.people (organization_id, merged_into_id);

create trigger tg_organizations__touch before update on public.organizations
  for each row execute function private.tg_touch();
create trigger tg_people__count_version before update on public.people
  for each row execute function private.tg_count_version();

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  person_id uuid not null,
  email text not null,
  token_hash bytea not null unique,
  invited_by uuid,
  project_ids uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade,
  constraint invitations_invited_by_fkey foreign key (organization_id, invited_by)
    references public.people (organization_id, id) on delete restrict,
  constraint email_is_normalized check (email = lower(btrim(email))),
  constraint expires_after_creation check (expires_at > created_at),
  constraint accepted_or_revoked check (accepted_at is null or revoked_at is null),
  constraint projects_are_few check (cardinality(project_ids) <= 100)
);
comment on table public.invitations is
  'The only way for a user to become a person, except the first admin. An invitation works once, expires, and is bound to a verified address.';
comment on column public.invitations.token_hash is
  'SHA-256 of the token; the token itself is returned once and never stored. No role may read this column.';
comment on column public.invitations.project_ids is
  'Projects that the person becomes a member of when they accept; one that has been deleted or archived by then is left out.';

create unique index invitations_person_id_open_key
  on public.invitations (person_id) where accepted_at is null and revoked_at is null;
create index invitations_organization_id_person_id_idx on public.invitations (organization_id, person_id);
create index invitations_organization_id_invited_by_idx on public.invitations (organization_id, invited_by);

create type public.second_factor_rule as enum ('never', 'high_stakes');
comment on type public.second_factor_rule is
  'When a decision needs a session with a second factor: never, or for cards with high stakes.';

create table public.organization_settings (
  organization_id uuid primary key references public.organizations (id) on delete restrict,
  forbids_self_approval boolean not null default false,
  requires_second_factor public.second_factor_rule not null default 'never',
  week_starts_on smallint not null default 1,
  working_hours jsonb not null default private.default_working_hours(),
  brand_color text,
  version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  constraint week_starts_on_a_weekday check (week_starts_on between 1 and 7),
  constraint brand_color_is_hex check (brand_color ~ '^#[0-9a-f]{6}$'),
  constraint working_hours_are_by_weekday check (private.are_working_hours(working_hours)),
  constraint organization_settings_updated_by_fkey foreign key (organization_id, updated_by)
    references public.people (organization_id, id) on delete restrict
);
comment on table public.organization_settings is 'Settings that an admin may change; an organization without a row has the defaults.';
comment on column public.organization_settings.week_starts_on is 'ISO weekday on which weeks begin, 1 for Monday.';
comment on column public.organization_settings.brand_color is 'Color of the client portal, such as #0b7285; null for the default color.';
comment on column public.organization_settings.working_hours is
  'Working time by ISO weekday: { "1": { hours, from?, to? } }; a weekday without an entry is free.';
comment on column public.organization_settings.forbids_self_approval is
  'Whether the proposer and the last editor of a card are barred from deciding it.';

comment on column public.organization_settings.requires_second_factor is
  'Which decisions need a session with a second factor.';

create index organization_settings_organization_id_updated_by_idx
  on public.organization_settings (organization_id, updated_by);

create trigger tg_organization_settings__count_version before update on public.organization_settings
  for each row execute function private.tg_count_version();
