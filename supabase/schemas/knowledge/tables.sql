-- The sources of answers, drafts and approvals: one row per document, meeting, email or note, and its text in
-- passages that can be cited.
create type public.source_kind as enum ('document', 'meeting', 'email', 'note');

create table public.sources (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  kind public.source_kind not null,
  project_id uuid,
  title text not null,
  is_restricted boolean not null default false,
  occurred_at timestamptz,
  version integer not null default 1,
  published_version integer,
  scope_id uuid not null
    generated always as (case when is_restricted or project_id is null then organization_id else project_id end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  language text,
  keywords text,
  search_vector tsvector not null default '',
  constraint sources_organization_id_id_key unique (organization_id, id),
  constraint sources_organization_id_id_scope_id_key unique (organization_id, id, scope_id),
  constraint sources_organization_id_id_scope_id_is_restricted_key
    unique (organization_id, id, scope_id, is_restricted),
  constraint sources_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 500),
  constraint language_is_code check (language ~ '^[a-z]{2}$'),
  constraint keywords_are_bounded check (char_length(keywords) <= 10000),
  constraint published_version_exists check (published_version between 1 and version)
);
comment on table public.sources is 'Everything that can be cited. Readers see the passages of published_version: publication is one update.';
comment on column public.sources.scope_id is
  'Its project, or the organization (admins and leads) if it is restricted or has no project.';
comment on column public.sources.version is 'Increases whenever the content changes, such as by a new upload or a corrected transcript.';
comment on column public.sources.language is 'ISO 639-1 code of the language detected in its text, which determines how words are stemmed. Null counts as English.';
comment on column public.sources.keywords is 'Participants and topics, in addition to the title; for search.';
comment on column public.sources.search_vector is 'Words of title and keywords; a trigger maintains them.';
comment on type public.source_kind is 'The kind of a source.';

create index sources_organization_id_project_id_idx on public.sources (organization_id, project_id);
create index sources_scope_id_idx on public.sources (scope_id, occurred_at desc) include (language);
create index sources_search_vector_idx on public.sources using gin (search_vector);
-- Trigrams of titles, for find_rows.
create index sources_title_trigrams_idx on public.sources using gin (private.search_name(title) extensions.gin_trgm_ops)
  where archived_at is null;

create table public.passages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  source_id uuid not null,
  source_version integer not null,
  position integer not null,
  content text not null,
  location jsonb not null default '{}',
  scope_id uuid not null,
  created_at timestamptz not null default now(),
  search_vector tsvector not null default '',
  constraint passages_organization_id_id_key unique (organization_id, id),
  constraint passages_organization_id_id_source_id_scope_id_key unique (organization_id, id, source_id, scope_id),
  constraint passages_source_id_source_version_position_key unique (source_id, source_version, position),
  -- Restricting or moving a source changes its passages in the same statement.
  constraint passages_source_fkey foreign key (organization_id, source_id, scope_id)
    references public.sources (organization_id, id, scope_id) on update cascade on delete cascade,
  constraint version_is_counted check (source_version >= 1 and position >= 0),
  constraint content_is_present check (btrim(content) <> '')
);
comment on table public.passages is 'Passages of one version of a source, in order.';
comment on column public.passages.location is 'Its location in the source: { page }, { slide }, { sheet }, { heading }, { speaker, at }.';
comment on column public.passages.scope_id is 'The scope of its source.';
comment on column public.passages.search_vector is 'Its words, as written and as stems; a trigger computes them.';

create index passages_organization_id_source_id_scope_id_idx on public.passages (organization_id, source_id, scope_id);
create index passages_scope_id_idx on public.passages (scope_id, source_id);
-- For wide scopes. Row-level security never uses it, because @@ is not leakproof; candidate_passages does.
create index passages_search_vector_idx on public.passages using gin (search_vector) with (fastupdate = off);

create trigger tg_sources__touch before update on public.sources
  for each row execute function private.tg_touch();
