-- Jobs, approvals and what they rest on.
-- The tables that change here hold few rows so far: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, adding-field-with-default, adding-serial-primary-key-field
set local check_function_bodies = off;

create table "private"."jobs" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "kind"            text                     not null,
  "payload"         jsonb                    not null default '{}'::jsonb,
  "unique_key"      text,
  "request_id"      text,
  "run_at"          timestamp with time zone not null default now(),
  "attempt"         integer                  not null default 0,
  "max_attempts"    integer                  not null,
  "leased_by"       text,
  "lease_until"     timestamp with time zone,
  "last_error"      text,
  "died_at"         timestamp with time zone,
  "created_at"      timestamp with time zone not null default now(),
  constraint "attempts_are_counted"
    check
    (((attempt >= 0) AND (attempt <= max_attempts) AND (max_attempts >= 1) AND (max_attempts <=
    100))),
  constraint "dead_job_is_not_leased" check (((died_at IS NULL) OR (leased_by IS NULL))),
  constraint "dead_job_says_why" check (((died_at IS NULL) OR (last_error IS NOT NULL))),
  constraint "jobs_pkey" primary key (id),
  constraint "kind_is_present" check (((btrim(kind) <> ''::text) AND (char_length(kind) <= 60))),
  constraint "lease_has_worker_and_end" check (((leased_by IS NULL) = (lease_until IS NULL))),
  constraint "leased_job_was_attempted" check (((leased_by IS NULL) OR (attempt > 0)))
);

alter table "private"."jobs"
  enable row level security;

create table "private"."rate_limits" (
  "organization_id" uuid                       not null,
  "person_id"       uuid                       not null,
  "route"           text                       not null,
  "admitted_at"     timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  constraint "rate_limits_pkey" primary key (person_id, route),
  constraint "route_is_present" check (((btrim(route) <> ''::text) AND (char_length(route) <= 60)))
);

alter table "private"."rate_limits"
  enable row level security;

create table "public"."approval_citations" (
  "organization_id" uuid    not null,
  "approval_id"     uuid    not null,
  "number"          integer not null,
  "source_id"       uuid    not null,
  "source_version"  integer not null,
  "chunk_id"        uuid,
  "quote"           text,
  "scope_id"        uuid    not null,
  constraint "approval_citations_pkey" primary key (approval_id, number),
  constraint "number_is_counted" check (((number >= 1) AND (number <= 200))),
  constraint "quote_is_present"
    check (((btrim(quote) <> ''::text) AND (char_length(quote) <= 4000)))
);

alter table "public"."approval_citations"
  enable row level security;

create table "public"."approval_events" (
  "organization_id" uuid                     not null,
  "approval_id"     uuid                     not null,
  "number"          integer                  not null,
  "version"         integer                  not null,
  "payload_hash"    text                     not null,
  "actor_id"        uuid,
  "actor_db_role"   text                     not null,
  "request_id"      text,
  "job_id"          uuid,
  "attempt"         integer,
  "shown"           jsonb,
  "details"         jsonb,
  "scope_id"        uuid                     not null,
  "occurred_at"     timestamp with time zone not null default clock_timestamp(),
  constraint "approval_events_pkey" primary key (approval_id, number)
);

alter table "public"."approval_events"
  enable row level security;

create table "public"."approval_kinds" (
  "title"             text    not null,
  "needs_project"     boolean not null,
  "is_deliverable"    boolean not null,
  "is_prompt_owned"   boolean not null,
  "is_restricted"     boolean not null,
  "required_sections" text[]  not null default '{}'::text[],
  constraint "only_deliverables_need_sections"
    check ((is_deliverable OR (required_sections = '{}'::text[]))),
  constraint "title_is_present" check (((btrim(title) <> ''::text) AND (char_length(title) <= 60)))
);

alter table "public"."approval_kinds"
  enable row level security;

create table "public"."approval_versions" (
  "organization_id" uuid                     not null,
  "approval_id"     uuid                     not null,
  "version"         integer                  not null,
  "title"           text                     not null,
  "payload"         jsonb                    not null,
  "payload_hash"    text                     not null,
  "written_by"      uuid,
  "scope_id"        uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  constraint "approval_versions_pkey" primary key (approval_id, version)
);

alter table "public"."approval_versions"
  enable row level security;

create table "public"."approvals" (
  "id"                     uuid                     not null default gen_random_uuid(),
  "organization_id"        uuid                     not null,
  "project_id"             uuid,
  "title"                  text                     not null,
  "payload"                jsonb                    not null,
  "payload_hash"           text                     not null,
  "version"                integer                  not null default 1,
  "is_restricted"          boolean                  not null default false,
  "target_id"              uuid,
  "target_snapshot"        jsonb,
  "undo_of_id"             uuid,
  "proposed_by"            uuid,
  "agent_session_id"       uuid,
  "last_edited_by"         uuid,
  "decided_by"             uuid,
  "decided_at"             timestamp with time zone,
  "decided_version"        integer,
  "decided_hash"           text,
  "decided_target_hash"    text,
  "reason"                 text,
  "review"                 jsonb,
  "execution_requested_by" uuid,
  "execution_requested_at" timestamp with time zone,
  "execution_job_id"       uuid,
  "execution_attempt"      integer,
  "execution_started_at"   timestamp with time zone,
  "vendor_called_at"       timestamp with time zone,
  "executed_at"            timestamp with time zone,
  "execution_error"        text,
  "result"                 jsonb,
  "inverse"                jsonb,
  "request_id"             text,
  "created_at"             timestamp with time zone not null default now(),
  "updated_at"             timestamp with time zone not null default now(),
  constraint "approvals_organization_id_id_key" unique (organization_id, id),
  constraint "approvals_pkey" primary key (id),
  constraint "decision_binds_what_was_seen"
    check
    (((decided_hash IS NULL) OR ((decided_hash = payload_hash) AND (decided_version = version)))),
  constraint "payload_is_an_object" check ((jsonb_typeof(payload) = 'object'::text)),
  constraint "payload_is_bounded" check ((octet_length((payload)::text) <= 500000)),
  constraint "reason_is_present"
    check (((btrim(reason) <> ''::text) AND (char_length(reason) <= 2000))),
  constraint "title_is_present"
    check (((btrim(title) <> ''::text) AND (char_length(title) <= 300))),
  constraint "version_is_counted" check ((version >= 1))
);

alter table "public"."approvals"
  enable row level security;

create table "public"."calendar_events" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "external_id"     text                     not null,
  "calendar_id"     text                     not null default 'primary'::text,
  "project_id"      uuid,
  "summary"         text                     not null,
  "description"     text,
  "location"        text,
  "starts_at"       timestamp with time zone not null,
  "ends_at"         timestamp with time zone not null,
  "time_zone"       text                     not null,
  "attendees"       text[]                   not null default '{}'::text[],
  "etag"            text,
  "created_at"      timestamp with time zone not null default now(),
  "updated_at"      timestamp with time zone not null default now(),
  constraint "calendar_events_organization_id_id_key" unique (organization_id, id),
  constraint "calendar_events_pkey" primary key (id),
  constraint "ends_after_start" check ((ends_at > starts_at)),
  constraint "external_id_is_present"
    check (((btrim(external_id) <> ''::text) AND (char_length(external_id) <= 1024))),
  constraint "summary_is_present"
    check (((btrim(summary) <> ''::text) AND (char_length(summary) <= 500)))
);

alter table "public"."calendar_events"
  enable row level security;

create table "public"."chunks" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "source_id"       uuid                     not null,
  "source_version"  integer                  not null,
  "position"        integer                  not null,
  "content"         text                     not null,
  "location"        jsonb                    not null default '{}'::jsonb,
  "scope_id"        uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  constraint "chunks_organization_id_id_key" unique (organization_id, id),
  constraint "chunks_pkey" primary key (id),
  constraint "chunks_source_id_source_version_position_key" unique
    (source_id, source_version, "position"),
  constraint "content_is_present" check ((btrim(content) <> ''::text)),
  constraint "version_is_counted" check (((source_version >= 1) AND ("position" >= 0)))
);

alter table "public"."chunks"
  enable row level security;

create table "public"."client_readouts" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "project_id"      uuid                     not null,
  "approval_id"     uuid                     not null,
  "title"           text                     not null,
  "sections"        jsonb                    not null,
  "is_restricted"   boolean                  not null default false,
  "published_at"    timestamp with time zone not null default now(),
  "withdrawn_at"    timestamp with time zone,
  constraint "client_readouts_approval_id_key" unique (organization_id, approval_id),
  constraint "client_readouts_pkey" primary key (id),
  constraint "sections_are_a_list" check ((jsonb_typeof(sections) = 'array'::text)),
  constraint "title_is_present" check (((btrim(title) <> ''::text) AND (char_length(title) <= 200)))
);

alter table "public"."client_readouts"
  enable row level security;

create table "public"."deliverable_releases" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "project_id"      uuid                     not null,
  "approval_id"     uuid                     not null,
  "title"           text                     not null,
  "source_id"       uuid,
  "note"            text,
  "is_restricted"   boolean                  not null default false,
  "published_at"    timestamp with time zone not null default now(),
  "withdrawn_at"    timestamp with time zone,
  constraint "deliverable_releases_approval_id_key" unique (organization_id, approval_id),
  constraint "deliverable_releases_pkey" primary key (id),
  constraint "title_is_present" check (((btrim(title) <> ''::text) AND (char_length(title) <= 200)))
);

alter table "public"."deliverable_releases"
  enable row level security;

