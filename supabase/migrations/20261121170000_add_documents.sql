-- Documents, their indexing, and search.
-- The tables that change here hold few rows so far: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, adding-field-with-default, adding-serial-primary-key-field, require-concurrent-index-creation, disallowed-unique-constraint
set local check_function_bodies = off;

create table "private"."rate_limit_settings" (
  "route"         text    not null,
  "default_calls" integer not null,
  "max_calls"     integer,
  constraint "limits_are_positive" check (((default_calls >= 1) AND (max_calls >= 1))),
  constraint "rate_limit_settings_pkey" primary key (route),
  constraint "route_is_present" check (((btrim(route) <> ''::text) AND (char_length(route) <= 60)))
);

alter table "private"."rate_limit_settings"
  enable row level security;

create table "private"."staged_chunks" (
  "organization_id" uuid    not null,
  "document_id"     uuid    not null,
  "version"         integer not null,
  "position"        integer not null,
  "content"         text    not null,
  "location"        jsonb   not null default '{}'::jsonb,
  "embedding"       real[],
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
  constraint "document_versions_organization_id_document_id_version_key" unique
    (organization_id, document_id, version),
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

create or replace function private.archive_document (
  document_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.set_document_archived(archive_document.document_id, true);
end;
$function$;

create or replace function private.awaited_upload_paths()
  returns text[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.viewer();
begin
  return array(
    select document_versions.path
    from public.document_versions
    join public.sources on sources.id = document_versions.document_id
    where document_versions.organization_id = v_viewer.organization_id
      and document_versions.uploaded_by = v_viewer.id
      and document_versions.status = 'awaiting_upload'
      and document_versions.created_at > now() - interval '1 day'
      and document_versions.scope_id = any (private.scope_ids_of(v_viewer))
      and sources.archived_at is null
  );
end;
$function$;

create or replace function private.begin_indexing (
  document_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_document public.documents;
  v_source public.sources;
  v_version public.document_versions;
  v_job_id uuid;
begin
  perform private.consume_rate_limit(v_viewer, 'ingest-doc', private.rate_limit_of('ingest-doc'), 60);
  v_document := private.lock_document(v_viewer, begin_indexing.document_id);
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  perform private.require_open_project(v_viewer, v_source.project_id);

  select * into v_version
  from public.document_versions
  where document_versions.document_id = v_document.id
    and document_versions.version = v_document.latest_version
  for update;
  if v_version.status not in ('queued', 'indexing') then
    perform private.require_stored_file(v_version);
    -- What was uploaded before and is not read yet never will be: this one takes its place.
    update public.document_versions set status = 'superseded'
    where document_versions.document_id = v_document.id
      and document_versions.version < v_version.version
      and document_versions.status in ('awaiting_upload', 'queued');
    update public.document_versions
    set status = 'queued', queued_at = clock_timestamp(), progress_done = 0, progress_total = null,
        failure_code = null, failure_reason = null
    where document_versions.document_id = v_version.document_id
      and document_versions.version = v_version.version
    returning * into v_version;
    perform private.record_audit_event(
      v_document.organization_id, 'document.indexing_begun', 'document', v_document.id, null,
      jsonb_build_object('version', v_version.version), v_source.project_id, null, v_document.is_restricted);
  end if;

  v_job_id := private.enqueue_job(
    v_document.organization_id, 'document_index',
    jsonb_build_object('document_id', v_document.id, 'version', v_version.version, 'cursor', null),
    format('%s:%s', v_document.id, v_version.version), null, null, private.request_id());
  return jsonb_build_object('document_id', v_document.id, 'version', v_version.version,
                            'status', v_version.status, 'job_id', v_job_id);
end;
$function$;

create or replace function private.check_upload (
  file_name    text,
  content_type text,
  size_bytes   bigint,
  title        text
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if coalesce(file_name, '') = '' or char_length(file_name) > 255 or file_name ~ '[[:cntrl:]/\\]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A file needs a name of at most 255 characters, without slashes',
      hint = 'invalid_document';
  elsif coalesce(title, '') = '' or char_length(title) > 500 or title ~ '[[:cntrl:]]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A document needs a title of at most 500 characters, in one line',
      hint = 'invalid_document';
  elsif coalesce(size_bytes, 0) < 1 then
    raise exception using errcode = 'OPINV', message = 'The file is empty', hint = 'invalid_document';
  elsif size_bytes > 26214400 then
    raise exception using
      errcode = 'OPBIG', message = 'A file has at most 25 MiB', hint = 'file_too_large';
  elsif private.is_document_type(content_type, file_name) is not true then
    raise exception using
      errcode = 'OPINV',
      message = 'Files of this type are not read. PDF, Word, PowerPoint, Excel, CSV, Markdown, HTML, text, e-mail and transcripts are',
      hint = 'unsupported_file_type';
  end if;
end;
$function$;

create or replace function private.create_document_upload (
  project_id   uuid,
  file_name    text,
  content_type text,
  size_bytes   bigint,
  title        text                 default null::text,
  kind         public.document_kind default null::public.document_kind,
  document_id  uuid                 default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_sees_all constant boolean := v_viewer.role in ('admin', 'lead');
  v_is_restricted constant boolean := coalesce(create_document_upload.kind in ('contract', 'sow'), false);
  v_file_name constant text := btrim(create_document_upload.file_name);
  v_content_type constant text := lower(btrim(split_part(create_document_upload.content_type, ';', 1)));
  v_title constant text := btrim(coalesce(create_document_upload.title, create_document_upload.file_name));
  v_document public.documents;
  v_version public.document_versions;
begin
  if v_is_restricted and not v_sees_all then
    raise exception using
      errcode = 'OPDEN',
      message = 'Contracts and statements of work are for admins and leads',
      hint = 'kind_needs_lead';
  end if;
  perform private.check_upload(v_file_name, v_content_type, size_bytes, v_title);
  perform private.require_open_project(v_viewer, project_id);

  if document_id is null then
    v_document := private.new_document(
      v_viewer, project_id, v_title, coalesce(create_document_upload.kind, 'other'), v_is_restricted);
  else
    v_document := private.next_document_version(
      v_viewer, document_id, project_id, create_document_upload.title, create_document_upload.kind);
  end if;

  insert into public.document_versions (
    document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes, uploaded_by)
  values (
    v_document.id, v_document.latest_version, v_document.organization_id, v_document.scope_id,
    private.document_path(v_document.organization_id, v_document.id, v_document.latest_version, v_file_name),
    v_file_name, v_content_type, create_document_upload.size_bytes, v_viewer.id)
  returning * into v_version;
  perform private.record_audit_event(
    v_document.organization_id, 'document.upload_begun', 'document', v_document.id, null,
    jsonb_build_object('version', v_version.version, 'file_name', v_version.file_name,
                       'size_bytes', v_version.size_bytes, 'kind', v_document.kind),
    create_document_upload.project_id, null, v_document.is_restricted);
  return jsonb_build_object('document_id', v_document.id, 'version', v_version.version,
                            'bucket', 'documents', 'path', v_version.path);
end;
$function$;

create or replace function private.document_counts (
  organization_id uuid,
  project_id      uuid,
  kind            public.document_kind
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'documents', count(*) filter (where source.published_version is not null and document.indexed_version is not null),
    'problems', count(*) filter (where upload.status = 'failed'),
    'in_progress', count(*) filter (where upload.status in ('queued', 'indexing')))
  from public.documents as document
  join public.sources as source on source.id = document.id
  join public.document_versions as upload
    on upload.document_id = document.id and upload.version = document.latest_version
  where document.organization_id = document_counts.organization_id and source.archived_at is null
    and (document_counts.project_id is null or source.project_id = document_counts.project_id)
    and (document_counts.kind is null or document.kind = document_counts.kind)
$function$;

create or replace function private.document_json (
  document_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'document_id', documents.id, 'title', sources.title, 'kind', documents.kind,
    'is_restricted', documents.is_restricted, 'project_id', sources.project_id,
    'archived_at', sources.archived_at)
  from public.documents
  join public.sources on sources.id = documents.id
  where documents.id = document_json.document_id
$function$;

create or replace function private.document_kind_of (
  word text
)
  returns public.document_kind
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if word is null or word <> all (enum_range(null::public.document_kind)::text[]) then
    raise exception using
      errcode = 'OPINV', message = 'There is no such kind of document', hint = 'invalid_document';
  end if;
  return word::public.document_kind;
end;
$function$;

create or replace function private.document_path (
  organization_id uuid,
  document_id     uuid,
  version         integer,
  file_name       text
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select format('%s/%s/%s/%s', document_path.organization_id, document_path.document_id, document_path.version,
    coalesce(nullif(right(btrim(regexp_replace(
      document_path.file_name, '([^A-Za-z0-9_.-]|\.(?=\.))+', '-', 'g'), '.-'), 100), ''), 'file'))
$function$;

create or replace function private.document_problems (
  organization_id uuid,
  project_id      uuid,
  kind            public.document_kind
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(jsonb_agg(problem.listed order by problem.at desc, problem.id), '[]')
  from (
    select document.id, upload.updated_at as at,
           private.listed_document(document, upload) || jsonb_build_object(
             'status', upload.status, 'code', upload.failure_code, 'reason', upload.failure_reason) as listed
    from public.documents as document
    join public.sources as source on source.id = document.id
    join public.document_versions as upload
      on upload.document_id = document.id and upload.version = document.latest_version
    where document.organization_id = document_problems.organization_id
      and upload.status = 'failed' and source.archived_at is null
      and (document_problems.project_id is null or source.project_id = document_problems.project_id)
      and (document_problems.kind is null or document.kind = document_problems.kind)
    order by upload.updated_at desc, document.id
    limit 100
  ) as problem
$function$;

create or replace function private.document_types()
  returns table (
    content_type text,
    endings      text[]
  )
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  values
    ('application/pdf', null::text[]),
    ('application/vnd.openxmlformats-officedocument.wordprocessingml.document', null),
    ('application/vnd.openxmlformats-officedocument.presentationml.presentation', null),
    ('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', null),
    ('text/csv', null),
    ('text/markdown', null),
    ('text/html', null),
    ('text/plain', null),
    ('message/rfc822', null),
    ('text/vtt', null),
    ('application/x-subrip', null),
    ('application/vnd.ms-excel', array['csv']),
    ('application/octet-stream', array['md', 'markdown', 'csv', 'eml', 'vtt', 'srt'])
$function$;

create or replace function private.get_document_file (
  document_id uuid,
  version     integer default null::integer
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_document public.documents :=
    private.visible_document(private.require_internal_viewer(), get_document_file.document_id);
  v_version public.document_versions;
begin
  if exists (
    select from public.sources where sources.id = v_document.id and sources.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  if get_document_file.version is not null and not exists (
    select from public.document_versions
    where document_versions.document_id = v_document.id
      and document_versions.version = get_document_file.version)
  then
    raise exception using
      errcode = 'OPNFD', message = 'The document has no such version', hint = 'version_not_found';
  end if;

  select document_versions.* into v_version
  from public.document_versions
  where document_versions.document_id = v_document.id
    and document_versions.status <> 'awaiting_upload'
    and (get_document_file.version is null or document_versions.version = get_document_file.version)
    and private.stored_size(document_versions.path) is not null
  order by document_versions.version desc
  limit 1;
  if v_version.document_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'The file is not uploaded yet', hint = 'not_uploaded';
  end if;
  return jsonb_build_object(
    'document_id', v_document.id, 'version', v_version.version, 'bucket', 'documents',
    'path', v_version.path, 'file_name', v_version.file_name);
end;
$function$;

create or replace function private.get_document_inventory (
  project_id uuid                 default null::uuid,
  kind       public.document_kind default null::public.document_kind,
  page_size  integer              default 50,
  cursor     text                 default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_after record := private.read_page_cursor(get_document_inventory.cursor);
  v_page jsonb[];
  v_last jsonb;
begin
  -- One more than the page holds, to know whether another follows.
  v_page := array(
    select private.listed_document(document, upload) || jsonb_build_object(
      'source_id', document.id, 'source_version', source.published_version,
      'indexed_at', upload.indexed_at, 'facts', upload.facts, 'flags', upload.flags,
      'chunks', (select count(*) from public.chunks
                 where chunks.source_id = document.id
                   and chunks.source_version = source.published_version))
    from public.documents as document
    join public.sources as source on source.id = document.id
    join public.document_versions as upload
      on upload.document_id = document.id and upload.version = document.indexed_version
    where document.organization_id = v_viewer.organization_id
      and source.published_version is not null and source.archived_at is null
      and (get_document_inventory.project_id is null or source.project_id = get_document_inventory.project_id)
      and (get_document_inventory.kind is null or document.kind = get_document_inventory.kind)
      and (v_after.id is null or (upload.indexed_at, document.id) < (v_after.at, v_after.id))
    order by upload.indexed_at desc, document.id desc
    limit v_size + 1);
  v_last := v_page[v_size];
  return jsonb_build_object(
    'documents', to_jsonb(v_page[1:v_size]),
    'problems', private.document_problems(v_viewer.organization_id, project_id, kind),
    'counts', private.document_counts(v_viewer.organization_id, project_id, kind),
    'next_cursor', case when cardinality(v_page) > v_size then
      private.page_cursor((v_last ->> 'indexed_at')::timestamptz, (v_last ->> 'document_id')::uuid) end);
end;
$function$;

create or replace function private.is_document_type (
  content_type text,
  file_name    text
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select exists (
    select from private.document_types() as known
    where known.content_type = is_document_type.content_type
      and (known.endings is null or lower(substring(is_document_type.file_name from '\.([^.]+)$')) = any (known.endings)))
$function$;

create or replace function private.job_kinds()
  returns table (
    kind          text,
    function_slug text,
    max_attempts  integer,
    lease_ms      integer
  )
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  values
    ('approval_act', 'approval-act', 10, 60000),
    ('approval_review', 'approval-act', 10, 60000),
    ('task_act', 'task-act', 10, 60000),
    ('task_reconcile', 'task-act', 20, 60000),
    ('calendar_act', 'calendar-act', 10, 60000),
    ('calendar_reconcile', 'calendar-act', 20, 60000),
    ('portfolio_import', 'import-act', 3, 120000),
    ('document_index', 'document-act', 5, 60000)
$function$;

create or replace function private.listed_document (
  document public.documents,
  upload   public.document_versions
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'document_id', document.id, 'title', sources.title, 'kind', document.kind,
    'project', jsonb_build_object('id', projects.id, 'name', projects.name),
    'is_restricted', document.is_restricted, 'version', upload.version, 'file_name', upload.file_name,
    'content_type', upload.content_type, 'size_bytes', upload.size_bytes,
    'uploaded_by', case when people.id is not null then
      jsonb_build_object('id', people.id, 'name', people.name) end,
    'uploaded_at', upload.created_at)
  from public.sources
  join public.projects on projects.id = sources.project_id
  left join public.people on people.id = upload.uploaded_by
  where sources.id = document.id
$function$;

create or replace function private.lock_document (
  viewer      public.people,
  document_id uuid
)
  returns public.documents
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform from public.sources
  where sources.id = lock_document.document_id and sources.organization_id = viewer.organization_id
  for update;
  perform from public.documents
  where documents.id = lock_document.document_id and documents.organization_id = viewer.organization_id
  for update;
  -- Asked after the lock: whoever waited sees what is so now.
  return private.visible_document(viewer, lock_document.document_id);
end;
$function$;

create or replace function private.new_document (
  viewer        public.people,
  project_id    uuid,
  title         text,
  kind          public.document_kind,
  is_restricted boolean
)
  returns public.documents
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_source public.sources;
  v_document public.documents;
begin
  insert into public.sources (organization_id, kind, project_id, title, is_restricted, occurred_at)
  values (viewer.organization_id, 'document', new_document.project_id, new_document.title,
          new_document.is_restricted, now())
  returning * into v_source;
  insert into public.documents (id, organization_id, kind, scope_id, is_restricted, created_by)
  values (v_source.id, v_source.organization_id, new_document.kind, v_source.scope_id, v_source.is_restricted,
          viewer.id)
  returning * into v_document;
  return v_document;
end;
$function$;

create or replace function private.next_document_version (
  viewer      public.people,
  document_id uuid,
  project_id  uuid,
  title       text,
  kind        public.document_kind
)
  returns public.documents
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_document public.documents := private.lock_document(viewer, document_id);
  v_source public.sources;
begin
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.project_id is distinct from next_document_version.project_id then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such document', hint = 'document_not_found';
  elsif v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  elsif coalesce(btrim(next_document_version.title), v_source.title) <> v_source.title
    or coalesce(next_document_version.kind, v_document.kind) <> v_document.kind
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A new version keeps the title and the kind of its document. Change those by themselves',
      hint = 'version_keeps_title';
  end if;
  update public.documents set latest_version = documents.latest_version + 1
  where documents.id = v_document.id
  returning * into v_document;
  return v_document;
end;
$function$;

create or replace function private.rate_limit_of (
  route text
)
  returns integer
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(rate_limit_settings.max_calls, rate_limit_settings.default_calls)
  from private.rate_limit_settings
  where rate_limit_settings.route = rate_limit_of.route
$function$;

create or replace function private.require_open_project (
  viewer     public.people,
  project_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_project public.projects;
begin
  select * into v_project
  from public.projects
  where projects.id = require_open_project.project_id and projects.id = any (private.project_ids_of(viewer))
  for key share;
  if v_project.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif v_project.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived', hint = 'project_archived';
  end if;
end;
$function$;

create or replace function private.require_stored_file (
  version public.document_versions
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_size bigint := private.stored_size(version.path);
begin
  if v_size is null then
    raise exception using
      errcode = 'OPSTA', message = 'The file is not uploaded yet', hint = 'not_uploaded';
  elsif v_size <> version.size_bytes then
    raise exception using
      errcode = 'OPSTA',
      message = 'What was uploaded is not the file that was announced. Upload it anew',
      hint = 'size_differs',
      detail = jsonb_build_object('announced_bytes', version.size_bytes, 'stored_bytes', v_size)::text;
  end if;
end;
$function$;

create or replace function private.restore_document (
  document_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.set_document_archived(restore_document.document_id, false);
end;
$function$;

create or replace function private.set_document_archived (
  document_id uuid,
  is_archived boolean
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_document public.documents := private.lock_document(v_viewer, set_document_archived.document_id);
  v_source public.sources;
begin
  if v_viewer.role not in ('admin', 'lead') and v_document.created_by is distinct from v_viewer.id then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only an admin, a lead or whoever uploaded it can do this',
      hint = 'not_your_document';
  end if;
  update public.sources
  set archived_at = case when set_document_archived.is_archived then now() end
  where sources.id = v_document.id
    and (sources.archived_at is not null) <> set_document_archived.is_archived
  returning * into v_source;
  if v_source.id is not null then
    perform private.record_audit_event(
      v_document.organization_id,
      case when is_archived then 'document.archived' else 'document.restored' end,
      'document', v_document.id, null, jsonb_build_object('title', v_source.title),
      v_source.project_id, null, v_document.is_restricted);
  end if;
  return private.document_json(v_document.id);
end;
$function$;

create or replace function private.set_rate_limit (
  route     text,
  max_calls integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if set_rate_limit.max_calls < 1 or set_rate_limit.max_calls > 10000 then
    raise exception using
      errcode = 'OPINV', message = 'A limit is between 1 and 10000 calls a minute', hint = 'invalid_rate_limit';
  elsif not exists (
    select from private.rate_limit_settings where rate_limit_settings.route = set_rate_limit.route)
  then
    raise exception using
      errcode = 'OPINV', message = 'No route of this name is limited', hint = 'unknown_route';
  end if;
  update private.rate_limit_settings set max_calls = set_rate_limit.max_calls
  where rate_limit_settings.route = set_rate_limit.route
    and rate_limit_settings.max_calls is distinct from set_rate_limit.max_calls;
end;
$function$;

create or replace function private.stored_size (
  path text
)
  returns bigint
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce((objects.metadata ->> 'size')::bigint, -1)
  from storage.objects
  where objects.bucket_id = 'documents' and objects.name = stored_size.path
$function$;

create or replace function private.update_document (
  document_id uuid,
  changes     jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_document public.documents;
  v_source public.sources;
  v_title text;
  v_kind public.document_kind;
  v_before jsonb;
  v_after jsonb;
begin
  perform private.require_changes(changes, array['title', 'kind']);
  if changes ? 'kind' and v_viewer.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPDEN',
      message = 'What kind a document is decides who sees it, so only an admin or a lead can change that',
      hint = 'kind_needs_lead';
  end if;
  v_document := private.lock_document(v_viewer, update_document.document_id);
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  v_title := case when changes ? 'title' then btrim(changes ->> 'title') else v_source.title end;
  v_kind := case when changes ? 'kind' then private.document_kind_of(changes ->> 'kind') else v_document.kind end;
  if coalesce(v_title, '') = '' or char_length(v_title) > 500 or v_title ~ '[[:cntrl:]]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A document needs a title of at most 500 characters, in one line',
      hint = 'invalid_document';
  end if;

  v_before := private.document_json(v_document.id);
  if v_kind not in ('contract', 'sow') and v_kind <> v_document.kind then
    update public.documents set kind = v_kind where documents.id = v_document.id;
  end if;
  if v_title <> v_source.title or v_source.is_restricted <> (v_kind in ('contract', 'sow')) then
    update public.sources set title = v_title, is_restricted = v_kind in ('contract', 'sow')
    where sources.id = v_document.id;
  end if;
  -- Restricted by now, as a contract has to be.
  if v_kind in ('contract', 'sow') and v_kind <> v_document.kind then
    update public.documents set kind = v_kind where documents.id = v_document.id;
  end if;

  v_after := private.document_json(v_document.id);
  if v_after is distinct from v_before then
    -- Restricted before or after: what it was called then is no member's to read.
    perform private.record_audit_event(
      v_document.organization_id, 'document.updated', 'document', v_document.id, v_before, v_after,
      v_source.project_id, null, v_document.is_restricted or v_kind in ('contract', 'sow'));
  end if;
  return v_after;
end;
$function$;

create or replace function private.visible_document (
  viewer      public.people,
  document_id uuid
)
  returns public.documents
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_document public.documents;
begin
  select * into v_document
  from public.documents
  where documents.id = visible_document.document_id
    and documents.organization_id = viewer.organization_id
    and documents.scope_id = any (private.scope_ids_of(viewer));
  if v_document.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such document', hint = 'document_not_found';
  end if;
  return v_document;
end;
$function$;

create or replace function public.archive_document (
  document_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.archive_document(document_id) $function$;

create or replace function public.begin_indexing (
  document_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.begin_indexing(document_id) $function$;

create or replace function public.create_document_upload (
  project_id   uuid,
  file_name    text,
  content_type text,
  size_bytes   bigint,
  title        text                 default null::text,
  kind         public.document_kind default null::public.document_kind,
  document_id  uuid                 default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.create_document_upload(project_id, file_name, content_type, size_bytes, title, kind, document_id)
$function$;

create or replace function public.get_document_file (
  document_id uuid,
  version     integer default null::integer
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_document_file(document_id, version) $function$;

create or replace function public.get_document_inventory (
  project_id uuid                 default null::uuid,
  kind       public.document_kind default null::public.document_kind,
  page_size  integer              default 50,
  cursor     text                 default null::text
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_document_inventory(project_id, kind, page_size, cursor) $function$;

create or replace function public.restore_document (
  document_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.restore_document(document_id) $function$;

create or replace function public.set_rate_limit (
  route     text,
  max_calls integer
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_rate_limit(route, max_calls) $function$;

create or replace function public.update_document (
  document_id uuid,
  changes     jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_document(document_id, changes) $function$;

alter table "private"."staged_chunks"
  add constraint "staged_chunks_version_fkey" foreign key (organization_id, document_id, version)
    references public.document_versions(organization_id, document_id, version) on delete cascade;

alter table "public"."document_versions"
  add constraint "document_versions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

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

create index staged_chunks_version_idx on private.staged_chunks
  using btree (organization_id, document_id, version);

create index document_versions_awaited_idx on public.document_versions
  using btree (uploaded_by, created_at)
  where (status = 'awaiting_upload'::public.document_status);

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

create policy "documents_insert_awaited" on "storage"."objects"
  for insert
  to "authenticated"
  with
    check
    (((bucket_id = 'documents'::text) AND (name = ANY (( SELECT private.awaited_upload_paths() AS
    awaited_upload_paths)::text[]))));

create policy "documents_select_uploaded" on "storage"."objects"
  for select
  to "authenticated"
  using (((bucket_id = 'documents'::text) AND (exists ( select
   from (public.document_versions
     JOIN public.sources on ((sources.id = document_versions.document_id)))
  where
    ((document_versions.path = objects.name) AND (document_versions.status <>
    'awaiting_upload'::public.document_status) AND (sources.archived_at is null))))));

comment on column "private"."rate_limit_settings"."max_calls" is 'What the operator''s environment says; null: the default.';

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

comment on function "private"."awaited_upload_paths"() is 'Paths in the bucket documents to which the caller may upload.';

comment on function "private"."document_kind_of"(text) is 'Raises OPINV (invalid_document).';

comment on function "private"."document_path"(uuid, uuid, integer, text) is
  '<organization>/<document>/<version>/<name, in letters, digits, dots and dashes>.';

comment on function "private"."document_types"() is 'Content types that are read; endings: only for files whose names end so.';

comment on function "private"."lock_document"(public.people, uuid) is 'Raises OPNFD (document_not_found).';

comment on function
  "private"."next_document_version"(public.people, uuid, uuid, text, public.document_kind) is
  'Raises OPNFD · OPSTA · OPINV.';

comment on function "private"."require_stored_file"(public.document_versions) is
  'Raises OPSTA (not_uploaded, size_differs).';

comment on function "private"."set_document_archived"(uuid, boolean) is 'Raises OPAUT · OPDEN · OPNFD.';

comment on function "private"."visible_document"(public.people, uuid) is 'Raises OPNFD (document_not_found).';

comment on function "public"."archive_document"(uuid) is 'Answers the document. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."begin_indexing"(uuid) is 'Answers { document_id, version, status, job_id }. Raises OPAUT · OPDEN · OPLIM · OPNFD · OPSTA.';

comment on function
  "public"."create_document_upload"(uuid, text, text, bigint, text, public.document_kind, uuid) is
  'Answers { document_id, version, bucket, path }: where the caller may now upload the file, once. Raises OPAUT · OPDEN · OPINV · OPBIG · OPNFD · OPSTA.';

comment on function "public"."get_document_file"(uuid, integer) is 'Answers { document_id, version, bucket, path, file_name }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."get_document_inventory"(uuid, public.document_kind, integer, text) is
  'Answers { documents, problems, counts, next_cursor }. Raises OPAUT · OPDEN · OPINV.';

comment on function "public"."restore_document"(uuid) is 'Answers the document. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."set_rate_limit"(text, integer) is 'Sets how many calls of a route a person has per minute; null: the default. Raises OPINV.';

comment on function "public"."update_document"(uuid, jsonb) is 'Answers the document. Changes: title, kind. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on policy "document_versions_select_in_scope"
  on "public"."document_versions" is 'Whoever sees a document sees its uploads.';

comment on policy "documents_select_in_scope" on "public"."documents" is 'Whoever sees a project sees its documents; restricted ones are for admins and leads.';

comment on table "private"."rate_limit_settings" is 'How many calls of a route a person has per minute.';

comment on table "private"."staged_chunks" is 'Pieces of an upload that is being read.';

comment on table "public"."document_versions" is 'Each upload of a document and how far its reading is.';

comment on table "public"."documents" is 'Files of a project. A document is the source with the same id.';

comment on type "public"."document_kind" is 'What a document is; contracts and statements of work are restricted.';

comment on type "public"."document_status" is 'Of one upload. superseded: a later upload took its place before it was read.';

comment on type "public"."indexing_step" is 'extract: fetch, read and split the file. embed: vectors. publish: readers see the new text, all at once.';

revoke all on function "private"."archive_document"(uuid) from public;

grant execute on function "private"."archive_document"(uuid) to "authenticated";

revoke all on function "private"."awaited_upload_paths"() from public;

grant execute on function "private"."awaited_upload_paths"() to "authenticated";

revoke all on function "private"."begin_indexing"(uuid) from public;

grant execute on function "private"."begin_indexing"(uuid) to "authenticated";

revoke all on function "private"."check_upload"(text, text, bigint, text) from public;

revoke all
  on function
    "private"."create_document_upload"(uuid, text, text, bigint, text, public.document_kind, uuid)
  from public;

grant execute
  on function
    "private"."create_document_upload"(uuid, text, text, bigint, text, public.document_kind, uuid)
  to "authenticated";

revoke all on function "private"."document_counts"(uuid, uuid, public.document_kind) from public;

revoke all on function "private"."document_json"(uuid) from public;

revoke all on function "private"."document_kind_of"(text) from public;

revoke all on function "private"."document_path"(uuid, uuid, integer, text) from public;

revoke all on function "private"."document_problems"(uuid, uuid, public.document_kind) from public;

revoke all on function "private"."document_types"() from public;

revoke all on function "private"."get_document_file"(uuid, integer) from public;

grant execute on function "private"."get_document_file"(uuid, integer) to "authenticated";

revoke all
  on function "private"."get_document_inventory"(uuid, public.document_kind, integer, text)
  from public;

grant execute
  on function "private"."get_document_inventory"(uuid, public.document_kind, integer, text)
  to "authenticated";

revoke all on function "private"."is_document_type"(text, text) from public;

revoke all
  on function "private"."listed_document"(public.documents, public.document_versions)
  from public;

revoke all on function "private"."lock_document"(public.people, uuid) from public;

revoke all
  on function "private"."new_document"(public.people, uuid, text, public.document_kind, boolean)
  from public;

revoke all
  on function
    "private"."next_document_version"(public.people, uuid, uuid, text, public.document_kind)
  from public;

revoke all on function "private"."rate_limit_of"(text) from public;

revoke all on function "private"."require_open_project"(public.people, uuid) from public;

revoke all on function "private"."require_stored_file"(public.document_versions) from public;

revoke all on function "private"."restore_document"(uuid) from public;

grant execute on function "private"."restore_document"(uuid) to "authenticated";

revoke all on function "private"."set_document_archived"(uuid, boolean) from public;

revoke all on function "private"."set_rate_limit"(text, integer) from public;

grant execute on function "private"."set_rate_limit"(text, integer) to "service_role";

revoke all on function "private"."stored_size"(text) from public;

revoke all on function "private"."update_document"(uuid, jsonb) from public;

grant execute on function "private"."update_document"(uuid, jsonb) to "authenticated";

revoke all on function "private"."visible_document"(public.people, uuid) from public;

revoke all on function "public"."archive_document"(uuid) from public;

grant execute on function "public"."archive_document"(uuid) to "authenticated";

revoke all on function "public"."begin_indexing"(uuid) from public;

grant execute on function "public"."begin_indexing"(uuid) to "authenticated";

revoke all
  on function
    "public"."create_document_upload"(uuid, text, text, bigint, text, public.document_kind, uuid)
  from public;

grant execute
  on function
    "public"."create_document_upload"(uuid, text, text, bigint, text, public.document_kind, uuid)
  to "authenticated";

revoke all on function "public"."get_document_file"(uuid, integer) from public;

grant execute on function "public"."get_document_file"(uuid, integer) to "authenticated";

revoke all
  on function "public"."get_document_inventory"(uuid, public.document_kind, integer, text)
  from public;

grant execute
  on function "public"."get_document_inventory"(uuid, public.document_kind, integer, text)
  to "authenticated";

revoke all on function "public"."restore_document"(uuid) from public;

grant execute on function "public"."restore_document"(uuid) to "authenticated";

revoke all on function "public"."set_rate_limit"(text, integer) from public;

grant execute on function "public"."set_rate_limit"(text, integer) to "service_role";

revoke all on function "public"."update_document"(uuid, jsonb) from public;

grant execute on function "public"."update_document"(uuid, jsonb) to "authenticated";

grant select on table "public"."document_versions" to "authenticated", "service_role";

grant select on table "public"."documents" to "authenticated", "service_role";
