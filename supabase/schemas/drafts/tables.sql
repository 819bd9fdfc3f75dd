-- Drafts for clients: the profiles that define how a document is written, its evidence, the resulting draft, and the
-- sentences that a person states on their own account.

create table public.authoring_profiles (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete cascade,
  key text not null,
  name text not null,
  kind public.approval_kind not null,
  sections jsonb not null,
  source_kinds public.source_kind[] not null default '{document,meeting,email,note}',
  max_source_age_days integer,
  max_passages integer not null default 20,
  includes_restricted boolean not null default false,
  standing_facts text[] not null default '{}',
  rubric text,
  export_format text not null default 'docx',
  export_name text not null default '{title}',
  includes_revision_history boolean not null default false,
  updated_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint authoring_profiles_organization_id_id_key unique (organization_id, id),
  constraint authoring_profiles_organization_id_key_key unique (organization_id, key),
  constraint authoring_profiles_kind_fkey foreign key (kind)
    references public.approval_kinds (kind) on delete restrict,
  constraint authoring_profiles_updated_by_fkey foreign key (organization_id, updated_by)
    references public.people (organization_id, id) on delete restrict,
  constraint key_is_a_slug check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint kind_has_sections check (kind in ('client_readout', 'sow_draft', 'scope_summary')),
  constraint sections_are_well_formed check (private.are_profile_sections(sections)),
  constraint source_kinds_are_present check (
    cardinality(source_kinds) between 1 and 4 and array_position(source_kinds, null) is null),
  constraint max_source_age_is_bounded check (max_source_age_days between 1 and 3650),
  constraint max_passages_are_bounded check (max_passages between 0 and 40),
  constraint standing_facts_are_bounded check (
    cardinality(standing_facts) <= 50 and array_position(standing_facts, null) is null
    and char_length(array_to_string(standing_facts, '')) <= 20000),
  constraint rubric_is_not_blank check (btrim(rubric) <> '' and char_length(rubric) <= 4000),
  constraint export_format_is_known check (export_format in ('docx', 'pdf')),
  constraint export_name_is_present check (btrim(export_name) <> '' and char_length(export_name) <= 200)
);
comment on table public.authoring_profiles is 'How a kind of document is written: its sections, sources, facts, language and file.';
comment on column public.authoring_profiles.sections is
  'List of { heading, guidance, collects }: collects names the groups of evidence that belong in the section.';
comment on column public.authoring_profiles.max_source_age_days is
  'Sources older than this at the end of the period are not collected; null if there is no limit.';
comment on column public.authoring_profiles.includes_restricted is
  'Whether restricted sources are collected. A draft that uses one is restricted too.';
comment on column public.authoring_profiles.standing_facts is 'Sentences that are true of every document of this profile.';
comment on column public.authoring_profiles.rubric is 'Rules for the language that clients read.';
comment on column public.authoring_profiles.export_name is
  'Name of the exported file, without its extension; {title}, {project}, {client} and {date} are filled in.';
create index authoring_profiles_kind_idx on public.authoring_profiles (kind);
create index authoring_profiles_organization_id_updated_by_idx
  on public.authoring_profiles (organization_id, updated_by);

create trigger tg_authoring_profiles__count_version before update on public.authoring_profiles
  for each row execute function private.tg_count_version();

create table public.evidence_packs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  profile_id uuid,
  from_on date not null,
  to_on date not null,
  items jsonb not null,
  source_ids uuid[] not null default '{}',
  is_restricted boolean not null default false,
  scope_id uuid not null
    generated always as (case when is_restricted then organization_id else project_id end) stored,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  constraint evidence_packs_organization_id_id_key unique (organization_id, id),
  constraint evidence_packs_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint evidence_packs_profile_fkey foreign key (organization_id, profile_id)
    references public.authoring_profiles (organization_id, id) on delete restrict,
  constraint evidence_packs_created_by_fkey foreign key (organization_id, created_by)
    references public.people (organization_id, id) on delete restrict,
  constraint period_is_ordered check (from_on <= to_on and to_on <= from_on + 366),
  constraint period_has_days check (from_on >= '0001-01-01' and to_on <= '9999-12-31'),
  constraint items_are_a_list check (jsonb_typeof(items) = 'array')
);
comment on table public.evidence_packs is
  'The evidence of a draft at the time of writing. A pack never changes, except that it can become restricted.';
comment on column public.evidence_packs.items is
  'List of { number, group, kind, query, title, text, … }: passages of sources, rows, and figures of named queries.';
comment on column public.evidence_packs.source_ids is 'The sources of its passages.';
create index evidence_packs_organization_id_project_id_idx
  on public.evidence_packs (organization_id, project_id, created_at desc);
create index evidence_packs_organization_id_profile_id_idx on public.evidence_packs (organization_id, profile_id);
create index evidence_packs_organization_id_created_by_idx on public.evidence_packs (organization_id, created_by);
create index evidence_packs_scope_id_idx on public.evidence_packs (scope_id, created_at desc);
create index evidence_packs_source_ids_idx on public.evidence_packs using gin (source_ids);

