-- The document library. A document is a source of kind document, plus the facts that only files have: each upload is a
-- version, stored under a separate path that nothing overwrites, and processed in steps that survive a crash.
create type public.document_status as enum (
  'awaiting_upload', 'queued', 'indexing', 'indexed', 'failed', 'superseded');
comment on type public.document_status is
  'Status of one upload. superseded: a later upload replaced it before it was processed.';

create type public.indexing_step as enum ('extract', 'embed', 'publish');
comment on type public.indexing_step is
  'extract: fetch, read and split the file. embed: vectors. publish: readers see the new text, all at once.';

-- One row per document; its title, project, restriction and published text are those of the source with its id.
create table public.documents (
  id uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  kind public.document_kind not null default 'other',
  scope_id uuid not null,
  is_restricted boolean not null,
  latest_version integer not null default 1,
  indexed_version integer,
  created_by uuid,
  origin public.integration_provider,
  origin_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint documents_organization_id_id_key unique (organization_id, id),
  constraint documents_organization_id_id_scope_id_key unique (organization_id, id, scope_id),
  -- Restricting or moving the source changes the document and its versions in the same statement.
  constraint documents_source_fkey foreign key (organization_id, id, scope_id, is_restricted)
    references public.sources (organization_id, id, scope_id, is_restricted)
    on update cascade on delete restrict,
  constraint documents_created_by_fkey foreign key (organization_id, created_by)
    references public.people (organization_id, id) on delete restrict,
  -- No caller can lift the restriction of a contract.
  constraint restricted_kind_is_restricted check (is_restricted or not private.is_restricted_kind(kind)),
  constraint versions_are_positive check (latest_version >= 1 and indexed_version >= 1),
  constraint indexed_version_exists check (indexed_version <= latest_version),
  constraint link_leads_to_origin check (origin_url is null or private.is_link_of(origin::text, origin_url) is true)
);
comment on table public.documents is 'Files of a project. A document is the source with the same id.';
comment on column public.documents.latest_version is 'Number of its newest upload.';
comment on column public.documents.indexed_version is 'The upload whose text readers see; null before the first.';
comment on column public.documents.scope_id is 'The scope of its source.';
comment on column public.documents.origin is 'The vendor that its files are synced from; null for uploads.';
comment on column public.documents.origin_url is 'Address of the file at the vendor.';

create index documents_source_idx on public.documents (organization_id, id, scope_id, is_restricted);
create index documents_created_by_idx on public.documents (organization_id, created_by);
create index documents_scope_id_idx on public.documents (scope_id, created_at desc);

create table public.document_versions (
  document_id uuid not null,
  version integer not null,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  scope_id uuid not null,
  path text not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text,
  object_tag text,
  file_changed_at timestamptz,
  status public.document_status not null default 'awaiting_upload',
  step public.indexing_step,
  progress_done integer not null default 0,
  progress_total integer,
  failure_code text,
  failure_reason text,
  facts jsonb not null default '{}',
  flags text[] not null default '{}',
  uploaded_by uuid,
  queued_at timestamptz,
  indexed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint document_versions_pkey primary key (document_id, version),
  constraint document_versions_path_key unique (path),
  constraint document_versions_organization_id_document_id_version_key
    unique (organization_id, document_id, version),
  constraint document_versions_document_fkey foreign key (organization_id, document_id, scope_id)
    references public.documents (organization_id, id, scope_id) on update cascade on delete restrict,
  constraint document_versions_uploaded_by_fkey foreign key (organization_id, uploaded_by)
    references public.people (organization_id, id) on delete restrict,
  constraint version_is_positive check (version >= 1),
  constraint file_name_is_present check (btrim(file_name) <> '' and char_length(file_name) <= 255),
  constraint content_type_is_present check (btrim(content_type) <> '' and char_length(content_type) <= 200),
  -- The bucket accepts 25 MiB.
  constraint size_fits_bucket check (size_bytes >= 1 and size_bytes <= 26214400),
  constraint sha256_is_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint only_indexing_upload_has_step check ((step is not null) = (status = 'indexing')),
  constraint progress_is_not_negative check (progress_done >= 0 and progress_total >= 0),
  constraint failed_upload_has_code check ((status = 'failed') = (failure_code is not null)),
  constraint failure_has_reason check ((failure_code is null) = (failure_reason is null)),
  constraint indexed_has_time check (status <> 'indexed' or indexed_at is not null)
);
comment on table public.document_versions is 'Each upload of a document and the progress of its processing.';
comment on column public.document_versions.path is 'Its object in the bucket documents, which no other upload shares.';
comment on column public.document_versions.sha256 is 'SHA-256 of the bytes when they were first read. A file is served only while its bytes match it.';
comment on column public.document_versions.object_tag is 'Entity tag of the object in Storage when the file was queued; it changes when the object is overwritten.';
comment on column public.document_versions.file_changed_at is 'When a check found that the file in Storage was missing, or differed from the bytes that were first read.';
comment on column public.document_versions.progress_done is 'Progress of the step: pages read, or passages embedded.';
comment on column public.document_versions.failure_code is 'Stable code for the reason why processing failed: encrypted, no_text, corrupt, too_large, wrong_type, …';
comment on column public.document_versions.failure_reason is 'The reason as a sentence, with the next step.';
comment on column public.document_versions.facts is
  'Facts about the text: { format, pages?, slides?, sheets?, words, passages, language?, hidden_characters, pages_without_text?, not_found … }.';
