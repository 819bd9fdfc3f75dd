-- Documents, their indexing, and search.
-- The tables that change here hold few rows so far: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, adding-field-with-default, adding-serial-primary-key-field, require-concurrent-index-creation, disallowed-unique-constraint
create table "private"."staged_chunks" (
  "document_id" uuid    not null,
  "version"     integer not null,
  "position"    integer not null,
  "content"     text    not null,
  "location"    jsonb   not null default '{}'::jsonb,
  "embedding"   real[],
  constraint "content_is_present" check ((btrim(content) <> ''::text)),
  constraint "position_is_counted" check (("position" >= 0)),
  constraint "staged_chunks_pkey" primary key (document_id, version, "position")
);

alter table "private"."staged_chunks"
  enable row level security;

create table "public"."document_versions" (
  "document_id"     uuid                     not null,
  "version"         integer                  not null,
  "organization_id" uuid                     not null,
  "scope_id"        uuid                     not null,
  "path"            text                     not null,
  "file_name"       text                     not null,
  "content_type"    text                     not null,
  "size_bytes"      bigint                   not null,
  "sha256"          text,
  "progress_done"   integer                  not null default 0,
  "progress_total"  integer,
  "failure_code"    text,
  "failure_reason"  text,
  "facts"           jsonb                    not null default '{}'::jsonb,
  "flags"           text[]                   not null default '{}'::text[],
  "uploaded_by"     uuid,
  "queued_at"       timestamp with time zone,
  "indexed_at"      timestamp with time zone,
  "created_at"      timestamp with time zone not null default now(),
  "updated_at"      timestamp with time zone not null default now(),
  constraint "content_type_is_present"
    check (((btrim(content_type) <> ''::text) AND (char_length(content_type) <= 200))),
  constraint "document_versions_path_key" unique (path),
  constraint "document_versions_pkey" primary key (document_id, version),
  constraint "failure_has_reason" check (((failure_code IS NULL) = (failure_reason IS NULL))),
  constraint "file_name_is_present"
    check (((btrim(file_name) <> ''::text) AND (char_length(file_name) <= 255))),
  constraint "progress_is_counted" check (((progress_done >= 0) AND (progress_total >= 0))),
  constraint "sha256_is_hex" check ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint "size_fits_bucket" check (((size_bytes >= 1) AND (size_bytes <= 26214400))),
  constraint "version_is_counted" check ((version >= 1))
);

alter table "public"."document_versions"
  enable row level security;

create table "public"."documents" (
  "id"              uuid                     not null,
  "organization_id" uuid                     not null,
  "scope_id"        uuid                     not null,
  "is_restricted"   boolean                  not null,
  "latest_version"  integer                  not null default 1,
  "indexed_version" integer,
  "created_by"      uuid,
  "created_at"      timestamp with time zone not null default now(),
  "updated_at"      timestamp with time zone not null default now(),
  constraint "documents_organization_id_id_key" unique (organization_id, id),
  constraint "documents_organization_id_id_scope_id_key" unique (organization_id, id, scope_id),
  constraint "documents_pkey" primary key (id),
  constraint "indexed_version_exists" check ((indexed_version <= latest_version)),
  constraint "versions_are_counted" check (((latest_version >= 1) AND (indexed_version >= 1)))
);

alter table "public"."documents"
  enable row level security;

create type "public"."document_kind" as enum (
  'contract',
  'sow',
  'brief',
  'deliverable',
  'report',
  'transcript',
  'other'
);

alter table "public"."documents"
  add column "kind" public.document_kind not null default 'other'::public.document_kind;

create type "public"."document_status" as enum (
  'awaiting_upload',
  'queued',
  'indexing',
  'indexed',
  'failed',
  'superseded'
);

alter table "public"."document_versions"
  add column "status" public.document_status
    not null default 'awaiting_upload'::public.document_status;

create type "public"."indexing_step" as enum (
  'extract',
  'embed',
  'publish'
);

alter table "public"."document_versions"
  add column "step" public.indexing_step;

alter table "public"."document_versions"
  add constraint "document_versions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "private"."staged_chunks"
  add constraint "staged_chunks_version_fkey" foreign key (document_id, version)
    references public.document_versions(document_id, version) on delete cascade;