create table public.drafts (
  approval_id uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  pack_id uuid not null,
  profile_id uuid,
  item_numbers integer[] not null,
  model text,
  export jsonb not null,
  scope_id uuid not null,
  created_at timestamptz not null default now(),
  constraint drafts_approval_fkey foreign key (organization_id, approval_id, scope_id)
    references public.approvals (organization_id, id, scope_id) on update cascade on delete restrict,
  constraint drafts_pack_fkey foreign key (organization_id, pack_id)
    references public.evidence_packs (organization_id, id) on delete restrict,
  constraint drafts_profile_fkey foreign key (organization_id, profile_id)
    references public.authoring_profiles (organization_id, id) on delete restrict,
  constraint model_is_not_blank check (btrim(model) <> '' and char_length(model) <= 200),
  constraint export_is_an_object check (jsonb_typeof(export) = 'object')
);
comment on table public.drafts is 'Cards that were drafted from an evidence pack.';
comment on column public.drafts.item_numbers is
  'The number of the pack''s item behind each marker of the text: marker [1] is the first. Passages come first and are the citations of the card.';
comment on column public.drafts.model is 'The model that wrote the first version; null if the version consists of the sentences of the pack, sorted into sections.';
comment on column public.drafts.export is
  'Canonical export details when the draft was proposed: { format, file_name, includes_revision_history, profile: { key, name, version } }.';
create index drafts_approval_idx on public.drafts (organization_id, approval_id, scope_id);
create index drafts_pack_idx on public.drafts (organization_id, pack_id);
create index drafts_profile_idx on public.drafts (organization_id, profile_id);
create index drafts_scope_id_idx on public.drafts (scope_id, approval_id);

create table public.author_statements (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  approval_id uuid not null,
  sentence text not null,
  stated_by uuid not null,
  stated_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  scope_id uuid not null,
  constraint author_statements_approval_fkey foreign key (organization_id, approval_id, scope_id)
    references public.approvals (organization_id, id, scope_id) on update cascade on delete restrict,
  constraint author_statements_stated_by_fkey foreign key (organization_id, stated_by)
    references public.people (organization_id, id) on delete restrict,
  constraint sentence_is_present check (btrim(sentence) <> '' and char_length(sentence) <= 20000)
);
comment on table public.author_statements is
  'Sentences of a card that a person stated on their own account, where no source or query supports them.';
comment on column public.author_statements.sentence is
  'The sentence without its markers. A statement counts for exactly these words: an edited sentence needs a new one.';
create unique index author_statements_approval_id_sentence_idx
  on public.author_statements (approval_id, md5(sentence)) where withdrawn_at is null;
create index author_statements_approval_idx on public.author_statements (organization_id, approval_id, scope_id);
create index author_statements_stated_by_idx on public.author_statements (organization_id, stated_by);
create index author_statements_scope_id_idx on public.author_statements (scope_id, approval_id);

create trigger tg_drafts__refuse_change before delete on public.drafts
  for each row execute function private.tg_refuse_change();
create trigger tg_drafts__refuse_truncate before truncate on public.drafts
  for each statement execute function private.tg_refuse_change();
create trigger tg_evidence_packs__refuse_delete before delete on public.evidence_packs
  for each row execute function private.tg_refuse_change();
create trigger tg_evidence_packs__refuse_truncate before truncate on public.evidence_packs
  for each statement execute function private.tg_refuse_change();
create trigger tg_author_statements__refuse_delete before delete on public.author_statements
  for each row execute function private.tg_refuse_change();
create trigger tg_author_statements__refuse_truncate before truncate on public.author_statements
  for each statement execute function private.tg_refuse_change();
alter table public.drafts enable always trigger tg_drafts__refuse_change;
alter table public.drafts enable always trigger tg_drafts__refuse_truncate;
alter table public.evidence_packs enable always trigger tg_evidence_packs__refuse_delete;
alter table public.evidence_packs enable always trigger tg_evidence_packs__refuse_truncate;
alter table public.author_statements enable always trigger tg_author_statements__refuse_delete;
alter table public.author_statements enable always trigger tg_author_statements__refuse_truncate;

create type private.word_list as enum ('english', 'german', 'given_name', 'word_and_name', 'person_noun', 'surname', 'rare_surname', 'name_only');
comment on type private.word_list is
  'english and german contain stems, the others words: given names, given names that are words, nouns for persons that are surnames, other words that are surnames, words that are rarely surnames, and surnames that only look like compounds.';

create table private.dictionary_words (
  word text not null,
  list private.word_list not null,
  constraint dictionary_words_pkey primary key (word, list),
  constraint word_is_in_lower_case check (word = lower(word) and btrim(word) <> '')
);
comment on table private.dictionary_words is
  'The lists of words as an index, for the check of names. private.load_dictionary() fills it from the functions that return the lists.';
