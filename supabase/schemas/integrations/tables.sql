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
