-- Documents, their indexing, and search.
-- The tables that change here hold few rows so far: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, adding-field-with-default, adding-serial-primary-key-field, require-concurrent-index-creation, disallowed-unique-constraint
set local check_function_bodies = off;

drop index "private"."jobs_organization_id_died_at_idx";

drop index "public"."sources_scope_id_idx";

drop function "private"."take_jobs"(text[], text, integer, integer);

drop function "public"."take_jobs"(text[], text, integer, integer);

create extension "pg_trgm" schema "extensions";

create table "private"."embedding_models" (
  "slot"       smallint                 not null,
  "name"       text                     not null,
  "version"    text                     not null,
  "dimensions" integer                  not null default 384,
  "created_at" timestamp with time zone not null default now(),
  "live_since" timestamp with time zone,
  "retired_at" timestamp with time zone,
  "skipped_at" timestamp with time zone,
  constraint "embedding_models_pkey" primary key (slot),
  constraint "embedding_models_slot_name_version_key" unique (slot, name, version),
  constraint "name_is_present" check (((btrim(name) <> ''::text) AND (char_length(name) <= 200))),
  constraint "two_slots" check (((slot >= 1) AND (slot <= 2))),
  constraint "vectors_have_one_length" check ((dimensions = 384)),
  constraint "version_is_present"
    check (((btrim(version) <> ''::text) AND (char_length(version) <= 60)))
);

alter table "private"."embedding_models"
  enable row level security;

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
  "organization_id"   uuid    not null,
  "document_id"       uuid    not null,
  "version"           integer not null,
  "position"          integer not null,
  "content"           text    not null,
  "location"          jsonb   not null default '{}'::jsonb,
  "embedding"         real[],
  "embedding_model"   text,
  "embedding_version" text,
  constraint "content_is_present" check ((btrim(content) <> ''::text)),
  constraint "embedding_has_model" check (((embedding IS NULL) = (embedding_model IS NULL))),
  constraint "embedding_model_has_version"
    check (((embedding_model IS NULL) = (embedding_version IS NULL))),
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

alter table "private"."embedding_models"
  add column "label" text generated always as (((name || '@'::text) || version)) stored not null;

alter table "public"."chunks"
  add column "search_vector" tsvector not null default ''::tsvector;

alter table "public"."sources"
  add column "language" text;

alter table "public"."sources"
  add column "keywords" text;

alter table "public"."sources"
  add column "search_vector" tsvector not null default ''::tsvector;

create type "private"."embedding_model_state" as enum (
  'filling',
  'live',
  'retired'
);

alter table "private"."embedding_models"
  add column "state" private.embedding_model_state
    not null default 'filling'::private.embedding_model_state;

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

alter type "public"."finding_subject" add value 'document' after 'job';
set local check_function_bodies = off;

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
      and document_versions.created_at > now() - private.upload_patience()
      and document_versions.scope_id = any (private.scope_ids_of(v_viewer))
      and sources.archived_at is null
  );
end;
$function$;