create table "public"."external_links" (
  "organization_id" uuid                     not null,
  "external_id"     text                     not null,
  "approval_id"     uuid                     not null,
  "project_id"      uuid,
  "url"             text,
  "created_at"      timestamp with time zone not null default now(),
  constraint "external_id_is_present"
    check (((btrim(external_id) <> ''::text) AND (char_length(external_id) <= 1024))),
  constraint "url_is_a_link" check (((url ~ '^(https?://|/)'::text) AND (char_length(url) <= 2000)))
);

alter table "public"."external_links"
  enable row level security;

create table "public"."integrations" (
  "organization_id" uuid                     not null,
  "settings"        jsonb                    not null default '{}'::jsonb,
  "secret_name"     text                     not null,
  "connected_by"    uuid                     not null,
  "version"         integer                  not null default 1,
  "created_at"      timestamp with time zone not null default now(),
  "updated_at"      timestamp with time zone not null default now(),
  constraint "settings_are_an_object" check ((jsonb_typeof(settings) = 'object'::text))
);

alter table "public"."integrations"
  enable row level security;

create table "public"."live_prompts" (
  "organization_id"   uuid                     not null,
  "live_version_id"   uuid,
  "staged_version_id" uuid,
  "moved_by"          uuid                     not null,
  "moved_at"          timestamp with time zone not null default now(),
  constraint "live_prompts_pkey" primary key (organization_id),
  constraint "something_is_live_or_staged" check (((live_version_id IS
    NOT NULL) OR (staged_version_id IS NOT NULL)))
);

alter table "public"."live_prompts"
  enable row level security;

create table "public"."organization_settings" (
  "organization_id"       uuid                     not null,
  "forbids_self_approval" boolean                  not null default false,
  "version"               integer                  not null default 1,
  "updated_by"            uuid,
  "updated_at"            timestamp with time zone not null default now(),
  constraint "organization_settings_pkey" primary key (organization_id)
);

alter table "public"."organization_settings"
  enable row level security;

create table "public"."prompt_versions" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "number"          integer                  not null,
  "base"            text                     not null,
  "rules"           text[]                   not null default '{}'::text[],
  "note"            text,
  "restores_id"     uuid,
  "approval_id"     uuid,
  "created_by"      uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  constraint "base_is_present"
    check (((btrim(base) <> ''::text) AND (char_length(base) <= 100000))),
  constraint "number_is_counted" check ((number >= 1)),
  constraint "prompt_versions_organization_id_id_key" unique (organization_id, id),
  constraint "prompt_versions_organization_id_number_key" unique (organization_id, number),
  constraint "prompt_versions_pkey" primary key (id),
  constraint "rules_are_few" check ((cardinality(rules) <= 200))
);

alter table "public"."prompt_versions"
  enable row level security;

create table "public"."scope_changes" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "project_id"      uuid                     not null,
  "approval_id"     uuid                     not null,
  "title"           text                     not null,
  "description"     text                     not null,
  "hours_change"    numeric(10,2),
  "amount_change"   numeric(14,2),
  "effective_on"    date,
  "is_restricted"   boolean                  not null default false,
  "published_at"    timestamp with time zone not null default now(),
  "withdrawn_at"    timestamp with time zone,
  constraint "changes_are_numbers"
    check (((abs(hours_change) <= 99999999.99) AND (abs(amount_change) <= 999999999999.99))),
  constraint "effective_on_is_a_day"
    check (((effective_on >= '0001-01-01'::date) AND (effective_on <= '9999-12-31'::date))),
  constraint "scope_changes_approval_id_key" unique (organization_id, approval_id),
  constraint "scope_changes_pkey" primary key (id),
  constraint "title_is_present" check (((btrim(title) <> ''::text) AND (char_length(title) <= 200)))
);

alter table "public"."scope_changes"
  enable row level security;

create table "public"."skill_versions" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "skill_id"        uuid                     not null,
  "number"          integer                  not null,
  "title"           text                     not null,
  "content"         text                     not null,
  "approval_id"     uuid                     not null,
  "created_by"      uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  constraint "content_is_present"
    check (((btrim(content) <> ''::text) AND (char_length(content) <= 50000))),
  constraint "number_is_counted" check ((number >= 1)),
  constraint "skill_versions_organization_id_id_key" unique (organization_id, skill_id, id),
  constraint "skill_versions_pkey" primary key (id),
  constraint "skill_versions_skill_id_number_key" unique (skill_id, number),
  constraint "title_is_present" check (((btrim(title) <> ''::text) AND (char_length(title) <= 200)))
);

alter table "public"."skill_versions"
  enable row level security;

create table "public"."skills" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "name"            text                     not null,
  "live_version_id" uuid,
  "created_at"      timestamp with time zone not null default now(),
  "archived_at"     timestamp with time zone,
  constraint "name_is_a_slug"
    check (((name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(name) <= 60))),
  constraint "skills_organization_id_id_key" unique (organization_id, id),
  constraint "skills_organization_id_name_key" unique (organization_id, name),
  constraint "skills_pkey" primary key (id)
);

alter table "public"."skills"
  enable row level security;

create table "public"."sources" (
  "id"                uuid                     not null default gen_random_uuid(),
  "organization_id"   uuid                     not null,
  "project_id"        uuid,
  "title"             text                     not null,
  "is_restricted"     boolean                  not null default false,
  "occurred_at"       timestamp with time zone,
  "version"           integer                  not null default 1,
  "published_version" integer,
  "created_at"        timestamp with time zone not null default now(),
  "updated_at"        timestamp with time zone not null default now(),
  "archived_at"       timestamp with time zone,
  constraint "published_version_exists"
    check (((published_version >= 1) AND (published_version <= version))),
  constraint "sources_organization_id_id_key" unique (organization_id, id),
  constraint "sources_pkey" primary key (id),
  constraint "title_is_present" check (((btrim(title) <> ''::text) AND (char_length(title) <= 500)))
);

alter table "public"."sources"
  enable row level security;

create table "public"."sow_drafts" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "project_id"      uuid                     not null,
  "approval_id"     uuid                     not null,
  "title"           text                     not null,
  "sections"        jsonb                    not null,
  "is_restricted"   boolean                  not null default true,
  "published_at"    timestamp with time zone not null default now(),
  "withdrawn_at"    timestamp with time zone,
  constraint "sections_are_a_list" check ((jsonb_typeof(sections) = 'array'::text)),
  constraint "sow_drafts_approval_id_key" unique (organization_id, approval_id),
  constraint "sow_drafts_pkey" primary key (id),
  constraint "title_is_present" check (((btrim(title) <> ''::text) AND (char_length(title) <= 200)))
);

alter table "public"."sow_drafts"
  enable row level security;

create table "public"."weekly_updates" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "project_id"      uuid                     not null,
  "approval_id"     uuid                     not null,
  "week_of"         date                     not null,
  "headline"        text                     not null,
  "body"            text                     not null,
  "next_steps"      text,
  "is_restricted"   boolean                  not null default false,
  "published_at"    timestamp with time zone not null default now(),
  "withdrawn_at"    timestamp with time zone,
  constraint "headline_is_present"
    check (((btrim(headline) <> ''::text) AND (char_length(headline) <= 200))),
  constraint "week_is_a_day"
    check (((week_of >= '0001-01-01'::date) AND (week_of <= '9999-12-31'::date))),
  constraint "weekly_updates_approval_id_key" unique (organization_id, approval_id),
  constraint "weekly_updates_pkey" primary key (id)
);

alter table "public"."weekly_updates"
  enable row level security;

alter table "public"."approvals"
  add column "scope_id" uuid generated always as (
CASE
    when (is_restricted or (project_id is null)) THEN organization_id
    ELSE project_id
end) stored not null;

alter table "public"."client_readouts"
  add column "scope_id" uuid generated always as (
CASE
    when is_restricted THEN organization_id
    ELSE project_id
end) stored not null;

alter table "public"."deliverable_releases"
  add column "scope_id" uuid generated always as (
CASE
    when is_restricted THEN organization_id
    ELSE project_id
end) stored not null;

alter table "public"."scope_changes"
  add column "scope_id" uuid generated always as (
CASE
    when is_restricted THEN organization_id
    ELSE project_id
end) stored not null;

alter table "public"."sources"
  add column "scope_id" uuid generated always as (
CASE
    when (is_restricted or (project_id is null)) THEN organization_id
    ELSE project_id
end) stored not null;

alter table "public"."sow_drafts"
  add column "scope_id" uuid generated always as (
CASE
    when is_restricted THEN organization_id
    ELSE project_id
end) stored not null;

alter table "public"."tasks"
  add column "description" text;

alter table "public"."weekly_updates"
  add column "scope_id" uuid generated always as (
CASE
    when is_restricted THEN organization_id
    ELSE project_id
end) stored not null;

create type "public"."approval_event_type" as enum (
  'proposed',
  'edited',
  'approved',
  'rejected',
  'lapsed',
  'execution_requested',
  'execution_started',
  'vendor_called',
  'executed',
  'failed',
  'unknown',
  'reviewed'
);

alter table "public"."approval_events"
  add column "type" public.approval_event_type not null;

create type "public"."approval_group" as enum (
  'external',
  'portal',
  'record',
  'prompt'
);

alter table "public"."approval_kinds"
  add column "group" public.approval_group not null;

create type "public"."approval_kind" as enum (
  'task_create',
  'calendar_event_create',
  'calendar_event_update',
  'calendar_event_cancel',
  'weekly_update',
  'scope_change',
  'sow_draft',
  'client_readout',
  'deliverable_release',
  'scope_summary',
  'email_draft',
  'scope_flag',
  'sow_estimate',
  'prompt_update',
  'prompt_base_update',
  'skill_update'
);

alter table "public"."approval_kinds"
  add column "kind" public.approval_kind not null;

alter table "public"."approvals"
  add column "kind" public.approval_kind not null;

create type "public"."approval_status" as enum (
  'pending',
  'approved',
  'rejected',
  'executing',
  'executed',
  'failed',
  'unknown'
);