comment on column public.document_versions.flags is
  'Warnings for readers: hidden_text_removed, unseen_text_retained (such as the text layer of a scan), pages_without_text; for contracts also the missing parts: no_parties, no_dates, no_amounts, no_signature, no_scope.';
comment on column public.document_versions.scope_id is 'The scope of its document.';

create index document_versions_document_idx on public.document_versions (organization_id, document_id, scope_id);
create index document_versions_uploaded_by_idx on public.document_versions (organization_id, uploaded_by);
create index document_versions_awaited_idx on public.document_versions (uploaded_by, created_at)
  where status = 'awaiting_upload';
create index document_versions_scope_id_idx on public.document_versions (scope_id, document_id);
create index document_versions_status_idx on public.document_versions (organization_id, status);

-- The extracted text of an upload so far. Only the worker reads it: readers see it when it is published.
create table private.staged_passages (
  organization_id uuid not null,
  document_id uuid not null,
  version integer not null,
  position integer not null,
  content text not null,
  location jsonb not null default '{}',
  embedding real[],
  embedding_model text,
  embedding_version text,
  constraint staged_passages_pkey primary key (document_id, version, position),
  constraint staged_passages_version_fkey foreign key (organization_id, document_id, version)
    references public.document_versions (organization_id, document_id, version) on delete cascade,
  constraint content_is_present check (btrim(content) <> ''),
  constraint position_is_not_negative check (position >= 0),
  constraint embedding_has_model check ((embedding is null) = (embedding_model is null)),
  constraint embedding_model_has_version check ((embedding_model is null) = (embedding_version is null))
);
comment on table private.staged_passages is 'Passages of an upload that is being processed.';

create index staged_passages_version_idx on private.staged_passages (organization_id, document_id, version);

-- Permission to fetch a file, for the function that serves files. Only the hash of a ticket is stored.
create table private.download_tickets (
  ticket_hash bytea not null,
  organization_id uuid not null,
  person_id uuid not null,
  user_id uuid not null,
  session_id text,
  document_id uuid,
  version integer,
  request_file_id uuid,
  expires_at timestamptz not null,
  constraint download_tickets_pkey primary key (ticket_hash),
  constraint download_tickets_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade,
  constraint download_tickets_version_fkey foreign key (organization_id, document_id, version)
    references public.document_versions (organization_id, document_id, version) on delete cascade,
  constraint ticket_is_for_one_file check (
    (document_id is null) = (version is null) and num_nonnulls(document_id, request_file_id) = 1)
);
comment on table private.download_tickets is
  'Permission for one person to fetch one file within a minute: a version of a document, or a file of a request.';
comment on column private.download_tickets.session_id is 'The session that created it: when the session ends, so does the ticket.';

create index download_tickets_person_idx on private.download_tickets (organization_id, person_id);
create index download_tickets_version_idx on private.download_tickets (organization_id, document_id, version);
create index download_tickets_request_file_idx on private.download_tickets (organization_id, request_file_id);

create trigger tg_documents__touch before update on public.documents
  for each row execute function private.tg_touch();
create trigger tg_document_versions__touch before update on public.document_versions
  for each row execute function private.tg_touch();
