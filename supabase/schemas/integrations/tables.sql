-- Connections to other systems: the vendors that an organization uses, and the objects that cards created there.
create type public.external_entity as enum ('task', 'calendar_event');
comment on type public.external_entity is 'The kind of an external object.';

create table public.integrations (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  provider public.integration_provider not null,
  settings jsonb not null default '{}',
  secret_name text not null,
  connected_by uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint integrations_pkey primary key (organization_id, provider),
  constraint integrations_connected_by_fkey foreign key (organization_id, connected_by)
    references public.people (organization_id, id) on delete restrict,
  constraint settings_are_an_object check (jsonb_typeof(settings) = 'object')
);
comment on table public.integrations is 'A vendor that an organization has connected.';
comment on column public.integrations.secret_name is 'Name of the secret in the vault; only the vault stores it.';

create index integrations_organization_id_connected_by_idx on public.integrations (organization_id, connected_by);

create type public.connection_test_result as enum (
  'accepted', 'rejected', 'forbidden', 'rate_limited', 'unavailable', 'invalid_response', 'lost');
comment on type public.connection_test_result is
  'rejected: the vendor rejects the secret. forbidden: the vendor accepts the secret but denies the data, or a setting is missing. lost: no worker completed the test.';

create table public.connection_tests (
  organization_id uuid not null,
  provider public.integration_provider not null,
  requested_by uuid not null,
  requested_at timestamptz not null default clock_timestamp(),
  connection_version integer,
  ended_at timestamptz,
  next_at timestamptz not null default clock_timestamp(),
  result public.connection_test_result,
  http_code integer,
  resource text,
  has_more_lists boolean not null default false,
  constraint connection_tests_pkey primary key (organization_id, provider),
  constraint connection_tests_integration_fkey foreign key (organization_id, provider)
    references public.integrations (organization_id, provider) on delete cascade,
  constraint connection_tests_requested_by_fkey foreign key (organization_id, requested_by)
    references public.people (organization_id, id) on delete restrict,
  constraint ended_test_has_result check ((ended_at is null) = (result is null)),
  constraint open_test_has_no_facts check (result is not null or num_nonnulls(http_code, resource) = 0),
  constraint accepted_test_has_no_refusal check (result <> 'accepted' or num_nonnulls(http_code, resource) = 0),
  constraint http_code_is_a_status check (http_code between 100 and 599),
  constraint resource_is_a_word check (resource ~ '^[a-z][a-z_]{0,39}$')
);
comment on table public.connection_tests is
  'The last test of each connection: whether the vendor accepts the stored secret. It contains only our own words: no secret, and nothing that a vendor sent.';
comment on column public.connection_tests.connection_version is
  'The version of the connection that is tested; null before a worker begins.';
comment on column public.connection_tests.next_at is 'When the vendor may be called for another test.';
comment on column public.connection_tests.http_code is 'The HTTP status of the refusal; null if the vendor did not respond.';
comment on column public.connection_tests.resource is 'The data that was refused, such as contacts.';
comment on column public.connection_tests.has_more_lists is 'Whether the vendor has lists that were not read.';
create index connection_tests_organization_id_requested_by_idx
  on public.connection_tests (organization_id, requested_by);

create table public.vendor_lists (
  organization_id uuid not null,
  provider public.integration_provider not null,
  external_id text not null,
  name text not null,
  constraint vendor_lists_pkey primary key (organization_id, provider, external_id),
  constraint vendor_lists_test_fkey foreign key (organization_id, provider)
    references public.connection_tests (organization_id, provider) on delete cascade,
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 200),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200)
);
comment on table public.vendor_lists is
  'Lists, projects, folders and calendars that a connected vendor showed in the last accepted test, so that an admin can choose one by its name.';

create table public.external_links (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  provider public.external_provider not null,
  entity public.external_entity not null,
  external_id text not null,
  approval_id uuid not null,
  project_id uuid,
  scope_id uuid not null,
  url text,
  created_at timestamptz not null default now(),
  constraint external_links_pkey primary key (organization_id, provider, entity, external_id),
  constraint external_links_approval_fkey foreign key (organization_id, approval_id, scope_id)
    references public.approvals (organization_id, id, scope_id) on update cascade on delete restrict,
  constraint external_links_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 1024),
  constraint url_is_a_link check (url ~ '^(https?://|/)' and char_length(url) <= 2000)
);
comment on table public.external_links is 'Objects in other systems that an approved card created.';
comment on column public.external_links.scope_id is 'The scope of its card, so that the object is as restricted as the card.';

create index external_links_approval_idx on public.external_links (organization_id, approval_id, scope_id);
create index external_links_scope_id_idx on public.external_links (scope_id, approval_id);
create index external_links_organization_id_project_id_idx on public.external_links (organization_id, project_id);
