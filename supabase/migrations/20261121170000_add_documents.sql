-- Documents, their indexing, and search.
-- The tables that change here hold few rows so far: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, adding-field-with-default, adding-serial-primary-key-field, require-concurrent-index-creation, disallowed-unique-constraint
set local check_function_bodies = off;

create table "private"."embedding_models" (
  "slot"       smallint                 not null,
  "name"       text                     not null,
  "version"    text                     not null,
  "dimensions" integer                  not null default 384,
  "created_at" timestamp with time zone not null default now(),
  "live_since" timestamp with time zone,
  "retired_at" timestamp with time zone,
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

create table "private"."staged_chunks" (
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

create type "public"."indexing_step" as enum (
  'extract',
  'embed',
  'publish'
);

alter table "public"."document_versions"
  add column "step" public.indexing_step;

create or replace function private.embedded_text (
  title   text,
  content text
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select left(title || E'\n\n' || content, 8000) $function$;

create or replace function private.embedding_key (
  model           private.embedding_models,
  organization_id uuid
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select format('%s:%s:%s', organization_id, model.name, model.version) $function$;

create or replace function private.embedding_label (
  model private.embedding_models
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select format('%s@%s', model.name, model.version) $function$;

create or replace function private.embedding_slot (
  embedding_model text
)
  returns smallint
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select models.slot
    from private.embedding_models as models
    where private.embedding_label(models) = embedding_slot.embedding_model and models.state <> 'filling'
      and private.vectors_installed());
end;
$function$;

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
      'name', models.name, 'version', models.version, 'label', private.embedding_label(models))
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
  if exists (
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

create or replace function private.install_vectors()
  returns boolean
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_version text;
  v_schema text;
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
    ('source_embed', 'embed-act', 10, 60000)
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

create or replace function private.nearest_chunks (
  query_embedding real[],
  embedding_model text,
  scope_ids       uuid[],
  result_limit    integer,
  project_id      uuid                     default null::uuid,
  source_kinds    public.source_kind[]     default null::public.source_kind[],
  source_id       uuid                     default null::uuid,
  occurred_from   timestamp with time zone default null::timestamp with time zone,
  occurred_before timestamp with time zone default null::timestamp with time zone
)
  returns table (
    chunk_id uuid,
    place    integer
  )
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  set "hnsw.iterative_scan" to 'relaxed_order'
  set "hnsw.ef_search" to '400'
  set "hnsw.max_scan_tuples" to '100000'
  set "hnsw.scan_mem_multiplier" to '4'
  AS $function$
declare
  v_few constant integer := 5000;
  v_slot smallint;
  v_from text;
  v_count integer;
begin
  if cardinality(query_embedding) is distinct from 384 or array_position(query_embedding, null) is not null
    or query_embedding && '{NaN,Infinity,-Infinity}'::real[]
  then
    raise exception using
      errcode = 'OPINV', message = 'The vector of a question has 384 numbers', hint = 'invalid_embedding';
  end if;
  v_slot := private.embedding_slot(nearest_chunks.embedding_model);
  if v_slot is null then
    return;
  end if;

  -- As text, with the values in it: the index is used for a vector that the planner knows.
  v_from := format(
    'from private.chunk_embeddings as made join public.sources on sources.id = made.source_id
     where made.slot = %s and made.scope_id = any (%L::uuid[]) and sources.archived_at is null',
    v_slot, scope_ids)
    || coalesce(format(' and sources.project_id = %L::uuid', nearest_chunks.project_id), '')
    || coalesce(format(' and sources.kind = any (%L::public.source_kind[])', source_kinds), '')
    || coalesce(format(' and made.source_id = %L::uuid', nearest_chunks.source_id), '')
    || coalesce(format(' and sources.occurred_at >= %L::timestamptz', occurred_from), '')
    || coalesce(format(' and sources.occurred_at < %L::timestamptz', occurred_before), '');
  execute format('select count(*) from (select %s limit %s) as counted', v_from, v_few + 1) into v_count;
  return query execute format(
    'with nearest as materialized (
       select made.chunk_id, made.embedding operator(extensions.<=>) %1$L::extensions.vector(384) as distance
       %2$s
       order by (made.embedding operator(extensions.<=>) %1$L::extensions.vector(384)) %3$s
       limit %4$s)
     select nearest.chunk_id, (row_number() over (order by nearest.distance + 0, nearest.chunk_id))::integer
     from nearest order by 2',
    translate(query_embedding::text, '{}', '[]'), v_from, case when v_count <= v_few then '+ 0' else '' end, result_limit);
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
  if v_model.state = 'live' and (select count(*) from private.embedding_models) = 1
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
  end if;
  return (
    select jsonb_build_object('state', models.state)
    from private.embedding_models as models where models.slot = v_model.slot);
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

create or replace function public.set_embedding_model (
  name    text,
  version text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  set statement_timeout to '110s'
  AS $function$ select private.set_embedding_model(name, version) $function$;

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

create unique index embedding_models_state_idx on private.embedding_models using btree (state);

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

comment on column "private"."embedding_models"."version" is 'The operator''s: another one has every text embedded anew.';

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

comment on function "private"."publish_embeddings"(public.document_versions, public.sources) is
  'Called after lock_embedding_models() and after the pieces are there.';

comment on function "private"."vectors_installed"() is 'Functions name the table of vectors only where this is true.';

comment on function "public"."get_embedding_model"() is '{ name, version, label } of the model whose vectors answer searches, or null. Raises OPAUT · OPDEN.';

comment on function "public"."get_texts_to_embed"(uuid, integer, integer) is
  'For workers: { state: leased, model, version, texts: [{ id, text }] }, or done or gone, and then the job has gone on. Raises OPSTA · OPINV.';

comment on function "public"."set_embedding_model"(text, text) is 'For workers: { state: live, filling or unavailable (without pgvector) }. Raises OPINV (invalid_model).';

comment on function "public"."skip_embeddings"(uuid, integer) is 'For workers: goes on without vectors. Raises OPSTA.';

comment on function "public"."store_embeddings"(uuid, integer, text, text, jsonb) is
  'For workers: embeddings [{ id, vector }] of texts that get_texts_to_embed answered. Raises OPSTA · OPINV.';

comment on policy "document_versions_select_in_scope"
  on "public"."document_versions" is 'Whoever sees a document sees its uploads.';

comment on policy "documents_select_in_scope" on "public"."documents" is 'Whoever sees a project sees its documents; restricted ones are for admins and leads.';

comment on table "private"."embedding_models" is 'The models of the two slots of vectors. What stands in a slot is of its one model.';

comment on table "private"."staged_chunks" is 'Pieces of an upload that is being read.';

comment on table "public"."document_versions" is 'Each upload of a document and how far its reading is.';

comment on table "public"."documents" is 'Files of a project. A document is the source with the same id.';

comment on type "private"."embedding_model_state" is 'filling: its vectors are being made. live: it answers searches. retired: the one before, until its slot is emptied.';

comment on type "public"."document_kind" is 'What a document is; contracts and statements of work are restricted.';

comment on type "public"."document_status" is 'Of one upload. superseded: a later upload took its place before it was read.';

comment on type "public"."indexing_step" is 'extract: fetch, read and split the file. embed: vectors. publish: readers see the new text, all at once.';

revoke all on function "private"."embedded_text"(text, text) from public;

revoke all on function "private"."embedding_key"(private.embedding_models, uuid) from public;

revoke all on function "private"."embedding_label"(private.embedding_models) from public;

revoke all on function "private"."embedding_slot"(text) from public;

grant execute on function "private"."embedding_slot"(text) to "authenticated";

revoke all on function "private"."empty_embedding_slot"(smallint) from public;

revoke all
  on function "private"."end_embedding_pass"(private.jobs, private.embedding_models)
  from public;

revoke all
  on function "private"."enqueue_embedding"(private.embedding_models, uuid, uuid, timestamp
    with time zone)
  from public;

revoke all on function "private"."forget_dead_embedding_jobs"(private.embedding_models) from public;

revoke all on function "private"."get_embedding_model"() from public;

grant execute on function "private"."get_embedding_model"() to "authenticated";

revoke all on function "private"."get_texts_to_embed"(uuid, integer, integer) from public;

grant execute on function "private"."get_texts_to_embed"(uuid, integer, integer) to "service_role";

revoke all on function "private"."go_live_when_filled"(private.embedding_models) from public;

revoke all on function "private"."install_vectors"() from public;

revoke all on function "private"."is_embedding"(jsonb) from public;

revoke all on function "private"."lock_embedding_models"() from public;

revoke all
  on function "private"."missing_embeddings"(private.embedding_models, uuid, uuid, integer)
  from public;

revoke all on function "private"."missing_texts"(private.jobs, integer) from public;

revoke all on function "private"."model_of_job"(private.jobs) from public;

revoke all on function "private"."model_of_new_text"() from public;

revoke all
  on function
    "private"."nearest_chunks"(real[], text, uuid[], integer, uuid, public.source_kind[], uuid,
    timestamp with time zone, timestamp with time zone)
  from public;

grant execute
  on function
    "private"."nearest_chunks"(real[], text, uuid[], integer, uuid, public.source_kind[], uuid,
    timestamp with time zone, timestamp with time zone)
  to "authenticated";

revoke all
  on function "private"."publish_embeddings"(public.document_versions, public.sources)
  from public;

revoke all on function "private"."set_embedding_model"(text, text) from public;

grant execute on function "private"."set_embedding_model"(text, text) to "service_role";

revoke all on function "private"."skip_embeddings"(uuid, integer) from public;

grant execute on function "private"."skip_embeddings"(uuid, integer) to "service_role";

revoke all on function "private"."staged_texts"(private.jobs, integer) from public;

revoke all
  on function "private"."store_chunk_embeddings"(private.jobs, text, text, jsonb)
  from public;

revoke all on function "private"."store_embeddings"(uuid, integer, text, text, jsonb) from public;

grant execute
  on function "private"."store_embeddings"(uuid, integer, text, text, jsonb)
  to "service_role";

revoke all
  on function "private"."store_staged_embeddings"(private.jobs, text, text, jsonb)
  from public;

revoke all on function "private"."tick_embeddings"() from public;

revoke all on function "private"."vectors_installed"() from public;

grant execute on function "private"."vectors_installed"() to "authenticated";

revoke all on function "public"."get_embedding_model"() from public;

grant execute on function "public"."get_embedding_model"() to "authenticated";

revoke all on function "public"."get_texts_to_embed"(uuid, integer, integer) from public;

grant execute on function "public"."get_texts_to_embed"(uuid, integer, integer) to "service_role";

revoke all on function "public"."set_embedding_model"(text, text) from public;

grant execute on function "public"."set_embedding_model"(text, text) to "service_role";

revoke all on function "public"."skip_embeddings"(uuid, integer) from public;

grant execute on function "public"."skip_embeddings"(uuid, integer) to "service_role";

revoke all on function "public"."store_embeddings"(uuid, integer, text, text, jsonb) from public;

grant execute
  on function "public"."store_embeddings"(uuid, integer, text, text, jsonb)
  to "service_role";

grant select on table "public"."document_versions" to "authenticated", "service_role";

grant select on table "public"."documents" to "authenticated", "service_role";
