-- Documents, their indexing, and search.
-- The tables that change here hold few rows so far: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, adding-field-with-default, adding-serial-primary-key-field, require-concurrent-index-creation, disallowed-unique-constraint
set local check_function_bodies = off;

create extension "pg_trgm" schema "extensions";

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

alter table "public"."chunks"
  add column "search_vector" tsvector not null default ''::tsvector;

alter table "public"."sources"
  add column "language" text;

alter table "public"."sources"
  add column "keywords" text;

alter table "public"."sources"
  add column "search_vector" tsvector not null default ''::tsvector;

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

create or replace function private.candidate_chunks (
  scope_ids uuid[],
  filter    jsonb,
  terms     tsquery[],
  weights   real[],
  demanded  tsquery,
  OUT       chunk_ids uuid[],
  OUT       in_pieces real[],
  OUT       total_pieces real
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_most constant integer := 3000;
  v_common constant real := 0.02;
  v_scope_ids uuid[] := array(
    select unnest(scope_ids) intersect select unnest(private.visible_scope_ids()));
  v_shares real[];
  v_found uuid[];
  v_common_terms tsquery[];
  v_term record;
begin
  chunk_ids := '{}';
  in_pieces := array_fill(0::real, array[cardinality(terms)]);
  select count(*) into total_pieces
  from (select from public.chunks where chunks.scope_id = any (v_scope_ids) limit 50000) as counted;

  with sample as materialized (
    select picked.search_vector || ''::tsvector as words
    from unnest(v_scope_ids) as scope (id)
    cross join lateral (
      -- From the middle of each scope, and from its beginning.
      (select chunks.search_vector from public.chunks
       where chunks.scope_id = scope.id and chunks.source_id >= md5(scope.id::text)::uuid
       order by chunks.source_id limit greatest(1, 300 / cardinality(v_scope_ids)))
      union all
      (select chunks.search_vector from public.chunks
       where chunks.scope_id = scope.id
       order by chunks.source_id limit greatest(1, 300 / cardinality(v_scope_ids)))
    ) as picked
    limit 600
  )
  select array_agg(shares.share order by shares.number) into v_shares
  from (
    select given.number, (select avg((sample.words @@ given.term)::integer) from sample)::real as share
    from unnest(terms) with ordinality as given (term, number)
  ) as shares;

  if demanded is not null then
    chunk_ids := private.indexed_chunks(v_scope_ids, filter, demanded, v_most);
  end if;
  for v_term in
    select given.number, given.term, given.weight, coalesce(v_shares[given.number], 0) as share
    from unnest(terms, weights) with ordinality as given (term, weight, number)
    order by coalesce(v_shares[given.number], 0), given.weight desc
  loop
    if v_term.share > v_common then
      in_pieces[v_term.number] := v_term.share * total_pieces;
      if v_term.weight >= 0.5 then
        v_common_terms := v_common_terms || v_term.term;
      end if;
      continue;
    end if;
    v_found := private.indexed_chunks(v_scope_ids, filter, v_term.term, v_most);
    in_pieces[v_term.number] := cardinality(v_found);
    if demanded is null and cardinality(chunk_ids) < v_most then
      chunk_ids := chunk_ids || v_found;
    end if;
  end loop;

  -- Words that many pieces have: those that have the rarest of them together.
  if demanded is null and v_common_terms is not null and cardinality(chunk_ids) < 500 then
    for v_size in reverse least(cardinality(v_common_terms), 4) .. 1 loop
      select string_agg(given.term::text, ' & ')::tsquery as term into v_term
      from unnest(v_common_terms[:v_size]) as given (term);
      chunk_ids := chunk_ids || private.indexed_chunks(v_scope_ids, filter, v_term.term, v_most / 2);
      exit when cardinality(chunk_ids) >= 1000;
    end loop;
  end if;
  chunk_ids := array(
    select distinct listed.id from unnest(chunk_ids) with ordinality as listed (id, number)
    where listed.number <= 2 * v_most)
    || private.titled_chunks(v_scope_ids, terms, weights);
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

create or replace function private.chunk_snippet (
  content   text,
  lexemes   text[],
  weights   real[],
  languages text[],
  OUT       snippet text,
  OUT       highlights jsonb
)
  returns record
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_length constant integer := 240;
  v_separator constant text := '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff0f]';
  v_letter constant text := private.spaceless_letter();
  v_start integer;
  v_end integer;
begin
  with pieces as (
    select matched.parts[1] as before, matched.parts[2] as word, matched.number
    from regexp_matches(
      chunk_snippet.content,
      format('(%s*)(%s|(?:(?!%s)%s)+)', v_separator, v_letter, v_letter,
             overlay(v_separator placing '[^' from 1 for 1)), 'g') with ordinality as matched (parts, number)
  ),
  words as materialized (
    select pieces.word,
      sum(char_length(pieces.before || pieces.word)) over (order by pieces.number)::integer as ends_at
    from pieces
  ),
  worths as (
    select different.word, (
      select max(given.weight)
      from unnest(chunk_snippet.lexemes, chunk_snippet.weights) as given (lexeme, weight)
      where given.lexeme = any (folded.forms)) as worth
    from (select distinct words.word from words) as different
    cross join lateral (
      select array(
        select lower(btrim(private.fold_text(different.word)))
        union
        select unnest(ts_lexize((language || '_stem')::regdictionary, lower(btrim(private.fold_text(different.word)))))
        from unnest(chunk_snippet.languages) as language
      ) as forms
    ) as folded
  ),
  found as materialized (
    select words.ends_at - char_length(words.word) as starts_at, words.ends_at, worths.worth
    from words join worths on worths.word = words.word
    where worths.worth is not null
  ),
  -- Where the most stands together; each word counts once.
  start as (
    select found.starts_at
    from found
    cross join lateral (
      select sum(other.worth) as worth from found as other
      where other.starts_at >= found.starts_at and other.ends_at <= found.starts_at + v_length - 40
    ) as within
    order by within.worth desc, found.starts_at
    limit 1
  ),
  edges as (
    select coalesce(
      (select case when start.starts_at < 60 then 0 else coalesce(
         -- The beginning of a word a little before.
         (select max(words.ends_at - char_length(words.word)) from words where words.ends_at <= start.starts_at - 30),
         start.starts_at) end
       from start), 0) as starts_at
  )
  select edges.starts_at, least(edges.starts_at + v_length, char_length(chunk_snippet.content)),
    (select coalesce(jsonb_agg(jsonb_build_array(found.starts_at - edges.starts_at, found.ends_at - edges.starts_at)
       order by found.starts_at), '[]')
     from found
     where found.starts_at >= edges.starts_at and found.ends_at <= edges.starts_at + v_length)
  into v_start, v_end, highlights
  from edges;
  -- Line by line would not fit: one character for one, so that the places hold.
  snippet := translate(substr(chunk_snippet.content, v_start + 1, v_end - v_start), E'\n\r\t', '   ');
end;
$function$;

create or replace function private.count_terms (
  words    tsvector,
  title    tsvector,
  terms    tsquery[],
  demanded tsquery,
  excluded tsquery
)
  returns table (
    term     integer,
    count    real,
    in_title boolean
  )
  language sql
  immutable
  rows 8
  AS $function$
  select
    given.number::integer,
    case
      when not words @@ given.term then 0
      when numnode(given.term) > 1 then 1
      else least(1 / (1.644934 * greatest(1 - ts_rank('{1,1,1,1}', words, given.term), 0.0001)) - 0.5, 100)
    end::real,
    title @@ given.term
  from unnest(terms) with ordinality as given (term, number)
  where (words @@ given.term or title @@ given.term)
    and (demanded is null or words @@ demanded or title @@ demanded)
    and (excluded is null or not words @@ excluded)
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

create or replace function private.fold_text (
  content text
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_text text := content;
begin
  if octet_length(v_text) <> char_length(v_text) then
    -- Decomposed, so that marks stand alone; composed again, since Korean letters come apart too.
    v_text := normalize(regexp_replace(normalize(v_text, nfkd), '[\u0300-\u036f]', '', 'g'), nfc);
    v_text := regexp_replace(v_text, '(' || private.spaceless_letter() || ')', ' \1 ', 'g');
  end if;
  -- L.C.D. and L_C_D_ are LCD.
  return regexp_replace(v_text, '(?<![A-Za-z0-9])([A-Za-z])[._](?=[A-Za-z](?:[._]|(?![A-Za-z0-9])))', '\1', 'g');
end;
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

create or replace function private.indexed_chunks (
  scope_ids uuid[],
  filter    jsonb,
  term      tsquery,
  most      integer
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_project_id uuid := filter ->> 'project_id';
  v_source_kinds text[] := (select array_agg(kind) from jsonb_array_elements_text(filter -> 'source_kinds') as kind);
  v_from timestamptz := filter ->> 'from';
  v_before timestamptz := filter ->> 'before';
begin
  if coalesce(v_project_id::text, v_source_kinds::text, v_from::text, v_before::text) is null then
    return array(
      select chunks.id from public.chunks
      where chunks.search_vector @@ term and chunks.scope_id = any (indexed_chunks.scope_ids)
      limit most);
  end if;
  return array(
    select chunks.id from public.chunks
    join public.sources on sources.id = chunks.source_id
    where chunks.search_vector @@ term and chunks.scope_id = any (indexed_chunks.scope_ids)
      and (v_project_id is null or sources.project_id = v_project_id)
      and (v_source_kinds is null or sources.kind::text = any (v_source_kinds))
      and (v_from is null or sources.occurred_at >= v_from)
      and (v_before is null or sources.occurred_at < v_before)
    limit most);
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

create or replace function private.most_alike (
  vocabulary text[],
  words      text[]
)
  returns table (
    word         text,
    similar_word text,
    likeness     real
  )
  language plpgsql
  immutable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query
  select asked.word, nearest.word, nearest.likeness
  from unnest(words) as asked (word)
  cross join lateral (
    select known.word, extensions.similarity(known.word, asked.word) as likeness
    from unnest(vocabulary) as known (word)
    where char_length(known.word) >= char_length(asked.word) - 3
      and char_length(known.word) <= char_length(asked.word) + 3
    order by likeness desc, known.word
    limit 3
  ) as nearest
  where char_length(asked.word) >= 4 and asked.word !~ '^[0-9.,:-]+$' and nearest.likeness >= 0.4;
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

create or replace function private.query_demands (
  query text,
  OUT   demanded tsquery,
  OUT   excluded tsquery,
  OUT   words text
)
  returns record
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_query text := regexp_replace(query, '[“”„«»]', '"', 'g');
  v_part text;
begin
  for v_part in select matched[1] from regexp_matches(v_query, '"([^"]+)"', 'g') as matched loop
    demanded := coalesce(demanded && phraseto_tsquery('pg_catalog.simple', private.fold_text(v_part)),
                         phraseto_tsquery('pg_catalog.simple', private.fold_text(v_part)));
  end loop;
  for v_part in select matched[1] from regexp_matches(v_query, '(?:^|\s)-([^\s"-][^\s"]*)', 'g') as matched loop
    excluded := coalesce(excluded || phraseto_tsquery('pg_catalog.simple', private.fold_text(v_part)),
                         phraseto_tsquery('pg_catalog.simple', private.fold_text(v_part)));
  end loop;
  words := private.fold_text(regexp_replace(
    regexp_replace(v_query, '(^|\s)-[^\s"-][^\s"]*', ' ', 'g'), '"', ' ', 'g'));
  demanded := case when numnode(demanded) > 0 then demanded end;
  excluded := case when numnode(excluded) > 0 then excluded end;
end;
$function$;

create or replace function private.query_terms (
  words     text,
  languages text[]
)
  returns table (
    term    tsquery,
    weight  real,
    word    text,
    lexemes text[]
  )
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_asking constant text[] := array[
    'agre', 'decid', 'decis', 'describ', 'disagre', 'discuss', 'explain', 'group', 'idea', 'introduc', 'meet',
    'mention', 'opinion', 'recommend', 'say', 'said', 'summar', 'summari', 'talk', 'team', 'tell', 'think',
    'toward', 'would'];
begin
  return query
  with tokens as materialized (
    select given.lexeme, place.position, given.lexeme ~ private.spaceless_letter() as is_spaceless
    from unnest(to_tsvector('pg_catalog.simple', query_terms.words)) as given
    cross join lateral unnest(given.positions) as place (position)
  ),
  stems as materialized (
    select tokens.lexeme, tokens.position, ts_lexize((language || '_stem')::regdictionary, tokens.lexeme) as made
    from tokens
    cross join unnest(languages) as language
    where not tokens.is_spaceless
  ),
  judged as materialized (
    select
      stems.lexeme, min(stems.position) as position,
      case
        when bool_or(stems.made = '{}') then 0.05
        when 'english' = any (languages)
          and ts_lexize('pg_catalog.english_stem', stems.lexeme) && v_asking then 0.2
        else 1.0
      end as weight,
      coalesce(array_agg(distinct stems.made[1]) filter (where stems.made[1] is not null), '{}') as made
    from stems
    group by stems.lexeme
  ),
  terms as (
    select quote_literal(one.stem)::tsquery as term, max(judged.weight) as weight,
      min(judged.lexeme) as word, min(judged.position) as position, array[one.stem] as lexemes
    from judged cross join lateral unnest(judged.made) as one (stem)
    group by one.stem
    union all
    select quote_literal(judged.lexeme)::tsquery, judged.weight * 0.7, judged.lexeme, judged.position, array[judged.lexeme]
    from judged
    where not exists (select from judged as other where judged.lexeme = any (other.made))
    union all
    select distinct on (tokens.lexeme, following.lexeme)
      case when following.lexeme is not null
        then quote_literal(tokens.lexeme)::tsquery <-> quote_literal(following.lexeme)::tsquery
        else quote_literal(tokens.lexeme)::tsquery end,
      1.0, tokens.lexeme, tokens.position, array_remove(array[tokens.lexeme, following.lexeme], null)
    from tokens
    left join tokens as following on following.position = tokens.position + 1 and following.is_spaceless
    where tokens.is_spaceless
      and (following.lexeme is not null or not exists (
        select from tokens as before where before.position = tokens.position - 1 and before.is_spaceless))
  )
  select terms.term, terms.weight::real, terms.word, terms.lexemes
  from terms
  where terms.weight >= 0.1 or not exists (select from terms as other where other.weight >= 0.1)
  order by terms.weight desc, terms.position, terms.term::text
  limit 24;
end;
$function$;

create or replace function private.rank_by_names (
  scope_ids    uuid[],
  chunk_ids    uuid[],
  is_narrow    boolean,
  total_pieces real,
  filter       jsonb,
  terms        tsquery[],
  weights      real[],
  words        text[],
  matched      integer[],
  excluded     tsquery,
  OUT          ranked_ids uuid[],
  OUT          similar_words text[]
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_unknown text[];
  v_terms tsquery[];
  v_weights real[];
  v_candidates record;
begin
  v_unknown := array(
    select given.word
    from unnest(words) with ordinality as given (word, number)
    group by given.word
    having not bool_or(given.number = any (matched)));
  if v_unknown = '{}' then
    return;
  end if;
  select array_agg(found.similar_word), array_agg(quote_literal(found.similar_word)::tsquery), array_agg(found.likeness)
  into similar_words, v_terms, v_weights
  from private.similar_words(scope_ids, chunk_ids, is_narrow, v_unknown) as found;
  if v_terms is null then
    return;
  end if;
  select v_terms || array_agg(given.term), v_weights || array_agg(given.weight) into v_terms, v_weights
  from unnest(terms, weights) with ordinality as given (term, weight, number)
  where given.number = any (matched);
  if is_narrow then
    ranked_ids := (private.rank_chunks(
      scope_ids, chunk_ids, null, total_pieces, filter, v_terms, v_weights, null, excluded)).ranked_ids;
    return;
  end if;
  v_candidates := private.candidate_chunks(scope_ids, filter, v_terms, v_weights, null);
  ranked_ids := (private.rank_chunks(
    scope_ids, v_candidates.chunk_ids, v_candidates.in_pieces, v_candidates.total_pieces,
    filter, v_terms, v_weights, null, excluded)).ranked_ids;
end;
$function$;

create or replace function private.rank_chunks (
  scope_ids    uuid[],
  chunk_ids    uuid[],
  in_pieces    real[],
  total_pieces real,
  filter       jsonb,
  terms        tsquery[],
  weights      real[],
  demanded     tsquery,
  excluded     tsquery,
  OUT          ranked_ids uuid[],
  OUT          matched integer[]
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_best_limit constant integer := 200;
  v_limit constant integer := 100;
begin
  with hits as materialized (
    select * from private.term_hits(scope_ids, chunk_ids, filter, terms, demanded, excluded)
  ),
  known as materialized (
    select given.number::integer as term, given.query,
      given.weight * ln(1 + (total_pieces + 1 - seen.count + 0.5) / (seen.count + 0.5)) as worth
    from unnest(terms, weights, in_pieces) with ordinality as given (query, weight, in_pieces, number)
    cross join lateral (
      select least(total_pieces, coalesce(
        given.in_pieces, (select count(*) from hits where hits.term = given.number and hits.count > 0))) as count
    ) as seen
  ),
  usual as materialized (
    select avg(sizes.size) as size from (select distinct hits.chunk_id, hits.size from hits) as sizes
  ),
  best as materialized (
    select hits.chunk_id, hits.source_id, hits.source_version, hits.place,
      sum(known.worth * (
        2.2 * hits.count / (hits.count + 0.3 + 0.9 * hits.size / usual.size)
        + case when hits.in_title then 1 else 0 end)) as score
    from hits
    join known on known.term = hits.term
    cross join usual
    group by hits.chunk_id, hits.source_id, hits.source_version, hits.place
    -- What only the title tells is told of the beginning.
    having bool_or(hits.count > 0) or hits.place = 0
    order by score desc, hits.source_id, hits.place
    limit v_best_limit
  ),
  neighbours as materialized (
    select chunks.source_id, chunks.position as place, found.term, found.count
    from (
      select distinct best.source_id, best.source_version, best.place + step as place
      from best, generate_series(-3, 3) as step
    ) as near
    join public.chunks
      on chunks.source_id = near.source_id and chunks.source_version = near.source_version
      and chunks.position = near.place
    cross join lateral private.count_terms(
      chunks.search_vector || ''::tsvector, ''::tsvector, terms, null, null) as found
  ),
  around as (
    select by_term.chunk_id, sum(by_term.worth * by_term.count / (by_term.count + 4)) as score
    from (
      select best.chunk_id, known.term, known.worth,
        sum(neighbours.count * (1 - abs(neighbours.place - best.place) / 4.0)) as count
      from best
      join neighbours on neighbours.source_id = best.source_id
        and neighbours.place >= best.place - 3 and neighbours.place <= best.place + 3
      join known on known.term = neighbours.term
      group by best.chunk_id, known.term, known.worth
    ) as by_term
    group by by_term.chunk_id
  ),
  -- The share of a source's pieces that have a term.
  sources as (
    select by_term.source_id, sum(by_term.worth * by_term.share / (by_term.share + 0.1)) as score
    from (
      select sizes.source_id, known.term, known.worth, count(*) / sizes.pieces::real as share
      from (
        select distinct on (best.source_id) best.source_id, last.position + 1 as pieces
        from best
        cross join lateral (
          select chunks.position
          from public.chunks
          where chunks.source_id = best.source_id and chunks.source_version = best.source_version
          order by chunks.position desc
          limit 1
        ) as last
      ) as sizes
      join hits on hits.source_id = sizes.source_id and hits.count > 0
      join known on known.term = hits.term
      group by sizes.source_id, sizes.pieces, known.term, known.worth
    ) as by_term
    group by by_term.source_id
  ),
  scored as materialized (
    select best.chunk_id, best.source_id, best.place,
      best.score + 2 * coalesce(around.score, 0) + coalesce(sources.score, 0) as score
    from best
    left join around on around.chunk_id = best.chunk_id
    left join sources on sources.source_id = best.source_id
  ),
  ranked as (
    select scored.chunk_id, row_number() over (
      order by scored.score * case when beside.is_better then 0.6 else 1 end desc, scored.source_id, scored.place
    ) as number
    from scored
    cross join lateral (
      select exists (
        select from scored as other
        where other.source_id = scored.source_id and abs(other.place - scored.place) = 1
          and other.score > scored.score) as is_better
    ) as beside
  )
  select
    (select array_agg(ranked.chunk_id order by ranked.number) from ranked where ranked.number <= v_limit),
    (select array_agg(distinct hits.term) from hits)
  into ranked_ids, matched;
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

create or replace function private.search_vector (
  content  text,
  language text
)
  returns tsvector
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  -- A tsvector holds a megabyte; pieces are a thousand characters.
  v_text text := private.fold_text(left(content, 50000));
begin
  return to_tsvector('pg_catalog.simple'::regconfig, v_text)
    || to_tsvector(private.stemmed_language(language)::regconfig, v_text);
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

create or replace function private.similar_words (
  scope_ids uuid[],
  chunk_ids uuid[],
  is_narrow boolean,
  words     text[]
)
  returns table (
    word         text,
    similar_word text,
    likeness     real
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope text := format('scope_id = any (%L::uuid[])', scope_ids);
begin
  return query
  select nearest.word, nearest.similar_word, nearest.likeness
  from private.most_alike(
    array(
      select known.word
      from ts_stat(
        'select search_vector from public.sources where ' || v_scope
        || case
          when chunk_ids is not null
            then format(' union all select search_vector from public.chunks where id = any (%L::uuid[])', chunk_ids)
          when is_narrow then ' union all select search_vector from public.chunks where ' || v_scope
          else ''
        end
      ) as known
      where char_length(known.word) >= 3
    ),
    words) as nearest;
end;
$function$;

create or replace function private.spaceless_letter()
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select '[\u0e00-\u0e30\u0e32-\u0e33\u0e40-\u0e46\u0e80-\u0eb0\u0eb2-\u0eb3\u0ec0-\u0ec6\u1000-\u102a\u1780-\u17b3'
    || '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]'
    || '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3\u3099\u309a]*'
$function$;

create or replace function private.stemmed_language (
  language text
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(
    (select known.name
     from (values
       ('ar', 'arabic'), ('ca', 'catalan'), ('da', 'danish'), ('de', 'german'), ('el', 'greek'), ('es', 'spanish'),
       ('eu', 'basque'), ('fi', 'finnish'), ('fr', 'french'), ('ga', 'irish'), ('hi', 'hindi'), ('hu', 'hungarian'),
       ('hy', 'armenian'), ('id', 'indonesian'), ('it', 'italian'), ('lt', 'lithuanian'), ('ne', 'nepali'),
       ('nb', 'norwegian'), ('nl', 'dutch'), ('nn', 'norwegian'), ('no', 'norwegian'), ('pt', 'portuguese'),
       ('ro', 'romanian'), ('ru', 'russian'), ('sr', 'serbian'), ('sv', 'swedish'), ('ta', 'tamil'),
       ('tr', 'turkish'), ('yi', 'yiddish')
     ) as known (code, name)
     where known.code = stemmed_language.language),
    'english')
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

create or replace function private.term_hits (
  scope_ids uuid[],
  chunk_ids uuid[],
  filter    jsonb,
  terms     tsquery[],
  demanded  tsquery,
  excluded  tsquery
)
  returns table (
    chunk_id       uuid,
    source_id      uuid,
    source_version integer,
    place          integer,
    size           integer,
    term           integer,
    count          real,
    in_title       boolean
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_project_id uuid := filter ->> 'project_id';
  v_source_kinds text[] := (select array_agg(kind) from jsonb_array_elements_text(filter -> 'source_kinds') as kind);
  v_from timestamptz := filter ->> 'from';
  v_before timestamptz := filter ->> 'before';
begin
  if chunk_ids is null then
    return query
    select pieces.id, pieces.source_id, pieces.source_version, pieces.position, pieces.size,
      found.term, found.count, found.in_title
    from (
      -- Joined to nothing, so that the text is unpacked once per piece and not once per term.
      select chunks.id, chunks.source_id, chunks.source_version, chunks.position,
        octet_length(chunks.content) as size,
        chunks.search_vector || ''::tsvector as words, sources.search_vector || ''::tsvector as title
      from public.sources
      join public.chunks
        on chunks.source_id = sources.id and chunks.source_version = sources.published_version
        and chunks.scope_id = any (term_hits.scope_ids)
      where sources.scope_id = any (term_hits.scope_ids)
        and sources.project_id is not null and sources.archived_at is null
        and (v_project_id is null or sources.project_id = v_project_id)
        and (v_source_kinds is null or sources.kind::text = any (v_source_kinds))
        and (v_from is null or sources.occurred_at >= v_from)
        and (v_before is null or sources.occurred_at < v_before)
      offset 0
    ) as pieces
    cross join lateral private.count_terms(
      pieces.words, pieces.title, term_hits.terms, term_hits.demanded, term_hits.excluded) as found;
  else
    return query
    select pieces.id, pieces.source_id, pieces.source_version, pieces.position, pieces.size,
      found.term, found.count, found.in_title
    from (
      select chunks.id, chunks.source_id, chunks.source_version, chunks.position,
        octet_length(chunks.content) as size,
        chunks.search_vector || ''::tsvector as words, sources.search_vector || ''::tsvector as title
      from public.chunks
      join public.sources
        on sources.id = chunks.source_id and sources.published_version = chunks.source_version
      where chunks.id = any (term_hits.chunk_ids)
        and chunks.scope_id = any (term_hits.scope_ids)
        and sources.scope_id = any (term_hits.scope_ids)
        and sources.project_id is not null and sources.archived_at is null
        and (v_project_id is null or sources.project_id = v_project_id)
        and (v_source_kinds is null or sources.kind::text = any (v_source_kinds))
        and (v_from is null or sources.occurred_at >= v_from)
        and (v_before is null or sources.occurred_at < v_before)
      offset 0
    ) as pieces
    cross join lateral private.count_terms(
      pieces.words, pieces.title, term_hits.terms, term_hits.demanded, term_hits.excluded) as found;
  end if;
end;
$function$;

create or replace function private.tg_chunks__index_words()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_language text := (select sources.language from public.sources where sources.id = new.source_id);
begin
  -- What it stands under counts beside what it says.
  new.search_vector := setweight(
      private.search_vector(concat_ws(E'\n', new.location ->> 'heading', new.location ->> 'speaker'), v_language), 'A')
    || private.search_vector(new.content, v_language);
  return new;
end;
$function$;

create or replace function private.tg_sources__index_words()
  returns trigger
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  new.search_vector := setweight(private.search_vector(new.title, new.language), 'A')
    || private.search_vector(coalesce(new.keywords, ''), new.language);
  return new;
end;
$function$;

create or replace function private.tg_sources__reindex_chunks()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if private.stemmed_language(new.language) <> private.stemmed_language(old.language) then
    update public.chunks set content = chunks.content where chunks.source_id = new.id;
  end if;
  return null;
end;
$function$;

create or replace function private.titled_chunks (
  scope_ids uuid[],
  terms     tsquery[],
  weights   real[]
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_any tsquery := (
    select string_agg(given.term::text, ' | ')::tsquery
    from unnest(terms, weights) as given (term, weight) where given.weight >= 0.5);
begin
  return array(
    select chunks.id
    from (
      select sources.id, sources.published_version
      from public.sources
      where sources.search_vector @@ v_any and sources.scope_id = any (titled_chunks.scope_ids)
        and sources.archived_at is null
      order by ts_rank(sources.search_vector, v_any) desc, sources.id
      limit 50
    ) as titled
    join public.chunks
      on chunks.source_id = titled.id and chunks.source_version = titled.published_version
    where chunks.position = 0);
end;
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

create or replace function public.search_chunks (
  query           text,
  project_id      uuid                 default null::uuid,
  source_kinds    public.source_kind[] default null::public.source_kind[],
  source_id       uuid                 default null::uuid,
  occurred_from   date                 default null::date,
  occurred_to     date                 default null::date,
  result_limit    integer              default 10,
  as_person_id    uuid                 default null::uuid,
  query_embedding real[]               default null::real[],
  embedding_model text                 default null::text
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_few constant integer := 5000;
  v_scope record;
  v_scope_ids uuid[];
  v_zone text;
  v_from timestamptz;
  v_before timestamptz;
  v_filter jsonb;
  v_languages text[];
  v_asked record;
  v_terms tsquery[];
  v_weights real[];
  v_words text[];
  v_is_narrow boolean;
  v_total integer;
  v_ids uuid[];
  v_candidates record;
  v_ranked record;
  v_by_words uuid[];
  v_by_names uuid[];
  v_similar_words text[];
  v_lexemes text[];
  v_lexeme_weights real[];
  v_nearest uuid[];
  v_results jsonb;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  if query is null or btrim(query) = '' or char_length(query) > 500 then
    raise exception using
      errcode = 'OPINV', message = 'Ask with 1 to 500 characters', hint = 'invalid_query';
  elsif result_limit is null or result_limit < 1 or result_limit > 50 then
    raise exception using
      errcode = 'OPINV', message = 'limit is a number from 1 to 50', hint = 'limit_out_of_range';
  end if;
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;
  v_scope_ids := v_scope.project_ids;
  if project_id is not null then
    if project_id <> all (v_scope_ids) then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
    end if;
    v_scope_ids := array[project_id];
  end if;
  if v_scope.sees_restricted then
    v_scope_ids := v_scope_ids || (v_scope.viewer).organization_id;
  end if;

  select organizations.time_zone into v_zone
  from public.organizations where organizations.id = (v_scope.viewer).organization_id;
  -- Within the days that can be stored, so that no sum of days leaves its type.
  v_from := case when occurred_from > date '0001-01-01' then occurred_from::timestamp at time zone v_zone end;
  v_before := case when occurred_to < date '9999-12-31' then (occurred_to + 1)::timestamp at time zone v_zone end;
  v_filter := jsonb_strip_nulls(jsonb_build_object(
    'project_id', project_id, 'source_kinds', source_kinds, 'from', v_from, 'before', v_before));

  if source_id is not null then
    select array_agg(chunks.id) into v_ids
    from public.sources
    left join public.chunks
      on chunks.source_id = sources.id and chunks.source_version = sources.published_version
    where sources.id = search_chunks.source_id and sources.scope_id = any (v_scope_ids)
    having count(*) > 0;
    if v_ids is null then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such source', hint = 'source_not_found';
    end if;
    v_total := cardinality(v_ids);
  else
    select count(*) into v_total
    from (select from public.chunks where chunks.scope_id = any (v_scope_ids) limit v_few + 1) as counted;
  end if;

  select coalesce(array_agg(distinct private.stemmed_language(known.language)), '{english}') into v_languages
  from (
    select distinct sources.language from public.sources where sources.scope_id = any (v_scope_ids)
  ) as known;
  v_asked := private.query_demands(query);
  select array_agg(term), array_agg(weight), array_agg(word) into v_terms, v_weights, v_words
  from private.query_terms(v_asked.words, v_languages);
  v_is_narrow := source_id is not null or v_total <= v_few;

  if v_terms is not null then
    if not v_is_narrow then
      v_candidates := private.candidate_chunks(v_scope_ids, v_filter, v_terms, v_weights, v_asked.demanded);
      v_ranked := private.rank_chunks(v_scope_ids, v_candidates.chunk_ids, v_candidates.in_pieces,
        v_candidates.total_pieces, v_filter, v_terms, v_weights, v_asked.demanded, v_asked.excluded);
    else
      v_ranked := private.rank_chunks(v_scope_ids, v_ids, null, v_total, v_filter, v_terms, v_weights,
        v_asked.demanded, v_asked.excluded);
    end if;
    v_by_words := v_ranked.ranked_ids;
    if v_asked.demanded is null then
      select found.ranked_ids, found.similar_words into v_by_names, v_similar_words
      from private.rank_by_names(v_scope_ids, v_ids, v_is_narrow, v_total, v_filter, v_terms, v_weights,
        v_words, coalesce(v_ranked.matched, '{}'), v_asked.excluded) as found;
    end if;
  end if;
  if query_embedding is not null and v_asked.demanded is null
    and to_regprocedure('private.nearest_chunks(real[], text, uuid[], integer, uuid, public.source_kind[], uuid, timestamptz, timestamptz)') is not null
  then
    execute 'select array_agg(chunk_id order by place) from private.nearest_chunks($1, $2, $3, 100, $4, $5, $6, $7, $8)'
      into v_nearest
      using query_embedding, embedding_model, v_scope_ids, project_id, source_kinds, source_id, v_from, v_before;
  end if;

  select array_agg(shown.lexeme), array_agg(shown.weight) into v_lexemes, v_lexeme_weights
  from (
    select lexeme, given.weight
    from private.query_terms(v_asked.words, v_languages) as given
    cross join lateral unnest(given.lexemes) as lexeme
    union all
    select given.word, 1 from unnest(v_similar_words) as given (word)
  ) as shown;

  with legs as (
    select given.id, given.place from unnest(v_by_words) with ordinality as given (id, place)
    union all
    select given.id, given.place from unnest(v_by_names) with ordinality as given (id, place)
    union all
    select given.id, given.place from unnest(v_nearest) with ordinality as given (id, place)
  ),
  fused as (
    select legs.id, sum(1.0 / (60 + legs.place)) as score, min(legs.place) as best
    from legs
    group by legs.id
  ),
  -- Whatever a leg named is read once more as the caller.
  shown as (
    select chunks.id, chunks.content, chunks.location, sources.id as source_id, sources.kind,
      sources.project_id, sources.title, sources.occurred_at,
      row_number() over (order by fused.score desc, fused.best, chunks.id) as rank
    from fused
    join public.chunks on chunks.id = fused.id
    join public.sources
      on sources.id = chunks.source_id and sources.published_version = chunks.source_version
    where chunks.scope_id = any (v_scope_ids) and sources.project_id is not null and sources.archived_at is null
    order by rank
    limit result_limit
  )
  select coalesce(jsonb_agg(
      jsonb_build_object(
        'chunk_id', shown.id,
        'source_id', shown.source_id,
        'source_kind', shown.kind,
        'project_id', shown.project_id,
        'title', shown.title,
        'snippet', cut.snippet,
        'highlights', cut.highlights,
        'location', shown.location,
        'occurred_at', shown.occurred_at,
        'rank', shown.rank)
      || case when shown.kind = 'document' then jsonb_build_object('document_id', shown.source_id) else '{}' end
      order by shown.rank), '[]')
  into v_results
  from shown
  cross join lateral private.chunk_snippet(
    shown.content,
    v_lexemes, v_lexeme_weights, v_languages) as cut;

  return jsonb_build_object(
    'results', v_results, 'mode', case when v_nearest is not null then 'hybrid' else 'lexical' end);
end;
$function$;

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
  add constraint "keywords_are_bounded" check ((char_length(keywords) <= 10000));

alter table "public"."sources"
  add constraint "language_is_code" check ((language ~ '^[a-z]{2}$'::text));

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

create index chunks_search_vector_idx on public.chunks using gin (search_vector)
  with (fastupdate=off);

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

create index sources_search_vector_idx on public.sources using gin (search_vector);

create trigger tg_chunks__index_words
  before insert or update of content, location on public.chunks
  for each row
  execute function private.tg_chunks__index_words();

create trigger tg_document_versions__touch
  before update on public.document_versions
  for each row
  execute function private.tg_touch();

create trigger tg_documents__touch
  before update on public.documents
  for each row
  execute function private.tg_touch();

create trigger tg_sources__index_words
  before insert or update of title, keywords, language on public.sources
  for each row
  execute function private.tg_sources__index_words();

create trigger tg_sources__reindex_chunks
  after update of language on public.sources
  for each row
  execute function private.tg_sources__reindex_chunks();

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

comment on column "public"."chunks"."search_vector" is 'Its words, as they stand and as stems; kept by a trigger.';

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

comment on column "public"."sources"."keywords" is 'Who took part and what it is about, beside the title; for search.';

comment on column "public"."sources"."language" is 'ISO 639-1, as reading found it: how its words are stemmed. Null counts as English.';

comment on column "public"."sources"."search_vector" is 'Words of title and keywords; kept by a trigger.';

comment on extension "pg_trgm" is 'text similarity measurement and index searching based on trigrams';

comment on function "private"."awaited_upload_paths"() is 'Paths in the bucket documents to which the caller may upload.';

comment on function "private"."document_kind_of"(text) is 'Raises OPINV (invalid_document).';

comment on function "private"."document_path"(uuid, uuid, integer, text) is
  '<organization>/<document>/<version>/<name, in letters, digits, dots and dashes>.';

comment on function "private"."document_types"() is 'Content types that are read; endings: only for files whose names end so.';

comment on function "private"."fold_text"(text) is 'The text as search compares it.';

comment on function "private"."lock_document"(public.people, uuid) is 'Raises OPNFD (document_not_found).';

comment on function
  "private"."next_document_version"(public.people, uuid, uuid, text, public.document_kind) is
  'Raises OPNFD · OPSTA · OPINV.';

comment on function "private"."require_stored_file"(public.document_versions) is
  'Raises OPSTA (not_uploaded, size_differs).';

comment on function "private"."search_vector"(text, text) is 'Lexemes of a text in a language (ISO 639-1).';

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

comment on function
  "public"."search_chunks"(text, uuid, public.source_kind[], uuid, date, date, integer, uuid,
  real[], text) is 'Answers { results, mode }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

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

revoke all
  on function
    "extensions"."gin_extract_query_trgm"(text, internal, smallint, internal, internal, internal,
    internal)
  from public;

revoke all on function "extensions"."gin_extract_value_trgm"(text, internal) from public;

revoke all
  on function
    "extensions"."gin_trgm_consistent"(internal, smallint, text, integer, internal, internal,
    internal, internal)
  from public;

revoke all
  on function
    "extensions"."gin_trgm_triconsistent"(internal, smallint, text, integer, internal, internal,
    internal)
  from public;

revoke all on function "extensions"."gtrgm_compress"(internal) from public;

revoke all
  on function "extensions"."gtrgm_consistent"(internal, text, smallint, oid, internal)
  from public;

revoke all on function "extensions"."gtrgm_decompress"(internal) from public;

revoke all
  on function "extensions"."gtrgm_distance"(internal, text, smallint, oid, internal)
  from public;

revoke all on function "extensions"."gtrgm_in"(cstring) from public;

revoke all on function "extensions"."gtrgm_options"(internal) from public;

revoke all on function "extensions"."gtrgm_out"(extensions.gtrgm) from public;

revoke all on function "extensions"."gtrgm_penalty"(internal, internal, internal) from public;

revoke all on function "extensions"."gtrgm_picksplit"(internal, internal) from public;

revoke all
  on function "extensions"."gtrgm_same"(extensions.gtrgm, extensions.gtrgm, internal)
  from public;

revoke all on function "extensions"."gtrgm_union"(internal, internal) from public;

revoke all on function "extensions"."set_limit"(real) from public;

revoke all on function "extensions"."show_limit"() from public;

revoke all on function "extensions"."show_trgm"(text) from public;

revoke all on function "extensions"."similarity"(text, text) from public;

revoke all on function "extensions"."similarity_dist"(text, text) from public;

revoke all on function "extensions"."similarity_op"(text, text) from public;

revoke all on function "extensions"."strict_word_similarity"(text, text) from public;

revoke all on function "extensions"."strict_word_similarity_commutator_op"(text, text) from public;

revoke all
  on function "extensions"."strict_word_similarity_dist_commutator_op"(text, text)
  from public;

revoke all on function "extensions"."strict_word_similarity_dist_op"(text, text) from public;

revoke all on function "extensions"."strict_word_similarity_op"(text, text) from public;

revoke all on function "extensions"."word_similarity"(text, text) from public;

revoke all on function "extensions"."word_similarity_commutator_op"(text, text) from public;

revoke all on function "extensions"."word_similarity_dist_commutator_op"(text, text) from public;

revoke all on function "extensions"."word_similarity_dist_op"(text, text) from public;

revoke all on function "extensions"."word_similarity_op"(text, text) from public;

revoke all on function "private"."archive_document"(uuid) from public;

grant execute on function "private"."archive_document"(uuid) to "authenticated";

revoke all on function "private"."awaited_upload_paths"() from public;

grant execute on function "private"."awaited_upload_paths"() to "authenticated";

revoke all on function "private"."begin_indexing"(uuid) from public;

grant execute on function "private"."begin_indexing"(uuid) to "authenticated";

revoke all
  on function "private"."candidate_chunks"(uuid[], jsonb, tsquery[], real[], tsquery)
  from public;

grant execute
  on function "private"."candidate_chunks"(uuid[], jsonb, tsquery[], real[], tsquery)
  to "authenticated";

revoke all on function "private"."check_upload"(text, text, bigint, text) from public;

revoke all on function "private"."chunk_snippet"(text, text[], real[], text[]) from public;

grant execute on function "private"."chunk_snippet"(text, text[], real[], text[]) to "authenticated";

revoke all
  on function "private"."count_terms"(tsvector, tsvector, tsquery[], tsquery, tsquery)
  from public;

grant execute
  on function "private"."count_terms"(tsvector, tsvector, tsquery[], tsquery, tsquery)
  to "authenticated";

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

revoke all on function "private"."fold_text"(text) from public;

grant execute on function "private"."fold_text"(text) to "authenticated";

revoke all on function "private"."get_document_file"(uuid, integer) from public;

grant execute on function "private"."get_document_file"(uuid, integer) to "authenticated";

revoke all
  on function "private"."get_document_inventory"(uuid, public.document_kind, integer, text)
  from public;

grant execute
  on function "private"."get_document_inventory"(uuid, public.document_kind, integer, text)
  to "authenticated";

revoke all on function "private"."indexed_chunks"(uuid[], jsonb, tsquery, integer) from public;

revoke all on function "private"."is_document_type"(text, text) from public;

revoke all
  on function "private"."listed_document"(public.documents, public.document_versions)
  from public;

revoke all on function "private"."lock_document"(public.people, uuid) from public;

revoke all on function "private"."most_alike"(text[], text[]) from public;

grant execute on function "private"."most_alike"(text[], text[]) to "authenticated";

revoke all
  on function "private"."new_document"(public.people, uuid, text, public.document_kind, boolean)
  from public;

revoke all
  on function
    "private"."next_document_version"(public.people, uuid, uuid, text, public.document_kind)
  from public;

revoke all on function "private"."query_demands"(text) from public;

grant execute on function "private"."query_demands"(text) to "authenticated";

revoke all on function "private"."query_terms"(text, text[]) from public;

grant execute on function "private"."query_terms"(text, text[]) to "authenticated";

revoke all
  on function
    "private"."rank_by_names"(uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[],
    integer[], tsquery)
  from public;

grant execute
  on function
    "private"."rank_by_names"(uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[],
    integer[], tsquery)
  to "authenticated";

revoke all
  on function
    "private"."rank_chunks"(uuid[], uuid[], real[], real, jsonb, tsquery[], real[], tsquery,
    tsquery)
  from public;

grant execute
  on function
    "private"."rank_chunks"(uuid[], uuid[], real[], real, jsonb, tsquery[], real[], tsquery,
    tsquery)
  to "authenticated";

revoke all on function "private"."rate_limit_of"(text) from public;

revoke all on function "private"."require_open_project"(public.people, uuid) from public;

revoke all on function "private"."require_stored_file"(public.document_versions) from public;

revoke all on function "private"."restore_document"(uuid) from public;

grant execute on function "private"."restore_document"(uuid) to "authenticated";

revoke all on function "private"."search_vector"(text, text) from public;

revoke all on function "private"."set_document_archived"(uuid, boolean) from public;

revoke all on function "private"."set_rate_limit"(text, integer) from public;

grant execute on function "private"."set_rate_limit"(text, integer) to "service_role";

revoke all on function "private"."similar_words"(uuid[], uuid[], boolean, text[]) from public;

grant execute
  on function "private"."similar_words"(uuid[], uuid[], boolean, text[])
  to "authenticated";

revoke all on function "private"."spaceless_letter"() from public;

grant execute on function "private"."spaceless_letter"() to "authenticated";

revoke all on function "private"."stemmed_language"(text) from public;

grant execute on function "private"."stemmed_language"(text) to "authenticated";

revoke all on function "private"."stored_size"(text) from public;

revoke all
  on function "private"."term_hits"(uuid[], uuid[], jsonb, tsquery[], tsquery, tsquery)
  from public;

grant execute
  on function "private"."term_hits"(uuid[], uuid[], jsonb, tsquery[], tsquery, tsquery)
  to "authenticated";

revoke all on function "private"."tg_chunks__index_words"() from public;

revoke all on function "private"."tg_sources__index_words"() from public;

revoke all on function "private"."tg_sources__reindex_chunks"() from public;

revoke all on function "private"."titled_chunks"(uuid[], tsquery[], real[]) from public;

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

revoke all
  on function
    "public"."search_chunks"(text, uuid, public.source_kind[], uuid, date, date, integer, uuid,
    real[], text)
  from public;

grant execute
  on function
    "public"."search_chunks"(text, uuid, public.source_kind[], uuid, date, date, integer, uuid,
    real[], text)
  to "authenticated";

revoke all on function "public"."set_rate_limit"(text, integer) from public;

grant execute on function "public"."set_rate_limit"(text, integer) to "service_role";

revoke all on function "public"."update_document"(uuid, jsonb) from public;

grant execute on function "public"."update_document"(uuid, jsonb) to "authenticated";

grant select on table "public"."document_versions" to "authenticated", "service_role";

grant select on table "public"."documents" to "authenticated", "service_role";