create or replace function private.begin_execution (
  job      private.jobs,
  approval public.approvals
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
  v_reasons jsonb := '[]';
begin
  if approval.execution_job_id is distinct from job.id
    or approval.status not in ('approved', 'failed', 'executing')
  then
    perform private.delete_job(job.id);
    return null;
  end if;

  -- Of a try before this one that did not end, what it may have done is found by the marker. One that has called
  -- nobody is asked what a first one is: hours may lie between them.
  if approval.status <> 'executing' or approval.vendor_called_at is null then
    v_reasons := private.undecided_reasons(approval);
  end if;
  if v_reasons <> '[]' and approval.status = 'executing' then
    perform private.end_execution(approval, job, 'failed', error => v_reasons #>> '{0,message}');
    return null;
  elsif v_reasons <> '[]' then
    perform private.lapse_approval(approval, job, v_reasons);
    return null;
  elsif approval.status = 'executing' then
    update public.approvals set execution_attempt = job.attempt
    where approvals.id = approval.id
    returning * into v_approval;
  else
    v_approval := private.set_executing(job, approval);
  end if;
  perform private.record_approval_event(v_approval, 'execution_started', job => job);
  return v_approval;
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

  v_version := private.upload_to_read(v_document.id);
  if v_version.status in ('queued', 'indexing') is not true then
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

  -- Looked for first: enqueueing waits for whoever is ending the job, and they wait for the document.
  select jobs.id into v_job_id
  from private.jobs
  where jobs.kind = 'document_index' and jobs.died_at is null
    and jobs.unique_key = private.indexing_key(v_document.id, v_version.version);
  if v_job_id is null then
    v_job_id := private.enqueue_job(
      v_document.organization_id, 'document_index',
      jsonb_build_object('document_id', v_document.id, 'version', v_version.version, 'cursor', null),
      private.indexing_key(v_document.id, v_version.version), null, null, private.request_id());
  end if;
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
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_most constant integer := 3000;
  v_common constant real := 0.02;
  v_shares real[];
  v_found uuid[];
  v_common_terms tsquery[];
  v_term record;
begin
  chunk_ids := '{}';
  in_pieces := array_fill(0::real, array[cardinality(terms)]);
  select count(*) into total_pieces
  from (select from public.chunks where chunks.scope_id = any (candidate_chunks.scope_ids) limit 50000) as counted;

  with sample as materialized (
    select picked.search_vector || ''::tsvector as words
    from unnest(candidate_chunks.scope_ids) as scope (id)
    cross join lateral (
      -- From the middle of each scope, and from its beginning.
      (select chunks.search_vector from public.chunks
       where chunks.scope_id = scope.id and chunks.source_id >= md5(scope.id::text)::uuid
       order by chunks.source_id limit greatest(1, 300 / cardinality(candidate_chunks.scope_ids)))
      union all
      (select chunks.search_vector from public.chunks
       where chunks.scope_id = scope.id
       order by chunks.source_id limit greatest(1, 300 / cardinality(candidate_chunks.scope_ids)))
    ) as picked
    limit 600
  )
  select array_agg(shares.share order by shares.number) into v_shares
  from (
    select given.number, (select avg((sample.words @@ given.term)::integer) from sample)::real as share
    from unnest(terms) with ordinality as given (term, number)
  ) as shares;

  if demanded is not null then
    chunk_ids := private.indexed_chunks(candidate_chunks.scope_ids, filter, demanded, v_most);
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
    v_found := private.indexed_chunks(candidate_chunks.scope_ids, filter, v_term.term, v_most);
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
      chunk_ids := chunk_ids || private.indexed_chunks(candidate_chunks.scope_ids, filter, v_term.term, v_most / 2);
      exit when cardinality(chunk_ids) >= 1000;
    end loop;
  end if;
  chunk_ids := array(
    select distinct listed.id from unnest(chunk_ids) with ordinality as listed (id, number)
    where listed.number <= 2 * v_most)
    || private.titled_chunks(candidate_chunks.scope_ids, terms, weights);
end;
$function$;

create or replace function private.check_citations (
  viewer      public.people,
  approval_id uuid,
  citations   jsonb
)
  returns public.approval_citations[]
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope_ids uuid[] := private.scope_ids_of(viewer);
  v_given jsonb;
  v_number integer := 0;
  v_source public.sources;
  v_citation public.approval_citations;
  v_citations public.approval_citations[] := '{}';
  v_uuid constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
begin
  if jsonb_typeof(coalesce(citations, '[]')) <> 'array' or jsonb_array_length(coalesce(citations, '[]')) > 200 then
    raise exception using
      errcode = 'OPINV', message = 'Citations are a list of at most 200', hint = 'invalid_citations';
  end if;
  for v_given in select * from jsonb_array_elements(citations) loop
    v_number := v_number + 1;
    if jsonb_typeof(v_given) <> 'object'
      or coalesce(v_given ->> 'role', '') not in ('evidence', 'influence')
      or coalesce(v_given ->> 'source_id', '') !~ v_uuid
      or coalesce(v_given ->> 'chunk_id', '00000000-0000-0000-0000-000000000000') !~ v_uuid
      or (v_given ->> 'role' = 'evidence' and coalesce(private.comparable_text(v_given ->> 'quote'), '') = '')
      or char_length(v_given ->> 'quote') > 4000
      or v_given - array['role', 'source_id', 'chunk_id', 'quote'] <> '{}'
    then
      raise exception using
        errcode = 'OPINV',
        message = format('Citation %s needs a role, a source and, as evidence, a quote', v_number),
        hint = 'invalid_citations',
        detail = jsonb_build_object('citation', v_number)::text;
    end if;
    select * into v_source from public.sources
    where sources.id = (v_given ->> 'source_id')::uuid
      and sources.organization_id = viewer.organization_id
      and sources.scope_id = any (v_scope_ids) and sources.archived_at is null
    -- Held until the card is there, so that whoever restricts the source meanwhile restricts the card too.
    for share;
    v_citation.organization_id := viewer.organization_id;
    v_citation.approval_id := approval_id;
    v_citation.number := v_number;
    v_citation.role := (v_given ->> 'role')::public.citation_role;
    v_citation.source_id := v_source.id;
    v_citation.source_version := coalesce(v_source.published_version, v_source.version);
    v_citation.source_was_restricted := v_source.is_restricted;
    v_citation.chunk_id := (v_given ->> 'chunk_id')::uuid;
    v_citation.quote := nullif(btrim(v_given ->> 'quote'), '');
    if v_citation.chunk_id is null and v_citation.quote is not null then
      -- Found once, or found to stand nowhere: nobody who looks at the card has to search the whole source.
      v_citation.chunk_id := (
        select piece.id from private.quoted_chunk(v_source.id, v_citation.source_version, v_citation.quote) as piece);
    end if;
    if v_source.id is null or (v_citation.chunk_id is not null and not exists (
      select from public.chunks
      where chunks.id = v_citation.chunk_id and chunks.source_id = v_source.id
        and chunks.source_version = v_citation.source_version))
    then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such source', hint = 'source_not_found';
    end if;
    v_citations := v_citations || v_citation;
  end loop;
  return v_citations;
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
  v_length constant integer := 260;
  -- How far before the first of the words it may begin.
  v_lead constant integer := 60;
  v_separator constant text := '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff0f]';
  v_letter constant text := private.spaceless_letter();
  v_start integer;
  v_end integer;
  v_is_within boolean;
  v_goes_on boolean;
begin
  with pieces as (
    select matched.parts[1] as before, matched.parts[2] as word, matched.number
    from regexp_matches(
      chunk_snippet.content,
      format('(%s*)(%s|(?:(?!%s)%s)+)', v_separator, v_letter, v_letter,
             overlay(v_separator placing '[^' from 1 for 1)), 'g') with ordinality as matched (parts, number)
  ),
  words as materialized (
    select pieces.word, pieces.number,
      -- What opens a word belongs to it; within a compound word nothing begins.
      case when pieces.number = 1 then char_length(pieces.before)
        else char_length(substring(pieces.before from '[^\s.!?…。！？,;:]*$')) end as opening,
      pieces.number = 1 or pieces.before = '' or pieces.before ~ '[\s。！？]' as begins_word,
      pieces.number = 1 or pieces.before ~ '\n|[.!?…][^\s\w]*\s|[。！？]' as begins_sentence,
      sum(char_length(pieces.before || pieces.word)) over (order by pieces.number)::integer as ends_at
    from pieces
  ),
  worths as (
    select different.word, matched.lexeme, matched.weight as worth
    from (select distinct words.word from words) as different
    cross join lateral (
      select array(
        select lower(btrim(private.fold_text(different.word)))
        union
        select unnest(ts_lexize((language || '_stem')::regdictionary, lower(btrim(private.fold_text(different.word)))))
        from unnest(chunk_snippet.languages) as language
      ) as forms
    ) as folded
    cross join lateral (
      select given.lexeme, given.weight
      from unnest(chunk_snippet.lexemes, chunk_snippet.weights) as given (lexeme, weight)
      where given.lexeme = any (folded.forms)
      order by given.weight desc, given.lexeme
      limit 1
    ) as matched
  ),
  found as materialized (
    select words.ends_at - char_length(words.word) as starts_at, words.ends_at, worths.lexeme, worths.worth
    from words join worths on worths.word = words.word
  ),
  -- Where the most different words stand together; the same again counts little.
  start as (
    select found.starts_at
    from found
    cross join lateral (
      select sum(by_lexeme.worth + 0.01 * by_lexeme.times) as worth
      from (
        select max(other.worth) as worth, count(*) as times
        from found as other
        where other.starts_at >= found.starts_at and other.ends_at <= found.starts_at + v_length - v_lead
        group by other.lexeme
      ) as by_lexeme
    ) as within
    order by within.worth desc, found.starts_at
    limit 1
  ),
  first as (
    select near.starts_at, not near.begins_sentence as is_within
    from (
      select words.ends_at - char_length(words.word) - words.opening as starts_at, words.begins_sentence,
        coalesce(start.starts_at, 0) - words.ends_at + char_length(words.word) as before
      from words
      left join start on true
      where words.begins_word or words.ends_at - char_length(words.word) = start.starts_at
    ) as near
    where (near.before >= 0 and near.before <= v_lead) or near.starts_at = 0
    -- The nearest sentence; or a word or two before; or, where nothing is found, the beginning.
    order by near.before >= 0 and near.before <= v_lead desc, near.begins_sentence desc,
      case when near.begins_sentence then near.before else abs(near.before - v_lead / 2) end
    limit 1
  ),
  edges as (
    select first.starts_at, first.is_within, coalesce(
      (select max(words.ends_at) from words
       where words.ends_at > first.starts_at and words.ends_at <= first.starts_at + v_length),
      first.starts_at + v_length) as ends_at
    from first
  )
  select edges.starts_at, edges.ends_at,
    (select coalesce(jsonb_agg(jsonb_build_array(found.starts_at - edges.starts_at, found.ends_at - edges.starts_at)
       order by found.starts_at), '[]')
     from found
     where found.starts_at >= edges.starts_at and found.ends_at <= edges.ends_at),
    edges.is_within,
    exists (select from words where words.ends_at > edges.ends_at)
  into v_start, v_end, highlights, v_is_within, v_goes_on
  from edges;
  v_start := coalesce(v_start, 0);
  highlights := coalesce(highlights, '[]');
  if not coalesce(v_goes_on, false) then
    -- What follows the last word belongs to it.
    v_end := least(char_length(chunk_snippet.content), v_start + v_length);
  end if;
  -- Line by line would not fit: one character for one, so that the places hold.
  snippet := translate(substr(chunk_snippet.content, v_start + 1, v_end - v_start), E'\n\r\t', '   ');
  if v_is_within then
    snippet := '…' || snippet;
    highlights := (
      select coalesce(jsonb_agg(jsonb_build_array((pair ->> 0)::integer + 1, (pair ->> 1)::integer + 1) order by number), '[]')
      from jsonb_array_elements(highlights) with ordinality as given (pair, number));
  end if;
  if v_goes_on then
    snippet := snippet || '…';
  end if;
end;
$function$;

create or replace function private.cited_piece (
  citation          public.approval_citations,
  cited             public.chunks,
  published_version integer,
  OUT               id uuid,
  OUT               content text,
  OUT               location jsonb,
  OUT               is_quoted boolean
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_chunk public.chunks;
begin
  if cited.id is not null and cited.source_version = published_version then
    v_chunk := cited;
    is_quoted := citation.quote is null or private.is_quoted(citation.quote, cited.content)
      or exists (
        select from public.chunks as following
        where following.source_id = cited.source_id and following.source_version = cited.source_version
          and following.position = cited.position + 1
          and private.is_quoted(citation.quote, cited.content || ' ' || following.content)
          -- What stands in the next one alone does not stand here.
          and not private.is_quoted(citation.quote, following.content));
  elsif citation.quote is not null and published_version <> citation.source_version then
    select * into v_chunk from private.quoted_chunk(citation.source_id, published_version, citation.quote);
    is_quoted := v_chunk.id is not null;
  end if;
  id := v_chunk.id;
  content := v_chunk.content;
  location := v_chunk.location;
end;
$function$;

create or replace function private.consume_rate_limit (
  person         public.people,
  route          text,
  max_calls      integer,
  window_seconds integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_window constant interval := make_interval(secs => consume_rate_limit.window_seconds);
  v_now timestamptz;
  v_admitted timestamptz[];
begin
  insert into private.rate_limits (organization_id, person_id, route)
  values ((person).organization_id, (person).id, consume_rate_limit.route)
  on conflict (person_id, route) do nothing;
  select rate_limits.admitted_at into v_admitted
  from private.rate_limits
  where rate_limits.person_id = (person).id and rate_limits.route = consume_rate_limit.route
  for update;

  -- Read after the lock: whoever waited is judged by when their turn came.
  v_now := clock_timestamp();
  v_admitted := array(
    select admitted.at from unnest(v_admitted) as admitted (at)
    -- A clock that was set back does not lock anybody out for as long as it was ahead.
    where admitted.at > v_now - v_window and admitted.at <= v_now + v_window order by admitted.at);
  if cardinality(v_admitted) >= consume_rate_limit.max_calls then
    raise exception using
      errcode = 'OPLIM',
      message = 'Too many calls. Try again in a moment',
      hint = 'rate_limited',
      detail = jsonb_build_object('retry_after_seconds', greatest(1, ceil(extract(epoch from
        coalesce(v_admitted[cardinality(v_admitted) - consume_rate_limit.max_calls + 1], v_now)
          + v_window - v_now))::integer))::text;
  end if;
  update private.rate_limits set admitted_at = v_admitted || v_now
  where rate_limits.person_id = (person).id and rate_limits.route = consume_rate_limit.route;
end;
$function$;

create or replace function private.continue_indexing (
  job            private.jobs,
  upload         public.document_versions,
  step           public.indexing_step,
  payload        jsonb,
  progress_done  integer,
  progress_total integer
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  update public.document_versions as versions
  set step = continue_indexing.step, progress_done = continue_indexing.progress_done,
      progress_total = continue_indexing.progress_total
  where versions.document_id = upload.document_id and versions.version = upload.version;
  perform private.delete_job(job.id);
  perform private.enqueue_job(
    upload.organization_id, 'document_index', continue_indexing.payload,
    unique_key => private.indexing_key(upload.document_id, upload.version), request_id => job.request_id);
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
    'documents', count(*) filter (where document.indexed_version is not null),
    'problems', count(*) filter (where summary.status = 'failed'),
    'in_progress', count(*) filter (where summary.status in ('queued', 'indexing')))
  from public.documents as document
  join public.document_summaries as summary on summary.id = document.id
  where document.organization_id = document_counts.organization_id and summary.archived_at is null
    and (document_counts.project_id is null or summary.project_id = document_counts.project_id)
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
    join public.document_summaries as summary on summary.id = document.id
    join public.document_versions as upload
      on upload.document_id = document.id and upload.version = summary.version
    where document.organization_id = document_problems.organization_id
      and upload.status = 'failed' and summary.archived_at is null
      and (document_problems.project_id is null or summary.project_id = document_problems.project_id)
      and (document_problems.kind is null or document.kind = document_problems.kind)
    order by upload.updated_at desc, document.id
    limit 100
  ) as problem
$function$;

create or replace function private.document_transitions()
  returns table (
    before public.document_status,
    after  public.document_status
  )
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select listed.before::public.document_status, listed.after::public.document_status
  from (values
    ('awaiting_upload', 'queued'), ('awaiting_upload', 'superseded'),
    ('queued', 'indexing'), ('queued', 'failed'), ('queued', 'superseded'),
    ('indexing', 'indexed'), ('indexing', 'failed'), ('indexing', 'superseded'),
    ('indexed', 'queued'), ('failed', 'queued')
  ) as listed (before, after)
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

create or replace function private.drop_staged_chunks (
  upload public.document_versions
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  delete from private.staged_chunks
  where staged_chunks.document_id = upload.document_id and staged_chunks.version = upload.version;
end;
$function$;

create or replace function private.embedded_text (
  title   text,
  content text
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case when octet_length(whole.text) <= 4000 then whole.text else left(whole.text, 1000) end
  from (select embedded_text.title || E'\n\n' || embedded_text.content as text) as whole
$function$;

create or replace function private.embedding_key (
  model           private.embedding_models,
  organization_id uuid
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select format('%s:%s:%s', organization_id, model.name, model.version) $function$;

create or replace function private.empty_embedding_slot (
  slot smallint
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  execute format('truncate private.chunk_embeddings_%s', empty_embedding_slot.slot);
  delete from private.embedding_models where embedding_models.slot = empty_embedding_slot.slot;
end;
$function$;

create or replace function private.end_embedding_pass (
  job   private.jobs,
  model private.embedding_models
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  lock table private.embedding_models in exclusive mode;
  perform private.delete_job(job.id);
  if exists (select from private.missing_embeddings(model, job.organization_id)) then
    perform private.enqueue_embedding(
      model, job.organization_id, run_at => clock_timestamp() + interval '2 seconds');
    return;
  end if;
  perform private.go_live_when_filled(model);
end;
$function$;

create or replace function private.end_execution (
  approval public.approvals,
  job      private.jobs,
  status   public.approval_status,
  result   jsonb                  default null::jsonb,
  inverse  jsonb                  default null::jsonb,
  error    text                   default null::text
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  if result ? 'external_id' then
    insert into public.external_links (
      organization_id, provider, entity, external_id, approval_id, project_id, scope_id, url)
    values (
      approval.organization_id, (result ->> 'provider')::public.external_provider,
      case when approval.kind = 'task_create' then 'task' else 'calendar_event' end::public.external_entity,
      result ->> 'external_id', approval.id, approval.project_id,
      approval.scope_id, result ->> 'url')
    on conflict on constraint external_links_pkey do nothing;
  end if;

  update public.approvals set
    status = end_execution.status,
    result = end_execution.result,
    inverse = end_execution.inverse,
    executed_at = case when end_execution.status = 'executed' then clock_timestamp() end,
    execution_error = left(end_execution.error, 2000),
    execution_job_id = null,
    -- A definite failure means that nothing was done there.
    vendor_called_at = case when end_execution.status <> 'failed' then approvals.vendor_called_at end
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.delete_job(job.id);

  if v_approval.status = 'unknown' then
    update public.approvals set
      execution_job_id = private.enqueue_job(
        v_approval.organization_id,
        private.execution_job_kind(v_approval),
        jsonb_build_object('approval_id', v_approval.id),
        unique_key => format('%s:%s', v_approval.id, v_approval.version),
        -- What was sent may still be on its way, or not be found yet.
        run_at => clock_timestamp() + private.reconciliation_pause(),
        request_id => job.request_id)
    where approvals.id = v_approval.id
    returning * into v_approval;
  end if;
  perform private.record_approval_event(
    v_approval, end_execution.status::text::public.approval_event_type,
    jsonb_strip_nulls(jsonb_build_object('result', v_approval.result, 'error', v_approval.execution_error)),
    job => job);
  return v_approval;
end;
$function$;

create or replace function private.end_indexing_job (
  job private.jobs
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.delete_job(job.id);
  if exists (
    select from private.jobs
    where jobs.kind = 'document_index' and jobs.run_at <= clock_timestamp()
      and jobs.died_at is null and jobs.lease_until is null)
  then
    perform private.wake_worker('document-act');
  end if;
end;
$function$;

create or replace function private.enqueue_embedding (
  model           private.embedding_models,
  organization_id uuid,
  after           uuid                     default null::uuid,
  run_at          timestamp with time zone default null::timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.enqueue_job(
    enqueue_embedding.organization_id, 'source_embed',
    jsonb_strip_nulls(jsonb_build_object('model', model.name, 'version', model.version, 'after', enqueue_embedding.after)),
    unique_key => private.embedding_key(model, enqueue_embedding.organization_id),
    run_at => enqueue_embedding.run_at);
end;
$function$;

create or replace function private.enqueue_job (
  organization_id uuid,
  kind            text,
  payload         jsonb,
  unique_key      text                     default null::text,
  run_at          timestamp with time zone default null::timestamp with time zone,
  max_attempts    integer                  default null::integer,
  request_id      text                     default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_kind record;
  v_id uuid;
begin
  select * into v_kind from private.job_kinds() as listed where listed.kind = enqueue_job.kind;
  if v_kind.kind is null then
    raise exception using
      errcode = 'OPINV', message = format('There is no kind of job %L', enqueue_job.kind), hint = 'unknown_job_kind';
  end if;

  loop
    insert into private.jobs (organization_id, kind, payload, unique_key, run_at, max_attempts, request_id)
    values (
      enqueue_job.organization_id, enqueue_job.kind, coalesce(enqueue_job.payload, '{}'), enqueue_job.unique_key,
      coalesce(enqueue_job.run_at, now()), coalesce(enqueue_job.max_attempts, v_kind.max_attempts),
      left(enqueue_job.request_id, 128))
    on conflict (kind, unique_key) where unique_key is not null and died_at is null do nothing
    returning jobs.id into v_id;
    exit when v_id is not null;

    select jobs.id into v_id
    from private.jobs
    where jobs.kind = enqueue_job.kind and jobs.unique_key = enqueue_job.unique_key and jobs.died_at is null;
    if v_id is not null then
      return v_id;
    end if;
    -- It ended between the two statements: write it anew.
  end loop;

  if enqueue_job.unique_key is not null then
    delete from private.jobs
    where jobs.organization_id = enqueue_job.organization_id and jobs.died_at is not null
      and jobs.kind = enqueue_job.kind and jobs.unique_key = enqueue_job.unique_key;
  end if;
  if enqueue_job.run_at is null or enqueue_job.run_at <= clock_timestamp() then
    perform private.wake_worker(v_kind.function_slug);
  end if;
  return v_id;
end;
$function$;

create or replace function private.fail_dead_indexing (
  job private.jobs
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_upload public.document_versions := private.lock_upload(job);
begin
  if v_upload.document_id is not null then
    perform private.fail_upload(
      v_upload, job, 'gave_up',
      'Reading the file failed several times. Have it read again later, or save it in another format, such as PDF, and upload that.',
      job.last_error);
  end if;
end;
$function$;

create or replace function private.fail_indexing (
  job_id  uuid,
  attempt integer,
  code    text,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_indexing_job(fail_indexing.job_id, fail_indexing.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
begin
  if coalesce(fail_indexing.code, '') !~ '^[a-z][a-z_]{2,59}$'
    or coalesce(btrim(fail_indexing.reason), '') = '' or char_length(fail_indexing.reason) > 1000
  then
    raise exception using
      errcode = 'OPINV', message = 'A failure has a code and a sentence', hint = 'invalid_failure';
  elsif v_upload.document_id is not null then
    perform private.fail_upload(v_upload, v_job, fail_indexing.code, fail_indexing.reason);
  end if;
end;
$function$;

create or replace function private.fail_upload (
  upload public.document_versions,
  job    private.jobs,
  code   text,
  reason text,
  error  text                     default null::text
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_source public.sources;
begin
  update public.document_versions as versions
  set status = 'failed', step = null, failure_code = fail_upload.code, failure_reason = fail_upload.reason
  where versions.document_id = upload.document_id and versions.version = upload.version;
  perform private.drop_staged_chunks(upload);
  perform private.end_indexing_job(job);

  select * into v_source from public.sources where sources.id = upload.document_id;
  perform private.record_audit_event(
    upload.organization_id, 'document.failed', 'document', upload.document_id, null,
    jsonb_strip_nulls(jsonb_build_object(
      'version', upload.version, 'code', fail_upload.code, 'reason', fail_upload.reason,
      'error', fail_upload.error)),
    v_source.project_id, null, v_source.is_restricted);
end;
$function$;

create or replace function private.few_chunks()
  returns integer
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select 5000 $function$;

create or replace function private.finding_codes()
  returns table (
    rank         integer,
    code         text,
    subject_type public.finding_subject,
    severity     public.finding_severity,
    title        text,
    settled_by   text,
    fix_action   text,
    fix_fields   text[]
  )
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select
    listed.rank, listed.code, listed.subject_type::public.finding_subject,
    listed.severity::public.finding_severity, listed.title, listed.settled_by, listed.fix_action,
    listed.fix_fields::text[]
  from (values
    (1, 'project_over_budget', 'project', 'high', 'Over budget',
     'A larger budget agreed with the client, or hours that belong elsewhere moved there.',
     'project_update', '{budget_hours}'),
    (2, 'project_past_due', 'project', 'high', 'Past its due date',
     'A new due date, or the project completed.', 'project_update', '{due_on,status}'),
    (3, 'status_contradicted', 'project', 'high', 'On track by word, not by figures',
     'A status that takes the figures into account.', 'status_update', '{health,summary}'),
    (4, 'project_without_lead', 'project', 'high', 'Nobody leads it',
     'Somebody who answers for the project.', 'project_update', '{lead_id}'),
    (5, 'project_lead_left', 'project', 'high', 'Its lead has left',
     'Somebody else who answers for the project.', 'project_update', '{lead_id}'),
    (6, 'import_failed', 'import_run', 'high', 'An import failed',
     'The same file imported successfully.', null, null),
    (7, 'approval_unknown', 'approval', 'high', 'Nobody knows whether it was carried out',
     'Somebody who looks in the other system, or the next automatic look.', null, null),
    (8, 'approval_failed', 'approval', 'high', 'An approved card failed',
     'The card carried out again, edited or rejected.', null, null),
    (9, 'job_dead', 'job', 'high', 'Background work gave up',
     'The work tried again, once its reason is mended.', null, null),
    (10, 'document_stuck', 'document', 'high', 'Nobody reads this document',
     'The document read again.', null, null),
    (11, 'job_waiting', 'job', 'high', 'Background work waits',
     'The background function running: its address and its secret in the vault, and its log, say why it does not.',
     null, null),
    (20, 'project_near_budget', 'project', 'medium', 'Near its budget',
     'A larger budget, or work that ends before the hours do.', 'project_update', '{budget_hours}'),
    (21, 'project_over_estimate', 'project', 'medium', 'More hours than estimated',
     'Estimates that match the work.', null, null),
    (22, 'status_overdue', 'project', 'medium', 'Status overdue',
     'A status update.', 'status_update', '{health,summary}'),
    (23, 'status_missing', 'project', 'medium', 'No status yet',
     'A first status update.', 'status_update', '{health,summary}'),
    (24, 'open_tasks_past_due', 'project', 'medium', 'Open tasks past due',
     'The tasks done, or new due dates for them.', null, null),
    (25, 'open_items_stale', 'project', 'medium', 'Open tasks gone quiet',
     'Hours on the tasks, or the tasks closed.', null, null),
    (26, 'open_items_unverified', 'project', 'medium', 'Open tasks without a sign of life',
     'A start, an estimate or hours on the tasks, or the tasks closed.', null, null),
    (27, 'tasks_owner_left', 'project', 'medium', 'Open tasks of people who left',
     'Somebody else assigned to the tasks.', null, null),
    (28, 'tasks_without_owner', 'project', 'medium', 'Open tasks that nobody owns',
     'Somebody assigned to each of the tasks.', null, null),
    (29, 'project_without_recent_activity', 'project', 'medium', 'No recent activity',
     'Work or a status on it, or the project put on hold in words, completed or cancelled.',
     'status_update', '{health,summary}'),
    (30, 'project_without_budget', 'project', 'medium', 'No budget',
     'A budget in hours or money.', 'project_update', '{budget_hours,budget_amount}'),
    (31, 'project_without_tasks', 'project', 'medium', 'No tasks',
     'Tasks, imported or synchronized.', null, null),
    (32, 'open_tasks_on_ended_project', 'project', 'medium', 'Open tasks on an ended project',
     'The tasks closed, or the project active again.', 'project_update', '{status}'),
    (33, 'unmatched_import_lines', 'import_run', 'medium', 'Lines that an import skipped',
     'The file imported again with those lines corrected.', null, null),
    (34, 'duplicate_clients', 'client', 'medium', 'The same client twice',
     'One of them renamed or archived.', 'client_update', '{name,is_archived}'),
    (35, 'approval_resting', 'approval', 'medium', 'Approved, and not carried out',
     'The card carried out.', null, null),
    (36, 'document_failed', 'document', 'medium', 'A document could not be read',
     'The file uploaded again in a form that can be read, or the document archived.', null, null),
    (50, 'planned_project_under_way', 'project', 'low', 'Planned, but under way',
     'The project made active.', 'project_update', '{status}'),
    (51, 'project_without_open_tasks', 'project', 'low', 'Nothing left to do',
     'The project completed, or its next tasks planned.', 'project_update', '{status}'),
    (52, 'hours_without_task', 'project', 'low', 'Hours on no task',
     'The hours assigned to tasks.', null, null),
    (53, 'hours_in_future', 'project', 'low', 'Hours dated in the future',
     'The right day on the hours.', null, null),
    (54, 'document_not_uploaded', 'document', 'low', 'A file that never came',
     'The file uploaded, or the document archived.', null, null)
  ) as listed (rank, code, subject_type, severity, title, settled_by, fix_action, fix_fields)
$function$;

create or replace function private.finding_evidence (
  code            text,
  subject_id      uuid,
  organization_id uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_limit constant integer := 20;
  v_today constant date := private.organization_today(organization_id);
  v_since constant date := v_today - private.verify_window_days();
  v_rows jsonb;
begin
  if code in ('tasks_without_owner', 'tasks_owner_left', 'open_tasks_past_due', 'open_items_stale',
              'open_items_unverified', 'open_tasks_on_ended_project', 'project_past_due') then
    select jsonb_agg(
      jsonb_build_object(
        'type', 'task', 'id', picked.id, 'label', picked.title, 'project_id', subject_id,
        'detail', concat_ws(', ', replace(picked.status::text, '_', ' '), people.name,
                            'due ' || picked.due_on,
                            'last sign of life ' || greatest(picked.estimated_on, picked.started_on, hours.last_on)))
      order by picked.due_on, picked.id)
    into v_rows
    from (
      select tasks.*
      from public.tasks
      where tasks.project_id = finding_evidence.subject_id
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
        and case finding_evidence.code
          when 'tasks_without_owner' then tasks.assignee_id is null
          when 'tasks_owner_left' then exists (
            select from public.people
            where people.id = tasks.assignee_id and (people.archived_at is not null or people.role = 'client'))
          when 'open_tasks_past_due' then tasks.due_on < v_today
          when 'open_items_unverified' then
            tasks.estimated_on is null and tasks.started_on is null
            and not exists (select from public.time_entries where time_entries.task_id = tasks.id)
          when 'open_items_stale' then
            coalesce(greatest(tasks.estimated_on, tasks.started_on) < v_since, exists (
              select from public.time_entries where time_entries.task_id = tasks.id))
            and not exists (
              select from public.time_entries
              where time_entries.task_id = tasks.id and time_entries.spent_on >= v_since)
          else true
        end
      order by tasks.due_on, tasks.priority, tasks.id
      limit v_limit
    ) as picked
    left join public.people on people.id = picked.assignee_id
    left join lateral (
      select max(time_entries.spent_on) as last_on
      from public.time_entries where time_entries.task_id = picked.id
    ) as hours on true;

  elsif code in ('project_over_budget', 'project_near_budget', 'project_over_estimate', 'project_without_budget',
                 'project_without_tasks', 'planned_project_under_way', 'hours_without_task',
                 'hours_in_future') then
    select jsonb_agg(
      jsonb_build_object(
        'type', 'time_entry', 'id', picked.id, 'project_id', subject_id,
        'label', format('%s h by %s on %s', trim_scale(picked.hours), people.name, picked.spent_on),
        'detail', coalesce(tasks.title, picked.note))
      order by picked.spent_on desc, picked.id)
    into v_rows
    from (
      select time_entries.*
      from public.time_entries
      where time_entries.project_id = finding_evidence.subject_id
        and (finding_evidence.code <> 'hours_without_task' or time_entries.task_id is null)
        and (finding_evidence.code <> 'hours_in_future' or time_entries.spent_on > v_today)
      order by time_entries.spent_on desc
      limit v_limit
    ) as picked
    join public.people on people.id = picked.person_id
    left join public.tasks on tasks.id = picked.task_id;

  elsif code = 'project_without_recent_activity' then
    select jsonb_agg(to_jsonb(picked)) into v_rows
    from (
      (select
        'time_entry' as type, time_entries.id, time_entries.project_id,
        format('%s h by %s on %s', trim_scale(time_entries.hours), people.name, time_entries.spent_on) as label,
        time_entries.note as detail
      from public.time_entries
      join public.people on people.id = time_entries.person_id
      where time_entries.project_id = finding_evidence.subject_id
      order by time_entries.spent_on desc
      limit 1)
      union all
      (select
        'status_update', status_updates.id, status_updates.project_id,
        format('%s by %s', replace(status_updates.health::text, '_', ' '), people.name),
        left(status_updates.summary, 200)
      from public.status_updates
      join public.people on people.id = status_updates.author_id
      where status_updates.project_id = finding_evidence.subject_id
      order by status_updates.created_at desc
      limit 1)
    ) as picked;

  elsif code in ('status_overdue', 'status_contradicted') then
    select jsonb_agg(jsonb_build_object(
      'type', 'status_update', 'id', picked.id, 'project_id', subject_id,
      'label', format('%s by %s', replace(picked.health::text, '_', ' '), people.name),
      'detail', left(picked.summary, 200)))
    into v_rows
    from (
      select *
      from public.status_updates
      where status_updates.project_id = finding_evidence.subject_id
      order by status_updates.created_at desc
      limit 1
    ) as picked
    join public.people on people.id = picked.author_id;

  elsif code = 'project_lead_left' then
    select jsonb_agg(jsonb_build_object(
      'type', 'person', 'id', people.id, 'label', people.name, 'detail', people.email, 'project_id', subject_id))
    into v_rows
    from public.projects
    join public.people on people.id = projects.lead_id
    where projects.id = finding_evidence.subject_id;

  elsif code = 'project_without_open_tasks' then
    select jsonb_agg(jsonb_build_object(
      'type', 'task', 'id', picked.id, 'label', picked.title, 'project_id', subject_id,
      'detail', concat_ws(', ', picked.status, picked.completed_on)) order by picked.completed_on desc, picked.id)
    into v_rows
    from (
      select *
      from public.tasks
      where tasks.project_id = finding_evidence.subject_id and tasks.archived_at is null
      order by tasks.updated_at desc
      limit v_limit
    ) as picked;

  elsif code = 'duplicate_clients' then
    select jsonb_agg(jsonb_build_object(
      'type', 'client', 'id', picked.id, 'label', picked.name, 'project_id', null,
      'detail', 'since ' || picked.created_at::date) order by picked.created_at, picked.id)
    into v_rows
    from (
      select clients.*
      from public.clients
      join public.clients as subject on subject.id = finding_evidence.subject_id
      where clients.organization_id = finding_evidence.organization_id
        and clients.archived_at is null
        and private.company_name(clients.name) = private.company_name(subject.name)
      order by clients.created_at, clients.id
      limit v_limit
    ) as picked;

  elsif code = 'unmatched_import_lines' then
    select jsonb_agg(jsonb_build_object(
      'type', 'import_row', 'id', picked.run_id, 'label', 'Line ' || picked.line, 'project_id', null,
      'detail', picked.reason) order by picked.line)
    into v_rows
    from (
      select *
      from public.portfolio_import_rows
      where portfolio_import_rows.run_id = finding_evidence.subject_id
        and portfolio_import_rows.disposition = 'skipped'
      order by portfolio_import_rows.line
      limit v_limit
    ) as picked;

  elsif code = 'import_failed' then
    select jsonb_agg(jsonb_build_object(
      'type', 'import_run', 'id', runs.id, 'label', runs.file_name, 'detail', runs.error, 'project_id', null))
    into v_rows
    from public.portfolio_import_runs as runs where runs.id = finding_evidence.subject_id;

  elsif code in ('approval_unknown', 'approval_failed', 'approval_resting') then
    select jsonb_agg(jsonb_build_object(
      'type', 'approval', 'id', approvals.id, 'label', approvals.title, 'project_id', approvals.project_id,
      'detail', coalesce(approvals.execution_error, 'approved by ' || people.name)))
    into v_rows
    from public.approvals
    left join public.people on people.id = approvals.decided_by
    where approvals.id = finding_evidence.subject_id;

  elsif code in ('document_failed', 'document_stuck', 'document_not_uploaded') then
    select jsonb_agg(jsonb_build_object(
      'type', 'document', 'id', picked.document_id, 'project_id', picked.project_id,
      'label', format('%s, version %s', picked.file_name, picked.version),
      'detail', coalesce(picked.failure_reason, picked.status::text)) order by picked.version desc)
    into v_rows
    from (
      select versions.*, sources.project_id
      from public.document_versions as versions
      join public.sources on sources.id = versions.document_id
      where versions.document_id = finding_evidence.subject_id
      order by versions.version desc
      limit v_limit
    ) as picked;

  elsif code in ('job_dead', 'job_waiting') then
    select jsonb_agg(jsonb_build_object(
      'type', 'job', 'id', jobs.id, 'label', replace(jobs.kind, '_', ' '), 'project_id', null,
      'detail', coalesce(jobs.last_error, 'It was never tried')))
    into v_rows
    from private.jobs where jobs.id = finding_evidence.subject_id;
  end if;
  return coalesce(v_rows, '[]');
end;
$function$;

create or replace function private.finish_jobs (
  job_ids  uuid[],
  attempts integer[]
)
  returns integer
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off'
  AS $function$
declare
  v_now constant timestamptz := clock_timestamp();
  v_count integer;
begin
  delete from private.jobs
  where jobs.id = any (finish_jobs.job_ids)
    and jobs.attempt = finish_jobs.attempts[array_position(finish_jobs.job_ids, jobs.id)]
    and jobs.lease_until > v_now
    and not jobs.payload ?| '{approval_id,run_id,document_id}';
  get diagnostics v_count = row_count;
  return v_count;
end;
$function$;

create or replace function private.flags_of_kind (
  kind  public.document_kind,
  flags text[],
  facts jsonb
)
  returns text[]
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_not_found constant text[] := array(
    select jsonb_array_elements_text(coalesce(flags_of_kind.facts -> 'not_found', '[]')));
begin
  return array(
    select flag from unnest(flags_of_kind.flags) as flag where flag <> all (v_not_found)
    union all
    select flag from unnest(v_not_found) as flag where flags_of_kind.kind in ('contract', 'sow'));
end;
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

create or replace function private.forget_dead_embedding_jobs (
  model private.embedding_models
)
  returns boolean
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  delete from private.jobs
  where jobs.kind = 'source_embed' and jobs.died_at < clock_timestamp() - interval '1 hour'
    and jobs.payload ->> 'model' = model.name and jobs.payload ->> 'version' = model.version;
  return found;
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

create or replace function private.get_embedding_model()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.require_internal_viewer();
  return (
    select jsonb_build_object(
      'name', models.name, 'version', models.version, 'label', models.label)
    from private.embedding_models as models
    where models.state = 'live' and private.vectors_installed());
end;
$function$;

create or replace function private.get_texts_to_embed (
  job_id     uuid,
  attempt    integer,
  text_limit integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(get_texts_to_embed.job_id, get_texts_to_embed.attempt);
begin
  if text_limit is null or text_limit < 1 or text_limit > 500 then
    raise exception using
      errcode = 'OPINV', message = 'A batch has 1 to 500 texts', hint = 'invalid_limit';
  elsif v_job.kind = 'document_index' then
    return private.staged_texts(v_job, text_limit);
  elsif v_job.kind = 'source_embed' then
    return private.missing_texts(v_job, text_limit);
  end if;
  raise exception using
    errcode = 'OPSTA', message = 'Another executor does this job', hint = 'wrong_executor';
end;
$function$;

create or replace function private.go_live_when_filled (
  model private.embedding_models
)
  returns boolean
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- One that answers already has nothing to wait for.
  if not exists (
    select from private.embedding_models
    where embedding_models.slot = model.slot and embedding_models.state = 'filling')
  then
    return false;
  elsif exists (
    select from public.organizations
    cross join lateral private.missing_embeddings(model, organizations.id))
  then
    return false;
  end if;
  -- Searches whose question was embedded a moment ago are still answered by it.
  update private.embedding_models set state = 'retired', retired_at = clock_timestamp()
  where embedding_models.state = 'live' and exists (
    select from private.embedding_models as next where next.slot = model.slot and next.state = 'filling');
  update private.embedding_models set state = 'live', live_since = clock_timestamp()
  where embedding_models.slot = model.slot and embedding_models.state = 'filling';
  return found;
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
      order by chunks.scope_id, chunks.source_id, chunks.id
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
    order by chunks.scope_id, chunks.source_id, chunks.id
    limit most);
end;
$function$;

create or replace function private.indexing_key (
  document_id uuid,
  version     integer
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select format('%s:%s', document_id, version) $function$;

create or replace function private.install_vectors()
  returns boolean
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_version text;
  v_schema text;
  v_function regprocedure;
begin
  if private.vectors_installed() then
    return true;
  end if;
  select coalesce(available.installed_version, available.default_version) into v_version
  from pg_available_extensions as available where available.name = 'vector';
  -- Scans that go on until enough rows are in scope came with 0.8.
  if v_version is null
    or string_to_array(substring(v_version from '^[0-9]+(?:\.[0-9]+)*'), '.')::integer[] < '{0,8}'
  then
    return false;
  end if;
  begin
    create extension if not exists vector with schema extensions;
  exception when insufficient_privilege then
    raise warning 'pgvector is there, but this role may not create it: search is by words';
    return false;
  end;
  select pg_namespace.nspname into v_schema
  from pg_extension join pg_namespace on pg_namespace.oid = pg_extension.extnamespace
  where pg_extension.extname = 'vector';
  if v_schema <> 'extensions' then
    raise warning 'pgvector is in the schema %, and belongs into extensions: search is by words', v_schema;
    return false;
  end if;
  -- Nothing is anybody's by default, functions of an extension neither; its operators are checked like functions.
  for v_function in
    select pg_proc.oid
    from pg_depend join pg_proc on pg_proc.oid = pg_depend.objid
    where pg_depend.classid = 'pg_proc'::regclass and pg_depend.deptype = 'e'
      and pg_depend.refobjid = (select pg_extension.oid from pg_extension where pg_extension.extname = 'vector')
      and not has_function_privilege('authenticated', pg_proc.oid, 'execute')
  loop
    execute format('grant execute on routine %s to authenticated', v_function);
  end loop;

  create table private.chunk_embeddings (
    slot smallint not null,
    model text not null,
    version text not null,
    chunk_id uuid not null,
    organization_id uuid not null,
    source_id uuid not null,
    scope_id uuid not null,
    embedding extensions.vector(384) not null,
    created_at timestamptz not null default now(),
    -- Of what is in a slot, all is of the model that is registered for it.
    constraint chunk_embeddings_model_fkey foreign key (slot, model, version)
      references private.embedding_models (slot, name, version) on delete restrict,
    constraint chunk_embeddings_pkey primary key (slot, model, version, chunk_id),
    -- Restricting, moving or deleting a source takes the vectors along in the same statement.
    constraint chunk_embeddings_chunk_fkey foreign key (organization_id, chunk_id, source_id, scope_id)
      references public.chunks (organization_id, id, source_id, scope_id) on update cascade on delete cascade
  ) partition by list (slot);
  -- A slot is a table of its own, so that it can be emptied at once.
  create table private.chunk_embeddings_1 partition of private.chunk_embeddings for values in (1);
  create table private.chunk_embeddings_2 partition of private.chunk_embeddings for values in (2);

  create index chunk_embeddings_scope_id_idx on private.chunk_embeddings (scope_id, source_id, chunk_id, organization_id);
  create index chunk_embeddings_embedding_idx on private.chunk_embeddings
    using hnsw (embedding extensions.vector_cosine_ops);

  comment on table private.chunk_embeddings is 'Vectors of published pieces, per slot; model and version are those that made them.';
  comment on table private.chunk_embeddings_1 is 'The first slot.';
  comment on table private.chunk_embeddings_2 is 'The second slot.';
  comment on column private.chunk_embeddings.scope_id is 'The scope of its source.';

  alter table private.chunk_embeddings enable row level security;
  alter table private.chunk_embeddings_1 enable row level security;
  alter table private.chunk_embeddings_2 enable row level security;
  revoke all on private.chunk_embeddings, private.chunk_embeddings_1, private.chunk_embeddings_2
    from public, anon, authenticated, service_role;
  grant select on private.chunk_embeddings to authenticated;
  create policy chunk_embeddings_select_in_scope on private.chunk_embeddings
    for select to authenticated
    using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
  comment on policy chunk_embeddings_select_in_scope on private.chunk_embeddings is
    'Whoever sees a source is answered by its vectors; the Data API shows them to nobody.';
  return true;
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

create or replace function private.is_embedding (
  vector jsonb
)
  returns boolean
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- In steps: jsonb_array_length() takes arrays alone, whatever stands beside it in a condition.
  if jsonb_typeof(vector) is distinct from 'array' then
    return false;
  elsif jsonb_array_length(vector) <> 384 then
    return false;
  end if;
  return not exists (select from jsonb_array_elements(vector) as part where jsonb_typeof(part) <> 'number')
    and exists (select from jsonb_array_elements(vector) as part where part <> '0');
end;
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
    ('document_index', 'document-act', 5, 60000),
    ('source_embed', 'embed-act', 10, 60000)
$function$;

create or replace function private.lease_indexing (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_indexing_job(lease_indexing.job_id, lease_indexing.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
  v_cursor constant jsonb := coalesce(v_job.payload -> 'cursor', 'null');
begin
  if v_upload.document_id is null then
    return jsonb_build_object('state', 'gone');
  end if;
  if v_upload.status = 'queued' then
    update public.document_versions as versions
    set status = 'indexing', step = 'extract', progress_done = 0, progress_total = null
    where versions.document_id = v_upload.document_id and versions.version = v_upload.version
    returning * into v_upload;
  end if;
  if v_upload.step = 'extract' and v_cursor = 'null' then
    perform private.drop_staged_chunks(v_upload);
  end if;
  return (
    select jsonb_build_object(
      'state', 'leased',
      'document_id', v_upload.document_id,
      'version', v_upload.version,
      'step', v_upload.step,
      'bucket', 'documents',
      'path', v_upload.path,
      'file_name', v_upload.file_name,
      'content_type', v_upload.content_type,
      'size_bytes', v_upload.size_bytes,
      'sha256', v_upload.sha256,
      'kind', documents.kind,
      'title', sources.title,
      'cursor', v_cursor)
    from public.documents
    join public.sources on sources.id = documents.id
    where documents.id = v_upload.document_id);
end;
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

create or replace function private.lock_embedding_models()
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  lock table private.embedding_models in row share mode;
end;
$function$;

create or replace function private.lock_upload (
  job private.jobs
)
  returns public.document_versions
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_source public.sources;
  v_upload public.document_versions;
begin
  select * into v_source from public.sources
  where sources.organization_id = job.organization_id and sources.id = (job.payload ->> 'document_id')::uuid
  for no key update;
  perform from public.documents where documents.id = v_source.id for no key update;
  select * into v_upload from public.document_versions as versions
  where versions.document_id = v_source.id and versions.version = (job.payload ->> 'version')::integer
  for no key update;

  if v_upload.document_id is null or v_upload.status not in ('queued', 'indexing') then
    perform private.drop_staged_chunks(v_upload);
    perform private.end_indexing_job(job);
    return null;
  elsif exists (
    select from public.document_versions as newer
    where newer.document_id = v_upload.document_id and newer.version > v_upload.version
      and newer.status in ('queued', 'indexing', 'indexed'))
  then
    perform private.drop_staged_chunks(v_upload);
    update public.document_versions as versions set status = 'superseded', step = null
    where versions.document_id = v_upload.document_id and versions.version = v_upload.version;
    perform private.end_indexing_job(job);
    return null;
  elsif v_source.archived_at is not null then
    perform private.fail_upload(
      v_upload, job, 'document_archived',
      'The document was archived before it was read. Restore it, then have it read again.');
    return null;
  end if;
  return v_upload;
end;
$function$;

create or replace function private.marker_reasons (
  payload  jsonb,
  evidence jsonb
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', 'citation_missing',
      'message', format('The text points to [%s], but there is no such citation: add it or take the marker out', marked.number),
      'section', marked.heading, 'citation', marked.number) order by marked.number), '[]')
    from (
      select span.number, min(pointing.heading) as heading
      from (
        select section ->> 'heading' as heading, range_agg(int4range(bound.first, bound.last, '[]')) as ranges
        from jsonb_array_elements(payload -> 'sections') as section
        cross join lateral regexp_matches(
          section ->> 'body', '\[(\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*)\](?!\()', 'g') as marker (match)
        cross join lateral string_to_table(marker.match[1], ',') as listed (part)
        cross join lateral (
          select substring(listed.part from '\d+')::integer, substring(listed.part from '(\d+)\D*$')::integer
        ) as bound (first, last)
        where bound.first <= bound.last
        group by section ->> 'heading'
      ) as pointing
      cross join lateral unnest(pointing.ranges) as united (range)
      cross join lateral generate_series(lower(united.range), upper(united.range) - 1) as span (number)
      group by span.number
    ) as marked
    where not exists (
      select from jsonb_array_elements(evidence) as cited
      where cited ->> 'role' = 'evidence' and (cited ->> 'number')::integer = marked.number));
end;
$function$;

create or replace function private.missing_embeddings (
  model           private.embedding_models,
  organization_id uuid,
  after           uuid                     default null::uuid,
  chunk_limit     integer                  default 1
)
  returns table (
    chunk_id uuid,
    content  text
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query
    select chunks.id, private.embedded_text(sources.title, chunks.content)
    from public.chunks
    join public.sources on sources.id = chunks.source_id and sources.published_version = chunks.source_version
    where chunks.organization_id = missing_embeddings.organization_id
      and (missing_embeddings.after is null or chunks.id > missing_embeddings.after)
      and not exists (
        select from private.chunk_embeddings as made
        where made.slot = model.slot and made.model = model.name and made.version = model.version
          and made.chunk_id = chunks.id)
    order by chunks.organization_id, chunks.id
    limit chunk_limit;
end;
$function$;

create or replace function private.missing_texts (
  job        private.jobs,
  text_limit integer
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_model constant private.embedding_models := private.model_of_job(job);
  v_texts jsonb;
begin
  if v_model.slot is null then
    perform private.delete_job(job.id);
    return jsonb_build_object('state', 'gone');
  end if;
  select jsonb_agg(jsonb_build_object('id', missing.chunk_id, 'text', missing.content)) into v_texts
  from private.missing_embeddings(
    v_model, job.organization_id, (job.payload ->> 'after')::uuid, missing_texts.text_limit) as missing;
  if v_texts is null then
    perform private.end_embedding_pass(job, v_model);
    return jsonb_build_object('state', 'done');
  end if;
  return jsonb_build_object(
    'state', 'leased', 'model', v_model.name, 'version', v_model.version, 'texts', v_texts);
end;
$function$;

create or replace function private.model_of_job (
  job private.jobs
)
  returns private.embedding_models
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_model private.embedding_models;
begin
  if private.vectors_installed() then
    select * into v_model
    from private.embedding_models as models
    where models.name = job.payload ->> 'model' and models.version = job.payload ->> 'version'
      and models.state <> 'retired';
  end if;
  return v_model;
end;
$function$;

create or replace function private.model_of_new_text()
  returns private.embedding_models
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_model private.embedding_models;
begin
  if private.vectors_installed() then
    select * into v_model
    from private.embedding_models as models
    where models.state <> 'retired'
    order by models.state = 'live' desc
    limit 1;
  end if;
  return v_model;
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

create or replace function private.nearest_chunks (
  query_embedding real[],
  embedding_model text,
  scope_ids       uuid[],
  result_limit    integer,
  project_id      uuid                     default null::uuid,
  source_kinds    public.source_kind[]     default null::public.source_kind[],
  source_id       uuid                     default null::uuid,
  occurred_from   timestamp with time zone default null::timestamp with time zone,
  occurred_before timestamp with time zone default null::timestamp with time zone,
  is_narrow       boolean                  default null::boolean
)
  returns uuid[]
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_slot smallint;
  v_visible_ids uuid[];
begin
  if cardinality(query_embedding) is distinct from 384 or array_position(query_embedding, null) is not null
    or query_embedding && '{NaN,Infinity,-Infinity}'::real[]
  then
    raise exception using
      errcode = 'OPINV', message = 'The vector of a question has 384 numbers', hint = 'invalid_embedding';
  end if;
  select models.slot into v_slot
  from private.embedding_models as models
  where models.label = nearest_chunks.embedding_model and models.state <> 'filling';
  if v_slot is null then
    return null;
  end if;
  v_visible_ids := private.visible_scope_ids();
  if is_narrow is null then
    is_narrow := private.few_chunks() >= (
      select count(*)
      from (
        select from private.chunk_embeddings as made
        where made.slot = v_slot and made.scope_id = any (nearest_chunks.scope_ids)
          and made.scope_id = any (v_visible_ids)
        limit private.few_chunks() + 1
      ) as counted);
  end if;
  if is_narrow then
    return private.nearest_of_few(
      query_embedding, v_slot, scope_ids, v_visible_ids, result_limit, project_id, source_kinds, source_id,
      occurred_from, occurred_before);
  else
    return private.nearest_in_wide_scope(
      query_embedding, v_slot, scope_ids, v_visible_ids, result_limit, project_id, source_kinds, source_id,
      occurred_from, occurred_before);
  end if;
end;
$function$;

create or replace function private.nearest_in_wide_scope (
  query_embedding real[],
  slot            smallint,
  scope_ids       uuid[],
  visible_ids     uuid[],
  result_limit    integer,
  project_id      uuid,
  source_kinds    public.source_kind[],
  source_id       uuid,
  occurred_from   timestamp with time zone,
  occurred_before timestamp with time zone
)
  returns uuid[]
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  set enable_sort to 'off'
  set jit to 'off'
  AS $function$
declare
  v_few constant integer := private.few_chunks();
  v_scope_ids constant uuid[] := array(
    select unnest(scope_ids) intersect select unnest(visible_ids) order by 1);
  v_filter constant text := concat(
    case when project_id is not null then ' and sources.project_id = $5' end,
    case when source_kinds is not null then ' and sources.kind = any ($6)' end,
    case when source_id is not null then ' and sources.id = $7' end,
    case when occurred_from is not null then ' and sources.occurred_at >= $8' end,
    case when occurred_before is not null then ' and sources.occurred_at < $9' end);
  v_from constant text := 'from private.chunk_embeddings as made join public.sources on sources.id = made.source_id
    where made.slot = $2 and made.scope_id = any ($3)
      and sources.project_id is not null and sources.archived_at is null' || v_filter;
  v_are_few boolean := false;
  v_ids uuid[];
begin
  if v_filter <> '' then
    execute format('select count(*) <= $4 from (select %s limit $4 + 1) as counted', v_from)
    into v_are_few
    using query_embedding, slot, v_scope_ids, v_few, project_id, source_kinds, source_id, occurred_from,
      occurred_before;
  end if;
  if v_are_few then
    return private.nearest_of_few(
      query_embedding, slot, scope_ids, visible_ids, result_limit, project_id, source_kinds, source_id,
      occurred_from, occurred_before);
  end if;
  -- Not as settings of the function: only a superuser may give those to one before pgvector is loaded. They
  -- hold until the transaction ends.
  perform set_config('hnsw.iterative_scan', 'relaxed_order', true),
    set_config('hnsw.ef_search', '400', true),
    set_config('hnsw.max_scan_tuples', '100000', true),
    set_config('hnsw.scan_mem_multiplier', '4', true);
  -- The planner knows what it is given here, so that it hashes the scopes and walks the index of vectors.
  execute format(
    'with nearest as materialized (select made.chunk_id, %1$s as distance %2$s order by %1$s limit $4)
     select array(select nearest.chunk_id from nearest order by nearest.distance + 0, nearest.chunk_id)',
    'made.embedding operator(extensions.<=>) $1::extensions.vector(384)', v_from)
  into v_ids
  using query_embedding, slot, v_scope_ids, result_limit, project_id, source_kinds, source_id, occurred_from,
    occurred_before;
  return v_ids;
end;
$function$;

create or replace function private.nearest_of_few (
  query_embedding real[],
  slot            smallint,
  scope_ids       uuid[],
  visible_ids     uuid[],
  result_limit    integer,
  project_id      uuid,
  source_kinds    public.source_kind[],
  source_id       uuid,
  occurred_from   timestamp with time zone,
  occurred_before timestamp with time zone
)
  returns uuid[]
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
begin
  return array(
    select made.chunk_id
    from private.chunk_embeddings as made
    join public.sources on sources.id = made.source_id
    where made.slot = nearest_of_few.slot and made.scope_id = any (nearest_of_few.scope_ids)
      and made.scope_id = any (nearest_of_few.visible_ids)
      and sources.project_id is not null and sources.archived_at is null
      and (nearest_of_few.project_id is null or sources.project_id = nearest_of_few.project_id)
      and (nearest_of_few.source_kinds is null or sources.kind = any (nearest_of_few.source_kinds))
      and (nearest_of_few.source_id is null or sources.id = nearest_of_few.source_id)
      and (nearest_of_few.occurred_from is null or sources.occurred_at >= nearest_of_few.occurred_from)
      and (nearest_of_few.occurred_before is null or sources.occurred_at < nearest_of_few.occurred_before)
    order by
      (made.embedding operator(extensions.<=>) nearest_of_few.query_embedding::extensions.vector(384)) + 0,
      made.chunk_id
    limit result_limit);
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

create or replace function private.on_job_death (
  job private.jobs
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if (job).kind in (
    'approval_act', 'approval_review', 'task_act', 'task_reconcile', 'calendar_act', 'calendar_reconcile')
  then
    perform private.settle_dead_execution(job);
  elsif (job).kind = 'portfolio_import' then
    perform private.fail_import_run(((job).payload ->> 'run_id')::uuid, (job).last_error);
  elsif (job).kind = 'document_index' then
    perform private.fail_dead_indexing(job);
  end if;
end;
$function$;

create or replace function private.organization_findings (
  organization_id uuid
)
  returns SETOF private.finding
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query
  with runs as materialized (
    -- The latest word about each file that was not taken back, among the runs that the import page shows.
    select distinct on (recent.file_name) recent.*
    from (
      select *
      from public.portfolio_import_runs
      where portfolio_import_runs.organization_id = organization_findings.organization_id
      order by portfolio_import_runs.created_at desc
      limit 20
    ) as recent
    where recent.mode = 'apply' and recent.status in ('succeeded', 'failed') and recent.undone_at is null
    order by recent.file_name, recent.created_at desc, recent.id
  ),
  skipped as (
    select portfolio_import_rows.run_id, count(*) as line_count
    from public.portfolio_import_rows
    where portfolio_import_rows.run_id in (select runs.id from runs)
      and portfolio_import_rows.disposition = 'skipped'
    group by portfolio_import_rows.run_id
  ),
  same_clients as (
    select
      (array_agg(clients.id order by clients.created_at, clients.id))[1] as id,
      (array_agg(clients.name order by clients.created_at, clients.id))[1] as name,
      string_agg(clients.name, ', ' order by clients.created_at, clients.id) as names,
      string_agg(clients.id::text, ',' order by clients.id) as ids,
      count(*) as client_count
    from public.clients
    where clients.organization_id = organization_findings.organization_id and clients.archived_at is null
    group by private.company_name(clients.name)
    having count(*) > 1
  ),
  uploads as (
    -- Of each document in use, the latest upload that arrived and, beside it, one that was announced and never came.
    select versions.*, summaries.title, summaries.project_id
    from public.documents
    join public.document_summaries as summaries on summaries.id = documents.id
    join public.document_versions as versions
      on versions.document_id = documents.id
     and (versions.version = summaries.version
          or versions.version = documents.latest_version and versions.status = 'awaiting_upload')
    where documents.organization_id = organization_findings.organization_id
      and summaries.archived_at is null
      and (versions.status <> 'awaiting_upload' or versions.created_at < now() - private.upload_patience())
  )
  select
    'import_failed', 'import_run'::public.finding_subject, runs.id, runs.file_name, null::uuid, false, 1::numeric,
    format('The import of %s failed: %s', runs.file_name, runs.error),
    jsonb_build_object('file_name', runs.file_name, 'error', runs.error), runs.error, 1::bigint
  from runs where runs.status = 'failed'

  union all
  select
    'unmatched_import_lines', 'import_run', runs.id, runs.file_name, null, false, skipped.line_count,
    format('%s lines of %s were skipped.', skipped.line_count, runs.file_name),
    jsonb_build_object('file_name', runs.file_name, 'skipped', skipped.line_count),
    skipped.line_count::text, skipped.line_count
  from runs join skipped on skipped.run_id = runs.id
  where runs.status = 'succeeded'

  union all
  select
    'duplicate_clients', 'client', same_clients.id, same_clients.name, null, false, same_clients.client_count,
    format('%s clients have what looks like one name: %s.', same_clients.client_count, same_clients.names),
    jsonb_build_object('names', same_clients.names), same_clients.ids, same_clients.client_count
  from same_clients

  union all
  select
    'approval_unknown', 'approval', approvals.id, approvals.title, approvals.project_id, false, 1,
    format('%s: the other system was asked and did not answer. %s', approvals.title, approvals.execution_error),
    jsonb_build_object('kind', approvals.kind, 'error', approvals.execution_error), approvals.execution_error, 1
  from public.approvals
  where approvals.organization_id = organization_findings.organization_id and approvals.status = 'unknown'

  union all
  select
    'approval_failed', 'approval', approvals.id, approvals.title, approvals.project_id, false, 1,
    format('%s: %s', approvals.title, approvals.execution_error),
    jsonb_build_object('kind', approvals.kind, 'error', approvals.execution_error), approvals.execution_error, 1
  from public.approvals
  where approvals.organization_id = organization_findings.organization_id and approvals.status = 'failed'

  union all
  select
    'approval_resting', 'approval', approvals.id, approvals.title, approvals.project_id, false,
    extract(day from now() - approvals.decided_at),
    case when approvals.execution_job_id is null
      then format('%s is approved since %s.', approvals.title, to_char(approvals.decided_at, 'FMDD Mon YYYY'))
      else format('%s was to be carried out on %s, and is not yet: %s.', approvals.title,
                  to_char(approvals.execution_requested_at, 'FMDD Mon YYYY HH24:MI'),
                  coalesce(rtrim(jobs.last_error, '.'), 'no worker has come')) end,
    jsonb_build_object('kind', approvals.kind, 'approved_at', approvals.decided_at,
                       'requested_at', approvals.execution_requested_at),
    approvals.decided_hash, 1
  from public.approvals
  left join private.jobs on jobs.id = approvals.execution_job_id
  where approvals.organization_id = organization_findings.organization_id
    and approvals.status in ('approved', 'executing')
    -- One may rest for days, but what somebody has asked for is soon done or said not to be.
    and case when approvals.execution_job_id is null then approvals.decided_at < now() - interval '3 days'
             else approvals.execution_requested_at < now() - interval '15 minutes' end

  union all
  select
    'job_dead', 'job', jobs.id, replace(jobs.kind, '_', ' '), null, false, 1,
    format('%s gave up after try %s: %s', replace(jobs.kind, '_', ' '), jobs.attempt, jobs.last_error),
    jsonb_build_object('kind', jobs.kind, 'error', jobs.last_error, 'died_at', jobs.died_at),
    jobs.died_at::text, 1
  from private.jobs
  where jobs.organization_id = organization_findings.organization_id and jobs.died_at is not null

  union all
  select
    'job_waiting', 'job', overdue.id, replace(overdue.kind, '_', ' '), null, false, 1,
    format('%s is due since %s, and no worker takes it.', replace(overdue.kind, '_', ' '),
           to_char(overdue.due_at, 'FMDD Mon YYYY HH24:MI')),
    jsonb_build_object('kind', overdue.kind, 'due_since', overdue.due_at), overdue.due_at::text, 1
  from private.job_kinds() as listed
  -- The oldest of each kind says it for the others.
  cross join lateral (
    select due.* from (
      (select jobs.id, jobs.kind, jobs.run_at as due_at from private.jobs
       where jobs.kind = listed.kind and jobs.organization_id = organization_findings.organization_id
         and jobs.died_at is null and jobs.lease_until is null and jobs.run_at < now() - interval '15 minutes'
       order by jobs.run_at, jobs.id limit 1)
      union all
      (select jobs.id, jobs.kind, jobs.lease_until from private.jobs
       where jobs.kind = listed.kind and jobs.organization_id = organization_findings.organization_id
         and jobs.lease_until < now() - interval '15 minutes'
       order by jobs.lease_until, jobs.id limit 1)
    ) as due
    order by due.due_at limit 1
  ) as overdue

  union all
  select
    'document_failed', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    format('%s: %s', uploads.file_name, uploads.failure_reason),
    jsonb_build_object(
      'file_name', uploads.file_name, 'code', uploads.failure_code, 'reason', uploads.failure_reason),
    format('%s %s', uploads.version, uploads.failure_code), 1
  from uploads where uploads.status = 'failed'

  union all
  select
    'document_stuck', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    format('%s waits to be read since %s, and nothing is about to read it.', uploads.file_name,
           to_char(uploads.updated_at, 'FMDD Mon YYYY')),
    jsonb_build_object('file_name', uploads.file_name, 'waits_since', uploads.updated_at),
    uploads.version::text, 1
  from uploads
  where uploads.status in ('queued', 'indexing') and not exists (
    select from private.jobs
    where jobs.kind = 'document_index' and jobs.died_at is null
      and jobs.unique_key = private.indexing_key(uploads.document_id, uploads.version))

  union all
  select
    'document_not_uploaded', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    format('%s was announced on %s and was never uploaded.', uploads.file_name,
           to_char(uploads.created_at, 'FMDD Mon YYYY')),
    jsonb_build_object('file_name', uploads.file_name, 'announced_at', uploads.created_at),
    uploads.version::text, 1
  from uploads where uploads.status = 'awaiting_upload';
end;
$function$;

create or replace function private.placeholder_reasons (
  payload jsonb
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', 'placeholder_left',
      'message', format('Replace %s by what belongs there', private.quoted(left(found.placeholder, 60))),
      'section', found.heading) order by found.place, found.placeholder), '[]')
    from (
      select distinct part.place, part.heading, match[1] as placeholder
      from (
        select 0, null, payload ->> 'title'
        union all
        select listed.place, section ->> 'heading', (section ->> 'heading') || E'\n' || (section ->> 'body')
        from jsonb_array_elements(payload -> 'sections') with ordinality as listed (section, place)
      ) as part (place, heading, content)
      cross join lateral (
        select regexp_matches(part.content, '(\m(?:TODO|FIXME|XXX+)\M)', 'g')
        union all
        select regexp_matches(part.content, '(\m(?:tbd|lorem ipsum)\M)', 'gi')
        union all
        select regexp_matches(part.content, '(\{\{[^{}\n]{0,80}\}\})', 'g')
        union all
        select regexp_matches(part.content,
          '(\[(?:(?:insert|fill in|enter|your|placeholder)(?:\s[^][\n]{1,80})?|(?:client|customer|company|project)(?:''s)? name|name|date|amount|price|to do|xx+)\])(?!\()',
          'gi')
        union all
        select regexp_matches(part.content,
          '(?:^|[^[:alnum:]_])(<(?:(?:insert|fill in|enter|your|placeholder|client|customer|company|project)(?:[\s_-][^<>@\n]{1,80})?|name|date|amount|price|to do|xx+)>)',
          'gi')
      ) as matches (match)
      order by part.place, placeholder
      -- Nobody mends more at once.
      limit 100
    ) as found);
end;
$function$;

create or replace function private.publish_document (
  job_id  uuid,
  attempt integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_indexing_job(publish_document.job_id, publish_document.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
  v_facts constant jsonb := coalesce(v_job.payload -> 'facts', '{}');
  v_source public.sources;
begin
  if v_upload.document_id is null then
    return;
  end if;
  perform private.require_indexing_step(v_upload, 'publish');
  -- First, since its words are stemmed by it.
  update public.sources set language = substring(v_facts ->> 'language' from '^[a-z]{2}$')
  where sources.id = v_upload.document_id
    and sources.language is distinct from substring(v_facts ->> 'language' from '^[a-z]{2}$');
  select * into v_source from public.sources where sources.id = v_upload.document_id;
  if private.staged_text_differs(v_upload, v_source) then
    v_source := private.publish_staged_chunks(v_upload, v_source);
  end if;

  update public.documents set indexed_version = v_upload.version where documents.id = v_upload.document_id;
  update public.document_versions as versions
  set status = 'indexed', step = null, indexed_at = clock_timestamp(), progress_done = 0, progress_total = null,
      facts = v_facts,
      flags = private.flags_of_kind(
        (select documents.kind from public.documents where documents.id = v_upload.document_id),
        array(select jsonb_array_elements_text(coalesce(v_job.payload -> 'flags', '[]'))), v_facts)
  where versions.document_id = v_upload.document_id and versions.version = v_upload.version;
  perform private.drop_staged_chunks(v_upload);
  perform private.end_indexing_job(v_job);
  perform private.record_audit_event(
    v_upload.organization_id, 'document.indexed', 'document', v_upload.document_id, null,
    jsonb_build_object('version', v_upload.version, 'source_version', v_source.published_version),
    v_source.project_id, null, v_source.is_restricted);
end;
$function$;

create or replace function private.publish_embeddings (
  upload public.document_versions,
  source public.sources
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_model private.embedding_models;
begin
  if not private.vectors_installed() then
    return;
  end if;
  insert into private.chunk_embeddings (
    slot, model, version, chunk_id, organization_id, source_id, scope_id, embedding)
  select models.slot, models.name, models.version, chunks.id, chunks.organization_id, chunks.source_id,
         chunks.scope_id, staged_chunks.embedding::extensions.vector
  from private.staged_chunks
  join private.embedding_models as models
    on models.name = staged_chunks.embedding_model and models.version = staged_chunks.embedding_version
    and models.state <> 'retired'
  join public.chunks
    on chunks.source_id = source.id and chunks.source_version = source.published_version
    and chunks.position = staged_chunks.position
  where staged_chunks.document_id = upload.document_id and staged_chunks.version = upload.version;

  for v_model in select * from private.embedding_models as models where models.state <> 'retired' loop
    if exists (
      select from public.chunks
      where chunks.source_id = source.id and chunks.source_version = source.published_version
        and not exists (
          select from private.chunk_embeddings as made
          where made.slot = v_model.slot and made.model = v_model.name and made.version = v_model.version
            and made.chunk_id = chunks.id))
    then
      perform private.enqueue_embedding(v_model, source.organization_id);
    end if;
  end loop;
end;
$function$;

create or replace function private.publish_staged_chunks (
  upload public.document_versions,
  source public.sources
)
  returns public.sources
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_source public.sources;
begin
  perform private.lock_embedding_models();
  update public.sources
  set version = case when source.published_version is null then source.version else source.version + 1 end,
      published_version = case when source.published_version is null then source.version else source.version + 1 end
  where sources.id = source.id
  returning * into v_source;
  delete from public.chunks where chunks.source_id = v_source.id;
  insert into public.chunks (
    organization_id, source_id, source_version, position, content, location, scope_id)
  select v_source.organization_id, v_source.id, v_source.published_version, staged_chunks.position,
         staged_chunks.content, staged_chunks.location, v_source.scope_id
  from private.staged_chunks
  where staged_chunks.document_id = upload.document_id and staged_chunks.version = upload.version;
  perform private.publish_embeddings(upload, v_source);
  return v_source;
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
  from private.similar_words(scope_ids, chunk_ids, filter, is_narrow, v_unknown) as found;
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

create or replace function private.rank_by_words (
  scope_ids    uuid[],
  chunk_ids    uuid[],
  is_narrow    boolean,
  total_pieces real,
  filter       jsonb,
  terms        tsquery[],
  weights      real[],
  words        text[],
  demanded     tsquery,
  excluded     tsquery,
  OUT          by_words uuid[],
  OUT          by_names uuid[],
  OUT          similar_words text[]
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_candidates record;
  v_ranked record;
begin
  if is_narrow then
    v_ranked := private.rank_chunks(
      scope_ids, chunk_ids, null, total_pieces, filter, terms, weights, demanded, excluded);
  else
    v_candidates := private.candidate_chunks(scope_ids, filter, terms, weights, demanded);
    v_ranked := private.rank_chunks(scope_ids, v_candidates.chunk_ids, v_candidates.in_pieces,
      v_candidates.total_pieces, filter, terms, weights, demanded, excluded);
  end if;
  by_words := v_ranked.ranked_ids;
  if demanded is null then
    select found.ranked_ids, found.similar_words into by_names, similar_words
    from private.rank_by_names(scope_ids, chunk_ids, is_narrow, total_pieces, filter, terms, weights,
      words, coalesce(v_ranked.matched, '{}'), excluded) as found;
  end if;
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
    -- Counted as in term_hits; the candidates of a wide scope lack their neighbours.
    select pieces.source_id, pieces.place, known.term,
      case
        when numnode(known.query) > 1 then 1
        else least(1 / (1.644934 * greatest(1 - ts_rank('{1,1,1,1}', pieces.words, known.query), 0.0001)) - 0.5, 100)
      end::real as count
    from (
      select chunks.source_id, chunks.position as place, chunks.search_vector || ''::tsvector as words
      from (
        select distinct best.source_id, best.source_version, best.place + step as place
        from best, generate_series(-3, 3) as step
      ) as near
      join public.chunks
        on chunks.source_id = near.source_id and chunks.source_version = near.source_version
        and chunks.position = near.place
      offset 0
    ) as pieces
    join known on pieces.words @@ known.query
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
      order by scored.score * case when beside.is_better then 0.8 else 1 end desc, scored.source_id, scored.place
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

create or replace function private.rank_wide_scope (
  scope_ids uuid[],
  filter    jsonb,
  terms     tsquery[],
  weights   real[],
  words     text[],
  demanded  tsquery,
  excluded  tsquery,
  OUT       by_words uuid[],
  OUT       by_names uuid[],
  OUT       similar_words text[]
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope_ids uuid[] := array(
    select unnest(scope_ids) intersect select unnest(private.visible_scope_ids()) order by 1);
begin
  if v_scope_ids = '{}' then
    return;
  end if;
  select ranked.by_words, ranked.by_names, ranked.similar_words into by_words, by_names, similar_words
  from private.rank_by_words(
    v_scope_ids, null, false, null, filter, terms, weights, words, demanded, excluded) as ranked;
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

create or replace function private.require_indexing_job (
  job_id  uuid,
  attempt integer
)
  returns private.jobs
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(job_id, attempt);
begin
  if v_job.kind <> 'document_index' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor does this job', hint = 'wrong_executor';
  end if;
  return v_job;
end;
$function$;

create or replace function private.require_indexing_step (
  upload public.document_versions,
  step   public.indexing_step
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if upload.step is distinct from require_indexing_step.step then
    raise exception using
      errcode = 'OPSTA',
      message = format('The upload is not at the step %s', require_indexing_step.step),
      hint = 'wrong_step';
  end if;
end;
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
  where projects.id = require_open_project.project_id and projects.id = any (private.project_ids_of(viewer));
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

create or replace function private.set_embedding_model (
  name    text,
  version text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_model private.embedding_models;
  v_slot smallint;
  v_organization_id uuid;
begin
  if btrim(coalesce(name, '')) = '' or char_length(name) > 200
    or btrim(coalesce(version, '')) = '' or char_length(version) > 60
  then
    raise exception using
      errcode = 'OPINV', message = 'A model has a name and a version', hint = 'invalid_model';
  elsif not private.vectors_installed() then
    return jsonb_build_object('state', 'unavailable');
  end if;

  select * into v_model
  from private.embedding_models as models
  where models.name = set_embedding_model.name and models.version = set_embedding_model.version;
  if v_model.state = 'live' and v_model.skipped_at is null
    and (select count(*) from private.embedding_models) = 1
    and not private.forget_dead_embedding_jobs(v_model)
  then
    return jsonb_build_object('state', 'live');
  end if;

  lock table private.embedding_models in exclusive mode;
  -- What is left of the model before, and what was being made of one that nobody wants any more.
  for v_slot in
    select models.slot
    from private.embedding_models as models
    where (models.state = 'retired'
           and (models.retired_at < clock_timestamp() - interval '1 minute'
                or models.name = set_embedding_model.name and models.version = set_embedding_model.version
                or not exists (select from private.embedding_models as wanted
                               where wanted.name = set_embedding_model.name
                                 and wanted.version = set_embedding_model.version)))
      or (models.state = 'filling'
          and (models.name, models.version) <> (set_embedding_model.name, set_embedding_model.version))
  loop
    perform private.empty_embedding_slot(v_slot);
  end loop;

  select * into v_model
  from private.embedding_models as models
  where models.name = set_embedding_model.name and models.version = set_embedding_model.version;
  if v_model.slot is null then
    insert into private.embedding_models (slot, name, version)
    select free.slot, set_embedding_model.name, set_embedding_model.version
    from generate_series(1, 2) as free (slot)
    where not exists (select from private.embedding_models as taken where taken.slot = free.slot)
    order by free.slot
    limit 1
    returning * into v_model;
  end if;
  perform private.forget_dead_embedding_jobs(v_model);
  if not private.go_live_when_filled(v_model) then
    for v_organization_id in
      select organizations.id
      from public.organizations
      where exists (select from private.missing_embeddings(v_model, organizations.id))
        and not exists (
          select from private.jobs
          where jobs.kind = 'source_embed' and jobs.unique_key = private.embedding_key(v_model, organizations.id))
    loop
      perform private.enqueue_embedding(v_model, v_organization_id);
    end loop;
    -- Whoever configures a model can ask it.
    update private.embedding_models set skipped_at = null
    where embedding_models.slot = v_model.slot and embedding_models.skipped_at is not null;
  end if;
  return (
    select jsonb_build_object('state', models.state)
    from private.embedding_models as models where models.slot = v_model.slot);
end;
$function$;

create or replace function private.set_executing (
  job      private.jobs,
  approval public.approvals
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  update public.approvals set
    status = 'executing',
    execution_attempt = job.attempt,
    execution_started_at = clock_timestamp(),
    vendor_called_at = null,
    execution_error = null
  where approvals.id = approval.id
  returning * into v_approval;
  return v_approval;
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

create or replace function private.settle_dead_execution (
  job private.jobs
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  select * into v_approval
  from public.approvals
  where approvals.organization_id = job.organization_id and approvals.execution_job_id = job.id
  for update;
  if v_approval.id is null then
    return;
  elsif v_approval.status = 'executing' then
    perform private.end_execution(
      v_approval, job,
      case when v_approval.vendor_called_at is null then 'failed' else 'unknown' end::public.approval_status,
      error => job.last_error);
  elsif v_approval.status = 'unknown' then
    update public.approvals set execution_job_id = null where approvals.id = v_approval.id;
  elsif private.decider_refusal(v_approval, v_approval.decided_by) is not null then
    perform private.lapse_approval(v_approval, job, private.undecided_reasons(v_approval));
  else
    -- It could not even begin, and that is an end too: nobody would look for it on a card that is merely approved.
    perform private.end_execution(
      private.set_executing(job, v_approval), job, 'failed', error => job.last_error);
  end if;
end;
$function$;

create or replace function private.similar_words (
  scope_ids uuid[],
  chunk_ids uuid[],
  filter    jsonb,
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
  v_living text := format(
    'with living as (
       select sources.id, sources.published_version, sources.search_vector
       from public.sources
       where sources.scope_id = any (%1$L::uuid[]) and sources.project_id is not null and sources.archived_at is null
         and (%2$L is null or sources.project_id = %2$L::uuid)
         and (%3$L is null or to_jsonb(sources.kind) <@ %3$L::jsonb)
         and (%4$L is null or sources.occurred_at >= %4$L::timestamptz)
         and (%5$L is null or sources.occurred_at < %5$L::timestamptz))
     select living.search_vector from living',
    scope_ids, filter ->> 'project_id', filter -> 'source_kinds', filter ->> 'from', filter ->> 'before');
begin
  if chunk_ids is not null then
    v_living := v_living || format(
      ' union all select chunks.search_vector from public.chunks where chunks.id = any (%L::uuid[])', chunk_ids);
  elsif is_narrow then
    v_living := v_living || format(
      ' union all select chunks.search_vector
        from living
        join public.chunks on chunks.source_id = living.id and chunks.source_version = living.published_version
         and chunks.scope_id = any (%L::uuid[])', scope_ids);
  end if;
  return query
  select nearest.word, nearest.similar_word, nearest.likeness
  from private.most_alike(
    array(select known.word from ts_stat(v_living) as known where char_length(known.word) >= 3),
    words) as nearest;
end;
$function$;

create or replace function private.skip_embeddings (
  job_id  uuid,
  attempt integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(skip_embeddings.job_id, skip_embeddings.attempt);
  v_upload public.document_versions;
begin
  if v_job.kind = 'source_embed' then
    update private.embedding_models set skipped_at = coalesce(embedding_models.skipped_at, clock_timestamp())
    where embedding_models.name = v_job.payload ->> 'model' and embedding_models.version = v_job.payload ->> 'version';
    perform private.delete_job(v_job.id);
    return;
  elsif v_job.kind <> 'document_index' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor does this job', hint = 'wrong_executor';
  end if;
  v_upload := private.lock_upload(v_job);
  if v_upload.document_id is not null then
    perform private.require_indexing_step(v_upload, 'embed');
    perform private.continue_indexing(v_job, v_upload, 'publish', v_job.payload, 0, null);
  end if;
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

create or replace function private.staged_text_differs (
  upload public.document_versions,
  source public.sources
)
  returns boolean
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return source.published_version is null or exists (
    select
    from (
      select staged_chunks.position, staged_chunks.content, staged_chunks.location
      from private.staged_chunks
      where staged_chunks.document_id = upload.document_id and staged_chunks.version = upload.version
    ) as staged
    full join (
      select chunks.position, chunks.content, chunks.location
      from public.chunks
      where chunks.source_id = source.id and chunks.source_version = source.published_version
    ) as published using (position)
    where (staged.content, staged.location) is distinct from (published.content, published.location));
end;
$function$;

create or replace function private.staged_texts (
  job        private.jobs,
  text_limit integer
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_upload public.document_versions := private.lock_upload(job);
  v_model constant private.embedding_models := private.model_of_new_text();
  v_texts jsonb;
begin
  if v_upload.document_id is null then
    return jsonb_build_object('state', 'gone');
  end if;
  perform private.require_indexing_step(v_upload, 'embed');
  select jsonb_agg(jsonb_build_object(
    'id', picked.position, 'text', private.embedded_text(sources.title, picked.content)) order by picked.position)
  into v_texts
  from (
    select staged_chunks.document_id, staged_chunks.position, staged_chunks.content
    from private.staged_chunks
    where staged_chunks.document_id = v_upload.document_id and staged_chunks.version = v_upload.version
      and v_model.slot is not null
      and (staged_chunks.embedding_model, staged_chunks.embedding_version)
        is distinct from (v_model.name, v_model.version)
    order by staged_chunks.position
    limit staged_texts.text_limit
  ) as picked
  join public.sources on sources.id = picked.document_id;
  if v_texts is null then
    perform private.continue_indexing(job, v_upload, 'publish', job.payload, 0, null);
    return jsonb_build_object('state', 'done');
  end if;
  return jsonb_build_object(
    'state', 'leased', 'model', v_model.name, 'version', v_model.version, 'texts', v_texts);
end;
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

create or replace function private.step_after_extract()
  returns public.indexing_step
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return case when (private.model_of_new_text()).slot is null then 'publish' else 'embed' end;
end;
$function$;

create or replace function private.store_chunk_embeddings (
  job        private.jobs,
  model      text,
  version    text,
  embeddings jsonb
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_model private.embedding_models;
begin
  lock table private.embedding_models in row share mode;
  v_model := private.model_of_job(job);
  perform private.delete_job(job.id);
  if v_model.slot is null or (v_model.name, v_model.version) <> (store_chunk_embeddings.model, store_chunk_embeddings.version)
  then
    return;
  end if;
  -- Pieces that somebody is about to replace, restrict or move are left for the next pass.
  with kept as (
    select chunks.id, chunks.organization_id, chunks.source_id, chunks.scope_id
    from public.chunks
    where chunks.organization_id = job.organization_id
      and chunks.id in (select (given ->> 'id')::uuid from jsonb_array_elements(embeddings) as given)
    for key share skip locked
  )
  insert into private.chunk_embeddings (
    slot, model, version, chunk_id, organization_id, source_id, scope_id, embedding)
  select v_model.slot, v_model.name, v_model.version, kept.id, kept.organization_id, kept.source_id, kept.scope_id,
         (given.value ->> 'vector')::extensions.vector
  from kept
  join jsonb_array_elements(embeddings) as given on (given.value ->> 'id')::uuid = kept.id
  on conflict do nothing;
  perform private.enqueue_embedding(
    v_model, job.organization_id,
    after => (select max(given ->> 'id') from jsonb_array_elements(embeddings) as given)::uuid);
end;
$function$;

create or replace function private.store_embeddings (
  job_id     uuid,
  attempt    integer,
  model      text,
  version    text,
  embeddings jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(store_embeddings.job_id, store_embeddings.attempt);
begin
  if exists (
    -- What is no array is one vector that is none.
    select from jsonb_array_elements(
      case jsonb_typeof(embeddings) when 'array' then embeddings else '[null]' end) as given
    where not private.is_embedding(given -> 'vector') or given ->> 'id' is null)
  then
    raise exception using
      errcode = 'OPINV', message = 'A vector has 384 numbers, not all zero', hint = 'invalid_embeddings';
  elsif v_job.kind = 'document_index' then
    perform private.store_staged_embeddings(v_job, store_embeddings.model, store_embeddings.version, embeddings);
  elsif v_job.kind = 'source_embed' then
    perform private.store_chunk_embeddings(v_job, store_embeddings.model, store_embeddings.version, embeddings);
  else
    raise exception using
      errcode = 'OPSTA', message = 'Another executor does this job', hint = 'wrong_executor';
  end if;
end;
$function$;

create or replace function private.store_extracted (
  job_id         uuid,
  attempt        integer,
  pieces         jsonb,
  cursor         jsonb,
  progress_done  integer,
  progress_total integer,
  facts          jsonb,
  flags          text[],
  sha256         text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_indexing_job(store_extracted.job_id, store_extracted.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
  v_cursor constant jsonb := coalesce(store_extracted.cursor, 'null');
  v_next integer;
begin
  if v_upload.document_id is null then
    return;
  end if;
  perform private.require_indexing_step(v_upload, 'extract');
  if exists (
    -- What is no array is one piece that is none.
    select from jsonb_array_elements(
      case jsonb_typeof(pieces) when 'array' then pieces else '[null]' end) as piece
    where coalesce(btrim(piece ->> 'content'), '') = ''
      or jsonb_typeof(coalesce(piece -> 'location', '{}')) <> 'object')
  then
    raise exception using
      errcode = 'OPINV', message = 'Pieces have a text and a location', hint = 'invalid_pieces';
  elsif v_cursor <> 'null' and v_cursor = v_job.payload -> 'cursor' then
    raise exception using
      errcode = 'OPINV', message = 'The step has come no further', hint = 'no_progress';
  end if;

  select coalesce(max(staged_chunks.position) + 1, 0) into v_next
  from private.staged_chunks
  where staged_chunks.document_id = v_upload.document_id and staged_chunks.version = v_upload.version;
  insert into private.staged_chunks (organization_id, document_id, version, position, content, location)
  select v_upload.organization_id, v_upload.document_id, v_upload.version, v_next + piece.number - 1, piece.value ->> 'content',
         coalesce(piece.value -> 'location', '{}')
  from jsonb_array_elements(pieces) with ordinality as piece (value, number);

  update public.document_versions as versions
  set sha256 = coalesce(versions.sha256, store_extracted.sha256)
  where versions.document_id = v_upload.document_id and versions.version = v_upload.version;
  if v_cursor = 'null' and v_next + jsonb_array_length(pieces) = 0 then
    perform private.fail_upload(
      v_upload, v_job, 'no_text', 'There is no text in this file. Upload a version of it that has text.');
    return;
  end if;
  perform private.continue_indexing(
    v_job, v_upload,
    case when v_cursor <> 'null' then 'extract' else private.step_after_extract() end,
    v_job.payload || jsonb_build_object(
      'cursor', v_cursor,
      'facts', coalesce(v_job.payload -> 'facts', '{}') || coalesce(facts, '{}'),
      'flags', (
        select coalesce(jsonb_agg(distinct flag order by flag), '[]')
        from (
          select jsonb_array_elements_text(coalesce(v_job.payload -> 'flags', '[]')) as flag
          union all
          select unnest(store_extracted.flags)
        ) as found)),
    case when v_cursor <> 'null' then progress_done else 0 end,
    case when v_cursor <> 'null' then progress_total end);
end;
$function$;

create or replace function private.store_staged_embeddings (
  job        private.jobs,
  model      text,
  version    text,
  embeddings jsonb
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_upload public.document_versions := private.lock_upload(job);
  v_done integer;
  v_total integer;
begin
  if v_upload.document_id is null then
    return;
  end if;
  perform private.require_indexing_step(v_upload, 'embed');
  update private.staged_chunks
  set embedding = array(select part::text::real from jsonb_array_elements(given.value -> 'vector') as part),
      embedding_model = store_staged_embeddings.model, embedding_version = store_staged_embeddings.version
  from jsonb_array_elements(embeddings) as given
  where staged_chunks.document_id = v_upload.document_id and staged_chunks.version = v_upload.version
    and staged_chunks.position = (given.value ->> 'id')::integer;

  select count(staged_chunks.embedding), count(*) into v_done, v_total
  from private.staged_chunks
  where staged_chunks.document_id = v_upload.document_id and staged_chunks.version = v_upload.version;
  if v_done < v_total then
    perform private.continue_indexing(job, v_upload, 'embed', job.payload, v_done, v_total);
  else
    perform private.continue_indexing(job, v_upload, 'publish', job.payload, 0, null);
  end if;
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

create or replace function private.take_jobs (
  kinds     text[],
  worker    text,
  job_limit integer default 1,
  lease_ms  integer default null::integer
)
  returns table (
    id              uuid,
    organization_id uuid,
    kind            text,
    payload         jsonb,
    attempt         integer,
    max_attempts    integer,
    lease_until     timestamp with time zone,
    lease_length_ms integer,
    request_id      text
  )
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off'
  set enable_sort to 'off'
  AS $function$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_kind text;
  v_lease_ms integer;
  v_left integer := least(job_limit, 1000);
  v_count integer;
  v_is_second_look boolean := false;
begin
  if btrim(coalesce(worker, '')) = '' then
    raise exception using errcode = 'OPINV', message = 'A worker has a name', hint = 'invalid_worker';
  elsif take_jobs.lease_ms not between 1 and 3600000 then
    raise exception using
      errcode = 'OPINV', message = 'A lease is at most an hour long', hint = 'invalid_lease';
  end if;

  loop
    v_now := clock_timestamp();
    foreach v_kind in array kinds loop
      exit when v_left <= 0;
      v_lease_ms := coalesce(
        take_jobs.lease_ms,
        (select listed.lease_ms from private.job_kinds() as listed where listed.kind = v_kind),
        60000);
      return query
        update private.jobs
        set attempt = jobs.attempt + 1, leased_by = take_jobs.worker,
          lease_until = v_now + make_interval(secs => v_lease_ms / 1000.0)
        where jobs.id = any (array(
          select waiting.id
          from private.jobs as waiting
          where waiting.kind = v_kind and waiting.run_at <= v_now
            and waiting.died_at is null and waiting.lease_until is null
          order by waiting.run_at, waiting.id
          limit v_left
          for update skip locked))
        returning jobs.id, jobs.organization_id, jobs.kind, jobs.payload, jobs.attempt, jobs.max_attempts,
          jobs.lease_until, v_lease_ms, jobs.request_id;
      get diagnostics v_count = row_count;
      v_left := v_left - v_count;
    end loop;
    -- What silent workers hold is looked at only when nothing else fills the order; the sweep does the rest.
    exit when v_left <= 0 or v_is_second_look;
    v_is_second_look := true;
    exit when private.end_expired_leases(kinds, v_left) = 0;
  end loop;
end;
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
  return query
  select pieces.id, pieces.source_id, pieces.source_version, pieces.position, pieces.size,
    found.term, found.count, found.in_title
  from (
    -- Joined to nothing, so that the text is unpacked once per piece and not once per term.
    select either.id, either.source_id, either.source_version, either.position, either.size,
      either.words || ''::tsvector as words, either.title || ''::tsvector as title
    from (
      select chunks.id, chunks.source_id, chunks.source_version, chunks.position,
        octet_length(chunks.content) as size, chunks.search_vector as words, sources.search_vector as title,
        sources.project_id, sources.kind, sources.occurred_at
      from public.sources
      join public.chunks
        on chunks.source_id = sources.id and chunks.source_version = sources.published_version
        and chunks.scope_id = sources.scope_id
      where term_hits.chunk_ids is null and sources.scope_id = any (term_hits.scope_ids)
        and sources.project_id is not null and sources.archived_at is null
      union all
      select chunks.id, chunks.source_id, chunks.source_version, chunks.position,
        octet_length(chunks.content), chunks.search_vector, sources.search_vector,
        sources.project_id, sources.kind, sources.occurred_at
      from public.chunks
      join public.sources
        on sources.id = chunks.source_id and sources.published_version = chunks.source_version
        and sources.scope_id = chunks.scope_id
      where term_hits.chunk_ids is not null and chunks.id = any (term_hits.chunk_ids)
        -- Looked up in a table of hashes, and not along a thousand projects for each piece.
        and (chunks.scope_id in (select unnest(term_hits.scope_ids))) is true
        and sources.project_id is not null and sources.archived_at is null
    ) as either
    where (v_project_id is null or either.project_id = v_project_id)
      and (v_source_kinds is null or either.kind::text = any (v_source_kinds))
      and (v_from is null or either.occurred_at >= v_from)
      and (v_before is null or either.occurred_at < v_before)
    offset 0
  ) as pieces
  cross join lateral (
    -- How often a term stands there: ts_rank of one lexeme is (1 + 1/4 + … + 1/n²) / 1.645 for n places,
    -- which is solved for n; a pair of letters counts once.
    select
      given.number::integer as term,
      case
        when not pieces.words @@ given.term then 0
        when numnode(given.term) > 1 then 1
        else least(1 / (1.644934 * greatest(1 - ts_rank('{1,1,1,1}', pieces.words, given.term), 0.0001)) - 0.5, 100)
      end::real as count,
      pieces.title @@ given.term as in_title
    from unnest(term_hits.terms) with ordinality as given (term, number)
    where (pieces.words @@ given.term or pieces.title @@ given.term)
      and (term_hits.demanded is null or pieces.words @@ term_hits.demanded)
      and (term_hits.excluded is null or not pieces.words @@ term_hits.excluded)
  ) as found;
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

create or replace function private.tg_document_versions__keep_states()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_problem text;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'awaiting_upload' then
      v_problem := 'An upload is born awaiting its file';
    end if;
  elsif (new.document_id, new.version, new.organization_id, new.path, new.file_name, new.content_type,
         new.size_bytes, new.uploaded_by)
    is distinct from
    (old.document_id, old.version, old.organization_id, old.path, old.file_name, old.content_type,
     old.size_bytes, old.uploaded_by)
  then
    v_problem := 'An upload stays the file that it is: another file is another version';
  elsif new.sha256 is distinct from old.sha256 and old.sha256 is not null then
    v_problem := 'The file of an upload never changes';
  elsif new.status <> old.status
    and not exists (select from private.document_transitions() as listed
                    where listed.before = old.status and listed.after = new.status)
  then
    v_problem := format('An upload that is %s does not become %s', old.status, new.status);
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'illegal_transition';
  end if;
  return new;
end;
$function$;

create or replace function private.tg_published__keep_approved()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_row constant jsonb := to_jsonb(new);
  -- Computed after this trigger.
  v_free constant text[] := '{scope_id,is_restricted,withdrawn_at}';
  v_undo constant text := case when new.withdrawn_at is null then 'restore' else 'withdraw' end;
  v_card public.approvals;
begin
  if tg_op = 'INSERT' then
    select * into v_card from public.approvals
    where approvals.organization_id = new.organization_id and approvals.id = new.approval_id
      and approvals.project_id = new.project_id and approvals.status = 'executing'
      and private.portal_table(approvals.kind) = tg_table_name;
    if v_card.id is not null and v_card.decided_hash = private.approval_hash(v_card)
      and new.withdrawn_at is null and new.is_restricted >= v_card.is_restricted
      and not exists (
        select from private.payload_fields(v_card.kind) as fields
        where nullif(v_row -> fields.name, 'null') is distinct from v_card.payload -> fields.name)
    then
      return new;
    end if;
  elsif v_row - v_free = to_jsonb(old) - v_free and new.is_restricted >= old.is_restricted
    and (new.withdrawn_at is not distinct from old.withdrawn_at
      or (new.withdrawn_at is null) <> (old.withdrawn_at is null) and exists (
        select from public.approvals as undo
        where undo.organization_id = new.organization_id and undo.project_id = new.project_id
          and undo.status = 'executing' and private.portal_table(undo.kind) = tg_table_name
          and undo.decided_hash = private.approval_hash(undo) and undo.payload ->> v_undo = new.approval_id::text))
  then
    return new;
  end if;
  raise exception using
    errcode = 'OPSTA', message = 'No approved card that is being carried out says this', hint = 'card_not_approved';
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

create or replace function private.tick_embeddings()
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if private.vectors_installed() then
    perform private.wake_worker('embed-act');
  end if;
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

create or replace function private.undecided_reasons (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if private.decider_refusal(approval, approval.decided_by) is not null then
    return '[{"code": "decider_not_allowed", "message": "Whoever approved this card may not do so any more"}]';
  end if;
  return private.approval_lapse_reasons(approval);
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

  update public.document_versions as versions
  set flags = private.flags_of_kind(v_kind, versions.flags, versions.facts)
  where versions.document_id = v_document.id
    and versions.flags <> private.flags_of_kind(v_kind, versions.flags, versions.facts);

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

create or replace function private.upload_patience()
  returns interval
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select interval '1 day' $function$;

create or replace function private.upload_to_read (
  document_id uuid
)
  returns public.document_versions
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_there public.document_versions;
  v_awaited public.document_versions;
begin
  select versions.* into v_there
  from public.document_versions as versions
  where versions.document_id = upload_to_read.document_id and versions.status <> 'superseded'
    and private.stored_size(versions.path) is not null
  order by versions.version desc
  limit 1
  for update;
  if v_there.status is distinct from 'indexed' then
    return v_there;
  end if;
  select versions.* into v_awaited
  from public.document_versions as versions
  where versions.document_id = upload_to_read.document_id and versions.version > v_there.version
    and versions.status = 'awaiting_upload' and versions.created_at > now() - private.upload_patience()
  order by versions.version desc
  limit 1
  for update;
  return case when v_awaited.document_id is null then v_there else v_awaited end;
end;
$function$;

create or replace function private.vectors_installed()
  returns boolean
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return to_regclass('private.chunk_embeddings') is not null;
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

create or replace function public.fail_indexing (
  job_id  uuid,
  attempt integer,
  code    text,
  reason  text
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.fail_indexing(job_id, attempt, code, reason) $function$;

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

create or replace function public.get_embedding_model()
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.get_embedding_model();
end;
$function$;

create or replace function public.get_texts_to_embed (
  job_id     uuid,
  attempt    integer,
  text_limit integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_texts_to_embed(job_id, attempt, text_limit) $function$;

create or replace function public.lease_indexing (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.lease_indexing(job_id, attempt) $function$;

create or replace function public.publish_document (
  job_id  uuid,
  attempt integer
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  set statement_timeout to '110s'
  AS $function$ select private.publish_document(job_id, attempt) $function$;

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
  v_few constant integer := private.few_chunks();
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

  if coalesce(occurred_from, occurred_to) is not null then
    select organizations.time_zone into v_zone
    from public.organizations where organizations.id = (v_scope.viewer).organization_id;
  end if;
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
    if v_is_narrow then
      v_ranked := private.rank_by_words(v_scope_ids, v_ids, true, v_total, v_filter, v_terms, v_weights,
        v_words, v_asked.demanded, v_asked.excluded);
    else
      v_ranked := private.rank_wide_scope(
        v_scope_ids, v_filter, v_terms, v_weights, v_words, v_asked.demanded, v_asked.excluded);
    end if;
    v_by_words := v_ranked.by_words;
    v_by_names := v_ranked.by_names;
    v_similar_words := v_ranked.similar_words;
  end if;
  -- Who demands words gets them.
  if query_embedding is not null and v_asked.demanded is null then
    v_nearest := nullif(private.nearest_chunks(
      query_embedding, embedding_model, v_scope_ids, 100, project_id, source_kinds, source_id, v_from, v_before,
      v_is_narrow), '{}');
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
    order by score desc, best, legs.id
  ),
  -- What the legs named is read once more as the caller, one by one until there is enough.
  shown as (
    select found.*, row_number() over (order by found.score desc, found.best, found.id) as rank
    from (
      select fused.score, fused.best, readable.*
      from fused
      cross join lateral (
        select chunks.id, chunks.content, chunks.location, sources.id as source_id, sources.kind,
          sources.project_id, sources.title, sources.occurred_at
        from public.chunks
        join public.sources
          on sources.id = chunks.source_id and sources.published_version = chunks.source_version
        where chunks.id = fused.id and chunks.scope_id = any (v_scope_ids)
          and sources.project_id is not null and sources.archived_at is null
        offset 0
      ) as readable
      order by fused.score desc, fused.best, fused.id
      limit result_limit
    ) as found
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

create or replace function public.set_embedding_model (
  name    text,
  version text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  set statement_timeout to '110s'
  AS $function$ select private.set_embedding_model(name, version) $function$;

create or replace function public.set_rate_limit (
  route     text,
  max_calls integer
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_rate_limit(route, max_calls) $function$;

create or replace function public.skip_embeddings (
  job_id  uuid,
  attempt integer
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.skip_embeddings(job_id, attempt) $function$;

create or replace function public.store_embeddings (
  job_id     uuid,
  attempt    integer,
  model      text,
  version    text,
  embeddings jsonb
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.store_embeddings(job_id, attempt, model, version, embeddings) $function$;

create or replace function public.store_extracted (
  job_id         uuid,
  attempt        integer,
  pieces         jsonb,
  cursor         jsonb,
  progress_done  integer,
  progress_total integer,
  facts          jsonb,
  flags          text[],
  sha256         text
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  set statement_timeout to '110s'
  AS $function$
  select private.store_extracted(
    job_id, attempt, pieces, cursor, progress_done, progress_total, facts, flags, sha256)
$function$;

create or replace function public.take_jobs (
  kinds     text[],
  worker    text,
  job_limit integer default 1,
  lease_ms  integer default null::integer
)
  returns table (
    id              uuid,
    organization_id uuid,
    kind            text,
    payload         jsonb,
    attempt         integer,
    max_attempts    integer,
    lease_until     timestamp with time zone,
    lease_length_ms integer,
    request_id      text
  )
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query select * from private.take_jobs(kinds, worker, job_limit, lease_ms);
end;
$function$;

create or replace function public.update_document (
  document_id uuid,
  changes     jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_document(document_id, changes) $function$;

alter table "private"."embedding_models"
  add constraint "answering_has_start"
    check (((state = 'filling'::private.embedding_model_state) = (live_since IS NULL)));

alter table "private"."embedding_models"
  add constraint "retired_has_end"
    check (((state = 'retired'::private.embedding_model_state) = (retired_at IS NOT NULL)));

alter table "public"."chunks"
  add
    constraint "chunks_organization_id_id_source_id_scope_id_key" unique
    (organization_id, id, source_id, scope_id);

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

create unique index embedding_models_state_idx on private.embedding_models using btree (state);

create index jobs_organization_id_died_at_idx on private.jobs using btree (organization_id, died_at)
  where (died_at is not null);

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

create index sources_scope_id_idx on public.sources using btree (scope_id, occurred_at desc)
  include (language);

create index sources_search_vector_idx on public.sources using gin (search_vector);

create trigger tg_chunks__index_words
  before insert or update of content, location on public.chunks
  for each row
  execute function private.tg_chunks__index_words();

create trigger tg_client_readouts__keep_approved
  before insert or update on public.client_readouts
  for each row
  execute function private.tg_published__keep_approved();

alter table "public"."client_readouts"
  enable always trigger "tg_client_readouts__keep_approved";

create trigger tg_client_readouts__refuse_delete
  before delete on public.client_readouts
  for each row
  execute function private.tg_refuse_change();

alter table "public"."client_readouts"
  enable always trigger "tg_client_readouts__refuse_delete";

create trigger tg_client_readouts__refuse_truncate
  before truncate on public.client_readouts
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."client_readouts"
  enable always trigger "tg_client_readouts__refuse_truncate";

create trigger tg_deliverable_releases__keep_approved
  before insert or update on public.deliverable_releases
  for each row
  execute function private.tg_published__keep_approved();

alter table "public"."deliverable_releases"
  enable always trigger "tg_deliverable_releases__keep_approved";

create trigger tg_deliverable_releases__refuse_delete
  before delete on public.deliverable_releases
  for each row
  execute function private.tg_refuse_change();

alter table "public"."deliverable_releases"
  enable always trigger "tg_deliverable_releases__refuse_delete";

create trigger tg_deliverable_releases__refuse_truncate
  before truncate on public.deliverable_releases
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."deliverable_releases"
  enable always trigger "tg_deliverable_releases__refuse_truncate";

create trigger tg_document_versions__keep_states
  before insert or update on public.document_versions
  for each row
  execute function private.tg_document_versions__keep_states();

alter table "public"."document_versions"
  enable always trigger "tg_document_versions__keep_states";

create trigger tg_document_versions__refuse_delete
  before delete on public.document_versions
  for each row
  execute function private.tg_refuse_change();

alter table "public"."document_versions"
  enable always trigger "tg_document_versions__refuse_delete";

create trigger tg_document_versions__refuse_truncate
  before truncate on public.document_versions
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."document_versions"
  enable always trigger "tg_document_versions__refuse_truncate";

create trigger tg_document_versions__touch
  before update on public.document_versions
  for each row
  execute function private.tg_touch();

create trigger tg_documents__touch
  before update on public.documents
  for each row
  execute function private.tg_touch();

create trigger tg_scope_changes__keep_approved
  before insert or update on public.scope_changes
  for each row
  execute function private.tg_published__keep_approved();

alter table "public"."scope_changes"
  enable always trigger "tg_scope_changes__keep_approved";

create trigger tg_scope_changes__refuse_delete
  before delete on public.scope_changes
  for each row
  execute function private.tg_refuse_change();

alter table "public"."scope_changes"
  enable always trigger "tg_scope_changes__refuse_delete";

create trigger tg_scope_changes__refuse_truncate
  before truncate on public.scope_changes
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."scope_changes"
  enable always trigger "tg_scope_changes__refuse_truncate";

create trigger tg_sources__index_words
  before insert or update of title, keywords, language on public.sources
  for each row
  execute function private.tg_sources__index_words();

create trigger tg_sources__reindex_chunks
  after update of language on public.sources
  for each row
  execute function private.tg_sources__reindex_chunks();

create trigger tg_sow_drafts__keep_approved
  before insert or update on public.sow_drafts
  for each row
  execute function private.tg_published__keep_approved();

alter table "public"."sow_drafts"
  enable always trigger "tg_sow_drafts__keep_approved";

create trigger tg_sow_drafts__refuse_delete
  before delete on public.sow_drafts
  for each row
  execute function private.tg_refuse_change();

alter table "public"."sow_drafts"
  enable always trigger "tg_sow_drafts__refuse_delete";

create trigger tg_sow_drafts__refuse_truncate
  before truncate on public.sow_drafts
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."sow_drafts"
  enable always trigger "tg_sow_drafts__refuse_truncate";

create trigger tg_weekly_updates__keep_approved
  before insert or update on public.weekly_updates
  for each row
  execute function private.tg_published__keep_approved();

alter table "public"."weekly_updates"
  enable always trigger "tg_weekly_updates__keep_approved";

create trigger tg_weekly_updates__refuse_delete
  before delete on public.weekly_updates
  for each row
  execute function private.tg_refuse_change();

alter table "public"."weekly_updates"
  enable always trigger "tg_weekly_updates__refuse_delete";

create trigger tg_weekly_updates__refuse_truncate
  before truncate on public.weekly_updates
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."weekly_updates"
  enable always trigger "tg_weekly_updates__refuse_truncate";

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

comment on column "private"."embedding_models"."label" is 'How the vector of a question names its model.';

comment on column "private"."embedding_models"."skipped_at" is 'When pieces were first left without a vector because the model could not be asked; null when none are.';

comment on column "private"."embedding_models"."version" is 'The operator''s: another one has every text embedded anew.';

comment on column "private"."jobs"."died_at" is 'When its last try failed. Dead jobs stay, and portfolio-health lists them, until the same is tried again.';

comment on column "private"."rate_limit_settings"."max_calls" is 'What the operator''s environment says; null: the default.';

comment on column "public"."approval_citations"."chunk_id" is 'The piece in which the quote stands or begins; null where it stood nowhere when it was proposed. No key: pieces of a version that is gone are gone, and the citation says so.';

comment on column "public"."approvals"."decided_target_hash" is 'SHA-256 of the target at the moment of the decision: what is carried out is measured against it.';

comment on column "public"."chunks"."search_vector" is 'Its words, as they stand and as stems; kept by a trigger.';

comment on column "public"."document_versions"."facts" is 'What reading found: { format, pages?, slides?, sheets?, words, pieces, language?, hidden_characters, pages_without_text?, not_found … }.';

comment on column "public"."document_versions"."failure_code" is 'Stable name of why it could not be read: encrypted, no_text, corrupt, too_large, wrong_type, …';

comment on column "public"."document_versions"."failure_reason" is 'The same as a sentence for people, with what to do.';

comment on column "public"."document_versions"."flags" is 'What a reader should know: hidden_text_removed, unseen_text_kept (such as of text recognition), pages_without_text; of contracts also what was not found: no_parties, no_dates, no_amounts, no_signature, no_scope.';

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

comment on function "private"."cited_piece"(public.approval_citations, public.chunks, integer) is
  'The piece a reader is shown for a citation, and whether the quote stands in it, or begins in it and ends in the next.';

comment on function "private"."document_kind_of"(text) is 'Raises OPINV (invalid_document).';

comment on function "private"."document_path"(uuid, uuid, integer, text) is
  '<organization>/<document>/<version>/<name, in letters, digits, dots and dashes>.';

comment on function "private"."document_transitions"() is 'Which status of an upload may follow which. What was read, or could not be, is queued to be read again.';

comment on function "private"."document_types"() is 'Content types that are read; endings: only for files whose names end so.';

comment on function "private"."fold_text"(text) is 'The text as search compares it.';

comment on function "private"."indexing_key"(uuid, integer) is 'Of the jobs that read an upload there is one at a time.';

comment on function "private"."lock_document"(public.people, uuid) is 'Raises OPNFD (document_not_found).';

comment on function
  "private"."next_document_version"(public.people, uuid, uuid, text, public.document_kind) is
  'Raises OPNFD · OPSTA · OPINV.';

comment on function "private"."organization_findings"(uuid) is 'What the rules about clients, imports, cards, documents and background work find.';

comment on function "private"."publish_embeddings"(public.document_versions, public.sources) is
  'Called after lock_embedding_models() and after the pieces are there.';

comment on function "private"."require_stored_file"(public.document_versions) is
  'Raises OPSTA (not_uploaded, size_differs).';

comment on function "private"."search_vector"(text, text) is 'Lexemes of a text in a language (ISO 639-1).';

comment on function "private"."set_document_archived"(uuid, boolean) is 'Raises OPAUT · OPDEN · OPNFD.';

comment on function "private"."tg_document_versions__keep_states"() is 'Keeps uploads to their states and files. Raises OPSTA (illegal_transition).';

comment on function "private"."tg_published__keep_approved"() is 'Keeps rows of the portal to their approved cards. Raises OPSTA (card_not_approved).';

comment on function "private"."vectors_installed"() is 'Functions name the table of vectors only where this is true.';

comment on function "private"."visible_document"(public.people, uuid) is 'Raises OPNFD (document_not_found).';

comment on function "public"."archive_document"(uuid) is 'Answers the document. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."begin_indexing"(uuid) is 'Answers { document_id, version, status, job_id }. Raises OPAUT · OPDEN · OPLIM · OPNFD · OPSTA.';

comment on function
  "public"."create_document_upload"(uuid, text, text, bigint, text, public.document_kind, uuid) is
  'Answers { document_id, version, bucket, path }: where the caller may now upload the file, once. Raises OPAUT · OPDEN · OPINV · OPBIG · OPNFD · OPSTA.';

comment on function "public"."fail_indexing"(uuid, integer, text, text) is 'For the worker of documents: ends the upload as failed, with why. Raises OPSTA · OPINV.';

comment on function "public"."get_document_file"(uuid, integer) is 'Answers { document_id, version, bucket, path, file_name }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."get_document_inventory"(uuid, public.document_kind, integer, text) is
  'Answers { documents, problems, counts, next_cursor }. Raises OPAUT · OPDEN · OPINV.';

comment on function "public"."get_embedding_model"() is '{ name, version, label } of the model whose vectors answer searches, or null. Raises OPAUT · OPDEN.';

comment on function "public"."get_texts_to_embed"(uuid, integer, integer) is
  'For workers: { state: leased, model, version, texts: [{ id, text }] }, or done or gone, and then the job has gone on. Raises OPSTA · OPINV.';

comment on function "public"."lease_indexing"(uuid, integer) is 'For the worker of documents: { state: leased, step, path, cursor, … } or { state: gone }. Raises OPSTA.';

comment on function "public"."publish_document"(uuid, integer) is 'For the worker of documents: what was read becomes what readers see, at once. Raises OPSTA.';

comment on function "public"."restore_document"(uuid) is 'Answers the document. Raises OPAUT · OPDEN · OPNFD.';

comment on function
  "public"."search_chunks"(text, uuid, public.source_kind[], uuid, date, date, integer, uuid,
  real[], text) is 'Answers { results, mode }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."set_embedding_model"(text, text) is 'For workers: { state: live, filling or unavailable (without pgvector) }. Raises OPINV (invalid_model).';

comment on function "public"."set_rate_limit"(text, integer) is 'Sets how many calls of a route a person has per minute; null: the default. Raises OPINV.';

comment on function "public"."skip_embeddings"(uuid, integer) is 'For workers: goes on without vectors. Raises OPSTA.';

comment on function "public"."store_embeddings"(uuid, integer, text, text, jsonb) is
  'For workers: embeddings [{ id, vector }] of texts that get_texts_to_embed answered. Raises OPSTA · OPINV.';

comment on function
  "public"."store_extracted"(uuid, integer, jsonb, jsonb, integer, integer, jsonb, text[], text) is
  'For the worker of documents: pieces [{ content, location }] in order; cursor null when all is read. Raises OPSTA · OPINV.';

comment on function "public"."take_jobs"(text[], text, integer, integer) is
  'For workers: leases due jobs and answers them, with how long each lease is: their clock need not be ours. Raises OPINV.';

comment on function "public"."update_document"(uuid, jsonb) is 'Answers the document. Changes: title, kind. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on policy "document_versions_select_in_scope"
  on "public"."document_versions" is 'Whoever sees a document sees its uploads.';

comment on policy "documents_select_in_scope" on "public"."documents" is 'Whoever sees a project sees its documents; restricted ones are for admins and leads.';

comment on table "private"."embedding_models" is 'The models of the two slots of vectors. What stands in a slot is of its one model.';

comment on table "private"."rate_limit_settings" is 'How many calls of a route a person has per minute.';

comment on table "private"."staged_chunks" is 'Pieces of an upload that is being read.';

comment on table "public"."document_versions" is 'Each upload of a document and how far its reading is.';

comment on table "public"."documents" is 'Files of a project. A document is the source with the same id.';

comment on type "private"."embedding_model_state" is 'filling: its vectors are being made. live: it answers searches. retired: the one before, until its slot is emptied.';

comment on type "public"."document_kind" is 'What a document is; contracts and statements of work are restricted.';

comment on type "public"."document_status" is 'Of one upload. superseded: a later upload took its place before it was read.';

comment on type "public"."indexing_step" is 'extract: fetch, read and split the file. embed: vectors. publish: readers see the new text, all at once.';

comment on view "public"."document_summaries" is 'Documents with title, latest arrived upload and how far its reading is, in the caller''s scope.';

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

revoke all on function "private"."check_upload"(text, text, bigint, text) from public;

revoke all on function "private"."chunk_snippet"(text, text[], real[], text[]) from public;

grant execute on function "private"."chunk_snippet"(text, text[], real[], text[]) to "authenticated";

revoke all
  on function
    "private"."continue_indexing"(private.jobs, public.document_versions, public.indexing_step,
    jsonb, integer, integer)
  from public;

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

revoke all on function "private"."document_transitions"() from public;

revoke all on function "private"."document_types"() from public;

revoke all on function "private"."drop_staged_chunks"(public.document_versions) from public;

revoke all on function "private"."embedded_text"(text, text) from public;

revoke all on function "private"."embedding_key"(private.embedding_models, uuid) from public;

revoke all on function "private"."empty_embedding_slot"(smallint) from public;

revoke all
  on function "private"."end_embedding_pass"(private.jobs, private.embedding_models)
  from public;

revoke all on function "private"."end_indexing_job"(private.jobs) from public;

revoke all
  on function "private"."enqueue_embedding"(private.embedding_models, uuid, uuid, timestamp
    with time zone)
  from public;

revoke all on function "private"."fail_dead_indexing"(private.jobs) from public;

revoke all on function "private"."fail_indexing"(uuid, integer, text, text) from public;

grant execute on function "private"."fail_indexing"(uuid, integer, text, text) to "service_role";

revoke all
  on function "private"."fail_upload"(public.document_versions, private.jobs, text, text, text)
  from public;

revoke all on function "private"."few_chunks"() from public;

grant execute on function "private"."few_chunks"() to "authenticated";

revoke all on function "private"."flags_of_kind"(public.document_kind, text[], jsonb) from public;

revoke all on function "private"."fold_text"(text) from public;

grant execute on function "private"."fold_text"(text) to "authenticated";

revoke all on function "private"."forget_dead_embedding_jobs"(private.embedding_models) from public;

revoke all on function "private"."get_document_file"(uuid, integer) from public;

grant execute on function "private"."get_document_file"(uuid, integer) to "authenticated";

revoke all
  on function "private"."get_document_inventory"(uuid, public.document_kind, integer, text)
  from public;

grant execute
  on function "private"."get_document_inventory"(uuid, public.document_kind, integer, text)
  to "authenticated";

revoke all on function "private"."get_embedding_model"() from public;

grant execute on function "private"."get_embedding_model"() to "authenticated";

revoke all on function "private"."get_texts_to_embed"(uuid, integer, integer) from public;

grant execute on function "private"."get_texts_to_embed"(uuid, integer, integer) to "service_role";

revoke all on function "private"."go_live_when_filled"(private.embedding_models) from public;

revoke all on function "private"."indexed_chunks"(uuid[], jsonb, tsquery, integer) from public;

revoke all on function "private"."indexing_key"(uuid, integer) from public;

revoke all on function "private"."install_vectors"() from public;

revoke all on function "private"."is_document_type"(text, text) from public;

revoke all on function "private"."is_embedding"(jsonb) from public;

revoke all on function "private"."lease_indexing"(uuid, integer) from public;

grant execute on function "private"."lease_indexing"(uuid, integer) to "service_role";

revoke all
  on function "private"."listed_document"(public.documents, public.document_versions)
  from public;

revoke all on function "private"."lock_document"(public.people, uuid) from public;

revoke all on function "private"."lock_embedding_models"() from public;

revoke all on function "private"."lock_upload"(private.jobs) from public;

revoke all
  on function "private"."missing_embeddings"(private.embedding_models, uuid, uuid, integer)
  from public;

revoke all on function "private"."missing_texts"(private.jobs, integer) from public;

revoke all on function "private"."model_of_job"(private.jobs) from public;

revoke all on function "private"."model_of_new_text"() from public;

revoke all on function "private"."most_alike"(text[], text[]) from public;

grant execute on function "private"."most_alike"(text[], text[]) to "authenticated";

revoke all
  on function
    "private"."nearest_chunks"(real[], text, uuid[], integer, uuid, public.source_kind[], uuid,
    timestamp with time zone, timestamp with time zone, boolean)
  from public;

grant execute
  on function
    "private"."nearest_chunks"(real[], text, uuid[], integer, uuid, public.source_kind[], uuid,
    timestamp with time zone, timestamp with time zone, boolean)
  to "authenticated";

revoke all
  on function
    "private"."nearest_in_wide_scope"(real[], smallint, uuid[], uuid[], integer, uuid,
    public.source_kind[], uuid, timestamp with time zone, timestamp with time zone)
  from public;

revoke all
  on function
    "private"."nearest_of_few"(real[], smallint, uuid[], uuid[], integer, uuid,
    public.source_kind[], uuid, timestamp with time zone, timestamp with time zone)
  from public;

revoke all
  on function "private"."new_document"(public.people, uuid, text, public.document_kind, boolean)
  from public;

revoke all
  on function
    "private"."next_document_version"(public.people, uuid, uuid, text, public.document_kind)
  from public;

revoke all on function "private"."publish_document"(uuid, integer) from public;

grant execute on function "private"."publish_document"(uuid, integer) to "service_role";

revoke all
  on function "private"."publish_embeddings"(public.document_versions, public.sources)
  from public;

revoke all
  on function "private"."publish_staged_chunks"(public.document_versions, public.sources)
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
    "private"."rank_by_words"(uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[],
    tsquery, tsquery)
  from public;

grant execute
  on function
    "private"."rank_by_words"(uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[],
    tsquery, tsquery)
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

revoke all
  on function
    "private"."rank_wide_scope"(uuid[], jsonb, tsquery[], real[], text[], tsquery, tsquery)
  from public;

grant execute
  on function
    "private"."rank_wide_scope"(uuid[], jsonb, tsquery[], real[], text[], tsquery, tsquery)
  to "authenticated";

revoke all on function "private"."rate_limit_of"(text) from public;

revoke all on function "private"."require_indexing_job"(uuid, integer) from public;

revoke all
  on function "private"."require_indexing_step"(public.document_versions, public.indexing_step)
  from public;

revoke all on function "private"."require_open_project"(public.people, uuid) from public;

revoke all on function "private"."require_stored_file"(public.document_versions) from public;

revoke all on function "private"."restore_document"(uuid) from public;

grant execute on function "private"."restore_document"(uuid) to "authenticated";

revoke all on function "private"."search_vector"(text, text) from public;

revoke all on function "private"."set_document_archived"(uuid, boolean) from public;

revoke all on function "private"."set_embedding_model"(text, text) from public;

grant execute on function "private"."set_embedding_model"(text, text) to "service_role";

revoke all on function "private"."set_executing"(private.jobs, public.approvals) from public;

revoke all on function "private"."set_rate_limit"(text, integer) from public;

grant execute on function "private"."set_rate_limit"(text, integer) to "service_role";

revoke all on function "private"."similar_words"(uuid[], uuid[], jsonb, boolean, text[]) from public;

grant execute
  on function "private"."similar_words"(uuid[], uuid[], jsonb, boolean, text[])
  to "authenticated";

revoke all on function "private"."skip_embeddings"(uuid, integer) from public;

grant execute on function "private"."skip_embeddings"(uuid, integer) to "service_role";

revoke all on function "private"."spaceless_letter"() from public;

grant execute on function "private"."spaceless_letter"() to "authenticated";

revoke all
  on function "private"."staged_text_differs"(public.document_versions, public.sources)
  from public;

revoke all on function "private"."staged_texts"(private.jobs, integer) from public;

revoke all on function "private"."stemmed_language"(text) from public;

grant execute on function "private"."stemmed_language"(text) to "authenticated";

revoke all on function "private"."step_after_extract"() from public;

revoke all
  on function "private"."store_chunk_embeddings"(private.jobs, text, text, jsonb)
  from public;

revoke all on function "private"."store_embeddings"(uuid, integer, text, text, jsonb) from public;

grant execute
  on function "private"."store_embeddings"(uuid, integer, text, text, jsonb)
  to "service_role";

revoke all
  on function
    "private"."store_extracted"(uuid, integer, jsonb, jsonb, integer, integer, jsonb, text[], text)
  from public;

grant execute
  on function
    "private"."store_extracted"(uuid, integer, jsonb, jsonb, integer, integer, jsonb, text[], text)
  to "service_role";

revoke all
  on function "private"."store_staged_embeddings"(private.jobs, text, text, jsonb)
  from public;

revoke all on function "private"."stored_size"(text) from public;

revoke all on function "private"."take_jobs"(text[], text, integer, integer) from public;

grant execute on function "private"."take_jobs"(text[], text, integer, integer) to "service_role";

revoke all
  on function "private"."term_hits"(uuid[], uuid[], jsonb, tsquery[], tsquery, tsquery)
  from public;

grant execute
  on function "private"."term_hits"(uuid[], uuid[], jsonb, tsquery[], tsquery, tsquery)
  to "authenticated";

revoke all on function "private"."tg_chunks__index_words"() from public;

revoke all on function "private"."tg_document_versions__keep_states"() from public;

revoke all on function "private"."tg_published__keep_approved"() from public;

revoke all on function "private"."tg_sources__index_words"() from public;

revoke all on function "private"."tg_sources__reindex_chunks"() from public;

revoke all on function "private"."tick_embeddings"() from public;

revoke all on function "private"."titled_chunks"(uuid[], tsquery[], real[]) from public;

revoke all on function "private"."undecided_reasons"(public.approvals) from public;

revoke all on function "private"."update_document"(uuid, jsonb) from public;

grant execute on function "private"."update_document"(uuid, jsonb) to "authenticated";

revoke all on function "private"."upload_patience"() from public;

revoke all on function "private"."upload_to_read"(uuid) from public;

revoke all on function "private"."vectors_installed"() from public;

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

revoke all on function "public"."fail_indexing"(uuid, integer, text, text) from public;

grant execute on function "public"."fail_indexing"(uuid, integer, text, text) to "service_role";

revoke all on function "public"."get_document_file"(uuid, integer) from public;

grant execute on function "public"."get_document_file"(uuid, integer) to "authenticated";

revoke all
  on function "public"."get_document_inventory"(uuid, public.document_kind, integer, text)
  from public;

grant execute
  on function "public"."get_document_inventory"(uuid, public.document_kind, integer, text)
  to "authenticated";

revoke all on function "public"."get_embedding_model"() from public;

grant execute on function "public"."get_embedding_model"() to "authenticated";

revoke all on function "public"."get_texts_to_embed"(uuid, integer, integer) from public;

grant execute on function "public"."get_texts_to_embed"(uuid, integer, integer) to "service_role";

revoke all on function "public"."lease_indexing"(uuid, integer) from public;

grant execute on function "public"."lease_indexing"(uuid, integer) to "service_role";

revoke all on function "public"."publish_document"(uuid, integer) from public;

grant execute on function "public"."publish_document"(uuid, integer) to "service_role";

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

revoke all on function "public"."set_embedding_model"(text, text) from public;

grant execute on function "public"."set_embedding_model"(text, text) to "service_role";

revoke all on function "public"."set_rate_limit"(text, integer) from public;

grant execute on function "public"."set_rate_limit"(text, integer) to "service_role";

revoke all on function "public"."skip_embeddings"(uuid, integer) from public;

grant execute on function "public"."skip_embeddings"(uuid, integer) to "service_role";

revoke all on function "public"."store_embeddings"(uuid, integer, text, text, jsonb) from public;

grant execute
  on function "public"."store_embeddings"(uuid, integer, text, text, jsonb)
  to "service_role";

revoke all
  on function
    "public"."store_extracted"(uuid, integer, jsonb, jsonb, integer, integer, jsonb, text[], text)
  from public;

grant execute
  on function
    "public"."store_extracted"(uuid, integer, jsonb, jsonb, integer, integer, jsonb, text[], text)
  to "service_role";

revoke all on function "public"."take_jobs"(text[], text, integer, integer) from public;

grant execute on function "public"."take_jobs"(text[], text, integer, integer) to "service_role";

revoke all on function "public"."update_document"(uuid, jsonb) from public;

grant execute on function "public"."update_document"(uuid, jsonb) to "authenticated";

grant select on table "public"."document_versions" to "authenticated", "service_role";

grant select on table "public"."documents" to "authenticated", "service_role";

grant select on table "public"."document_summaries" to "authenticated", "service_role";