alter table "public"."document_versions"
  add constraint "document_versions_uploaded_by_fkey" foreign key (organization_id, uploaded_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."document_versions"
  add constraint "failed_says_why"
    check (((status = 'failed'::public.document_status) = (failure_code IS NOT NULL)));

alter table "public"."document_versions"
  add constraint "indexed_has_time"
    check (((status <> 'indexed'::public.document_status) OR (indexed_at IS NOT NULL)));

alter table "public"."document_versions"
  add constraint "step_while_indexing" check (((step IS
    NOT NULL) = (status = 'indexing'::public.document_status)));

alter table "public"."documents"
  add constraint "contract_is_restricted"
    check (((kind <> 'contract'::public.document_kind) OR is_restricted));

alter table "public"."documents"
  add constraint "documents_created_by_fkey" foreign key (organization_id, created_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."documents"
  add constraint "documents_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."document_versions"
  add constraint "document_versions_document_fkey"
    foreign key (organization_id, document_id, scope_id)
    references public.documents(organization_id, id, scope_id) on update cascade on delete restrict;

alter table "public"."documents"
  add constraint "sow_is_restricted"
    check (((kind <> 'sow'::public.document_kind) OR is_restricted));

alter table "public"."sources"
  add
    constraint "sources_organization_id_id_scope_id_is_restricted_key" unique
    (organization_id, id, scope_id, is_restricted);

alter table "public"."documents"
  add constraint "documents_source_fkey" foreign key (organization_id, id, scope_id, is_restricted)
    references public.sources(organization_id, id, scope_id, is_restricted) on update cascade
    on delete restrict;

create view "public"."document_summaries" with (security_invoker=true) AS  SELECT documents.id,
    sources.title,
    documents.kind,
    sources.project_id,
    documents.is_restricted,
    sources.archived_at,
    documents.latest_version,
    documents.indexed_version,
    upload.version,
    upload.file_name,
    upload.content_type,
    upload.size_bytes,
    upload.status,
    upload.step,
    upload.progress_done,
    upload.progress_total,
    upload.failure_reason,
    upload.flags,
    upload.uploaded_by,
    upload.created_at AS uploaded_at
   FROM ((public.documents
     JOIN public.sources ON (((sources.organization_id = documents.organization_id) AND (sources.id = documents.id))))
     CROSS JOIN LATERAL ( SELECT document_versions.document_id,
            document_versions.version,
            document_versions.organization_id,
            document_versions.scope_id,
            document_versions.path,
            document_versions.file_name,
            document_versions.content_type,
            document_versions.size_bytes,
            document_versions.sha256,
            document_versions.status,
            document_versions.step,
            document_versions.progress_done,
            document_versions.progress_total,
            document_versions.failure_code,
            document_versions.failure_reason,
            document_versions.facts,
            document_versions.flags,
            document_versions.uploaded_by,
            document_versions.queued_at,
            document_versions.indexed_at,
            document_versions.created_at,
            document_versions.updated_at
           FROM public.document_versions
          WHERE ((document_versions.organization_id = documents.organization_id) AND (document_versions.document_id = documents.id) AND (document_versions.scope_id = documents.scope_id))
          ORDER BY (document_versions.status <> 'awaiting_upload'::public.document_status) DESC, document_versions.version DESC
         LIMIT 1) upload);

create index document_versions_document_idx on public.document_versions
  using btree (organization_id, document_id, scope_id);

create index document_versions_scope_id_idx on public.document_versions
  using btree (scope_id, document_id);

create index document_versions_status_idx on public.document_versions
  using btree (organization_id, status);

create index document_versions_uploaded_by_idx on public.document_versions
  using btree (organization_id, uploaded_by);

create index documents_created_by_idx on public.documents using btree (organization_id, created_by);

create index documents_scope_id_idx on public.documents using btree (scope_id, created_at desc);

create index documents_source_idx on public.documents
  using btree (organization_id, id, scope_id, is_restricted);

create trigger tg_document_versions__touch
  before update on public.document_versions
  for each row
  execute function private.tg_touch();

create trigger tg_documents__touch
  before update on public.documents
  for each row
  execute function private.tg_touch();

create policy "document_versions_select_in_scope" on "public"."document_versions"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "documents_select_in_scope" on "public"."documents"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

comment on column "public"."document_versions"."facts" is 'What reading found: { format, pages?, slides?, sheets?, words, pieces, language?, hidden_characters, pages_without_text? … }.';

comment on column "public"."document_versions"."failure_code" is 'Stable name of why it could not be read: encrypted, no_text, corrupt, too_large, wrong_type, …';

comment on column "public"."document_versions"."failure_reason" is 'The same as a sentence for people, with what to do.';

comment on column "public"."document_versions"."flags" is 'What a reader should know: hidden_text_removed, pages_without_text, truncated; of contracts also what was not found: no_parties, no_dates, no_amounts, no_signature.';

comment on column "public"."document_versions"."path" is 'Its object in the bucket documents; of this upload alone.';

comment on column "public"."document_versions"."progress_done" is 'Of the step: pages read, or pieces embedded.';

comment on column "public"."document_versions"."scope_id" is 'The scope of its document.';

comment on column "public"."documents"."indexed_version" is 'The upload whose text readers see; null before the first.';

comment on column "public"."documents"."latest_version" is 'Number of its newest upload.';

comment on column "public"."documents"."scope_id" is 'The scope of its source.';

comment on policy "document_versions_select_in_scope"
  on "public"."document_versions" is 'Whoever sees a document sees its uploads.';

comment on policy "documents_select_in_scope" on "public"."documents" is 'Whoever sees a project sees its documents; restricted ones are for admins and leads.';

comment on table "private"."staged_chunks" is 'Pieces of an upload that is being read.';

comment on table "public"."document_versions" is 'Each upload of a document and how far its reading is.';

comment on table "public"."documents" is 'Files of a project. A document is the source with the same id.';

comment on type "public"."document_kind" is 'What a document is; contracts and statements of work are restricted.';

comment on type "public"."document_status" is 'Of one upload. superseded: a later upload took its place before it was read.';

comment on type "public"."indexing_step" is 'extract: fetch, read and split the file. embed: vectors. publish: readers see the new text, all at once.';

comment on view "public"."document_summaries" is 'Documents with title, latest arrived upload and how far its reading is, in the caller''s scope.';

grant select on table "public"."document_versions" to "authenticated", "service_role";

grant select on table "public"."documents" to "authenticated", "service_role";

grant select on table "public"."document_summaries" to "authenticated", "service_role";
