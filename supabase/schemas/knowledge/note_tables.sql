-- The running note of a project: an entry for each meeting and each assigned email, in the order of its days.
create table public.project_notes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  source_id uuid not null,
  scope_id uuid not null,
  occurred_on date not null,
  title text not null,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A source has one entry: reading it again replaces the text.
  constraint project_notes_source_id_key unique (source_id),
  constraint project_notes_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  -- Restricting a source restricts its entry in the same statement.
  constraint project_notes_source_fkey foreign key (organization_id, source_id, scope_id)
    references public.sources (organization_id, id, scope_id) on update cascade on delete cascade,
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 500),
  constraint body_is_bounded check (char_length(body) <= 20000)
);
comment on table public.project_notes is
  'Dated entries of a project, each about one source. Search finds the source, not the entry.';
comment on column public.project_notes.scope_id is 'The scope of its source.';
comment on column public.project_notes.occurred_on is 'The day in the time zone of the organization.';

create index project_notes_source_idx on public.project_notes (organization_id, source_id, scope_id);
create index project_notes_project_idx on public.project_notes (organization_id, project_id, occurred_on desc);
create index project_notes_scope_id_idx on public.project_notes (scope_id, occurred_on desc);

create trigger tg_project_notes__touch before update on public.project_notes
  for each row execute function private.tg_touch();
