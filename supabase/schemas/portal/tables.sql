-- Content that a client will see. Rows come only from approved cards and are withdrawn, never deleted. Weekly
-- updates, scope changes, statements of work, readouts and releases differ in their fields, but each has a project,
-- an approval and a time of withdrawal.

create table public.weekly_updates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  approval_id uuid not null,
  week_of date not null,
  headline text not null,
  body text not null,
  next_steps text,
  is_restricted boolean not null default false,
  scope_id uuid not null
    generated always as (case when is_restricted then organization_id else project_id end) stored,
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint weekly_updates_approval_id_key unique (organization_id, approval_id),
  constraint weekly_updates_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint weekly_updates_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint headline_is_present check (btrim(headline) <> '' and char_length(headline) <= 200),
  constraint week_is_a_day check (week_of between '0001-01-01' and '9999-12-31')
);
comment on table public.weekly_updates is 'Weekly reports to the client.';
comment on column public.weekly_updates.approval_id is 'The card that published it.';
comment on column public.weekly_updates.withdrawn_at is 'When it was withdrawn from the portal; an approved undo sets it.';

create index weekly_updates_organization_id_project_id_idx on public.weekly_updates (organization_id, project_id);
create index weekly_updates_scope_id_idx on public.weekly_updates (scope_id, published_at desc);

create table public.scope_changes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  approval_id uuid not null,
  title text not null,
  description text not null,
  hours_change numeric(10, 2),
  amount_change numeric(14, 2),
  effective_on date,
  is_restricted boolean not null default false,
  scope_id uuid not null
    generated always as (case when is_restricted then organization_id else project_id end) stored,
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint scope_changes_approval_id_key unique (organization_id, approval_id),
  constraint scope_changes_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint scope_changes_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 200),
  constraint changes_are_numbers check (
    abs(hours_change) <= 99999999.99 and abs(amount_change) <= 999999999999.99),
  constraint effective_on_is_a_day check (effective_on between '0001-01-01' and '9999-12-31')
);
comment on table public.scope_changes is 'An agreed change of what a project delivers, with its hours and amount.';
comment on column public.scope_changes.approval_id is 'The card that published it.';
comment on column public.scope_changes.withdrawn_at is 'When it was withdrawn from the portal; an approved undo sets it.';

create index scope_changes_organization_id_project_id_idx on public.scope_changes (organization_id, project_id);
create index scope_changes_scope_id_idx on public.scope_changes (scope_id, published_at desc);

create table public.sow_drafts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  approval_id uuid not null,
  title text not null,
  sections jsonb not null,
  is_restricted boolean not null default true,
  scope_id uuid not null
    generated always as (case when is_restricted then organization_id else project_id end) stored,
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint sow_drafts_approval_id_key unique (organization_id, approval_id),
  constraint sow_drafts_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint sow_drafts_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 200),
  constraint sections_are_a_list check (jsonb_typeof(sections) = 'array')
);
comment on table public.sow_drafts is 'Statements of work in draft: restricted, like every contract.';
comment on column public.sow_drafts.approval_id is 'The card that published it.';
comment on column public.sow_drafts.withdrawn_at is 'When it was withdrawn from the portal; an approved undo sets it.';

create index sow_drafts_organization_id_project_id_idx on public.sow_drafts (organization_id, project_id);
create index sow_drafts_scope_id_idx on public.sow_drafts (scope_id, published_at desc);

create table public.client_readouts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  approval_id uuid not null,
  title text not null,
  sections jsonb not null,
  is_restricted boolean not null default false,
  scope_id uuid not null
    generated always as (case when is_restricted then organization_id else project_id end) stored,
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint client_readouts_approval_id_key unique (organization_id, approval_id),
  constraint client_readouts_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint client_readouts_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 200),
  constraint sections_are_a_list check (jsonb_typeof(sections) = 'array')
);
comment on table public.client_readouts is 'Reports prepared for a client.';
comment on column public.client_readouts.approval_id is 'The card that published it.';
comment on column public.client_readouts.withdrawn_at is 'When it was withdrawn from the portal; an approved undo sets it.';

create index client_readouts_organization_id_project_id_idx on public.client_readouts (organization_id, project_id);
create index client_readouts_scope_id_idx on public.client_readouts (scope_id, published_at desc);

create table public.deliverable_releases (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  approval_id uuid not null,
  title text not null,
  source_id uuid,
  note text,
  is_restricted boolean not null default false,
  scope_id uuid not null
    generated always as (case when is_restricted then organization_id else project_id end) stored,
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint deliverable_releases_approval_id_key unique (organization_id, approval_id),
  constraint deliverable_releases_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint deliverable_releases_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 200),
  constraint deliverable_releases_source_fkey foreign key (organization_id, source_id)
    references public.sources (organization_id, id) on delete restrict
);
comment on table public.deliverable_releases is 'Deliverables handed over to the client.';
comment on column public.deliverable_releases.approval_id is 'The card that published it.';
comment on column public.deliverable_releases.withdrawn_at is 'When it was withdrawn from the portal; an approved undo sets it.';

create index deliverable_releases_organization_id_project_id_idx on public.deliverable_releases (organization_id, project_id);
create index deliverable_releases_scope_id_idx on public.deliverable_releases (scope_id, published_at desc);

create index deliverable_releases_organization_id_source_id_idx
  on public.deliverable_releases (organization_id, source_id);
comment on column public.sow_drafts.sections is 'List of { heading, body }.';
comment on column public.client_readouts.sections is 'List of { heading, body }.';
comment on column public.scope_changes.hours_change is 'Additional hours; negative for fewer hours.';