alter table "public"."approval_events"
  add column "status" public.approval_status not null;

alter table "public"."approvals"
  add column "status" public.approval_status not null default 'pending'::public.approval_status;

create type "public"."calendar_event_status" as enum (
  'confirmed',
  'cancelled'
);

alter table "public"."calendar_events"
  add column "status" public.calendar_event_status
    not null default 'confirmed'::public.calendar_event_status;

create type "public"."citation_role" as enum (
  'evidence',
  'influence'
);

alter table "public"."approval_citations"
  add column "role" public.citation_role not null;

create type "public"."external_entity" as enum (
  'task',
  'calendar_event'
);

alter table "public"."external_links"
  add column "entity" public.external_entity not null;

create type "public"."external_provider" as enum (
  'local',
  'clickup',
  'google_calendar'
);

alter table "public"."calendar_events"
  add column "provider" public.external_provider not null;

alter table "public"."external_links"
  add column "provider" public.external_provider not null;

create type "public"."integration_provider" as enum (
  'clickup',
  'google_calendar'
);

alter table "public"."integrations"
  add column "provider" public.integration_provider not null;

create type "public"."prompt_origin" as enum (
  'set',
  'staged',
  'rollback',
  'learned_rule',
  'base_update'
);

alter table "public"."prompt_versions"
  add column "origin" public.prompt_origin not null;

create type "public"."proposer" as enum (
  'person',
  'agent',
  'background'
);

alter table "public"."approvals"
  add column "proposer" public.proposer not null;

create type "public"."source_kind" as enum (
  'document',
  'meeting',
  'email',
  'note'
);

alter table "public"."sources"
  add column "kind" public.source_kind not null;

create type "public"."stakes" as enum (
  'low',
  'medium',
  'high'
);

alter table "public"."approval_kinds"
  add column "stakes" public.stakes not null;

create or replace function private.approval_hash (
  approval public.approvals
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  -- jsonb orders keys and spells values in one way, so its text is canonical.
  select encode(sha256(convert_to(jsonb_build_object(
    'id', approval.id, 'organization_id', approval.organization_id, 'version', approval.version,
    'kind', approval.kind::text, 'project_id', approval.project_id, 'target_id', approval.target_id,
    'undo_of_id', approval.undo_of_id, 'payload', approval.payload)::text, 'UTF8')), 'hex')
$function$;

create or replace function private.approval_transitions()
  returns table (
    before public.approval_status,
    after  public.approval_status
  )
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select listed.before::public.approval_status, listed.after::public.approval_status
  from (values
    ('pending', 'approved'), ('pending', 'rejected'),
    ('approved', 'executing'), ('approved', 'pending'),
    ('executing', 'executed'), ('executing', 'failed'), ('executing', 'unknown'),
    ('failed', 'executing'), ('failed', 'pending'),
    ('unknown', 'executed'), ('unknown', 'failed')
  ) as listed (before, after)
$function$;

create or replace function private.check_worker_token (
  token         text,
  function_slug text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_end text := substring(token from '^worker\.(\d{1,12})\.[0-9a-f]{64}$');
begin
  if v_end is null or function_slug is null or v_end::bigint <= extract(epoch from clock_timestamp()) then
    return false;
  end if;
  -- Digests are compared, so that the time it takes tells nothing about the token.
  return coalesce(
    sha256(convert_to(token, 'UTF8'))
      = sha256(convert_to(private.worker_token(function_slug, v_end::bigint), 'UTF8')), false);
end;
$function$;

create or replace function private.decider_refusal (
  approval  public.approvals,
  person_id uuid
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people;
begin
  select * into v_person from public.people
  where people.id = decider_refusal.person_id and people.organization_id = approval.organization_id;
  if v_person.id is null or v_person.archived_at is not null or v_person.role not in ('admin', 'lead') then
    return 'role_not_allowed';
  elsif not v_person.is_prompt_owner and exists (
    select from public.approval_kinds where approval_kinds.kind = approval.kind and approval_kinds.is_prompt_owned)
  then
    return 'prompt_owner_only';
  elsif (v_person.id = approval.proposed_by or v_person.id = approval.last_edited_by) and exists (
    select from public.organization_settings as settings
    where settings.organization_id = approval.organization_id and settings.forbids_self_approval)
  then
    return 'self_approval_forbidden';
  end if;
  return null;
end;
$function$;

create or replace function private.delete_job (
  job_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  delete from private.jobs where jobs.id = delete_job.job_id;
end;
$function$;

create or replace function private.end_expired_leases (
  kinds     text[]  default null::text[],
  job_limit integer default 1000
)
  returns integer
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_now constant timestamptz := clock_timestamp();
  v_error constant text := 'The worker fell silent before the job was done';
  v_job private.jobs;
  v_count integer := 0;
begin
  for v_job in
    select * from private.jobs
    where jobs.lease_until <= v_now
      and (end_expired_leases.kinds is null or jobs.kind = any (end_expired_leases.kinds))
    order by jobs.lease_until
    limit end_expired_leases.job_limit
    for update skip locked
  loop
    if v_job.attempt < v_job.max_attempts then
      -- The lease was pause enough.
      update private.jobs
      set leased_by = null, lease_until = null, run_at = v_now, last_error = v_error
      where jobs.id = v_job.id;
    else
      begin
        perform private.let_job_die(v_job, v_error);
      exception when others then
        raise warning 'The death of job % could not be settled: %', v_job.id, sqlerrm;
        continue;
      end;
    end if;
    v_count := v_count + 1;
  end loop;
  return v_count;
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
    on conflict (kind, unique_key) where died_at is null do nothing
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

  if enqueue_job.run_at is null or enqueue_job.run_at <= clock_timestamp() then
    perform private.wake_worker(v_kind.function_slug);
  end if;
  return v_id;
end;
$function$;

create or replace function private.fail_import_run (
  run_id uuid,
  error  text
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_run public.portfolio_import_runs;
begin
  update public.portfolio_import_runs as runs
  set status = 'failed', error = fail_import_run.error, finished_at = clock_timestamp()
  where runs.id = fail_import_run.run_id and runs.status in ('pending', 'running')
  returning * into v_run;
  if v_run.id is not null then
    perform private.record_audit_event(
      v_run.organization_id, 'portfolio_import.failed', 'portfolio_import_run', v_run.id, null,
      jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'error', v_run.error));
  end if;
end;
$function$;

create or replace function private.fail_job (
  job_id         uuid,
  attempt        integer,
  error          text,
  is_final       boolean default false,
  retry_after_ms integer default null::integer
)
  returns boolean
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs;
begin
  select * into v_job
  from private.jobs
  where jobs.id = fail_job.job_id and jobs.attempt = fail_job.attempt and jobs.lease_until > clock_timestamp()
  for update;
  if v_job.id is null then
    return null;
  elsif fail_job.is_final then
    perform private.let_job_die(v_job, fail_job.error);
    return false;
  end if;
  return private.retry_job(v_job.id, fail_job.error, fail_job.retry_after_ms);
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
  AS $function$
declare
  v_now constant timestamptz := clock_timestamp();
  v_count integer;
begin
  delete from private.jobs
  using unnest(finish_jobs.job_ids, finish_jobs.attempts) as done (id, attempt)
  where jobs.id = done.id and jobs.attempt = done.attempt and jobs.lease_until > v_now;
  get diagnostics v_count = row_count;
  return v_count;
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
    ('portfolio_import', 'import-act', 3, 120000)
$function$;

create or replace function private.keep_job (
  job_id   uuid,
  attempt  integer,
  lease_ms integer
)
  returns boolean
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if lease_ms is null or lease_ms not between 1 and 3600000 then
    raise exception using
      errcode = 'OPINV', message = 'A lease is at most an hour long', hint = 'invalid_lease';
  end if;
  update private.jobs
  set lease_until = clock_timestamp() + make_interval(secs => keep_job.lease_ms / 1000.0)
  where jobs.id = keep_job.job_id and jobs.attempt = keep_job.attempt
    and jobs.lease_until > clock_timestamp();
  return found;
end;
$function$;

create or replace function private.let_job_die (
  job   private.jobs,
  error text
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs;
begin
  update private.jobs
  set died_at = clock_timestamp(), leased_by = null, lease_until = null,
      last_error = left(coalesce(nullif(btrim(let_job_die.error), ''), 'No reason was given'), 2000)
  where jobs.id = (job).id and jobs.died_at is null
  returning * into v_job;
  if v_job.id is not null then
    perform private.on_job_death(v_job);
  end if;
end;
$function$;

create or replace function private.next_job_at (
  kinds text[]
)
  returns timestamp with time zone
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select min(due.at)
    from unnest(next_job_at.kinds) as asked (kind)
    cross join lateral (
      (select jobs.run_at as at from private.jobs
       where jobs.kind = asked.kind and jobs.died_at is null and jobs.lease_until is null
       order by jobs.run_at limit 1)
      union all
      (select jobs.lease_until from private.jobs
       where jobs.kind = asked.kind and jobs.lease_until is not null
       order by jobs.lease_until limit 1)
    ) as due);
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
  end if;
end;
$function$;

create or replace function private.require_job_lease (
  job_id  uuid,
  attempt integer
)
  returns private.jobs
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs;
begin
  select * into v_job from private.jobs where jobs.id = require_job_lease.job_id for update;
  if v_job.id is null or v_job.attempt is distinct from require_job_lease.attempt
    or v_job.lease_until is null or v_job.lease_until <= clock_timestamp()
  then
    raise exception using
      errcode = 'OPSTA', message = 'The job is not this worker''s any more', hint = 'lease_lost';
  end if;
  return v_job;
end;
$function$;

create or replace function private.retry_job (
  job_id         uuid,
  error          text,
  retry_after_ms integer default null::integer
)
  returns boolean
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs;
begin
  select * into v_job from private.jobs where jobs.id = retry_job.job_id and jobs.died_at is null for update;
  if v_job.id is null then
    return false;
  elsif v_job.attempt >= v_job.max_attempts then
    perform private.let_job_die(v_job, retry_job.error);
    return false;
  end if;
  update private.jobs
  set leased_by = null, lease_until = null,
      last_error = left(coalesce(nullif(btrim(retry_job.error), ''), 'No reason was given'), 2000),
      run_at = clock_timestamp() + private.retry_pause(v_job.attempt, retry_job.retry_after_ms)
  where jobs.id = v_job.id;
  return true;
end;
$function$;

create or replace function private.retry_pause (
  attempt        integer,
  retry_after_ms integer
)
  returns interval
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return make_interval(secs => case
    -- Whoever named a time is believed, up to a day.
    when retry_after_ms is not null then least(greatest(retry_after_ms, 0), 86400000) / 1000.0
    else least(3600, 4 * power(2, least(greatest(attempt, 1), 20) - 1)) * (0.75 + random() * 0.25)
  end);
end;
$function$;

create or replace function private.scope_ids_of (
  person public.people
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if person.archived_at is null and person.role in ('admin', 'lead') then
    return private.project_ids_of(person) || person.organization_id;
  end if;
  return private.project_ids_of(person);
end;
$function$;

create or replace function private.sweep_jobs()
  returns integer
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.end_expired_leases(null, 10000);
end;
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
    request_id      text
  )
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_kind text;
  v_lease interval;
  v_left integer := least(job_limit, 1000);
  v_count integer;
  v_is_second_look boolean := false;
begin
  if btrim(coalesce(worker, '')) = '' then
    raise exception using errcode = 'OPINV', message = 'A worker has a name', hint = 'invalid_worker';
  elsif lease_ms not between 1 and 3600000 then
    raise exception using
      errcode = 'OPINV', message = 'A lease is at most an hour long', hint = 'invalid_lease';
  end if;

  loop
    v_now := clock_timestamp();
    foreach v_kind in array kinds loop
      exit when v_left <= 0;
      v_lease := make_interval(secs => coalesce(
        take_jobs.lease_ms,
        (select listed.lease_ms from private.job_kinds() as listed where listed.kind = v_kind),
        60000) / 1000.0);
      return query
        update private.jobs
        set attempt = jobs.attempt + 1, leased_by = take_jobs.worker, lease_until = v_now + v_lease
        where jobs.id = any (array(
          select waiting.id
          from private.jobs as waiting
          where waiting.kind = v_kind and waiting.run_at <= v_now
            and waiting.died_at is null and waiting.lease_until is null
          order by waiting.run_at, waiting.id
          limit v_left
          for update skip locked))
        returning jobs.id, jobs.organization_id, jobs.kind, jobs.payload, jobs.attempt, jobs.max_attempts,
          jobs.lease_until, jobs.request_id;
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

create or replace function private.tg_approvals__keep_states()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_problem text;
begin
  new.payload_hash := private.approval_hash(new);
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.version <> 1 or new.last_edited_by is not null then
      v_problem := 'A card is born pending, in its first version';
    end if;
  else
    new.updated_at := clock_timestamp();
    if (new.id, new.organization_id, new.kind, new.project_id, new.proposer, new.proposed_by,
        new.agent_session_id, new.undo_of_id, new.created_at)
       is distinct from
       (old.id, old.organization_id, old.kind, old.project_id, old.proposer, old.proposed_by,
        old.agent_session_id, old.undo_of_id, old.created_at)
    then
      v_problem := 'What was proposed, and by whom, never changes';
    elsif new.version <> old.version
      and (new.version <> old.version + 1 or new.status <> 'pending'
           or old.status not in ('pending', 'approved', 'failed') or new.last_edited_by is null)
    then
      v_problem := 'A new version is the next one, has an editor and is pending';
    elsif new.version = old.version
      and (new.payload, new.title, new.target_id, new.target_snapshot, new.last_edited_by)
          is distinct from (old.payload, old.title, old.target_id, old.target_snapshot, old.last_edited_by)
    then
      v_problem := 'Another payload is another version';
    elsif old.is_restricted and not new.is_restricted then
      v_problem := 'A restricted card stays restricted';
    elsif new.status <> old.status
      and not exists (select from private.approval_transitions() as listed
                      where listed.before = old.status and listed.after = new.status)
    then
      v_problem := format('A card that is %s does not become %s', old.status, new.status);
    elsif new.status = old.status
      and (new.decided_by, new.decided_at, new.decided_hash, new.reason, new.executed_at, new.result, new.inverse)
          is distinct from
          (old.decided_by, old.decided_at, old.decided_hash, old.reason, old.executed_at, old.result, old.inverse)
    then
      v_problem := 'A decision and a result are written once';
    elsif old.status <> 'pending' and new.status <> 'pending'
      and (new.decided_by, new.decided_at, new.decided_hash, new.decided_version, new.decided_target_hash)
          is distinct from
          (old.decided_by, old.decided_at, old.decided_hash, old.decided_version, old.decided_target_hash)
    then
      v_problem := 'A decision stays as it was made';
    elsif new.status is distinct from old.status and new.status in ('approved', 'rejected', 'executing') then
      v_problem := private.decider_refusal(new, new.decided_by);
      if v_problem is not null then
        raise exception using
          errcode = 'OPDEN',
          message = 'Whoever decided this card may not decide it',
          hint = 'decider_not_allowed',
          detail = jsonb_build_object('reason', v_problem)::text;
      end if;
    end if;
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'illegal_transition';
  end if;
  return new;
end;
$function$;

create or replace function private.tg_refuse_change_but_scope()
  returns trigger
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'scope_id' = to_jsonb(old) - 'scope_id' then
    return new;
  end if;
  raise exception using
    errcode = 'OPSTA', message = format('%I is append-only', tg_table_name), hint = 'append_only';
end;
$function$;

create or replace function private.tg_sources__restrict_approvals()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  update public.approvals set is_restricted = true
  where not approvals.is_restricted
    and approvals.id in (
      select approval_citations.approval_id from public.approval_citations
      where approval_citations.organization_id = new.organization_id
        and approval_citations.source_id = new.id);
  return null;
end;
$function$;

create or replace function private.tick_jobs()
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_slug text;
begin
  perform private.sweep_jobs();
  for v_slug in
    select distinct listed.function_slug
    from private.job_kinds() as listed
    where exists (
      select from private.jobs
      where jobs.kind = listed.kind and jobs.run_at <= clock_timestamp()
        and jobs.died_at is null and jobs.lease_until is null)
  loop
    perform private.wake_worker(v_slug);
  end loop;
end;
$function$;

create or replace function private.visible_scope_ids()
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.scope_ids_of(private.viewer());
end;
$function$;

create or replace function private.wake_worker (
  function_slug text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_woken text := coalesce(current_setting('countersign.woken', true), '');
  v_url text;
  v_token text;
begin
  if v_woken like '%,' || wake_worker.function_slug || ',%'
    or to_regnamespace('net') is null or to_regclass('vault.decrypted_secrets') is null
  then
    return;
  end if;
  begin
    select secrets.decrypted_secret into v_url
    from vault.decrypted_secrets as secrets where secrets.name = 'functions_url';
    v_token := private.worker_token(
      wake_worker.function_slug, extract(epoch from clock_timestamp())::bigint + 120);
    if v_url is null or v_token is null then
      return;
    end if;
    perform net.http_post(
      url => v_url || '/' || wake_worker.function_slug,
      headers => jsonb_build_object(
        'content-type', 'application/json', 'authorization', 'Bearer ' || v_token, 'prefer', 'respond-async'));
    perform set_config('countersign.woken', v_woken || ',' || wake_worker.function_slug || ',', true);
  exception when others then
    -- The fact that the job follows from is not lost over a hint.
    raise warning 'The worker % could not be woken: %', wake_worker.function_slug, sqlerrm;
  end;
end;
$function$;

create or replace function private.worker_token (
  function_slug text,
  expires_at    bigint
)
  returns text
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return null;
  end if;
  select secrets.decrypted_secret into v_secret
  from vault.decrypted_secrets as secrets where secrets.name = 'worker_token_secret';
  if v_secret is null then
    return null;
  end if;
  return format(
    'worker.%s.%s', expires_at,
    encode(extensions.hmac(format('%s:%s', worker_token.function_slug, worker_token.expires_at), v_secret, 'sha256'), 'hex'));
end;
$function$;

create or replace function public.check_worker_token (
  token         text,
  function_slug text
)
  returns boolean
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.check_worker_token(token, function_slug) $function$;

create or replace function public.fail_job (
  job_id         uuid,
  attempt        integer,
  error          text,
  is_final       boolean default false,
  retry_after_ms integer default null::integer
)
  returns boolean
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.fail_job(job_id, attempt, error, is_final, retry_after_ms) $function$;

create or replace function public.finish_jobs (
  job_ids  uuid[],
  attempts integer[]
)
  returns integer
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.finish_jobs(job_ids, attempts);
end;
$function$;

create or replace function public.keep_job (
  job_id   uuid,
  attempt  integer,
  lease_ms integer
)
  returns boolean
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.keep_job(job_id, attempt, lease_ms) $function$;

create or replace function public.next_job_at (
  kinds text[]
)
  returns timestamp with time zone
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.next_job_at(kinds) $function$;

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
    request_id      text
  )
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query select * from private.take_jobs(kinds, worker, job_limit, lease_ms);
end;
$function$;

alter table "private"."jobs"
  add constraint "jobs_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "private"."rate_limits"
  add constraint "rate_limits_person_fkey" foreign key (organization_id, person_id)
    references public.people(organization_id, id) on delete cascade;

alter table "public"."approval_citations"
  add constraint "approval_citations_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."approval_citations"
  add constraint "evidence_is_quoted"
    check (((role <> 'evidence'::public.citation_role) OR (quote IS NOT NULL)));

alter table "public"."approval_events"
  add constraint "approval_events_actor_fkey" foreign key (organization_id, actor_id)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."approval_events"
  add constraint "approval_events_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."approval_kinds"
  add constraint "approval_kinds_pkey" primary key (kind);

alter table "public"."approval_kinds"
  add constraint "only_prompt_kinds_are_prompt_owned"
    check ((is_prompt_owned = ("group" = 'prompt'::public.approval_group)));

alter table "public"."approval_kinds"
  add constraint "only_prompt_kinds_stand_alone"
    check ((needs_project = ("group" <> 'prompt'::public.approval_group)));

alter table "public"."approval_versions"
  add constraint "approval_versions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."approval_versions"
  add constraint "approval_versions_written_by_fkey" foreign key (organization_id, written_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_decided_by_fkey" foreign key (organization_id, decided_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_execution_requested_by_fkey"
    foreign key (organization_id, execution_requested_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_kind_fkey" foreign key (kind) references public.approval_kinds(kind)
    on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_last_edited_by_fkey" foreign key (organization_id, last_edited_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_organization_id_id_scope_id_key" unique (organization_id, id, scope_id);

alter table "public"."approval_citations"
  add constraint "approval_citations_approval_fkey"
    foreign key (organization_id, approval_id, scope_id)
    references public.approvals(organization_id, id, scope_id) on update cascade on delete restrict;

alter table "public"."approval_events"
  add constraint "approval_events_approval_fkey"
    foreign key (organization_id, approval_id, scope_id)
    references public.approvals(organization_id, id, scope_id) on update cascade on delete restrict;

alter table "public"."approval_versions"
  add constraint "approval_versions_approval_fkey"
    foreign key (organization_id, approval_id, scope_id)
    references public.approvals(organization_id, id, scope_id) on update cascade on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_proposed_by_fkey" foreign key (organization_id, proposed_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."approvals"
  add constraint "approvals_undo_of_fkey" foreign key (organization_id, undo_of_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."approvals"
  add constraint "ended_badly_says_why"
    check
    (((status = ANY (ARRAY['failed'::public.approval_status, 'unknown'::public.approval_status])) =
    (execution_error IS NOT NULL)));

alter table "public"."approvals"
  add constraint "executed_card_has_no_job"
    check (((status <> 'executed'::public.approval_status) OR (execution_job_id IS NULL)));

alter table "public"."approvals"
  add constraint "executed_card_has_time"
    check (((status = 'executed'::public.approval_status) = (executed_at IS NOT NULL)));

alter table "public"."approvals"
  add constraint "executing_card_has_job"
    check (((status <> 'executing'::public.approval_status) OR ((execution_job_id IS
    NOT NULL) AND (execution_attempt IS NOT NULL))));

alter table "public"."approvals"
  add constraint "execution_was_requested"
    check
    ((((execution_requested_by IS NULL) = (execution_requested_at IS NULL)) AND ((status <> ALL
    (ARRAY['executing'::public.approval_status, 'executed'::public.approval_status,
    'failed'::public.approval_status,
    'unknown'::public.approval_status])) OR (execution_requested_by IS NOT NULL))));

alter table "public"."approvals"
  add constraint "only_executed_has_result"
    check
    (((status = 'executed'::public.approval_status) OR ((result IS NULL) AND (inverse IS NULL))));

alter table "public"."approvals"
  add constraint "pending_card_is_undecided"
    check
    ((((status = 'pending'::public.approval_status) = (decided_by IS NULL)) AND ((decided_by IS
    NULL) = (decided_at IS NULL)) AND ((decided_by IS NULL) = (decided_version IS NULL)) AND
    ((decided_by IS NULL) = (decided_hash IS NULL))));

alter table "public"."approvals"
  add constraint "person_stands_behind_proposal"
    check (((proposer = 'background'::public.proposer) = (proposed_by IS NULL)));

alter table "public"."approvals"
  add constraint "rejection_has_reason"
    check (((status = 'rejected'::public.approval_status) = (reason IS NOT NULL)));

alter table "public"."approvals"
  add constraint "undecided_card_has_no_execution"
    check
    (((status <> ALL (ARRAY['pending'::public.approval_status, 'rejected'::public.approval_status]))
    OR
    ((execution_requested_by IS NULL) AND (execution_requested_at IS NULL) AND (execution_job_id IS
    NULL) AND (execution_started_at IS NULL) AND (vendor_called_at IS NULL))));

alter table "public"."approvals"
  add constraint "unknown_was_called"
    check (((status <> 'unknown'::public.approval_status) OR (vendor_called_at IS NOT NULL)));

alter table "public"."calendar_events"
  add constraint "calendar_events_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."calendar_events"
  add constraint "calendar_events_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."calendar_events"
  add
    constraint "calendar_events_provider_external_id_key" unique
    (organization_id, provider, calendar_id, external_id);

alter table "public"."chunks"
  add constraint "chunks_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."client_readouts"
  add constraint "client_readouts_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."client_readouts"
  add constraint "client_readouts_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."client_readouts"
  add constraint "client_readouts_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."deliverable_releases"
  add constraint "deliverable_releases_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."deliverable_releases"
  add constraint "deliverable_releases_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."deliverable_releases"
  add constraint "deliverable_releases_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."external_links"
  add constraint "external_links_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."external_links"
  add constraint "external_links_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."external_links"
  add constraint "external_links_pkey" primary key (organization_id, provider, entity, external_id);

alter table "public"."external_links"
  add constraint "external_links_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."integrations"
  add constraint "integrations_connected_by_fkey" foreign key (organization_id, connected_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."integrations"
  add constraint "integrations_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."integrations"
  add constraint "integrations_pkey" primary key (organization_id, provider);

alter table "public"."live_prompts"
  add constraint "live_prompts_moved_by_fkey" foreign key (organization_id, moved_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."live_prompts"
  add constraint "live_prompts_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."organization_settings"
  add constraint "organization_settings_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."organization_settings"
  add constraint "organization_settings_updated_by_fkey" foreign key (organization_id, updated_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."prompt_versions"
  add constraint "approved_origin_names_its_card"
    check
    (((origin = ANY (ARRAY['learned_rule'::public.prompt_origin,
    'base_update'::public.prompt_origin])) = (approval_id IS NOT NULL)));

alter table "public"."prompt_versions"
  add constraint "prompt_versions_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."prompt_versions"
  add constraint "prompt_versions_created_by_fkey" foreign key (organization_id, created_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."prompt_versions"
  add constraint "prompt_versions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."live_prompts"
  add constraint "live_prompts_live_version_fkey" foreign key (organization_id, live_version_id)
    references public.prompt_versions(organization_id, id) on delete restrict;

alter table "public"."live_prompts"
  add constraint "live_prompts_staged_version_fkey" foreign key (organization_id, staged_version_id)
    references public.prompt_versions(organization_id, id) on delete restrict;

alter table "public"."prompt_versions"
  add constraint "prompt_versions_restores_fkey" foreign key (organization_id, restores_id)
    references public.prompt_versions(organization_id, id) on delete restrict;

alter table "public"."prompt_versions"
  add constraint "rollback_names_its_model"
    check (((origin = 'rollback'::public.prompt_origin) = (restores_id IS NOT NULL)));

alter table "public"."scope_changes"
  add constraint "scope_changes_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."scope_changes"
  add constraint "scope_changes_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."scope_changes"
  add constraint "scope_changes_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."skill_versions"
  add constraint "skill_versions_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."skill_versions"
  add constraint "skill_versions_created_by_fkey" foreign key (organization_id, created_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."skill_versions"
  add constraint "skill_versions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."skills"
  add constraint "skills_live_version_fkey" foreign key (organization_id, id, live_version_id)
    references public.skill_versions(organization_id, skill_id, id) on delete restrict;

alter table "public"."skills"
  add constraint "skills_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."skill_versions"
  add constraint "skill_versions_skill_fkey" foreign key (organization_id, skill_id)
    references public.skills(organization_id, id) on delete restrict;

alter table "public"."sources"
  add constraint "sources_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."approval_citations"
  add constraint "approval_citations_source_fkey" foreign key (organization_id, source_id)
    references public.sources(organization_id, id) on delete restrict;

alter table "public"."deliverable_releases"
  add constraint "deliverable_releases_source_fkey" foreign key (organization_id, source_id)
    references public.sources(organization_id, id) on delete restrict;

alter table "public"."sources"
  add constraint "sources_organization_id_id_scope_id_key" unique (organization_id, id, scope_id);

alter table "public"."chunks"
  add constraint "chunks_source_fkey" foreign key (organization_id, source_id, scope_id)
    references public.sources(organization_id, id, scope_id) on update cascade on delete cascade;

alter table "public"."sources"
  add constraint "sources_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."sow_drafts"
  add constraint "sow_drafts_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."sow_drafts"
  add constraint "sow_drafts_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."sow_drafts"
  add constraint "sow_drafts_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."tasks"
  add constraint "description_is_present"
    check (((btrim(description) <> ''::text) AND (char_length(description) <= 20000)));

alter table "public"."weekly_updates"
  add constraint "weekly_updates_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "public"."weekly_updates"
  add constraint "weekly_updates_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."weekly_updates"
  add constraint "weekly_updates_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

create unique index jobs_kind_unique_key_idx on private.jobs using btree (kind, unique_key)
  where (died_at is null);

create index jobs_leased_idx on private.jobs using btree (lease_until)
  where (lease_until is not null);

create index jobs_organization_id_died_at_idx on private.jobs using btree (organization_id, died_at);

create index jobs_waiting_idx on private.jobs using btree (kind, run_at, id)
  where ((died_at is null) AND (lease_until is null));

create index rate_limits_organization_id_person_id_idx on private.rate_limits
  using btree (organization_id, person_id);

create index approval_citations_approval_idx on public.approval_citations
  using btree (organization_id, approval_id, scope_id);

create index approval_citations_scope_id_idx on public.approval_citations
  using btree (scope_id, approval_id);

create index approval_citations_source_idx on public.approval_citations
  using btree (organization_id, source_id);

create index approval_events_actor_idx on public.approval_events
  using btree (organization_id, actor_id);

create index approval_events_approval_idx on public.approval_events
  using btree (organization_id, approval_id, scope_id);

create index approval_events_scope_id_idx on public.approval_events
  using btree (scope_id, approval_id);

create index approval_versions_approval_idx on public.approval_versions
  using btree (organization_id, approval_id, scope_id);

create index approval_versions_scope_id_idx on public.approval_versions
  using btree (scope_id, approval_id);

create index approval_versions_written_by_idx on public.approval_versions
  using btree (organization_id, written_by);

create unique index approvals_execution_job_id_idx on public.approvals
  using btree (execution_job_id)
  where (execution_job_id is not null);

create index approvals_kind_idx on public.approvals using btree (kind);

create index approvals_organization_id_created_at_idx on public.approvals
  using btree (organization_id, created_at desc, id desc);

create index approvals_organization_id_decided_by_idx on public.approvals
  using btree (organization_id, decided_by);

create index approvals_organization_id_execution_requested_by_idx on public.approvals
  using btree (organization_id, execution_requested_by);

create index approvals_organization_id_last_edited_by_idx on public.approvals
  using btree (organization_id, last_edited_by);

create index approvals_organization_id_project_id_idx on public.approvals
  using btree (organization_id, project_id, created_at desc);

create index approvals_organization_id_proposed_by_idx on public.approvals
  using btree (organization_id, proposed_by);

create index approvals_organization_id_status_idx on public.approvals
  using btree (organization_id, status, created_at desc, id desc);

create index approvals_organization_id_undo_of_id_idx on public.approvals
  using btree (organization_id, undo_of_id);

create index approvals_scope_id_status_idx on public.approvals
  using btree (scope_id, status, created_at desc, id desc);

create index calendar_events_organization_id_project_id_idx on public.calendar_events
  using btree (organization_id, project_id, starts_at);

create index chunks_organization_id_source_id_scope_id_idx on public.chunks
  using btree (organization_id, source_id, scope_id);

create index chunks_scope_id_idx on public.chunks using btree (scope_id, source_id);

create index client_readouts_organization_id_project_id_idx on public.client_readouts
  using btree (organization_id, project_id);

create index client_readouts_scope_id_idx on public.client_readouts
  using btree (scope_id, published_at desc);

create index deliverable_releases_organization_id_project_id_idx on public.deliverable_releases
  using btree (organization_id, project_id);

create index deliverable_releases_organization_id_source_id_idx on public.deliverable_releases
  using btree (organization_id, source_id);

create index deliverable_releases_scope_id_idx on public.deliverable_releases
  using btree (scope_id, published_at desc);

create index external_links_organization_id_approval_id_idx on public.external_links
  using btree (organization_id, approval_id);

create index external_links_organization_id_project_id_idx on public.external_links
  using btree (organization_id, project_id);

create index integrations_organization_id_connected_by_idx on public.integrations
  using btree (organization_id, connected_by);

create index live_prompts_organization_id_live_version_id_idx on public.live_prompts
  using btree (organization_id, live_version_id);

create index live_prompts_organization_id_moved_by_idx on public.live_prompts
  using btree (organization_id, moved_by);

create index live_prompts_organization_id_staged_version_id_idx on public.live_prompts
  using btree (organization_id, staged_version_id);

create index organization_settings_organization_id_updated_by_idx on public.organization_settings
  using btree (organization_id, updated_by);

create index prompt_versions_organization_id_approval_id_idx on public.prompt_versions
  using btree (organization_id, approval_id);

create index prompt_versions_organization_id_created_by_idx on public.prompt_versions
  using btree (organization_id, created_by);

create index prompt_versions_organization_id_restores_id_idx on public.prompt_versions
  using btree (organization_id, restores_id);

create index scope_changes_organization_id_project_id_idx on public.scope_changes
  using btree (organization_id, project_id);

create index scope_changes_scope_id_idx on public.scope_changes
  using btree (scope_id, published_at desc);

create index skill_versions_organization_id_approval_id_idx on public.skill_versions
  using btree (organization_id, approval_id);

create index skill_versions_organization_id_created_by_idx on public.skill_versions
  using btree (organization_id, created_by);

create index skills_organization_id_id_live_version_id_idx on public.skills
  using btree (organization_id, id, live_version_id);

create index sources_organization_id_project_id_idx on public.sources
  using btree (organization_id, project_id);

create index sources_scope_id_idx on public.sources using btree (scope_id, occurred_at desc);

create index sow_drafts_organization_id_project_id_idx on public.sow_drafts
  using btree (organization_id, project_id);

create index sow_drafts_scope_id_idx on public.sow_drafts using btree (scope_id, published_at desc);

create index weekly_updates_organization_id_project_id_idx on public.weekly_updates
  using btree (organization_id, project_id);

create index weekly_updates_scope_id_idx on public.weekly_updates
  using btree (scope_id, published_at desc);

create trigger tg_approval_citations__refuse_change
  before delete or update on public.approval_citations
  for each row
  execute function private.tg_refuse_change_but_scope();

alter table "public"."approval_citations"
  enable always trigger "tg_approval_citations__refuse_change";

create trigger tg_approval_citations__refuse_truncate
  before truncate on public.approval_citations
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."approval_citations"
  enable always trigger "tg_approval_citations__refuse_truncate";

create trigger tg_approval_events__refuse_change
  before delete or update on public.approval_events
  for each row
  execute function private.tg_refuse_change_but_scope();

alter table "public"."approval_events"
  enable always trigger "tg_approval_events__refuse_change";

create trigger tg_approval_events__refuse_truncate
  before truncate on public.approval_events
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."approval_events"
  enable always trigger "tg_approval_events__refuse_truncate";

create trigger tg_approval_versions__refuse_change
  before delete or update on public.approval_versions
  for each row
  execute function private.tg_refuse_change_but_scope();

alter table "public"."approval_versions"
  enable always trigger "tg_approval_versions__refuse_change";

create trigger tg_approval_versions__refuse_truncate
  before truncate on public.approval_versions
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."approval_versions"
  enable always trigger "tg_approval_versions__refuse_truncate";

create trigger tg_approvals__keep_states
  before insert or update on public.approvals
  for each row
  execute function private.tg_approvals__keep_states();

alter table "public"."approvals"
  enable always trigger "tg_approvals__keep_states";

create trigger tg_approvals__refuse_delete
  before delete on public.approvals
  for each row
  execute function private.tg_refuse_change();

alter table "public"."approvals"
  enable always trigger "tg_approvals__refuse_delete";

create trigger tg_approvals__refuse_truncate
  before truncate on public.approvals
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."approvals"
  enable always trigger "tg_approvals__refuse_truncate";

create trigger tg_calendar_events__touch
  before update on public.calendar_events
  for each row
  execute function private.tg_touch();

create trigger tg_organization_settings__count_version
  before update on public.organization_settings
  for each row
  execute function private.tg_count_version();

create trigger tg_prompt_versions__refuse_change
  before delete or update on public.prompt_versions
  for each row
  execute function private.tg_refuse_change();

alter table "public"."prompt_versions"
  enable always trigger "tg_prompt_versions__refuse_change";

create trigger tg_prompt_versions__refuse_truncate
  before truncate on public.prompt_versions
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."prompt_versions"
  enable always trigger "tg_prompt_versions__refuse_truncate";

create trigger tg_skill_versions__refuse_change
  before delete or update on public.skill_versions
  for each row
  execute function private.tg_refuse_change();

alter table "public"."skill_versions"
  enable always trigger "tg_skill_versions__refuse_change";

create trigger tg_skill_versions__refuse_truncate
  before truncate on public.skill_versions
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."skill_versions"
  enable always trigger "tg_skill_versions__refuse_truncate";

create trigger tg_sources__restrict_approvals
  after update on public.sources
  for each row
  when ((new.is_restricted AND (NOT old.is_restricted)))
  execute function private.tg_sources__restrict_approvals();

create trigger tg_sources__touch
  before update on public.sources
  for each row
  execute function private.tg_touch();

create policy "approval_citations_select_in_scope" on "public"."approval_citations"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "approval_events_select_in_scope" on "public"."approval_events"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "approval_kinds_select_insider" on "public"."approval_kinds"
  for select
  to "authenticated"
  using ((( select private.viewer_organization_id() as viewer_organization_id) is not null));

create policy "approval_versions_select_in_scope" on "public"."approval_versions"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "approvals_select_in_scope" on "public"."approvals"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "calendar_events_select_in_scope" on "public"."calendar_events"
  for select
  to "authenticated"
  using
    ((project_id = ANY (( select private.visible_project_ids() as visible_project_ids)::uuid[])));

create policy "chunks_select_in_scope" on "public"."chunks"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "client_readouts_select_in_scope" on "public"."client_readouts"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "deliverable_releases_select_in_scope" on "public"."deliverable_releases"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "external_links_select_in_scope" on "public"."external_links"
  for select
  to "authenticated"
  using
    ((project_id = ANY (( select private.visible_project_ids() as visible_project_ids)::uuid[])));

create policy "integrations_select_admin" on "public"."integrations"
  for select
  to "authenticated"
  using
    ((organization_id = ( select private.administered_organization_id() as
    administered_organization_id)));

create policy "live_prompts_select_lead" on "public"."live_prompts"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

create policy "organization_settings_select_lead" on "public"."organization_settings"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

create policy "prompt_versions_select_lead" on "public"."prompt_versions"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

create policy "scope_changes_select_in_scope" on "public"."scope_changes"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "skill_versions_select_insider" on "public"."skill_versions"
  for select
  to "authenticated"
  using ((organization_id = ( select private.viewer_organization_id() as viewer_organization_id)));

create policy "skills_select_insider" on "public"."skills"
  for select
  to "authenticated"
  using ((organization_id = ( select private.viewer_organization_id() as viewer_organization_id)));

create policy "sources_select_in_scope" on "public"."sources"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "sow_drafts_select_in_scope" on "public"."sow_drafts"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

create policy "weekly_updates_select_in_scope" on "public"."weekly_updates"
  for select
  to "authenticated"
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

comment on column "private"."jobs"."attempt" is 'Which try this is; a worker whose try is over changes nothing (fencing).';

comment on column "private"."jobs"."died_at" is 'When its last try failed. Dead jobs stay until somebody looks: portfolio-health lists them.';

comment on column "private"."jobs"."lease_until" is 'Until when the job is the worker''s; after that anybody may take it.';

comment on column "private"."jobs"."request_id" is 'Id of the request it follows from, for logs.';

comment on column "private"."jobs"."unique_key" is 'Of the jobs of a kind that are not dead, one has a key: the same thing enqueued twice is one job.';

comment on column "public"."approval_citations"."chunk_id" is 'The piece quoted from. No key: pieces of a version that is gone are gone, and the citation says so.';

comment on column "public"."approval_events"."shown" is 'What the decider had before them: payload, diff, evidence and its state.';

comment on column "public"."approval_events"."status" is 'Of the card after the event.';

comment on column "public"."approval_kinds"."is_deliverable" is 'Approving it checks readiness and every citation.';

comment on column "public"."approval_kinds"."is_prompt_owned" is 'Deciding it needs the prompt owner as well.';

comment on column "public"."approval_kinds"."is_restricted" is 'Its cards are for admins and leads, as contracts are.';

comment on column "public"."approval_kinds"."required_sections" is 'Headings that a deliverable must have, each with text.';

comment on column "public"."approval_versions"."written_by" is 'Proposer of the first, editor of the others; null for a background function.';

comment on column "public"."approvals"."decided_target_hash" is 'SHA-256 of the target as the decider saw it.';

comment on column "public"."approvals"."execution_job_id" is 'The job that will carry it out, does so, or settles what is unknown; null when none does.';

comment on column "public"."approvals"."inverse" is 'Payload of the card that would take it back; null where that is not possible.';

comment on column "public"."approvals"."is_restricted" is 'By its kind, or because something it cites is; as contagious as that.';

comment on column "public"."approvals"."payload_hash" is 'SHA-256 over what a decision binds to: id, version, kind, project, target and payload. A trigger keeps it.';

comment on column "public"."approvals"."result" is 'What came of it: { provider, external_id, url } or { table, id }.';

comment on column "public"."approvals"."review" is 'Evidence and freshness as re-checked after the decision: { checked_at, reasons }.';

comment on column "public"."approvals"."scope_id" is 'Whose card this is: the project, or the organization (admin and lead) when restricted or without project.';

comment on column "public"."approvals"."target_snapshot" is 'What the target was when the payload was written; null where nothing is replaced.';

comment on column "public"."approvals"."title" is 'What will change, in words a person says.';

comment on column "public"."approvals"."undo_of_id" is 'The executed card that this one takes back.';

comment on column "public"."approvals"."vendor_called_at" is 'Set before the other system is called: from then on silence is ambiguous.';

comment on column "public"."calendar_events"."etag" is 'Version the vendor gave it; a change names it, so that nothing newer is written over.';

comment on column "public"."chunks"."location" is 'Where it stands: { page }, { slide }, { sheet }, { heading }, { speaker, at }.';

comment on column "public"."chunks"."scope_id" is 'The scope of its source.';

comment on column "public"."client_readouts"."approval_id" is 'The card that put it here.';

comment on column "public"."client_readouts"."sections" is 'List of { heading, body }.';

comment on column "public"."client_readouts"."withdrawn_at" is 'Since when it is shown to nobody outside; an approved undo sets it.';

comment on column "public"."deliverable_releases"."approval_id" is 'The card that put it here.';

comment on column "public"."deliverable_releases"."withdrawn_at" is 'Since when it is shown to nobody outside; an approved undo sets it.';

comment on column "public"."integrations"."secret_name" is 'Name of its secret in the vault; the secret itself is nowhere else.';

comment on column "public"."live_prompts"."moved_by" is 'Who moved the live pointer last: a prompt owner at that time.';

comment on column "public"."organization_settings"."forbids_self_approval" is
  'Whether the proposer and the last editor of a card are kept from deciding it.';

comment on column "public"."prompt_versions"."restores_id" is 'The version that a rollback repeats, byte for byte.';

comment on column "public"."prompt_versions"."rules" is 'Learned rules, each one approved, in the order they were learned.';

comment on column "public"."scope_changes"."approval_id" is 'The card that put it here.';

comment on column "public"."scope_changes"."hours_change" is 'Hours more, or fewer when negative.';

comment on column "public"."scope_changes"."withdrawn_at" is 'Since when it is shown to nobody outside; an approved undo sets it.';

comment on column "public"."skills"."live_version_id" is 'The version in force.';

comment on column "public"."sources"."scope_id" is 'Whose rows these are: a project, or the organization (admin and lead) when restricted or without project.';

comment on column "public"."sources"."version" is 'Counts contents: a new upload, a corrected transcript.';

comment on column "public"."sow_drafts"."approval_id" is 'The card that put it here.';

comment on column "public"."sow_drafts"."sections" is 'List of { heading, body }.';

comment on column "public"."sow_drafts"."withdrawn_at" is 'Since when it is shown to nobody outside; an approved undo sets it.';

comment on column "public"."weekly_updates"."approval_id" is 'The card that put it here.';

comment on column "public"."weekly_updates"."withdrawn_at" is 'Since when it is shown to nobody outside; an approved undo sets it.';

comment on function "private"."approval_hash"(public.approvals) is 'What a decision binds to, as SHA-256 in hexadecimal.';

comment on function "private"."approval_transitions"() is 'Which status may follow which. approved and failed cards are pending again when edited or lapsed.';

comment on function "private"."enqueue_job"(uuid, text, jsonb, text, timestamp
  with time zone, integer, text) is 'Answers the job''s id. Raises OPINV (unknown_job_kind).';

comment on function "private"."job_kinds"() is 'Kinds of jobs with their background function, attempts and lease. A job names one of them.';

comment on function "private"."retry_pause"(integer, integer) is 'How long to wait after a try: 3 to 4 s after the first, at most an hour.';

comment on function "private"."scope_ids_of"(public.people) is 'Values of scope_id that a person may see: their projects and, for admin and lead, the organization itself, which stands for restricted rows and rows without project.';

comment on function "private"."tg_approvals__keep_states"() is 'Keeps cards to their states and computes payload_hash. Raises OPSTA (illegal_transition) · OPDEN.';

comment on function "private"."tg_refuse_change_but_scope"() is 'Holds a table append-only but for scope_id, which follows its parent. Raises OPSTA.';

comment on function "private"."tg_sources__restrict_approvals"() is 'Restriction is contagious: cards that rest on a restricted source are restricted.';

comment on function "private"."visible_scope_ids"() is 'Values of scope_id that the caller may see.';

comment on function "private"."worker_token"(text, bigint) is 'Null where the vault is missing or holds no secret. expires_at in seconds since 1970.';

comment on function "public"."check_worker_token"(text, text) is 'For background functions: whether the database has made this token for them, within two minutes. Raises nothing.';

comment on function "public"."fail_job"(uuid, integer, text, boolean, integer) is
  'For workers: whether the job will be tried again; null for a lost lease. Raises nothing.';

comment on function "public"."finish_jobs"(uuid[], integer[]) is 'For workers: how many of the jobs were theirs to finish. Raises nothing.';

comment on function "public"."keep_job"(uuid, integer, integer) is 'For workers: whether the lease could be prolonged. Raises OPINV.';

comment on function "public"."next_job_at"(text[]) is 'For workers: when the next job is due; null when there is none. Raises nothing.';

comment on function "public"."take_jobs"(text[], text, integer, integer) is
  'For workers: leases due jobs and answers them. Raises OPINV.';

comment on policy "approval_citations_select_in_scope"
  on "public"."approval_citations" is 'Whoever sees a card sees what it cites.';

comment on policy "approval_events_select_in_scope"
  on "public"."approval_events" is 'Whoever sees a card sees its history.';

comment on policy "approval_kinds_select_insider"
  on "public"."approval_kinds" is 'Admins, leads and members read the catalogue.';

comment on policy "approval_versions_select_in_scope"
  on "public"."approval_versions" is 'Whoever sees a card sees its versions.';

comment on policy "approvals_select_in_scope" on "public"."approvals" is 'Whoever sees a project sees its cards; restricted ones and those without project are for admins and leads.';

comment on policy "calendar_events_select_in_scope"
  on "public"."calendar_events" is 'Whoever sees a project sees the events matched to it.';

comment on policy "chunks_select_in_scope" on "public"."chunks" is 'Whoever sees a source sees its text.';

comment on policy "client_readouts_select_in_scope"
  on "public"."client_readouts" is 'Whoever sees a project sees its readouts.';

comment on policy "deliverable_releases_select_in_scope"
  on "public"."deliverable_releases" is 'Whoever sees a project sees what was released.';

comment on policy "external_links_select_in_scope"
  on "public"."external_links" is 'Whoever sees a project sees where its objects live.';

comment on policy "integrations_select_admin"
  on "public"."integrations" is 'Admins see which vendors their organization has connected.';

comment on policy "live_prompts_select_lead" on "public"."live_prompts" is 'Admins and leads see which version is in force.';

comment on policy "organization_settings_select_lead"
  on "public"."organization_settings" is 'Admins and leads read the settings of their organization.';

comment on policy "prompt_versions_select_lead"
  on "public"."prompt_versions" is 'Admins and leads read every version of their organization''s prompt.';

comment on policy "scope_changes_select_in_scope"
  on "public"."scope_changes" is 'Whoever sees a project sees its scope changes.';

comment on policy "skill_versions_select_insider"
  on "public"."skill_versions" is 'Admins, leads and members read the skills of their organization.';

comment on policy "skills_select_insider" on "public"."skills" is 'Admins, leads and members see the skills of their organization.';

comment on policy "sources_select_in_scope" on "public"."sources" is 'Whoever sees a project sees its sources; restricted ones and those without project are for admins and leads.';

comment on policy "sow_drafts_select_in_scope" on "public"."sow_drafts" is 'Statements of work are restricted: admins and leads read them.';

comment on policy "weekly_updates_select_in_scope"
  on "public"."weekly_updates" is 'Whoever sees a project sees its weekly updates.';

comment on table "private"."jobs" is 'Durable work: waiting, running (leased) or dead. Done work is deleted.';

comment on table "private"."rate_limits" is 'When a person''s latest calls of a route were admitted: a sliding window, exact across instances.';

comment on table "public"."approval_citations" is 'What a card rests on, as numbered in its text, and what influenced it.';

comment on table "public"."approval_events" is 'Append-only history of a card.';

comment on table "public"."approval_kinds" is 'The catalogue of kinds and their rules. Nobody changes it but a migration.';

comment on table "public"."approval_versions" is 'Every payload a card had.';

comment on table "public"."approvals" is 'Cards: an intended write, its decision and its execution.';

comment on table "public"."calendar_events" is 'What is known of calendar events: a copy of the vendor''s, or the event itself where none is connected.';

comment on table "public"."chunks" is 'Pieces of one version of a source, in order.';

comment on table "public"."client_readouts" is 'Reports prepared for a client.';

comment on table "public"."deliverable_releases" is 'Deliverables handed over to the client.';

comment on table "public"."external_links" is 'Objects in other systems that an approved card created.';

comment on table "public"."integrations" is 'A vendor that an organization has connected.';

comment on table "public"."live_prompts" is 'Which version is in force, and which one waits for the prompt owner.';

comment on table "public"."organization_settings" is 'What an admin may set; an organization without a row has the defaults.';

comment on table "public"."prompt_versions" is 'Every prompt there was: the base and the learned rules folded in after it.';

comment on table "public"."scope_changes" is 'An agreed change of what a project delivers, with its hours and amount.';

comment on table "public"."skill_versions" is 'Every text a skill had; each came with an approved card.';

comment on table "public"."skills" is 'Guidance that the assistant reads when a task calls for it.';

comment on table "public"."sources" is 'Everything that can be cited. Readers see the chunks of published_version: publication is one update.';

comment on table "public"."sow_drafts" is 'Statements of work in draft: restricted, as every contract.';

comment on table "public"."weekly_updates" is 'What the client reads about a week.';

comment on type "public"."approval_event_type" is 'lapsed: what was decided no longer holds (the decider''s role, the target, the evidence) and the card is pending again.';

comment on type "public"."approval_group" is 'external writes to another system, portal to what clients see, prompt to what the assistant is told; a record changes nothing but itself.';

comment on type "public"."approval_kind" is 'What a card proposes.';

comment on type "public"."approval_status" is 'pending → approved → executing → executed, failed or unknown; pending → rejected; failed → executing; unknown → executed or failed; an edited or lapsed card is pending again.';

comment on type "public"."calendar_event_status" is 'A cancelled event stays, so that its id is not given again.';

comment on type "public"."citation_role" is 'evidence carries the content; influence is what the proposer had read when it came to propose.';

comment on type "public"."external_entity" is 'What an external object is.';

comment on type "public"."external_provider" is 'Where an external object lives; local is this service itself, where no vendor is connected.';

comment on type "public"."integration_provider" is 'Systems that approved work is carried out in.';

comment on type "public"."prompt_origin" is 'set, staged and rollback by a prompt owner; learned_rule and base_update by an approved card.';

comment on type "public"."proposer" is 'Whether a person proposed it themselves, an agent in their session, or a background function.';

comment on type "public"."source_kind" is 'Where a source came from.';

comment on type "public"."stakes" is 'How much a mistake would cost; high stakes ask for a typed confirmation.';

revoke all on function "private"."approval_hash"(public.approvals) from public;

revoke all on function "private"."approval_transitions"() from public;

revoke all on function "private"."check_worker_token"(text, text) from public;

grant execute on function "private"."check_worker_token"(text, text) to "service_role";

revoke all on function "private"."decider_refusal"(public.approvals, uuid) from public;

revoke all on function "private"."delete_job"(uuid) from public;

revoke all on function "private"."end_expired_leases"(text[], integer) from public;

revoke all
  on function "private"."enqueue_job"(uuid, text, jsonb, text, timestamp
    with time zone, integer, text)
  from public;

revoke all on function "private"."fail_import_run"(uuid, text) from public;

revoke all on function "private"."fail_job"(uuid, integer, text, boolean, integer) from public;

grant execute
  on function "private"."fail_job"(uuid, integer, text, boolean, integer)
  to "service_role";

revoke all on function "private"."finish_jobs"(uuid[], integer[]) from public;

grant execute on function "private"."finish_jobs"(uuid[], integer[]) to "service_role";

revoke all on function "private"."job_kinds"() from public;

revoke all on function "private"."keep_job"(uuid, integer, integer) from public;

grant execute on function "private"."keep_job"(uuid, integer, integer) to "service_role";

revoke all on function "private"."let_job_die"(private.jobs, text) from public;

revoke all on function "private"."next_job_at"(text[]) from public;

grant execute on function "private"."next_job_at"(text[]) to "service_role";

revoke all on function "private"."on_job_death"(private.jobs) from public;

revoke all on function "private"."require_job_lease"(uuid, integer) from public;

revoke all on function "private"."retry_job"(uuid, text, integer) from public;

revoke all on function "private"."retry_pause"(integer, integer) from public;

revoke all on function "private"."scope_ids_of"(public.people) from public;

revoke all on function "private"."sweep_jobs"() from public;

revoke all on function "private"."take_jobs"(text[], text, integer, integer) from public;

grant execute on function "private"."take_jobs"(text[], text, integer, integer) to "service_role";

revoke all on function "private"."tg_approvals__keep_states"() from public;

revoke all on function "private"."tg_refuse_change_but_scope"() from public;

revoke all on function "private"."tg_sources__restrict_approvals"() from public;

revoke all on function "private"."tick_jobs"() from public;

revoke all on function "private"."visible_scope_ids"() from public;

grant execute on function "private"."visible_scope_ids"() to "authenticated";

revoke all on function "private"."wake_worker"(text) from public;

revoke all on function "private"."worker_token"(text, bigint) from public;

revoke all on function "public"."check_worker_token"(text, text) from public;

grant execute on function "public"."check_worker_token"(text, text) to "service_role";

revoke all on function "public"."fail_job"(uuid, integer, text, boolean, integer) from public;

grant execute
  on function "public"."fail_job"(uuid, integer, text, boolean, integer)
  to "service_role";

revoke all on function "public"."finish_jobs"(uuid[], integer[]) from public;

grant execute on function "public"."finish_jobs"(uuid[], integer[]) to "service_role";

revoke all on function "public"."keep_job"(uuid, integer, integer) from public;

grant execute on function "public"."keep_job"(uuid, integer, integer) to "service_role";

revoke all on function "public"."next_job_at"(text[]) from public;

grant execute on function "public"."next_job_at"(text[]) to "service_role";

revoke all on function "public"."take_jobs"(text[], text, integer, integer) from public;

grant execute on function "public"."take_jobs"(text[], text, integer, integer) to "service_role";

grant select on table "public"."approval_citations" to "authenticated", "service_role";

grant select on table "public"."approval_events" to "authenticated", "service_role";

grant select on table "public"."approval_kinds" to "authenticated", "service_role";

grant select on table "public"."approval_versions" to "authenticated", "service_role";

grant select on table "public"."approvals" to "authenticated", "service_role";

grant select on table "public"."calendar_events" to "authenticated", "service_role";

grant select on table "public"."chunks" to "authenticated", "service_role";

grant select on table "public"."client_readouts" to "authenticated", "service_role";

grant select on table "public"."deliverable_releases" to "authenticated", "service_role";

grant select on table "public"."external_links" to "authenticated", "service_role";

grant select on table "public"."integrations" to "authenticated", "service_role";

grant select on table "public"."live_prompts" to "authenticated", "service_role";

grant select on table "public"."organization_settings" to "authenticated", "service_role";

grant select on table "public"."prompt_versions" to "authenticated", "service_role";

grant select on table "public"."scope_changes" to "authenticated", "service_role";

grant select on table "public"."skill_versions" to "authenticated", "service_role";

grant select on table "public"."skills" to "authenticated", "service_role";

grant select on table "public"."sources" to "authenticated", "service_role";

grant select on table "public"."sow_drafts" to "authenticated", "service_role";

grant select on table "public"."weekly_updates" to "authenticated", "service_role";
