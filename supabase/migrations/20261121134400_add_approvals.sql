-- Jobs, approvals and what they rest on.
-- The tables that change here hold few rows so far: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, adding-field-with-default, adding-serial-primary-key-field
set local check_function_bodies = off;

create table "private"."import_inputs" (
  "run_id"             uuid  not null,
  "organization_id"    uuid  not null,
  "rows"               jsonb not null,
  "expected_plan_hash" text,
  constraint "import_inputs_pkey" primary key (run_id)
);

alter table "private"."import_inputs"
  enable row level security;

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
  "organization_id"       uuid    not null,
  "approval_id"           uuid    not null,
  "number"                integer not null,
  "source_id"             uuid    not null,
  "source_version"        integer not null,
  "source_was_restricted" boolean not null default false,
  "chunk_id"              uuid,
  "quote"                 text,
  "scope_id"              uuid    not null,
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
    check (((btrim(summary) <> ''::text) AND (char_length(summary) <= 500))),
  constraint "times_are_instants" check (((starts_at >= '0001-01-01 00:00:00+00'::timestamp
    with time zone) AND (ends_at < '10000-01-01 00:00:00+00'::timestamp with time zone)))
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
  "scope_id"        uuid                     not null,
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
  "moved_by"          uuid,
  "moved_at"          timestamp with time zone,
  constraint "live_prompts_pkey" primary key (organization_id),
  constraint "live_version_was_moved"
    check
    ((((live_version_id IS NULL) = (moved_by IS NULL)) AND ((live_version_id IS NULL) = (moved_at IS
    NULL)))),
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

alter type "public"."finding_subject" add value 'approval' after 'import_run';
set local check_function_bodies = off;

alter type "public"."finding_subject" add value 'job' after 'approval';
set local check_function_bodies = off;

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

create or replace function private.add_prompt_version (
  version public.prompt_versions,
  action  text
)
  returns public.prompt_versions
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_before public.prompt_versions := private.live_prompt_version(version.organization_id);
  v_version public.prompt_versions;
begin
  insert into public.prompt_versions (
    organization_id, number, base, rules, origin, note, restores_id, approval_id, created_by, created_at)
  values (
    version.organization_id,
    1 + coalesce((select max(prompt_versions.number) from public.prompt_versions
                  where prompt_versions.organization_id = version.organization_id), 0),
    version.base, coalesce(version.rules, '{}'), version.origin, version.note, version.restores_id,
    version.approval_id, version.created_by, clock_timestamp())
  returning * into v_version;

  if v_version.origin = 'staged' then
    insert into public.live_prompts (organization_id, staged_version_id)
    values (v_version.organization_id, v_version.id)
    on conflict (organization_id) do update set staged_version_id = excluded.staged_version_id;
  else
    insert into public.live_prompts as pointer (organization_id, live_version_id, moved_by, moved_at)
    values (v_version.organization_id, v_version.id, v_version.created_by, v_version.created_at)
    on conflict (organization_id) do update set
      live_version_id = excluded.live_version_id,
      moved_by = excluded.moved_by,
      moved_at = excluded.moved_at,
      staged_version_id = (
        select staged.id from public.prompt_versions as staged
        where staged.id = pointer.staged_version_id and staged.base <> v_version.base);
  end if;

  perform private.record_audit_event(
    v_version.organization_id, action, 'prompt_version', v_version.id,
    jsonb_build_object('live_version_id', v_before.id, 'number', v_before.number),
    jsonb_build_object(
      'live_version_id', case when v_version.origin = 'staged' then v_before.id else v_version.id end,
      'number', v_version.number, 'restores_id', v_version.restores_id, 'approval_id', v_version.approval_id,
      'created_by', v_version.created_by));
  return v_version;
end;
$function$;

create or replace function private.allowed_actions (
  approval public.approvals,
  refusal  text,
  is_ready boolean
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return to_jsonb(array_remove(
    case when refusal = 'role_not_allowed' then '{}'
    else case approval.status
      when 'pending' then array[
        case when refusal is null and is_ready then 'approve' end,
        case when refusal is null and is_ready then 'approve_and_execute' end,
        case when refusal is null then 'reject' end,
        case when refusal is distinct from 'prompt_owner_only' then 'edit' end]
      when 'approved' then array[
        case when refusal is distinct from 'prompt_owner_only' and approval.execution_job_id is null then 'execute' end,
        case when refusal is distinct from 'prompt_owner_only' then 'edit' end]
      when 'failed' then array[
        case when refusal is distinct from 'prompt_owner_only' and approval.execution_job_id is null then 'execute' end,
        case when refusal is distinct from 'prompt_owner_only' then 'edit' end]
      when 'unknown' then array[
        case when refusal is distinct from 'prompt_owner_only' then 'execute' end]
      when 'executed' then array[case when private.is_undoable(approval) then 'propose_undo' end]
      else '{}' end
    end, null));
end;
$function$;

create or replace function private.approval_card (
  approval    public.approvals,
  viewer      public.people,
  has_history boolean
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_is_open constant boolean := approval.status in ('pending', 'approved', 'failed');
  v_evidence constant jsonb := private.approval_evidence(approval, viewer);
  v_state constant jsonb := private.approval_target(approval) -> 'state';
  v_readiness constant jsonb := case when v_is_open then private.readiness_with(approval, v_evidence) else '[]' end;
  v_refusal constant text := private.decider_refusal(approval, viewer.id);
begin
  return jsonb_build_object(
    'approval', private.approval_json(approval),
    'diff', private.diff_with(approval, v_state),
    'evidence', v_evidence,
    'readiness', v_readiness,
    'freshness', jsonb_build_object(
      'proposed_at', approval.created_at,
      'target_changed', v_is_open and v_state is distinct from approval.target_snapshot,
      'evidence_changed', exists (
        select from jsonb_array_elements(v_evidence) as cited
        where cited ->> 'role' = 'evidence' and cited ->> 'state' in ('changed', 'missing', 'restricted'))),
    'allowed_actions', private.allowed_actions(approval, v_refusal, v_readiness = '[]'),
    'refusal', v_refusal)
    || case when has_history then private.approval_history(approval) else '{}' end;
end;
$function$;

create or replace function private.approval_counts (
  viewer public.people
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_sees_all boolean := viewer.role in ('admin', 'lead');
  v_scope_ids uuid[] := private.scope_ids_of(viewer);
begin
  return (
    select '{"pending": 0, "approved": 0, "executing": 0, "failed": 0, "unknown": 0}'::jsonb
      || coalesce(jsonb_object_agg(counted.status, counted.cards), '{}')
    from (
      select approvals.status, count(*) as cards
      from public.approvals
      where approvals.organization_id = viewer.organization_id
        and approvals.status in ('pending', 'approved', 'executing', 'failed', 'unknown')
        and (v_sees_all or approvals.scope_id = any (v_scope_ids))
      group by approvals.status
    ) as counted);
end;
$function$;

create or replace function private.approval_diff (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.diff_with(approval, private.approval_target(approval) -> 'state');
end;
$function$;

create or replace function private.approval_evidence (
  approval public.approvals,
  viewer   public.people
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope_ids uuid[];
begin
  if not exists (select from public.approval_citations where approval_citations.approval_id = approval.id) then
    return '[]';
  end if;
  v_scope_ids := private.scope_ids_of(viewer);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', citation.number,
      'role', citation.role,
      'source_id', source.id,
      'source_kind', case when is_visible then source.kind end,
      'title', case when is_visible then source.title end,
      'project_id', case when is_visible then source.project_id end,
      'chunk_id', case when is_visible then coalesce(piece.id, citation.chunk_id) end,
      'quote', case when is_visible then citation.quote end,
      'passage', case when is_visible then piece.content end,
      'location', case when is_visible then piece.location end,
      'occurred_at', case when is_visible then source.occurred_at end,
      'state', case
        when not is_visible then case when source.is_restricted then 'restricted' else 'out_of_scope' end
        when source.is_restricted and not citation.source_was_restricted then 'restricted'
        when source.archived_at is not null or source.published_version is null then 'missing'
        when citation.source_version <> source.version or citation.source_version <> source.published_version
          then 'changed'
        when citation.chunk_id is not null and cited.id is null then 'missing'
        when citation.quote is not null and not coalesce(piece.is_quoted, false) then 'misquoted'
        else 'verified' end
    ) order by citation.number), '[]')
    from public.approval_citations as citation
    join public.sources as source
      on source.organization_id = citation.organization_id and source.id = citation.source_id
    cross join lateral (select source.scope_id = any (v_scope_ids)) as may (is_visible)
    left join public.chunks as cited
      on cited.id = citation.chunk_id and cited.organization_id = citation.organization_id
     and cited.source_id = citation.source_id and cited.source_version = citation.source_version
    left join lateral private.cited_piece(citation, cited, source.published_version) as piece on is_visible
    where citation.approval_id = approval.id and citation.organization_id = approval.organization_id);
end;
$function$;

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

create or replace function private.approval_history (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return jsonb_build_object(
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', event.number, 'type', event.type, 'status', event.status, 'version', event.version,
        'by', private.person_name(event.actor_id), 'occurred_at', event.occurred_at,
        'shown', event.shown, 'details', event.details) order by event.number), '[]')
      from public.approval_events as event where event.approval_id = approval.id),
    'versions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'version', written.version, 'title', written.title, 'payload', written.payload,
        'by', private.person_name(written.written_by), 'created_at', written.created_at) order by written.version), '[]')
      from public.approval_versions as written where written.approval_id = approval.id));
end;
$function$;

create or replace function private.approval_json (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_kind public.approval_kinds;
begin
  select * into v_kind from public.approval_kinds where approval_kinds.kind = approval.kind;
  return jsonb_build_object(
    'id', approval.id,
    'kind', approval.kind,
    'kind_title', v_kind.title,
    'group', v_kind."group",
    'stakes', v_kind.stakes,
    'status', approval.status,
    'title', approval.title,
    'payload', approval.payload,
    'version', approval.version,
    'project', (select jsonb_build_object('id', projects.id, 'name', projects.name)
                from public.projects where projects.id = approval.project_id),
    'is_restricted', approval.is_restricted,
    'proposer', jsonb_build_object(
      'type', approval.proposer,
      'person', private.person_name(approval.proposed_by),
      'agent_session_id', approval.agent_session_id),
    'last_edited_by', private.person_name(approval.last_edited_by),
    'decided_by', private.person_name(approval.decided_by),
    'decided_at', approval.decided_at,
    'reason', approval.reason,
    'review', approval.review,
    'execution', private.execution_json(approval),
    'undo_of_id', approval.undo_of_id,
    'is_undoable', private.is_undoable(approval),
    'created_at', approval.created_at,
    'updated_at', approval.updated_at);
end;
$function$;

create or replace function private.approval_lapse_reasons (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_decider public.people;
  v_reasons jsonb := '[]';
begin
  if private.target_hash(approval) is distinct from approval.decided_target_hash then
    v_reasons := '[{"code": "target_changed", "message": "What this would replace changed after the decision: look at it again"}]';
  end if;
  select * into v_decider from public.people
  where people.organization_id = approval.organization_id and people.id = approval.decided_by;
  return v_reasons || private.approval_readiness(approval, v_decider);
end;
$function$;

create or replace function private.approval_page (
  viewer     public.people,
  status     public.approval_status,
  kind       public.approval_kind,
  project_id uuid,
  size       integer,
  cursor     text
)
  returns SETOF public.approvals
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_sees_all constant boolean := viewer.role in ('admin', 'lead');
  v_scope_ids constant uuid[] := private.scope_ids_of(viewer);
  v_after record := private.read_page_cursor(cursor);
begin
  return query
    select approvals.*
    from public.approvals
    where approvals.organization_id = viewer.organization_id
      and (v_sees_all or approvals.scope_id = any (v_scope_ids))
      and (approval_page.status is null or approvals.status = approval_page.status)
      and (approval_page.kind is null or approvals.kind = approval_page.kind)
      and (approval_page.project_id is null or approvals.project_id = approval_page.project_id)
      and (v_after.id is null or (approvals.created_at, approvals.id) < (v_after.at, v_after.id))
    order by approvals.created_at desc, approvals.id desc
    limit size;
end;
$function$;

create or replace function private.approval_readiness (
  approval public.approvals,
  viewer   public.people
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.readiness_with(approval, private.approval_evidence(approval, viewer));
end;
$function$;

create or replace function private.approval_target (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_state jsonb;
begin
  if private.is_undo_payload(approval.kind, approval.payload) then
    v_state := private.published_row(
      approval.organization_id, approval.kind,
      coalesce(approval.payload ->> 'withdraw', approval.payload ->> 'restore')::uuid);
    return jsonb_build_object('id', v_state -> 'id', 'state', v_state - '{id,organization_id,scope_id}'::text[]);
  elsif approval.kind in ('calendar_event_update', 'calendar_event_cancel') then
    return (
      select jsonb_build_object('id', event.id, 'state', jsonb_build_object(
        'summary', event.summary, 'starts_at', private.utc_text(event.starts_at),
        'ends_at', private.utc_text(event.ends_at), 'time_zone', event.time_zone,
        'attendees', event.attendees, 'location', event.location, 'description', event.description,
        'status', event.status, 'project_id', event.project_id))
      from public.calendar_events as event
      -- One that was matched to another project since is not for the readers of this one.
      where event.id = (approval.payload ->> 'event_id')::uuid and event.organization_id = approval.organization_id
        and event.project_id = approval.project_id);
  elsif approval.kind = 'prompt_base_update' then
    return (
      select jsonb_build_object('id', version.id, 'state', jsonb_build_object('base', version.base))
      from public.live_prompts
      join public.prompt_versions as version
        on version.organization_id = live_prompts.organization_id and version.id = live_prompts.live_version_id
      where live_prompts.organization_id = approval.organization_id);
  elsif approval.kind = 'skill_update' then
    return (
      select jsonb_build_object('id', skills.id, 'state', jsonb_build_object(
        'name', skills.name, 'number', version.number, 'title', version.title, 'content', version.content,
        'is_archived', skills.archived_at is not null))
      from public.skills
      left join public.skill_versions as version
        on version.organization_id = skills.organization_id and version.skill_id = skills.id
       and version.id = skills.live_version_id
      where skills.organization_id = approval.organization_id and skills.name = approval.payload ->> 'name');
  end if;
  return null;
end;
$function$;

create or replace function private.approval_title (
  kind            public.approval_kind,
  project_id      uuid,
  payload         jsonb,
  organization_id uuid
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_event public.calendar_events;
  v_published jsonb;
  v_is_first boolean;
  v_words text;
begin
  if private.is_undo_payload(kind, payload) then
    v_published := private.published_row(
      organization_id, kind, coalesce(payload ->> 'withdraw', payload ->> 'restore')::uuid);
    v_words := format('%s %s %s', case when payload ? 'withdraw' then 'Withdraw' else 'Show again' end,
      case kind when 'weekly_update' then 'the weekly update' when 'scope_change' then 'the scope change'
                when 'sow_draft' then 'the statement of work' when 'client_readout' then 'the readout'
                else 'the release' end,
      private.quoted(coalesce(v_published ->> 'headline', v_published ->> 'title')));
    return left(v_words, 300);
  elsif kind in ('calendar_event_update', 'calendar_event_cancel') then
    select * into v_event from public.calendar_events
    where calendar_events.id = (payload ->> 'event_id')::uuid
      and calendar_events.organization_id = approval_title.organization_id;
  elsif kind = 'skill_update' then
    v_is_first := not exists (
      select from public.skills
      where skills.organization_id = approval_title.organization_id and skills.name = payload ->> 'name');
  end if;

  v_words := case kind
    when 'task_create' then
      'Create task ' || private.quoted(payload ->> 'title')
      || coalesce(', due ' || private.spoken_day((payload ->> 'due_on')::date), '')
    when 'calendar_event_create' then
      format('Create event %s on %s', private.quoted(payload ->> 'summary'),
        private.spoken_instant((payload ->> 'starts_at')::timestamptz, payload ->> 'time_zone'))
    when 'calendar_event_update' then
      case when payload ?| array['starts_at', 'ends_at']
        then format('Move event %s from %s to %s', private.quoted(v_event.summary),
          private.spoken_instant(v_event.starts_at, v_event.time_zone),
          private.spoken_instant(coalesce((payload ->> 'starts_at')::timestamptz, v_event.starts_at),
            coalesce(payload ->> 'time_zone', v_event.time_zone)))
        else format('Change event %s of %s', private.quoted(v_event.summary),
          private.spoken_instant(v_event.starts_at, v_event.time_zone)) end
    when 'calendar_event_cancel' then
      format('Cancel event %s of %s', private.quoted(v_event.summary),
        private.spoken_instant(v_event.starts_at, v_event.time_zone))
    when 'weekly_update' then
      format('Publish the update of the week of %s: %s', private.spoken_day((payload ->> 'week_of')::date),
        private.quoted(payload ->> 'headline'))
    when 'scope_change' then
      'Publish scope change ' || private.quoted(payload ->> 'title')
      || coalesce(', ' || private.spoken_change((payload ->> 'hours_change')::numeric) || ' hours', '')
      || coalesce(', ' || private.spoken_change((payload ->> 'amount_change')::numeric) || ' '
        || (select organizations.currency from public.organizations
            where organizations.id = approval_title.organization_id), '')
    when 'sow_draft' then 'Publish statement of work ' || private.quoted(payload ->> 'title')
    when 'client_readout' then 'Publish readout ' || private.quoted(payload ->> 'title')
    when 'deliverable_release' then 'Release deliverable ' || private.quoted(payload ->> 'title')
    when 'scope_summary' then 'Record scope summary ' || private.quoted(payload ->> 'title')
    when 'email_draft' then
      format('Keep e-mail draft %s to %s', private.quoted(payload ->> 'subject'), payload #>> '{to,0}')
      || case when jsonb_array_length(payload -> 'to') > 1
              then format(' and %s more', jsonb_array_length(payload -> 'to') - 1) else '' end
    when 'scope_flag' then
      format('Flag %s scope risk %s', payload ->> 'severity', private.quoted(payload ->> 'title'))
    when 'sow_estimate' then
      format('Record estimate %s, %s hours', private.quoted(payload ->> 'title'),
        private.spoken_figure((payload ->> 'hours')::numeric))
    when 'prompt_update' then 'Teach the assistant ' || private.quoted(payload ->> 'rule')
    when 'prompt_base_update' then
      'Replace the base prompt' || coalesce(': ' || regexp_replace(payload ->> 'why', '\s+', ' ', 'g'), '')
    when 'skill_update' then
      format('%s skill %s', case when v_is_first then 'Add' else 'Change' end, private.quoted(payload ->> 'title'))
  end;
  return case when length(v_words) > 300 then left(v_words, 299) || '…' else v_words end;
end;
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

create or replace function private.approve_and_execute_approval (
  approval_id uuid,
  version     integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(approve_and_execute_approval.approval_id, v_viewer);
begin
  v_approval := private.decide_to_approve(v_approval, v_viewer, approve_and_execute_approval.version);
  v_approval := private.request_execution(v_approval, v_viewer);
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$function$;

create or replace function private.approve_approval (
  approval_id uuid,
  version     integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(approve_approval.approval_id, v_viewer);
  v_was_pending boolean := v_approval.status = 'pending';
begin
  v_approval := private.decide_to_approve(v_approval, v_viewer, approve_approval.version);
  if v_was_pending then
    perform private.enqueue_job(
      v_approval.organization_id, 'approval_review', jsonb_build_object('approval_id', v_approval.id),
      unique_key => format('%s:%s', v_approval.id, v_approval.version), request_id => private.request_id());
  end if;
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$function$;

create or replace function private.batch_approve (
  approval_ids uuid[],
  versions     jsonb  default '{}'::jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval_id uuid;
  v_results jsonb := '{}';
  v_code text;
  v_hint text;
  v_message text;
  v_detail text;
begin
  if coalesce(cardinality(approval_ids), 0) not between 1 and 100 or array_position(approval_ids, null) is not null
    or jsonb_typeof(coalesce(versions, '{}')) <> 'object'
    or exists (select from jsonb_each(versions) as seen
               where jsonb_typeof(seen.value) <> 'number' or seen.value::text !~ '^[0-9]{1,9}$')
  then
    raise exception using
      errcode = 'OPINV', message = 'Name 1 to 100 cards, and versions as numbers', hint = 'invalid_batch';
  end if;
  -- In one order, whatever the caller's: two batches of the same cards never wait for each other in a ring.
  for v_approval_id in select distinct given from unnest(approval_ids) as given order by given loop
    begin
      v_results := v_results || jsonb_build_object(v_approval_id, jsonb_build_object(
        'id', v_approval_id, 'ok', true,
        'approval', private.approve_approval(
          v_approval_id, (versions ->> v_approval_id::text)::integer) -> 'approval'));
    exception
      when sqlstate 'OPDEN' or sqlstate 'OPNFD' or sqlstate 'OPSTA' or sqlstate 'OPINV' then
        get stacked diagnostics
          v_code = returned_sqlstate, v_hint = pg_exception_hint,
          v_message = message_text, v_detail = pg_exception_detail;
        v_results := v_results || jsonb_build_object(v_approval_id, jsonb_build_object(
          'id', v_approval_id, 'ok', false,
          'error', jsonb_build_object(
            'code', v_code, 'hint', v_hint, 'message', v_message,
            'detail', nullif(v_detail, '')::jsonb)));
    end;
  end loop;
  return jsonb_build_object('results', (
    select jsonb_agg(v_results -> given.id::text order by given.place)
    from unnest(approval_ids) with ordinality as given (id, place)));
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
  v_approval public.approvals := approval;
  v_refusal text;
  v_reasons jsonb;
begin
  if approval.execution_job_id is distinct from job.id
    or approval.status not in ('approved', 'failed', 'executing')
  then
    perform private.delete_job(job.id);
    return null;
  end if;

  v_refusal := private.decider_refusal(approval, approval.decided_by);
  if approval.status = 'executing' then
    -- A try before this one did not end. What it may have done is found by the marker.
    if v_refusal is not null and approval.vendor_called_at is null then
      perform private.end_execution(approval, job, 'failed',
        error => 'Whoever approved it may not do so any more. Edit the card to have it decided again');
      return null;
    end if;
    update public.approvals set execution_attempt = job.attempt
    where approvals.id = approval.id
    returning * into v_approval;
  else
    v_reasons := case when v_refusal is not null
      then jsonb_build_array(jsonb_build_object(
        'code', 'decider_not_allowed',
        'message', 'Whoever approved this card may not do so any more'))
      else private.approval_lapse_reasons(approval) end;
    if v_reasons <> '[]' then
      perform private.lapse_approval(approval, job, v_reasons);
      return null;
    end if;
    update public.approvals set
      status = 'executing',
      execution_attempt = job.attempt,
      execution_started_at = clock_timestamp(),
      vendor_called_at = null,
      execution_error = null
    where approvals.id = approval.id
    returning * into v_approval;
  end if;
  perform private.record_approval_event(v_approval, 'execution_started', job => job);
  return v_approval;
end;
$function$;

create or replace function private.begin_import (
  mode               public.import_mode,
  file_name          text,
  file_sha256        text,
  parser_version     text,
  mapping            jsonb,
  rows               jsonb,
  expected_plan_hash text               default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_run public.portfolio_import_runs := private.new_import_run(
    private.require_lead(), mode, file_name, file_sha256, parser_version, mapping, rows);
  v_job_id uuid;
begin
  v_run.status := 'pending';
  insert into public.portfolio_import_runs select v_run.*;
  insert into private.import_inputs (run_id, organization_id, rows, expected_plan_hash)
  values (v_run.id, v_run.organization_id, begin_import.rows, begin_import.expected_plan_hash);
  v_job_id := private.enqueue_job(
    v_run.organization_id, 'portfolio_import', jsonb_build_object('run_id', v_run.id), v_run.id::text,
    request_id => nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id');
  perform private.record_audit_event(
    v_run.organization_id, 'portfolio_import.begun', 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name));
  return jsonb_build_object('run', to_jsonb(v_run), 'job_id', v_job_id);
end;
$function$;

create or replace function private.called_execution_of_job (
  job_id  uuid,
  attempt integer
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.execution_of_job(job_id, attempt);
begin
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'Say that you call before you do', hint = 'call_not_marked';
  end if;
  return v_approval;
end;
$function$;

create or replace function private.carry_out_execution (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(carry_out_execution.job_id, carry_out_execution.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{approval_act}');
  v_effect jsonb;
  v_error text;
begin
  v_approval := private.begin_execution(v_job, v_approval);
  if v_approval.id is null then
    return jsonb_build_object('state', 'gone');
  end if;

  begin
    v_effect := case (select approval_kinds."group" from public.approval_kinds
                      where approval_kinds.kind = v_approval.kind)
      when 'portal' then private.carry_out_portal(v_approval)
      when 'prompt' then private.carry_out_prompt(v_approval)
      else '{}' end;
  exception
    -- Refused for good; anything else is the job's to try again.
    when sqlstate 'OPSTA' or sqlstate 'OPINV' or sqlstate 'OPNFD' or sqlstate 'OPDEN' then
      v_error := sqlerrm;
  end;
  v_approval := private.end_execution(
    v_approval, v_job, case when v_error is null then 'executed' else 'failed' end::public.approval_status,
    nullif(v_effect -> 'result', 'null'), nullif(v_effect -> 'inverse', 'null'), v_error);
  return jsonb_build_object('state', v_approval.status);
end;
$function$;

create or replace function private.carry_out_import_job (
  job_id  uuid,
  attempt integer
)
  returns boolean
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_import_job(job_id, attempt);
  v_run public.portfolio_import_runs;
  v_input private.import_inputs;
  v_requester public.people;
begin
  select * into v_run from public.portfolio_import_runs as runs
  where runs.id = (v_job.payload ->> 'run_id')::uuid and runs.organization_id = v_job.organization_id
    and runs.status in ('pending', 'running')
  for update;
  select * into v_input from private.import_inputs as inputs where inputs.run_id = v_run.id;
  if v_input.run_id is null then
    perform private.fail_import_run(v_run.id, 'The lines of the file are gone');
    perform private.delete_job(v_job.id);
    return false;
  end if;

  select * into v_requester from public.people
  where people.id = v_run.requested_by and people.organization_id = v_run.organization_id
    and people.archived_at is null and people.user_id is not null and people.role in ('admin', 'lead');
  if v_requester.id is null then
    perform private.fail_import_run(v_run.id, 'Whoever asked for this import may not import any more');
    perform private.delete_job(v_job.id);
    return false;
  end if;
  -- The audit names who is behind it.
  perform set_config('request.jwt.claims', jsonb_build_object('sub', v_requester.user_id)::text, true);

  begin
    perform private.lock_imports(v_run.organization_id);
  exception when sqlstate 'OPSTA' then
    perform private.postpone_job(v_job.id, 5000);
    return true;
  end;
  begin
    perform private.run_import(v_run, v_input.rows, v_input.expected_plan_hash);
  exception when sqlstate 'OPSTA' or sqlstate 'OPINV' then
    perform private.fail_import_run(v_run.id, sqlerrm);
  end;
  delete from private.import_inputs as inputs where inputs.run_id = v_run.id;
  perform private.delete_job(v_job.id);
  return false;
end;
$function$;

create or replace function private.carry_out_locally (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.called_execution_of_job(carry_out_locally.job_id, carry_out_locally.attempt);
  v_done jsonb := private.local_effect(v_approval);
begin
  if v_done is not null then
    return v_done;
  elsif v_approval.status <> 'executing' then
    raise exception using
      errcode = 'OPSTA', message = 'This card is not in execution by this try', hint = 'lease_lost';
  end if;
  perform private.require_decided(v_approval);
  if v_approval.kind = 'task_create' then
    perform private.create_local_task(v_approval);
  elsif v_approval.kind = 'calendar_event_create' then
    perform private.create_local_event(v_approval);
  elsif v_approval.kind in ('calendar_event_update', 'calendar_event_cancel') then
    perform private.change_local_event(v_approval);
  else
    raise exception using
      errcode = 'OPINV', message = 'This kind is not carried out here', hint = 'wrong_kind';
  end if;
  return private.local_effect(v_approval);
end;
$function$;

create or replace function private.carry_out_portal (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_id uuid;
  v_payload constant jsonb := approval.payload;
begin
  if private.is_undo_payload(approval.kind, v_payload) then
    return private.set_withdrawn(approval);
  end if;

  case approval.kind
    when 'weekly_update' then
      insert into public.weekly_updates (
        organization_id, project_id, approval_id, is_restricted, week_of, headline, body, next_steps)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        (v_payload ->> 'week_of')::date, v_payload ->> 'headline', v_payload ->> 'body', v_payload ->> 'next_steps')
      returning weekly_updates.id into v_id;
    when 'scope_change' then
      insert into public.scope_changes (
        organization_id, project_id, approval_id, is_restricted, title, description, hours_change,
        amount_change, effective_on)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload ->> 'description', (v_payload ->> 'hours_change')::numeric,
        (v_payload ->> 'amount_change')::numeric, (v_payload ->> 'effective_on')::date)
      returning scope_changes.id into v_id;
    when 'sow_draft' then
      insert into public.sow_drafts (organization_id, project_id, approval_id, is_restricted, title, sections)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload -> 'sections')
      returning sow_drafts.id into v_id;
    when 'client_readout' then
      insert into public.client_readouts (organization_id, project_id, approval_id, is_restricted, title, sections)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload -> 'sections')
      returning client_readouts.id into v_id;
    when 'deliverable_release' then
      -- Held until the end, so that the file is not restricted, moved or archived meanwhile.
      if v_payload ? 'source_id' then
        perform from public.sources
        where sources.organization_id = approval.organization_id
          and sources.id = (v_payload ->> 'source_id')::uuid
          and sources.scope_id = approval.project_id and sources.archived_at is null
        for share;
        if not found then
          raise exception using
            errcode = 'OPSTA',
            message = 'The file was archived, restricted or moved, so it is not handed over',
            hint = 'file_not_released';
        end if;
      end if;
      insert into public.deliverable_releases (
        organization_id, project_id, approval_id, is_restricted, title, source_id, note)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', (v_payload ->> 'source_id')::uuid, v_payload ->> 'note')
      returning deliverable_releases.id into v_id;
  end case;
  return jsonb_build_object(
    'result', jsonb_build_object('table', private.portal_table(approval.kind), 'id', v_id),
    'inverse', jsonb_build_object('withdraw', approval.id));
end;
$function$;

create or replace function private.carry_out_prompt (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_live public.prompt_versions;
  v_version public.prompt_versions;
begin
  perform private.lock_prompt(approval.organization_id);
  if approval.kind = 'skill_update' then
    return private.carry_out_skill(approval);
  end if;

  v_live := private.live_prompt_version(approval.organization_id);
  v_version.organization_id := approval.organization_id;
  v_version.note := approval.payload ->> 'why';
  v_version.approval_id := approval.id;
  v_version.created_by := approval.decided_by;
  case approval.kind
    when 'prompt_update' then
      if v_live.id is null then
        raise exception using
          errcode = 'OPSTA', message = 'There is no prompt yet that could learn a rule', hint = 'no_live_prompt';
      elsif approval.payload ->> 'rule' = any (v_live.rules) then
        raise exception using
          errcode = 'OPSTA', message = 'The prompt has this rule already', hint = 'rule_already_learned';
      elsif cardinality(v_live.rules) >= 200 then
        raise exception using
          errcode = 'OPSTA', message = 'The prompt has 200 rules, and more would not be heeded', hint = 'too_many_rules';
      end if;
      v_version.base := v_live.base;
      v_version.rules := v_live.rules || (approval.payload ->> 'rule');
      v_version.origin := 'learned_rule';
      v_version := private.add_prompt_version(v_version, 'prompt.rule_learned');
    when 'prompt_base_update' then
      v_version.base := approval.payload ->> 'base';
      v_version.rules := v_live.rules;
      v_version.origin := 'base_update';
      v_version := private.add_prompt_version(v_version, 'prompt.base_updated');
    else
      raise exception using
        errcode = 'OPINV', message = 'The card does not change the prompt', hint = 'kind_not_carried_out';
  end case;
  return jsonb_build_object(
    'result', jsonb_build_object('table', 'prompt_versions', 'id', v_version.id), 'inverse', null);
end;
$function$;

create or replace function private.carry_out_skill (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_name text := approval.payload ->> 'name';
  v_skill public.skills;
  v_before public.skill_versions;
  v_version_id uuid;
begin
  insert into public.skills (organization_id, name) values (approval.organization_id, v_name)
  on conflict (organization_id, name) do nothing;
  select * into v_skill from public.skills
  where skills.organization_id = approval.organization_id and skills.name = v_name
  for update;
  select * into v_before from public.skill_versions where skill_versions.id = v_skill.live_version_id;

  insert into public.skill_versions (organization_id, skill_id, number, title, content, approval_id, created_by)
  select approval.organization_id, v_skill.id,
         1 + coalesce((select max(skill_versions.number) from public.skill_versions
                       where skill_versions.skill_id = v_skill.id), 0),
         approval.payload ->> 'title', approval.payload ->> 'content', approval.id, approval.decided_by
  returning skill_versions.id into v_version_id;
  update public.skills set live_version_id = v_version_id, archived_at = null where skills.id = v_skill.id;

  perform private.record_audit_event(
    approval.organization_id, 'skill.updated', 'skill', v_skill.id,
    jsonb_build_object('live_version_id', v_before.id),
    jsonb_build_object('live_version_id', v_version_id, 'approval_id', approval.id, 'created_by', approval.decided_by));
  return jsonb_build_object(
    'result', jsonb_build_object('table', 'skill_versions', 'id', v_version_id),
    'inverse', case when v_before.id is not null then jsonb_build_object(
      'name', v_name, 'title', v_before.title, 'content', v_before.content) end);
end;
$function$;

create or replace function private.change_local_event (
  approval public.approvals
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_payload jsonb := approval.payload;
  v_before public.calendar_events := private.event_of_approval(approval);
  v_after public.calendar_events;
begin
  select * into v_before from public.calendar_events as event where event.id = v_before.id for update;
  if v_before.provider <> 'local' then
    raise exception using
      errcode = 'OPSTA', message = 'The event is kept in another calendar', hint = 'event_elsewhere';
  elsif approval.kind = 'calendar_event_update' and v_before.status = 'cancelled' then
    raise exception using
      errcode = 'OPSTA', message = 'The event is cancelled', hint = 'event_cancelled';
  elsif approval.kind = 'calendar_event_cancel' then
    update public.calendar_events as event set
      status = 'cancelled',
      description = case when event.status = 'cancelled' then event.description
        else nullif(concat_ws(e'\n\n', v_payload ->> 'note', event.description), '') end
    where event.id = v_before.id
    returning * into v_after;
  else
    perform private.require_event_order(
      coalesce((v_payload ->> 'starts_at')::timestamptz, v_before.starts_at),
      coalesce((v_payload ->> 'ends_at')::timestamptz, v_before.ends_at));
    update public.calendar_events as event set
      summary = coalesce(v_payload ->> 'summary', event.summary),
      description = coalesce(v_payload ->> 'description', event.description),
      location = coalesce(v_payload ->> 'location', event.location),
      starts_at = coalesce((v_payload ->> 'starts_at')::timestamptz, event.starts_at),
      ends_at = coalesce((v_payload ->> 'ends_at')::timestamptz, event.ends_at),
      time_zone = coalesce(v_payload ->> 'time_zone', event.time_zone),
      attendees = case when jsonb_typeof(v_payload -> 'attendees') = 'array'
        then private.texts_of(v_payload -> 'attendees') else event.attendees end
    where event.id = v_before.id
    returning * into v_after;
  end if;
  perform private.record_local_effect(
    approval,
    case when v_after.status = 'cancelled' then 'calendar_event.cancelled' else 'calendar_event.updated' end,
    'calendar_event', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
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
      -- Found once, so that nobody who looks at the card has to search the whole source.
      v_citation.chunk_id := (
        select piece.id
        from private.quoted_chunk(v_source.id, v_citation.source_version, v_citation.quote) as piece
        where private.is_quoted(v_citation.quote, piece.content));
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

create or replace function private.check_emails (
  max   integer,
  value jsonb,
  OUT   checked jsonb,
  OUT   problem text
)
  returns record
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_wrong text;
begin
  if jsonb_typeof(value) <> 'array' then
    problem := 'Write a list of addresses';
  elsif jsonb_array_length(value) > max then
    problem := format('At most %s addresses', max);
  else
    select format('%s is no address', left(given.entry #>> '{}', 100)) into v_wrong
    from jsonb_array_elements(value) with ordinality as given (entry, place)
    where not (jsonb_typeof(given.entry) = 'string' and length(given.entry #>> '{}') <= 254
      and lower(btrim(given.entry #>> '{}'))
          ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$')
    order by given.place
    limit 1;
    problem := v_wrong;
    if problem is null then
      select coalesce(jsonb_agg(address.email order by address.place), '[]') into checked
      from (
        select lower(btrim(given.entry)) as email, min(given.place) as place
        from jsonb_array_elements_text(value) with ordinality as given (entry, place)
        group by lower(btrim(given.entry))
      ) as address;
    end if;
  end if;
end;
$function$;

create or replace function private.check_field (
  organization_id uuid,
  project_id      uuid,
  type            text,
  max             integer,
  choices         text[],
  value           jsonb,
  OUT             checked jsonb,
  OUT             problem text
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_text text := case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
  v_line record;
begin
  if type in ('hours', 'signed_hours', 'money', 'signed_money') then
    select * into checked, problem from private.check_figure(type, value);
  elsif type = 'emails' then
    select * into checked, problem from private.check_emails(max, value);
  elsif type = 'sections' then
    select * into checked, problem from private.check_sections(max, value);
  elsif v_text is null then
    problem := 'Write a text';
  elsif type in ('line', 'paragraphs') then
    select * into v_line from private.check_text(v_text, type = 'line', max);
    checked := to_jsonb(v_line.checked);
    problem := v_line.problem;
  elsif type = 'slug' then
    if v_text ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(v_text) <= max then
      checked := to_jsonb(v_text);
    else
      problem := format('Small letters, digits and single hyphens, at most %s', max);
    end if;
  elsif type = 'day' then
    if v_text ~ '^\d{4}-\d{2}-\d{2}$' and v_text >= '0001' and pg_input_is_valid(v_text, 'date') then
      checked := to_jsonb(v_text);
    else
      problem := 'Write the day as YYYY-MM-DD';
    end if;
  elsif type = 'instant' then
    checked := to_jsonb(private.instant_text(v_text));
    if checked is null then
      problem := 'Write the instant with its offset, such as 2026-03-02T09:00:00+01:00';
    end if;
  elsif type = 'time_zone' then
    if length(v_text) <= max and v_text ~ '^[A-Z]' and v_text not in ('Factory')
      and exists (select from pg_timezone_names where pg_timezone_names.name = v_text)
    then
      checked := to_jsonb(v_text);
    else
      problem := 'Write a time zone such as Europe/Berlin';
    end if;
  elsif type = 'choice' then
    if v_text = any (choices) then
      checked := to_jsonb(v_text);
    else
      problem := format('Choose one of %s', array_to_string(choices, ', '));
    end if;
  elsif v_text !~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then
    problem := 'Write an id';
  else
    checked := to_jsonb(lower(v_text));
    problem := private.reference_problem(organization_id, project_id, type, v_text::uuid);
  end if;
end;
$function$;

create or replace function private.check_figure (
  type  text,
  value jsonb,
  OUT   checked jsonb,
  OUT   problem text
)
  returns record
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_is_money constant boolean := type in ('money', 'signed_money');
  v_is_signed constant boolean := type in ('signed_hours', 'signed_money');
  v_max constant numeric := case when v_is_money then 999999999999.99 else 99999999.99 end;
  v_figure numeric;
begin
  if jsonb_typeof(value) = 'number' then
    v_figure := (value #>> '{}')::numeric;
  elsif jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^ *[+-]?\d{1,12}(\.\d{1,2})? *$' then
    v_figure := (value #>> '{}')::numeric;
  else
    problem := format('Write %s as a number such as 1250 or 1250.50', case when v_is_money then 'an amount' else 'hours' end);
    return;
  end if;
  if v_figure < 0 and not v_is_signed then
    problem := format('%s cannot be below zero', case when v_is_money then 'An amount' else 'Hours' end);
  elsif abs(v_figure) > v_max then
    problem := format('%s cannot be beyond %s', case when v_is_money then 'An amount' else 'Hours' end, v_max);
  elsif v_figure <> round(v_figure, 2) then
    problem := 'At most two decimals';
  else
    checked := to_jsonb(trim_scale(v_figure));
  end if;
end;
$function$;

create or replace function private.check_integration_secret (
  provider public.integration_provider,
  secret   text,
  may_stay boolean
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_key jsonb;
begin
  if secret is null then
    if may_stay then
      return;
    end if;
    raise exception using errcode = 'OPINV', message = 'A secret is needed', hint = 'secret_missing';
  elsif provider = 'clickup' then
    if secret ~ '^(Bearer )?[!-~]+$' and char_length(secret) between 8 and 500 then
      return;
    end if;
  elsif octet_length(secret) <= 20000 then
    begin
      v_key := secret::jsonb;
    exception when data_exception then
      v_key := null;
    end;
    if jsonb_typeof(v_key) = 'object' and coalesce(v_key ->> 'client_email', '') like '%@%'
      and coalesce(v_key ->> 'private_key', '') like '-----BEGIN PRIVATE KEY-----%'
    then
      return;
    end if;
  end if;
  raise exception using
    errcode = 'OPINV',
    message = case provider
      when 'clickup' then 'The secret is a token of ClickUp'
      else 'The secret is the key file of a Google service account' end,
    hint = 'invalid_secret';
end;
$function$;

create or replace function private.check_integration_settings (
  organization_id uuid,
  provider        public.integration_provider,
  settings        jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_known text[] := case provider
    when 'clickup' then array['list_id', 'marker_field_id', 'status', 'assignees']
    when 'google_calendar' then array['subject', 'calendar_id', 'send_updates'] end;
  v_problems jsonb := '[]';
  v_field text;
  v_value jsonb;
begin
  if jsonb_typeof(settings) is distinct from 'object' then
    v_problems := private.field_problem(null, 'Settings are an object');
  else
    for v_field, v_value in select * from jsonb_each(settings) loop
      v_problems := v_problems || private.setting_problem(provider, v_known, v_field, v_value);
    end loop;
    for v_field in
      select required from unnest(case provider
        when 'clickup' then array['list_id', 'marker_field_id'] else array['subject'] end) as required
      where not settings ? required
    loop
      v_problems := v_problems || private.field_problem(v_field, 'Is needed');
    end loop;
    if provider = 'clickup' and jsonb_typeof(settings -> 'assignees') = 'object' then
      for v_field in
        select mapped from jsonb_object_keys(settings -> 'assignees') as mapped
        where not exists (
          select from public.people
          where people.organization_id = check_integration_settings.organization_id and people.id::text = mapped)
      loop
        v_problems := v_problems || private.field_problem('assignees', format('There is no person %s', left(v_field, 40)));
      end loop;
    end if;
  end if;
  if v_problems <> '[]' then
    raise exception using
      errcode = 'OPINV', message = 'The settings are not complete or not valid', hint = 'invalid_settings',
      detail = jsonb_build_object('fields', v_problems)::text;
  end if;
  return settings;
end;
$function$;

create or replace function private.check_payload (
  organization_id uuid,
  project_id      uuid,
  kind            public.approval_kind,
  payload         jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_field record;
  v_value record;
  v_checked jsonb := '{}';
  v_problems jsonb := '[]';
begin
  if jsonb_typeof(payload) is distinct from 'object' then
    v_problems := '[{"field": "payload", "message": "Write an object"}]';
  elsif octet_length(payload::text) > 500000 then
    raise exception using
      errcode = 'OPBIG', message = 'The card is too large: at most 500,000 bytes', hint = 'payload_too_large';
  elsif private.is_undo_payload(kind, payload) then
    select * into v_value from private.check_undo(organization_id, project_id, kind, payload);
    v_checked := v_value.checked;
    v_problems := v_value.problems;
  else
    select coalesce(jsonb_agg(jsonb_build_object('field', left(unknown.name, 100), 'message', 'There is no such field')), '[]')
    into v_problems
    from (
      select jsonb_object_keys(payload) as name
      except
      select fields.name from private.payload_fields(check_payload.kind) as fields
      order by name
      limit 50
    ) as unknown;
    for v_field in
      select * from private.payload_fields(check_payload.kind) as fields order by fields."position"
    loop
      if coalesce(jsonb_typeof(payload -> v_field.name), 'null') = 'null' then
        if v_field.required then
          v_problems := v_problems || jsonb_build_object('field', v_field.name, 'message', 'This is needed');
        end if;
        continue;
      end if;
      select * into v_value from private.check_field(
        organization_id, project_id, v_field.type, v_field.max, v_field.choices, payload -> v_field.name);
      if v_value.problem is null and v_field.required and v_value.checked = '[]' then
        v_value.problem := 'This is needed';
      end if;
      if v_value.problem is not null then
        v_problems := v_problems || jsonb_build_object('field', v_field.name, 'message', v_value.problem);
      else
        v_checked := v_checked || jsonb_build_object(v_field.name, v_value.checked);
      end if;
    end loop;
    v_problems := v_problems || private.event_problems(kind, v_checked, v_problems);
  end if;

  if v_problems <> '[]' then
    raise exception using
      errcode = 'OPINV',
      message = format('The card cannot be kept like this: %s', (
        select string_agg(format('%s: %s', problem ->> 'field', problem ->> 'message'), ', ')
        from jsonb_array_elements(v_problems) with ordinality as listed (problem, place)
        where listed.place <= 5)),
      hint = 'invalid_payload',
      detail = jsonb_build_object('fields', v_problems)::text;
  elsif octet_length(v_checked::text) > 500000 then
    raise exception using
      errcode = 'OPBIG', message = 'The card is too large: at most 500,000 bytes', hint = 'payload_too_large';
  end if;
  return v_checked;
end;
$function$;

create or replace function private.check_sections (
  max   integer,
  value jsonb,
  OUT   checked jsonb,
  OUT   problem text
)
  returns record
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_section jsonb;
  v_place integer := 0;
  v_heading record;
  v_body record;
begin
  if jsonb_typeof(value) <> 'array' then
    problem := 'Write a list of sections';
    return;
  elsif jsonb_array_length(value) not between 1 and max then
    problem := format('From 1 to %s sections', max);
    return;
  end if;
  checked := '[]';
  for v_section in select jsonb_array_elements(value) loop
    v_place := v_place + 1;
    if jsonb_typeof(v_section) <> 'object' or v_section - '{heading,body}'::text[] <> '{}'
      or jsonb_typeof(v_section -> 'heading') is distinct from 'string'
      or jsonb_typeof(coalesce(v_section -> 'body', '""')) <> 'string'
    then
      problem := format('Section %s needs a heading and a body, both texts', v_place);
    else
      select * into v_heading from private.check_text(v_section ->> 'heading', true, 200);
      select * into v_body from private.check_text(coalesce(v_section ->> 'body', ''), false, 50000);
      if v_heading.problem is not null then
        problem := format('Heading of section %s: %s', v_place, v_heading.problem);
      elsif v_body.problem <> 'Write something' then
        problem := format('Section %s: %s', v_place, v_body.problem);
      else
        checked := checked || jsonb_build_object('heading', v_heading.checked, 'body', coalesce(v_body.checked, ''));
      end if;
    end if;
    if problem is not null then
      checked := null;
      return;
    end if;
  end loop;
end;
$function$;

create or replace function private.check_text (
  value   text,
  is_line boolean,
  max     integer,
  OUT     checked text,
  OUT     problem text
)
  returns record
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_blanks constant text :=
    E'\t\x0b\x0c \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
  v_bare text;
begin
  checked := normalize(value, nfc);
  if is_line then
    checked := btrim(regexp_replace(
      translate(checked, E'\r\n' || v_blanks, repeat(' ', 2 + length(v_blanks))), ' +', ' ', 'g'));
  else
    -- Line by line: a pattern anchored at the ends of lines takes the square of a long run of blanks.
    select string_agg(rtrim(line.content, v_blanks), E'\n' order by line.place) into checked
    from string_to_table(replace(replace(checked, E'\r\n', E'\n'), E'\r', E'\n'), E'\n')
      with ordinality as line (content, place);
    checked := btrim(coalesce(checked, ''), E'\n' || v_blanks);
  end if;

  v_bare := checked;
  if v_bare ~ '[\u200c\u200d\ufe0e\ufe0f]' then
    v_bare := regexp_replace(
      v_bare, '([#*0-9\u00a9\u00ae\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]',
      '\1', 'g');
    v_bare := regexp_replace(
      v_bare, '(?<=[\u2190-\u2bff\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])', '', 'g');
    v_bare := regexp_replace(
      v_bare,
      '(?<=[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff])[\u200c\u200d](?=[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff])',
      '', 'g');
  end if;

  if checked = '' then
    problem := 'Write something';
  elsif length(checked) > max then
    problem := format('At most %s characters', max);
  elsif v_bare ~ (
    '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f'
    '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]')
  then
    problem := 'Holds characters that cannot be seen';
  end if;
  if problem is not null then
    checked := null;
  end if;
end;
$function$;

create or replace function private.check_undo (
  organization_id uuid,
  project_id      uuid,
  kind            public.approval_kind,
  payload         jsonb,
  OUT             checked jsonb,
  OUT             problems jsonb
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_field constant text := case when payload ? 'withdraw' then 'withdraw' else 'restore' end;
  v_given constant text := payload ->> v_field;
  v_row jsonb;
  v_problem text;
begin
  if payload ?& array['withdraw', 'restore'] then
    v_problem := 'Either withdraw or restore, not both';
  elsif v_given is null or v_given !~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then
    v_problem := 'Write the id of the card that published';
  else
    select private.published_row(approvals.organization_id, approvals.kind, approvals.id) into v_row
    from public.approvals
    where approvals.id = v_given::uuid
      and approvals.organization_id = check_undo.organization_id
      and approvals.project_id = check_undo.project_id
      and approvals.kind = check_undo.kind
      and approvals.status = 'executed'
      -- A member does not know of restricted cards.
      and (not approvals.is_restricted or private.led_organization_id() is not null);
    if v_row is null then
      v_problem := 'There is no such published card of this kind in this project';
    elsif v_field = 'withdraw' and v_row ->> 'withdrawn_at' is not null then
      v_problem := 'This is withdrawn already';
    elsif v_field = 'restore' and v_row ->> 'withdrawn_at' is null then
      v_problem := 'This is shown already';
    end if;
  end if;
  problems := case when v_problem is null then '[]'
                   else jsonb_build_array(jsonb_build_object('field', v_field, 'message', v_problem)) end;
  checked := case when v_problem is null then jsonb_build_object(v_field, lower(v_given)) end;
end;
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
    is_quoted := citation.quote is null or private.is_quoted(citation.quote, cited.content);
  elsif citation.quote is not null and published_version is not null
    and (citation.chunk_id is null or citation.source_version <> published_version)
  then
    select * into v_chunk from private.quoted_chunk(citation.source_id, published_version, citation.quote);
    is_quoted := v_chunk.id is not null;
  end if;
  id := v_chunk.id;
  content := v_chunk.content;
  location := v_chunk.location;
end;
$function$;

create or replace function private.comparable_text (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return btrim(regexp_replace(
    translate(
      normalize(value, nfc),
      E'\u2018\u2019\u201a\u201b\u2032\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u2039\u203a\u2010\u2011\u2012\u2013\u2014\u2015\u2212'
      || E'\t\n\r\x0b\x0c\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
      repeat('''', 5) || repeat('"', 7) || repeat('''', 2) || repeat('-', 7) || repeat(' ', 24)),
    ' +', ' ', 'g'));
end;
$function$;

create or replace function private.connect_integration (
  provider public.integration_provider,
  settings jsonb,
  secret   text                        default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_settings jsonb;
  v_secret text := nullif(btrim(connect_integration.secret), '');
  v_name text := format('integration_%s_%s', connect_integration.provider, v_viewer.organization_id);
  v_secret_id uuid;
  v_before public.integrations;
  v_after public.integrations;
begin
  if provider is null then
    raise exception using errcode = 'OPINV', message = 'Name a vendor', hint = 'provider_missing';
  end if;
  v_settings := private.check_integration_settings(
    v_viewer.organization_id, connect_integration.provider, connect_integration.settings);
  select * into v_before from public.integrations
  where integrations.organization_id = v_viewer.organization_id
    and integrations.provider = connect_integration.provider;
  perform private.check_integration_secret(connect_integration.provider, v_secret, v_before.organization_id is not null);
  if private.integration_place(v_before.settings) is distinct from private.integration_place(v_settings) then
    perform private.refuse_integration_in_use(v_viewer.organization_id, connect_integration.provider);
  end if;

  if v_secret is not null then
    select secrets.id into v_secret_id from vault.secrets as secrets where secrets.name = v_name;
    if v_secret_id is null then
      perform vault.create_secret(v_secret, v_name, 'Of a connected vendor');
    else
      perform vault.update_secret(v_secret_id, v_secret);
    end if;
  end if;
  insert into public.integrations as present (organization_id, provider, settings, secret_name, connected_by)
  values (v_viewer.organization_id, connect_integration.provider, v_settings, v_name, v_viewer.id)
  on conflict on constraint integrations_pkey do update
    set settings = excluded.settings, connected_by = excluded.connected_by,
        version = present.version + 1, updated_at = now()
  returning * into v_after;

  perform private.record_audit_event(
    v_viewer.organization_id, 'integration.connected', 'integration', null,
    to_jsonb(v_before) - 'secret_name',
    (to_jsonb(v_after) - 'secret_name') || jsonb_build_object('secret_changed', v_secret is not null));
  return to_jsonb(v_after) - array['secret_name', 'organization_id'];
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
    where admitted.at > v_now - v_window order by admitted.at);
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

create or replace function private.create_approval (
  viewer           public.people,
  kind             public.approval_kind,
  project_id       uuid,
  payload          jsonb,
  citations        jsonb,
  proposer         public.proposer,
  agent_session_id uuid,
  undo_of_id       uuid
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_kind public.approval_kinds;
  v_approval public.approvals;
  v_citations public.approval_citations[];
  v_target jsonb;
begin
  select * into v_kind from public.approval_kinds where approval_kinds.kind = create_approval.kind;
  if not v_kind.needs_project and create_approval.project_id is not null then
    raise exception using
      errcode = 'OPINV', message = 'This kind belongs to no project', hint = 'invalid_proposal';
  elsif v_kind.needs_project
    and not (coalesce(create_approval.project_id = any (private.project_ids_of(viewer)), false))
  then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif exists (select from public.projects
                where projects.id = create_approval.project_id and projects.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived', hint = 'project_archived';
  end if;

  v_approval.id := gen_random_uuid();
  v_approval.organization_id := viewer.organization_id;
  v_approval.kind := create_approval.kind;
  v_approval.project_id := create_approval.project_id;
  v_approval.payload := private.check_payload(
    viewer.organization_id, create_approval.project_id, create_approval.kind, create_approval.payload);
  v_approval.undo_of_id := create_approval.undo_of_id;
  v_target := private.approval_target(v_approval);
  v_citations := private.check_citations(viewer, v_approval.id, create_approval.citations);

  insert into public.approvals (
    id, organization_id, kind, project_id, title, payload, is_restricted, target_id, target_snapshot,
    undo_of_id, proposer, proposed_by, agent_session_id, request_id)
  values (
    v_approval.id, viewer.organization_id, v_approval.kind, v_approval.project_id,
    private.approval_title(v_approval.kind, v_approval.project_id, v_approval.payload, viewer.organization_id),
    v_approval.payload,
    -- Whoever sees the card sees what it cites. So it is restricted unless all of that is its project's.
    v_kind.is_restricted or private.undoes_restricted(v_approval) or exists (
      select from unnest(v_citations) as cited
      join public.sources on sources.id = cited.source_id
      where sources.scope_id is distinct from coalesce(v_approval.project_id, sources.scope_id)),
    (v_target ->> 'id')::uuid, v_target -> 'state', create_approval.undo_of_id,
    create_approval.proposer, viewer.id, create_approval.agent_session_id, private.request_id())
  returning * into v_approval;

  insert into public.approval_citations (
    organization_id, approval_id, number, role, source_id, source_version, source_was_restricted, chunk_id, quote,
    scope_id)
  select cited.organization_id, cited.approval_id, cited.number, cited.role, cited.source_id,
         cited.source_version, cited.source_was_restricted, cited.chunk_id, cited.quote, v_approval.scope_id
  from unnest(v_citations) as cited;
  perform private.record_approval_version(v_approval, viewer.id);
  perform private.record_approval_event(
    v_approval, 'proposed',
    case when undo_of_id is not null then jsonb_build_object('undo_of_id', undo_of_id) end);
  return v_approval;
end;
$function$;

create or replace function private.create_local_event (
  approval public.approvals
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_payload jsonb := approval.payload;
  v_event public.calendar_events;
begin
  perform private.require_event_order(
    (v_payload ->> 'starts_at')::timestamptz, (v_payload ->> 'ends_at')::timestamptz);
  insert into public.calendar_events (
    organization_id, provider, external_id, project_id, summary, description, location, starts_at, ends_at,
    time_zone, attendees)
  values (
    approval.organization_id, 'local', replace(approval.id::text, '-', ''), approval.project_id,
    v_payload ->> 'summary', v_payload ->> 'description', v_payload ->> 'location',
    (v_payload ->> 'starts_at')::timestamptz, (v_payload ->> 'ends_at')::timestamptz,
    v_payload ->> 'time_zone', private.texts_of(v_payload -> 'attendees'))
  returning * into v_event;
  perform private.record_local_effect(
    approval, 'calendar_event.created', 'calendar_event', v_event.id, null, to_jsonb(v_event));
end;
$function$;

create or replace function private.create_local_task (
  approval public.approvals
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_payload jsonb := approval.payload;
  v_task public.tasks;
begin
  insert into public.tasks (
    organization_id, project_id, external_key, title, description, due_on, assignee_id, priority,
    estimate_hours, estimated_on)
  values (
    approval.organization_id, approval.project_id, 'approval:' || approval.id,
    v_payload ->> 'title', v_payload ->> 'description', (v_payload ->> 'due_on')::date,
    (v_payload ->> 'assignee_id')::uuid,
    array_position(array['urgent', 'high', 'normal', 'low'], v_payload ->> 'priority'),
    (v_payload ->> 'estimate_hours')::numeric,
    case when v_payload ->> 'estimate_hours' is not null then
      (select (clock_timestamp() at time zone organizations.time_zone)::date from public.organizations
       where organizations.id = approval.organization_id) end)
  returning * into v_task;
  perform private.record_local_effect(
    approval, 'task.created', 'task', v_task.id, null, to_jsonb(v_task));
end;
$function$;

create or replace function private.decide_to_approve (
  approval public.approvals,
  viewer   public.people,
  version  integer
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
  v_reasons jsonb;
  v_shown jsonb;
begin
  perform private.require_decider(approval, viewer);
  if approval.status = 'rejected' then
    perform private.refuse_decided(approval);
  end if;
  perform private.refuse_stale_approval(approval, decide_to_approve.version);
  if approval.status <> 'pending' then
    return approval;
  end if;

  v_reasons := private.approval_readiness(approval, viewer);
  if v_reasons <> '[]' then
    raise exception using
      errcode = 'OPSTA',
      message = 'This draft is not ready. Mend what is named, then approve it',
      hint = 'draft_not_ready',
      detail = jsonb_build_object('reasons', v_reasons)::text;
  end if;
  v_shown := jsonb_build_object(
    'title', approval.title,
    'payload', approval.payload,
    'diff', private.approval_diff(approval),
    'evidence', private.approval_evidence(approval, viewer));

  update public.approvals set
    status = 'approved',
    decided_by = viewer.id,
    decided_at = clock_timestamp(),
    decided_version = approvals.version,
    decided_hash = approvals.payload_hash,
    decided_target_hash = private.target_hash(approval),
    -- Why an earlier decision lapsed is no verdict on this one.
    review = null
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'approved', shown => v_shown);
  return v_approval;
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

create or replace function private.diff_with (
  approval     public.approvals,
  target_state jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_state constant jsonb := coalesce(
    case when approval.status in ('executing', 'executed', 'unknown') then approval.target_snapshot
         else target_state end, '{}');
begin
  if private.is_undo_payload(approval.kind, approval.payload) then
    -- The whole of what would vanish from the portal, or come back to it.
    return (
      select coalesce(jsonb_agg(jsonb_build_object(
        'field', fields.name, 'label', fields.label,
        'before', case when approval.payload ? 'withdraw' then shown.value end,
        'after', case when approval.payload ? 'restore' then shown.value end) order by fields."position"), '[]')
      from private.payload_fields(approval.kind) as fields
      cross join lateral (
        select private.shown_value(approval, fields.type, v_state -> fields.name)
      ) as shown (value)
      where v_state ->> fields.name is not null);
  elsif approval.kind = 'calendar_event_cancel' then
    return (
      select jsonb_agg(jsonb_build_object(
        'field', fields.name, 'label', fields.label, 'before', v_state -> fields.name, 'after', null)
        order by fields."position")
      from private.payload_fields('calendar_event_update') as fields
      where coalesce(v_state -> fields.name, 'null') not in ('null', '[]')
    ) || private.given_fields(approval, '{}', '{event_id}');
  end if;
  return private.given_fields(approval, v_state, '{event_id}');
end;
$function$;

create or replace function private.disconnect_integration (
  provider public.integration_provider
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.integrations;
begin
  select * into v_before from public.integrations
  where integrations.organization_id = v_viewer.organization_id
    and integrations.provider = disconnect_integration.provider;
  if v_before.organization_id is null then
    raise exception using
      errcode = 'OPNFD', message = 'This vendor is not connected', hint = 'integration_not_found';
  end if;
  perform private.refuse_integration_in_use(v_viewer.organization_id, disconnect_integration.provider);

  delete from public.integrations
  where integrations.organization_id = v_viewer.organization_id
    and integrations.provider = disconnect_integration.provider;
  delete from vault.secrets where secrets.name = v_before.secret_name;
  perform private.record_audit_event(
    v_viewer.organization_id, 'integration.disconnected', 'integration', null,
    to_jsonb(v_before) - 'secret_name', null);
end;
$function$;

create or replace function private.edit_approval (
  approval_id uuid,
  payload     jsonb,
  version     integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(edit_approval.approval_id, v_viewer);
  v_edited public.approvals;
  v_target jsonb;
begin
  if private.decider_refusal(v_approval, v_viewer.id) = 'prompt_owner_only' then
    perform private.require_decider(v_approval, v_viewer);
  end if;
  if v_approval.status = 'rejected' then
    perform private.refuse_decided(v_approval);
  elsif v_approval.status not in ('pending', 'approved', 'failed') then
    raise exception using
      errcode = 'OPSTA',
      message = 'The card is being carried out, or was. Propose another one',
      hint = 'approval_in_execution',
      detail = jsonb_build_object('status', v_approval.status)::text;
  end if;
  perform private.refuse_stale_approval(v_approval, edit_approval.version);

  v_edited := v_approval;
  v_edited.payload := private.check_payload(
    v_approval.organization_id, v_approval.project_id, v_approval.kind, edit_approval.payload);
  if v_edited.payload = v_approval.payload then
    return jsonb_build_object('approval', private.approval_json(v_approval));
  end if;
  v_target := private.approval_target(v_edited);

  update public.approvals set
    version = approvals.version + 1,
    title = private.approval_title(
      v_edited.kind, v_edited.project_id, v_edited.payload, v_edited.organization_id),
    payload = v_edited.payload,
    target_id = (v_target ->> 'id')::uuid,
    target_snapshot = v_target -> 'state',
    is_restricted = approvals.is_restricted or private.undoes_restricted(v_edited),
    last_edited_by = v_viewer.id,
    status = 'pending',
    decided_by = null, decided_at = null, decided_version = null, decided_hash = null,
    decided_target_hash = null, review = null,
    execution_requested_by = null, execution_requested_at = null, execution_job_id = null,
    execution_attempt = null, execution_started_at = null, vendor_called_at = null, execution_error = null
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_version(v_approval, v_viewer.id);
  perform private.record_approval_event(v_approval, 'edited');
  return jsonb_build_object('approval', private.approval_json(v_approval));
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
        unique_key => v_approval.id::text,
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

  if enqueue_job.run_at is null or enqueue_job.run_at <= clock_timestamp() then
    perform private.wake_worker(v_kind.function_slug);
  end if;
  return v_id;
end;
$function$;

create or replace function private.event_of_approval (
  approval public.approvals
)
  returns public.calendar_events
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_event public.calendar_events;
begin
  if approval.kind = 'calendar_event_create' then
    select * into v_event from public.calendar_events as event
    where event.organization_id = approval.organization_id and event.provider = 'local'
      and event.external_id = replace(approval.id::text, '-', '');
    return v_event;
  end if;
  select * into v_event from public.calendar_events as event
  where event.organization_id = approval.organization_id and event.project_id = approval.project_id
    and event.id = (approval.payload ->> 'event_id')::uuid;
  if v_event.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such event', hint = 'event_not_found';
  end if;
  return v_event;
end;
$function$;

create or replace function private.event_problems (
  kind     public.approval_kind,
  checked  jsonb,
  problems jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_event public.calendar_events;
begin
  if kind not in ('calendar_event_create', 'calendar_event_update') then
    return '[]';
  elsif kind = 'calendar_event_update' and problems = '[]' and checked - 'event_id' = '{}' then
    return '[{"field": "event_id", "message": "Name at least one thing to change"}]';
  elsif exists (
    select from jsonb_array_elements(problems) as problem
    where problem ->> 'field' in ('event_id', 'starts_at', 'ends_at'))
  then
    return '[]';
  end if;
  select * into v_event from public.calendar_events where calendar_events.id = (checked ->> 'event_id')::uuid;
  if coalesce((checked ->> 'ends_at')::timestamptz, v_event.ends_at)
    <= coalesce((checked ->> 'starts_at')::timestamptz, v_event.starts_at)
  then
    return jsonb_build_array(jsonb_build_object(
      'field', case when checked ? 'ends_at' then 'ends_at' else 'starts_at' end,
      'message', 'An event ends after it starts'));
  end if;
  return '[]';
end;
$function$;

create or replace function private.evidence_reasons (
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
      'code', reason.code,
      'message', format(reason.message, cited ->> 'number', coalesce(private.quoted(cited ->> 'title'), 'a source you may not see')),
      'citation', cited -> 'number') order by (cited ->> 'number')::integer), '[]')
    from jsonb_array_elements(evidence) as cited
    join (values
      ('out_of_scope', 'source_out_of_scope', 'Citation %s rests on %s: ask somebody who may see it, or take it out'),
      ('restricted', 'source_restricted', 'Citation %s rests on %s, which was restricted: propose this without it'),
      ('missing', 'citation_missing', 'Citation %s points to a passage of %s that is no longer there: propose this with a source that is'),
      ('changed', 'source_changed', 'Citation %s rests on %s, which changed since: read it again and propose this anew'),
      ('misquoted', 'citation_misquoted', 'Citation %s does not stand like that in %s: quote it word for word')
    ) as reason (state, code, message) on reason.state = cited ->> 'state'
    where cited ->> 'role' = 'evidence');
end;
$function$;

create or replace function private.execute_approval (
  approval_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(execute_approval.approval_id, v_viewer);
begin
  v_approval := private.request_execution(v_approval, v_viewer);
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$function$;

create or replace function private.executing_prompt_card (
  organization_id uuid,
  approval_id     uuid,
  kind            public.approval_kind
)
  returns public.approvals
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals
  where approvals.id = executing_prompt_card.approval_id
    and approvals.organization_id = executing_prompt_card.organization_id
    and approvals.kind = executing_prompt_card.kind
    and approvals.status in ('executing', 'executed');
  if v_card.id is null or v_card.decided_hash is distinct from private.approval_hash(v_card) then
    raise exception using
      errcode = 'OPSTA', message = 'No approved card that is being carried out says this', hint = 'card_not_approved';
  end if;
  perform private.hold_prompt_owner(organization_id, v_card.decided_by);
  return v_card;
end;
$function$;

create or replace function private.execution_job_kind (
  approval public.approvals
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case
    when approval.kind::text like 'calendar_event_%' then 'calendar_'
    when approval.kind = 'task_create' then 'task_'
    else 'approval_' end
    || case when approval.status = 'unknown' then 'reconcile' else 'act' end
$function$;

create or replace function private.execution_json (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return jsonb_build_object(
    'state', case
      when approval.status = 'executing' then 'running'
      when approval.status in ('executed', 'unknown') then approval.status::text
      when approval.execution_job_id is not null then 'queued'
      when approval.status = 'failed' then 'failed'
      else 'none' end,
    'job_id', approval.execution_job_id,
    'requested_by', private.person_name(approval.execution_requested_by),
    'requested_at', approval.execution_requested_at,
    'started_at', approval.execution_started_at,
    'executed_at', approval.executed_at,
    'error', approval.execution_error,
    'result', approval.result);
end;
$function$;

create or replace function private.execution_of_job (
  job_id  uuid,
  attempt integer
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(execution_of_job.job_id, execution_of_job.attempt);
  v_approval public.approvals;
begin
  select * into v_approval
  from public.approvals
  where approvals.id = (v_job.payload ->> 'approval_id')::uuid
    and approvals.organization_id = v_job.organization_id
  for update;
  if v_approval.execution_job_id is distinct from v_job.id
    or not (v_approval.status = 'unknown'
            or (v_approval.status = 'executing' and v_approval.execution_attempt = v_job.attempt))
  then
    raise exception using
      errcode = 'OPSTA', message = 'This card is not in execution by this try', hint = 'lease_lost';
  end if;
  return v_approval;
end;
$function$;

create or replace function private.fail_execution (
  job_id         uuid,
  attempt        integer,
  error          text,
  is_final       boolean,
  retry_after_ms integer default null::integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(fail_execution.job_id, fail_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_execution_error(fail_execution.error);
  if is_final then
    perform private.end_execution(v_approval, v_job, 'failed', error => fail_execution.error);
  else
    update public.approvals set vendor_called_at = null where approvals.id = v_approval.id;
    perform private.retry_job(v_job.id, fail_execution.error, fail_execution.retry_after_ms);
  end if;
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
    delete from private.import_inputs as inputs where inputs.run_id = v_run.id;
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

create or replace function private.field_problem (
  field   text,
  message text
)
  returns jsonb
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select jsonb_build_array(jsonb_build_object('field', field, 'message', message)) $function$;

create or replace function private.find_local_effect (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.local_effect(private.execution_of_job(job_id, attempt));
end;
$function$;

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
    (50, 'planned_project_under_way', 'project', 'low', 'Planned, but under way',
     'The project made active.', 'project_update', '{status}'),
    (51, 'project_without_open_tasks', 'project', 'low', 'Nothing left to do',
     'The project completed, or its next tasks planned.', 'project_update', '{status}'),
    (52, 'hours_without_task', 'project', 'low', 'Hours on no task',
     'The hours assigned to tasks.', null, null),
    (53, 'hours_in_future', 'project', 'low', 'Hours dated in the future',
     'The right day on the hours.', null, null)
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

  elsif code = 'job_dead' then
    select jsonb_agg(jsonb_build_object(
      'type', 'job', 'id', jobs.id, 'label', replace(jobs.kind, '_', ' '), 'project_id', null,
      'detail', jobs.last_error))
    into v_rows
    from private.jobs where jobs.id = finding_evidence.subject_id;
  end if;
  return coalesce(v_rows, '[]');
end;
$function$;

create or replace function private.finish_execution (
  job_id  uuid,
  attempt integer,
  result  jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(finish_execution.job_id, finish_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_external_result(v_approval, result);
  perform private.end_execution(v_approval, v_job, 'executed', finish_execution.result);
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
  where jobs.id = done.id and jobs.attempt = done.attempt and jobs.lease_until > v_now
    and not jobs.payload ?| '{approval_id,run_id}';
  get diagnostics v_count = row_count;
  return v_count;
end;
$function$;

create or replace function private.get_event_to_change (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_event public.calendar_events := private.event_of_approval(private.execution_of_job(job_id, attempt));
begin
  return to_jsonb(v_event) - array['organization_id', 'created_at', 'updated_at'];
end;
$function$;

create or replace function private.get_inbox (
  approval_id uuid                 default null::uuid,
  kind        public.approval_kind default null::public.approval_kind,
  project_id  uuid                 default null::uuid,
  page_size   integer              default 50,
  cursor      text                 default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_page public.approvals[];
  v_cards jsonb;
begin
  if approval_id is not null then
    select jsonb_build_array(private.approval_card(approvals, v_viewer, true)) into v_cards
    from public.approvals
    where approvals.id = get_inbox.approval_id
      and approvals.organization_id = v_viewer.organization_id
      and approvals.scope_id = any (private.scope_ids_of(v_viewer));
    if v_cards is null then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such card', hint = 'approval_not_found';
    end if;
  else
    -- One more than the page holds, to know whether another follows.
    v_page := array(select page from private.pending_page(
      v_viewer, get_inbox.kind, get_inbox.project_id, v_size + 1, get_inbox.cursor) as page);
    select jsonb_agg(private.approval_card(card, v_viewer, false) order by card.created_at, card.id) into v_cards
    from (select * from unnest(v_page[1:v_size])) as card;
  end if;
  return jsonb_build_object(
    'cards', coalesce(v_cards, '[]'),
    'counts', private.approval_counts(v_viewer),
    'next_cursor', case when cardinality(v_page) > v_size
      then private.page_cursor((v_page[v_size]).created_at, (v_page[v_size]).id) end);
end;
$function$;

create or replace function private.get_integration (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.execution_of_job(get_integration.job_id, get_integration.attempt);
  v_provider public.integration_provider := private.provider_of_kind(v_approval.kind);
  v_integration public.integrations;
  v_secret text;
begin
  select * into v_integration from public.integrations
  where integrations.organization_id = v_approval.organization_id and integrations.provider = v_provider;
  if v_integration.organization_id is not null then
    select secrets.decrypted_secret into v_secret
    from vault.decrypted_secrets as secrets where secrets.name = v_integration.secret_name;
  end if;
  return jsonb_build_object(
    'provider', v_provider,
    'settings', v_integration.settings,
    'secret', v_secret,
    -- The environment of the service speaks for whoever was there first, and for nobody else.
    'takes_environment', v_integration.organization_id is null and v_approval.organization_id = (
      select organizations.id from public.organizations
      order by organizations.created_at, organizations.id limit 1),
    'time_zone', (select organizations.time_zone from public.organizations
                  where organizations.id = v_approval.organization_id));
end;
$function$;

create or replace function private.get_prompt()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.prompt_json(private.require_lead());
end;
$function$;

create or replace function private.given_fields (
  approval public.approvals,
  state    jsonb,
  but      text[]
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', fields.name, 'label', fields.label,
      'before', private.shown_value(approval, fields.type, state -> fields.name),
      'after', private.shown_value(approval, fields.type, approval.payload -> fields.name))
      order by fields."position"), '[]')
    from private.payload_fields(approval.kind) as fields
    where approval.payload ? fields.name
      and fields.name <> all (but)
      and state -> fields.name is distinct from approval.payload -> fields.name);
end;
$function$;

create or replace function private.hold_prompt_owner (
  organization_id uuid,
  person_id       uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform 1 from public.people
  where people.id = person_id and people.organization_id = hold_prompt_owner.organization_id
    and people.archived_at is null and people.role in ('admin', 'lead') and people.is_prompt_owner
  for share;
  if not found then
    raise exception using
      errcode = 'OPDEN', message = 'Only a prompt owner can change what the assistant is told', hint = 'prompt_owner_only';
  end if;
end;
$function$;

create or replace function private.hurry_job (
  job_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_kind text;
begin
  update private.jobs set run_at = now()
  where jobs.id = (
    select waiting.id from private.jobs as waiting
    where waiting.id = hurry_job.job_id and waiting.run_at > now()
      and waiting.died_at is null and waiting.lease_until is null
    -- Whoever asks holds a lock on what the job is about: they wait for nobody who holds the job.
    for update skip locked)
  returning jobs.kind into v_kind;
  if v_kind is not null then
    perform private.wake_worker(listed.function_slug)
    from private.job_kinds() as listed where listed.kind = v_kind;
  end if;
end;
$function$;

create or replace function private.import_portfolio (
  mode               public.import_mode,
  file_name          text,
  file_sha256        text,
  parser_version     text,
  mapping            jsonb,
  rows               jsonb,
  expected_plan_hash text               default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_run public.portfolio_import_runs := private.new_import_run(
    private.require_lead(), mode, file_name, file_sha256, parser_version, mapping, rows);
begin
  perform private.lock_imports(v_run.organization_id);
  return to_jsonb(private.run_import(v_run, rows, expected_plan_hash));
end;
$function$;

create or replace function private.instant_text (
  value text
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_utc timestamp;
begin
  if value !~ '^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$'
    or value < '0001' or not pg_input_is_valid(value, 'timestamptz')
  then
    return null;
  end if;
  v_utc := value::timestamptz at time zone 'UTC';
  if v_utc < '0001-01-01' or v_utc >= '10000-01-01' then
    return null;
  end if;
  return private.utc_text(value::timestamptz);
end;
$function$;

create or replace function private.integration_place (
  settings jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_array(
    settings -> 'list_id', settings -> 'marker_field_id', settings -> 'calendar_id', settings -> 'subject')
$function$;

create or replace function private.is_quoted (
  quote   text,
  content text
)
  returns boolean
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- Of blanks alone there is nothing to stand anywhere.
  return private.comparable_text(quote) <> ''
    and (position(quote in content) > 0
      or position(private.comparable_text(quote) in private.comparable_text(content)) > 0);
end;
$function$;

create or replace function private.is_undo_payload (
  kind    public.approval_kind,
  payload jsonb
)
  returns boolean
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (payload ? 'withdraw' or payload ? 'restore') and payload - 'withdraw' - 'restore' = '{}'
    and private.portal_table(kind) is not null;
end;
$function$;

create or replace function private.is_undoable (
  approval public.approvals
)
  returns boolean
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return approval.status = 'executed' and approval.inverse is not null and not exists (
    select from public.approvals as undo
    where undo.organization_id = approval.organization_id
      and undo.undo_of_id = approval.id and undo.status <> 'rejected');
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
declare
  v_until timestamptz;
begin
  if lease_ms is null or lease_ms not between 1 and 3600000 then
    raise exception using
      errcode = 'OPINV', message = 'A lease is at most an hour long', hint = 'invalid_lease';
  end if;
  -- Past a lock: what holds it is, as a rule, the statement in which the job's own effect happens, and
  -- waiting for that would only hold another connection.
  select jobs.lease_until into v_until
  from private.jobs
  where jobs.id = keep_job.job_id and jobs.attempt = keep_job.attempt and jobs.lease_until is not null
  for update skip locked;
  if not found then
    return exists (
      select from private.jobs
      where jobs.id = keep_job.job_id and jobs.attempt = keep_job.attempt and jobs.lease_until is not null);
  elsif v_until <= clock_timestamp() then
    return false;
  end if;
  update private.jobs
  set lease_until = clock_timestamp() + make_interval(secs => keep_job.lease_ms / 1000.0)
  where jobs.id = keep_job.job_id;
  return true;
end;
$function$;

create or replace function private.lapse_approval (
  approval public.approvals,
  job      private.jobs,
  reasons  jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  update public.approvals set
    status = 'pending',
    decided_by = null, decided_at = null, decided_version = null, decided_hash = null,
    decided_target_hash = null,
    review = jsonb_build_object('checked_at', clock_timestamp(), 'reasons', reasons),
    execution_requested_by = null, execution_requested_at = null, execution_job_id = null,
    execution_attempt = null, execution_started_at = null, vendor_called_at = null, execution_error = null
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'lapsed', jsonb_build_object('reasons', reasons), job => job);
  perform private.delete_job(job.id);
end;
$function$;

create or replace function private.lease_execution (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(lease_execution.job_id, lease_execution.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{task_act,calendar_act}');
begin
  v_approval := private.begin_execution(v_job, v_approval);
  if v_approval.id is null then
    return jsonb_build_object('state', 'gone');
  end if;
  return private.leased_json(v_job, v_approval);
end;
$function$;

create or replace function private.lease_reconciliation (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(lease_reconciliation.job_id, lease_reconciliation.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{task_reconcile,calendar_reconcile}');
begin
  if v_approval.status is distinct from 'unknown' or v_approval.execution_job_id is distinct from v_job.id then
    perform private.delete_job(v_job.id);
    return jsonb_build_object('state', 'gone');
  end if;
  return private.leased_json(v_job, v_approval);
end;
$function$;

create or replace function private.leased_json (
  job      private.jobs,
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return jsonb_build_object(
    'state', 'leased',
    'marker', approval.id,
    'vendor_called_before', approval.vendor_called_at is not null,
    'request_id', job.request_id,
    'approval', jsonb_build_object(
      'id', approval.id,
      'organization_id', approval.organization_id,
      'project_id', approval.project_id,
      'kind', approval.kind,
      'version', approval.version,
      'title', approval.title,
      'payload', approval.payload));
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

create or replace function private.list_approvals (
  status     public.approval_status default null::public.approval_status,
  kind       public.approval_kind   default null::public.approval_kind,
  project_id uuid                   default null::uuid,
  page_size  integer                default 50,
  cursor     text                   default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_cards public.approvals[];
begin
  -- One more than the page holds, to know whether another follows.
  v_cards := array(select page from private.approval_page(
    v_viewer, list_approvals.status, list_approvals.kind, list_approvals.project_id, v_size + 1,
    list_approvals.cursor) as page);
  return jsonb_build_object(
    'approvals', coalesce((
      -- By place: unnest would take the cards apart into their columns.
      select jsonb_agg(private.approval_json(v_cards[place]) order by place)
      from generate_subscripts(v_cards[1:v_size], 1) as place), '[]'),
    'next_cursor', case when cardinality(v_cards) > v_size then
      private.page_cursor((v_cards[v_size]).created_at, (v_cards[v_size]).id) end);
end;
$function$;

create or replace function private.list_skills()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  return jsonb_build_object('skills', (
    select coalesce(jsonb_agg(private.skill_json(skills, skill_versions) - 'content' order by skills.name), '[]')
    from public.skills
    join public.skill_versions on skill_versions.id = skills.live_version_id
    where skills.organization_id = v_viewer.organization_id and skills.archived_at is null));
end;
$function$;

create or replace function private.live_prompt_version (
  organization_id uuid
)
  returns public.prompt_versions
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_live public.prompt_versions;
begin
  select prompt_versions.* into v_live
  from public.live_prompts
  join public.prompt_versions on prompt_versions.id = live_prompts.live_version_id
  where live_prompts.organization_id = live_prompt_version.organization_id;
  return v_live;
end;
$function$;

create or replace function private.local_effect (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_task public.tasks;
  v_event public.calendar_events;
begin
  if approval.kind = 'task_create' then
    select * into v_task from public.tasks
    where tasks.organization_id = approval.organization_id and tasks.project_id = approval.project_id
      and tasks.external_key = 'approval:' || approval.id;
    return case when v_task.id is not null then jsonb_build_object(
      'provider', 'local', 'external_id', v_task.id,
      'url', format('/projects/%s?task=%s', v_task.project_id, v_task.id)) end;
  end if;

  v_event := private.event_of_approval(approval);
  if v_event.id is null or (approval.kind <> 'calendar_event_create' and not exists (
    select from public.audit_events
    where audit_events.object_id = v_event.id
      and audit_events.organization_id = approval.organization_id
      and audit_events.object_type = 'calendar_event'
      and audit_events.after ->> 'approval_id' = approval.id::text))
  then
    return null;
  end if;
  return jsonb_build_object(
    'provider', 'local', 'external_id', v_event.external_id,
    'url', format('/projects/%s?event=%s', v_event.project_id, v_event.id));
end;
$function$;

create or replace function private.lock_approval (
  approval_id uuid,
  viewer      public.people
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
  v_scope_ids uuid[] := private.scope_ids_of(viewer);
begin
  select * into v_approval
  from public.approvals
  where approvals.id = lock_approval.approval_id
    and approvals.organization_id = viewer.organization_id
    and approvals.scope_id = any (v_scope_ids)
  for update;
  if v_approval.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such card', hint = 'approval_not_found';
  end if;
  return v_approval;
end;
$function$;

create or replace function private.lock_approval_in_execution (
  job private.jobs
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.lock_approval_of(job, '{task_act,calendar_act}');
begin
  if v_approval.status is distinct from 'executing'
    or v_approval.execution_job_id is distinct from job.id
    or v_approval.execution_attempt is distinct from job.attempt
  then
    raise exception using
      errcode = 'OPSTA', message = 'This card is not in execution by this try', hint = 'lease_lost';
  end if;
  return v_approval;
end;
$function$;

create or replace function private.lock_approval_of (
  job   private.jobs,
  kinds text[]
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  if job.kind <> all (kinds) then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor does this job', hint = 'wrong_executor';
  end if;
  select * into v_approval
  from public.approvals
  where approvals.id = (job.payload ->> 'approval_id')::uuid
    and approvals.organization_id = job.organization_id
  for update;
  return v_approval;
end;
$function$;

create or replace function private.lock_prompt (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('prompt:' || organization_id, 0));
end;
$function$;

create or replace function private.mark_vendor_call (
  job_id  uuid,
  attempt integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(mark_vendor_call.job_id, mark_vendor_call.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_decided(v_approval);
  update public.approvals set vendor_called_at = clock_timestamp()
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'vendor_called', job => v_job);
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
      select span.number, min(section ->> 'heading') as heading
      from jsonb_array_elements(payload -> 'sections') as section
      cross join lateral regexp_matches(
        section ->> 'body', '\[(\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*)\](?!\()', 'g') as marker (match)
      cross join lateral string_to_table(marker.match[1], ',') as listed (part)
      cross join lateral (
        select array(select bound[1]::integer from regexp_matches(listed.part, '\d+', 'g') as bound)
      ) as range (bounds)
      cross join lateral generate_series(
        range.bounds[1], range.bounds[cardinality(range.bounds)]) as span (number)
      group by span.number
    ) as marked
    where not exists (
      select from jsonb_array_elements(evidence) as cited
      where cited ->> 'role' = 'evidence' and (cited ->> 'number')::integer = marked.number));
end;
$function$;

create or replace function private.new_import_run (
  requester      public.people,
  mode           public.import_mode,
  file_name      text,
  file_sha256    text,
  parser_version text,
  mapping        jsonb,
  rows           jsonb
)
  returns public.portfolio_import_runs
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_row_limit constant integer := 20000;
  v_run public.portfolio_import_runs;
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_typeof(mapping -> 'fields') is distinct from 'object' then
    raise exception using
      errcode = 'OPINV', message = 'An import needs rows and a mapping of fields', hint = 'invalid_import';
  end if;
  if jsonb_array_length(rows) > v_row_limit then
    raise exception using
      errcode = 'OPBIG',
      message = format('An import takes at most %s rows. Split the file', v_row_limit),
      hint = 'too_many_rows';
  end if;
  if file_name is null or char_length(file_name) not between 1 and 200
    or file_sha256 is null or file_sha256 !~ '^[0-9a-f]{64}$'
    or char_length(parser_version) > 50
    or octet_length(mapping::text) > 100000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'The import''s file name, hash, parser version or mapping is malformed',
      hint = 'invalid_import';
  end if;
  v_run.id := gen_random_uuid();
  v_run.organization_id := (requester).organization_id;
  v_run.requested_by := (requester).id;
  v_run.mode := new_import_run.mode;
  v_run.file_name := new_import_run.file_name;
  v_run.file_sha256 := new_import_run.file_sha256;
  v_run.parser_version := new_import_run.parser_version;
  v_run.mapping := new_import_run.mapping;
  v_run.created_at := clock_timestamp();
  return v_run;
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
    format('%s is approved since %s.', approvals.title, to_char(approvals.decided_at, 'FMDD Mon YYYY')),
    jsonb_build_object('kind', approvals.kind, 'approved_at', approvals.decided_at), approvals.decided_hash, 1
  from public.approvals
  where approvals.organization_id = organization_findings.organization_id and approvals.status = 'approved'
    and approvals.decided_at < now() - interval '3 days'

  union all
  select
    'job_dead', 'job', jobs.id, replace(jobs.kind, '_', ' '), null, false, 1,
    format('%s gave up after try %s: %s', replace(jobs.kind, '_', ' '), jobs.attempt, jobs.last_error),
    jsonb_build_object('kind', jobs.kind, 'error', jobs.last_error, 'died_at', jobs.died_at),
    jobs.died_at::text, 1
  from private.jobs
  where jobs.organization_id = organization_findings.organization_id and jobs.died_at is not null;
end;
$function$;

create or replace function private.page_cursor (
  at timestamp with time zone,
  id uuid
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select translate(encode(convert_to(
    (extract(epoch from page_cursor.at) * 1000000)::bigint || ' ' || page_cursor.id, 'UTF8'), 'base64'), E'\n', '')
$function$;

create or replace function private.park_execution (
  job_id  uuid,
  attempt integer,
  error   text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(park_execution.job_id, park_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_execution_error(park_execution.error);
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'Nothing was called, so nothing is unknown', hint = 'vendor_not_called';
  end if;
  perform private.end_execution(v_approval, v_job, 'unknown', error => park_execution.error);
end;
$function$;

create or replace function private.payload_fields (
  of_kind public.approval_kind default null::public.approval_kind
)
  returns table (
    kind       public.approval_kind,
    "position" integer,
    name       text,
    label      text,
    type       text,
    required   boolean,
    max        integer,
    choices    text[]
  )
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query select listed.* from (values
    ('task_create'::public.approval_kind, 1, 'title', 'Title', 'line', true, 200, null::text[]),
    ('task_create', 2, 'description', 'Description', 'paragraphs', false, 8000, null),
    ('task_create', 3, 'due_on', 'Due', 'day', false, null, null),
    ('task_create', 4, 'assignee_id', 'Assignee', 'person', false, null, null),
    ('task_create', 5, 'priority', 'Priority', 'choice', false, null, '{urgent,high,normal,low}'),
    ('task_create', 6, 'estimate_hours', 'Estimate', 'hours', false, null, null),
    ('calendar_event_create', 1, 'summary', 'Title', 'line', true, 300, null),
    ('calendar_event_create', 2, 'starts_at', 'Starts', 'instant', true, null, null),
    ('calendar_event_create', 3, 'ends_at', 'Ends', 'instant', true, null, null),
    ('calendar_event_create', 4, 'time_zone', 'Time zone', 'time_zone', true, 60, null),
    ('calendar_event_create', 5, 'attendees', 'Attendees', 'emails', false, 100, null),
    ('calendar_event_create', 6, 'location', 'Location', 'line', false, 300, null),
    ('calendar_event_create', 7, 'description', 'Description', 'paragraphs', false, 8000, null),
    ('calendar_event_update', 1, 'event_id', 'Event', 'event', true, null, null),
    ('calendar_event_update', 2, 'summary', 'Title', 'line', false, 300, null),
    ('calendar_event_update', 3, 'starts_at', 'Starts', 'instant', false, null, null),
    ('calendar_event_update', 4, 'ends_at', 'Ends', 'instant', false, null, null),
    ('calendar_event_update', 5, 'time_zone', 'Time zone', 'time_zone', false, 60, null),
    ('calendar_event_update', 6, 'attendees', 'Attendees', 'emails', false, 100, null),
    ('calendar_event_update', 7, 'location', 'Location', 'line', false, 300, null),
    ('calendar_event_update', 8, 'description', 'Description', 'paragraphs', false, 8000, null),
    ('calendar_event_cancel', 1, 'event_id', 'Event', 'event', true, null, null),
    ('calendar_event_cancel', 2, 'note', 'Note to attendees', 'paragraphs', false, 2000, null),
    ('weekly_update', 1, 'week_of', 'Week of', 'day', true, null, null),
    ('weekly_update', 2, 'headline', 'Headline', 'line', true, 200, null),
    ('weekly_update', 3, 'body', 'Update', 'paragraphs', true, 8000, null),
    ('weekly_update', 4, 'next_steps', 'Next steps', 'paragraphs', false, 8000, null),
    ('scope_change', 1, 'title', 'Title', 'line', true, 200, null),
    ('scope_change', 2, 'description', 'What changes', 'paragraphs', true, 8000, null),
    ('scope_change', 3, 'hours_change', 'Hours', 'signed_hours', false, null, null),
    ('scope_change', 4, 'amount_change', 'Amount', 'signed_money', false, null, null),
    ('scope_change', 5, 'effective_on', 'From', 'day', false, null, null),
    ('sow_draft', 1, 'title', 'Title', 'line', true, 200, null),
    ('sow_draft', 2, 'sections', 'Sections', 'sections', true, 50, null),
    ('client_readout', 1, 'title', 'Title', 'line', true, 200, null),
    ('client_readout', 2, 'sections', 'Sections', 'sections', true, 50, null),
    ('deliverable_release', 1, 'title', 'Title', 'line', true, 200, null),
    ('deliverable_release', 2, 'source_id', 'File', 'source', false, null, null),
    ('deliverable_release', 3, 'note', 'Note', 'paragraphs', false, 8000, null),
    ('scope_summary', 1, 'title', 'Title', 'line', true, 200, null),
    ('scope_summary', 2, 'sections', 'Sections', 'sections', true, 50, null),
    ('email_draft', 1, 'to', 'To', 'emails', true, 100, null),
    ('email_draft', 2, 'cc', 'Cc', 'emails', false, 100, null),
    ('email_draft', 3, 'subject', 'Subject', 'line', true, 300, null),
    ('email_draft', 4, 'body', 'Text', 'paragraphs', true, 20000, null),
    ('scope_flag', 1, 'title', 'Title', 'line', true, 200, null),
    ('scope_flag', 2, 'description', 'What is at risk', 'paragraphs', true, 8000, null),
    ('scope_flag', 3, 'severity', 'Severity', 'choice', true, null, '{low,medium,high}'),
    ('sow_estimate', 1, 'title', 'Title', 'line', true, 200, null),
    ('sow_estimate', 2, 'hours', 'Hours', 'hours', true, null, null),
    ('sow_estimate', 3, 'amount', 'Amount', 'money', false, null, null),
    ('sow_estimate', 4, 'notes', 'Notes', 'paragraphs', false, 8000, null),
    ('prompt_update', 1, 'rule', 'Rule', 'paragraphs', true, 2000, null),
    ('prompt_update', 2, 'why', 'Why', 'paragraphs', false, 2000, null),
    ('prompt_base_update', 1, 'base', 'Base prompt', 'paragraphs', true, 100000, null),
    ('prompt_base_update', 2, 'why', 'Why', 'paragraphs', false, 2000, null),
    ('skill_update', 1, 'name', 'Name', 'slug', true, 60, null),
    ('skill_update', 2, 'title', 'Title', 'line', true, 200, null),
    ('skill_update', 3, 'content', 'Guidance', 'paragraphs', true, 50000, null),
    ('skill_update', 4, 'why', 'Why', 'paragraphs', false, 2000, null)
  ) as listed (kind, "position", name, label, type, required, max, choices)
  where of_kind is null or listed.kind = of_kind;
end;
$function$;

create or replace function private.pending_page (
  viewer     public.people,
  kind       public.approval_kind,
  project_id uuid,
  size       integer,
  cursor     text
)
  returns SETOF public.approvals
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_sees_all constant boolean := viewer.role in ('admin', 'lead');
  v_scope_ids constant uuid[] := private.scope_ids_of(viewer);
  v_after record := private.read_page_cursor(cursor);
begin
  return query
    select approvals.*
    from public.approvals
    where approvals.organization_id = viewer.organization_id
      and approvals.status = 'pending'
      and (v_sees_all or approvals.scope_id = any (v_scope_ids))
      and (pending_page.kind is null or approvals.kind = pending_page.kind)
      and (pending_page.project_id is null or approvals.project_id = pending_page.project_id)
      and (v_after.id is null or (approvals.created_at, approvals.id) > (v_after.at, v_after.id))
    order by approvals.created_at, approvals.id
    limit size;
end;
$function$;

create or replace function private.person_name (
  person_id uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select jsonb_build_object('id', people.id, 'name', people.name)
    from public.people where people.id = person_name.person_id);
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
    ) as found);
end;
$function$;

create or replace function private.portal_table (
  kind public.approval_kind
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return case kind
    when 'weekly_update' then 'weekly_updates' when 'scope_change' then 'scope_changes'
    when 'sow_draft' then 'sow_drafts' when 'client_readout' then 'client_readouts'
    when 'deliverable_release' then 'deliverable_releases' end;
end;
$function$;

create or replace function private.postpone_job (
  job_id   uuid,
  pause_ms integer
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  update private.jobs
  set leased_by = null, lease_until = null, max_attempts = jobs.max_attempts + 1,
      run_at = clock_timestamp() + make_interval(secs => pause_ms / 1000.0)
  where jobs.id = postpone_job.job_id and jobs.max_attempts < 100;
  if not found then
    perform private.retry_job(job_id, 'It was put off too often', pause_ms);
  end if;
end;
$function$;

create or replace function private.prompt_json (
  viewer public.people
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'live', private.prompt_version_json(live),
    'staged', private.prompt_version_json(staged),
    'text', private.render_prompt(live.base, live.rules),
    'is_prompt_owner', viewer.is_prompt_owner)
  from (select viewer.organization_id) as own
  left join public.live_prompts on live_prompts.organization_id = own.organization_id
  left join public.prompt_versions as live on live.id = live_prompts.live_version_id
  left join public.prompt_versions as staged on staged.id = live_prompts.staged_version_id
$function$;

create or replace function private.prompt_version_json (
  version public.prompt_versions
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case when version.id is not null then jsonb_build_object(
    'version_row_id', version.id,
    'number', version.number,
    'base', version.base,
    'rules', to_jsonb(version.rules),
    'origin', version.origin,
    'note', version.note,
    'restores', (
      select jsonb_build_object('version_row_id', restored.id, 'number', restored.number)
      from public.prompt_versions as restored where restored.id = version.restores_id),
    'approval_id', version.approval_id,
    'created_by', (
      select jsonb_build_object('id', people.id, 'name', people.name)
      from public.people where people.id = version.created_by),
    'created_at', version.created_at,
    'is_live', exists (
      select from public.live_prompts
      where live_prompts.organization_id = version.organization_id and live_prompts.live_version_id = version.id),
    'is_staged', exists (
      select from public.live_prompts
      where live_prompts.organization_id = version.organization_id and live_prompts.staged_version_id = version.id))
  end
$function$;

create or replace function private.prompt_versions (
  before_number integer default null::integer,
  page_size     integer default 20
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_page_size integer := least(greatest(coalesce(page_size, 20), 1), 50);
  v_versions public.prompt_versions[];
begin
  -- One more than the page says whether there is another.
  v_versions := array(
    select prompt_versions from public.prompt_versions
    where prompt_versions.organization_id = v_viewer.organization_id
      and (before_number is null or prompt_versions.number < before_number)
    order by prompt_versions.number desc
    limit v_page_size + 1);
  return jsonb_build_object(
    'versions', (
      select coalesce(jsonb_agg(private.prompt_version_json(listed::public.prompt_versions) order by listed.number desc), '[]')
      from unnest(v_versions[:v_page_size]) as listed),
    'next_before', case when cardinality(v_versions) > v_page_size then (v_versions[v_page_size]).number end);
end;
$function$;

create or replace function private.propose_approval (
  kind             public.approval_kind,
  project_id       uuid,
  payload          jsonb,
  citations        jsonb                default '[]'::jsonb,
  proposer         public.proposer      default 'person'::public.proposer,
  agent_session_id uuid                 default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  if kind is null or proposer is null or proposer = 'background'
    or (proposer <> 'agent' and agent_session_id is not null)
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A proposal has a kind, and a person or an agent in their session behind it',
      hint = 'invalid_proposal';
  end if;
  return private.approval_json(private.create_approval(
    v_viewer, kind, project_id, payload, citations, proposer, agent_session_id, null));
end;
$function$;

create or replace function private.propose_undo (
  approval_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(propose_undo.approval_id, v_viewer);
begin
  if not private.is_undoable(v_approval) then
    raise exception using
      errcode = 'OPSTA',
      message = 'This card cannot be taken back, or another one does so already',
      hint = 'not_undoable';
  end if;
  return jsonb_build_object('approval', private.approval_json(private.create_approval(
    v_viewer, v_approval.kind, v_approval.project_id, v_approval.inverse, '[]', 'person', null, v_approval.id)));
end;
$function$;

create or replace function private.provider_of_kind (
  kind public.approval_kind
)
  returns public.integration_provider
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case
    when kind = 'task_create' then 'clickup'
    when kind::text like 'calendar_event_%' then 'google_calendar' end::public.integration_provider
$function$;

create or replace function private.published_row (
  organization_id uuid,
  kind            public.approval_kind,
  approval_id     uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return case kind
    when 'weekly_update' then (
      select to_jsonb(published) from public.weekly_updates as published
      where published.organization_id = published_row.organization_id and published.approval_id = published_row.approval_id)
    when 'scope_change' then (
      select to_jsonb(published) from public.scope_changes as published
      where published.organization_id = published_row.organization_id and published.approval_id = published_row.approval_id)
    when 'sow_draft' then (
      select to_jsonb(published) from public.sow_drafts as published
      where published.organization_id = published_row.organization_id and published.approval_id = published_row.approval_id)
    when 'client_readout' then (
      select to_jsonb(published) from public.client_readouts as published
      where published.organization_id = published_row.organization_id and published.approval_id = published_row.approval_id)
    when 'deliverable_release' then (
      select to_jsonb(published) from public.deliverable_releases as published
      where published.organization_id = published_row.organization_id and published.approval_id = published_row.approval_id)
  end;
end;
$function$;

create or replace function private.quoted (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select format('''%s''', case when length(line) > 200 then left(line, 199) || '…' else line end)
    from (values (regexp_replace(value, '\s+', ' ', 'g'))) as given (line));
end;
$function$;

create or replace function private.quoted_chunk (
  source_id      uuid,
  source_version integer,
  quote          text
)
  returns SETOF public.chunks
  language plpgsql
  stable
  rows 1
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  -- Its longest run of what private.comparable_text() leaves as it is stands in the text too, or the quote does not.
  v_run constant text := coalesce((
    select match[1] from regexp_matches(private.comparable_text(quote), '[a-z0-9]+', 'g') as match
    order by length(match[1]) desc limit 1), '');
begin
  if private.comparable_text(quote) = '' then
    return;
  end if;
  return query
    select chunks.* from public.chunks
    where chunks.source_id = quoted_chunk.source_id and chunks.source_version = quoted_chunk.source_version
      and position(quote in chunks.content) > 0
    order by chunks.position limit 1;
  if found then
    return;
  end if;
  return query
    select chunks.* from public.chunks
    where chunks.source_id = quoted_chunk.source_id and chunks.source_version = quoted_chunk.source_version
      and position(v_run in chunks.content) > 0 and private.is_quoted(quote, chunks.content)
    order by chunks.position limit 1;
  if found then
    return;
  end if;
  return query
    select chunks.* from public.chunks
    join public.chunks as following
      on following.source_id = chunks.source_id and following.source_version = chunks.source_version
     and following.position = chunks.position + 1
    where chunks.source_id = quoted_chunk.source_id and chunks.source_version = quoted_chunk.source_version
      and position(v_run in chunks.content || ' ' || following.content) > 0
      and private.is_quoted(quote, chunks.content || ' ' || following.content)
    order by chunks.position limit 1;
end;
$function$;

create or replace function private.read_page_cursor (
  cursor text,
  OUT    at timestamp with time zone,
  OUT    id uuid
)
  returns record
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_parts text[];
begin
  if cursor is null then
    return;
  end if;
  begin
    v_parts := string_to_array(convert_from(decode(cursor, 'base64'), 'UTF8'), ' ');
    at := to_timestamp(0) + make_interval(secs => v_parts[1]::bigint / 1000000)
          + (v_parts[1]::bigint % 1000000) * interval '1 microsecond';
    id := v_parts[2]::uuid;
  exception
    when others then
      id := null;
  end;
  if at is null or id is null then
    raise exception using
      errcode = 'OPINV', message = 'The cursor is not one that was answered', hint = 'invalid_cursor';
  end if;
end;
$function$;

create or replace function private.read_skill (
  name text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_skill jsonb;
begin
  select private.skill_json(skills, skill_versions) into v_skill
  from public.skills
  join public.skill_versions on skill_versions.id = skills.live_version_id
  where skills.organization_id = v_viewer.organization_id and skills.archived_at is null
    and skills.name = read_skill.name;
  if v_skill is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such skill', hint = 'skill_not_found';
  end if;
  return v_skill;
end;
$function$;

create or replace function private.readiness_with (
  approval public.approvals,
  evidence jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_kind public.approval_kinds;
  v_reasons jsonb := private.evidence_reasons(evidence);
begin
  select * into v_kind from public.approval_kinds where approval_kinds.kind = approval.kind;
  if v_kind.is_deliverable and not private.is_undo_payload(approval.kind, approval.payload) then
    v_reasons := private.section_reasons(v_kind.required_sections, approval.payload)
      || private.placeholder_reasons(approval.payload)
      || private.marker_reasons(approval.payload, evidence)
      || case when v_kind."group" = 'portal' and not evidence @> '[{"role": "evidence"}]'
           then '[{"code": "citation_missing", "message": "A deliverable rests on evidence: cite at least one source"}]'::jsonb
           else '[]' end
      || v_reasons;
  end if;
  return v_reasons;
end;
$function$;

create or replace function private.reconciliation_pause()
  returns interval
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select interval '1 minute' $function$;

create or replace function private.record_approval_event (
  approval public.approvals,
  type     public.approval_event_type,
  details  jsonb                      default null::jsonb,
  shown    jsonb                      default null::jsonb,
  job      private.jobs               default null::private.jobs
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  insert into public.approval_events (
    organization_id, approval_id, number, type, status, version, payload_hash, actor_id, actor_db_role,
    request_id, job_id, attempt, shown, details, scope_id)
  values (
    approval.organization_id, approval.id,
    1 + coalesce((select max(approval_events.number) from public.approval_events
                  where approval_events.approval_id = approval.id), 0),
    record_approval_event.type, approval.status, approval.version, approval.payload_hash,
    (select people.id from public.people
     where people.user_id = auth.uid() and people.organization_id = approval.organization_id),
    coalesce(current_setting('role', true), 'none'),
    coalesce(job.request_id, private.request_id()), job.id, job.attempt,
    record_approval_event.shown, record_approval_event.details, approval.scope_id);
  perform private.record_audit_event(
    approval.organization_id, 'approval.' || record_approval_event.type, 'approval', approval.id, null,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', approval.kind, 'status', approval.status, 'version', approval.version,
      'payload_hash', approval.payload_hash, 'details', record_approval_event.details)),
    approval.project_id, null, approval.is_restricted);
end;
$function$;

create or replace function private.record_approval_version (
  approval   public.approvals,
  written_by uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  insert into public.approval_versions (
    organization_id, approval_id, version, title, payload, payload_hash, written_by, scope_id)
  values (
    approval.organization_id, approval.id, approval.version, approval.title, approval.payload,
    approval.payload_hash, record_approval_version.written_by, approval.scope_id);
end;
$function$;

create or replace function private.record_audit_event (
  organization_id    uuid,
  action             text,
  object_type        text,
  object_id          uuid,
  before             jsonb   default null::jsonb,
  after              jsonb   default null::jsonb,
  project_id         uuid    default null::uuid,
  acted_as_person_id uuid    default null::uuid,
  is_restricted      boolean default false
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  insert into public.audit_events (
    organization_id, actor_person_id, actor_user_id, actor_db_role, acted_as_person_id, request_id,
    action, object_type, object_id, project_id, is_restricted, before, after
  ) values (
    record_audit_event.organization_id,
    (select people.id from public.people
     where people.user_id = auth.uid()
       and people.organization_id = record_audit_event.organization_id),
    auth.uid(),
    coalesce(current_setting('role', true), 'none'),
    record_audit_event.acted_as_person_id,
    private.request_id(),
    record_audit_event.action,
    record_audit_event.object_type,
    record_audit_event.object_id,
    record_audit_event.project_id,
    record_audit_event.is_restricted,
    record_audit_event.before,
    record_audit_event.after
  );
end;
$function$;

create or replace function private.record_calendar_event (
  job_id  uuid,
  attempt integer,
  event   jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.called_execution_of_job(
    record_calendar_event.job_id, record_calendar_event.attempt);
  v_known public.calendar_events := private.event_of_approval(v_approval);
  v_is_own boolean := case when v_approval.kind = 'calendar_event_create'
    then event ->> 'external_id' = replace(v_approval.id::text, '-', '')
    else event ->> 'external_id' = v_known.external_id and event ->> 'calendar_id' = v_known.calendar_id end;
begin
  if v_is_own is not true or event ->> 'provider' is distinct from 'google_calendar' then
    raise exception using
      errcode = 'OPINV', message = 'The card is about another event', hint = 'another_event';
  end if;
  insert into public.calendar_events as present (
    organization_id, provider, external_id, calendar_id, project_id, summary, description, location,
    starts_at, ends_at, time_zone, attendees, status, etag)
  values (
    v_approval.organization_id, 'google_calendar', event ->> 'external_id', event ->> 'calendar_id',
    v_approval.project_id, left(event ->> 'summary', 500), event ->> 'description', event ->> 'location',
    (event ->> 'starts_at')::timestamptz, (event ->> 'ends_at')::timestamptz, event ->> 'time_zone',
    private.texts_of(event -> 'attendees'), (event ->> 'status')::public.calendar_event_status, event ->> 'etag')
  on conflict on constraint calendar_events_provider_external_id_key do update set
    summary = excluded.summary, description = excluded.description, location = excluded.location,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone,
    attendees = excluded.attendees, status = excluded.status, etag = excluded.etag;
end;
$function$;

create or replace function private.record_local_effect (
  approval    public.approvals,
  action      text,
  object_type text,
  object_id   uuid,
  before      jsonb,
  after       jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.record_audit_event(
    approval.organization_id, action, object_type, object_id, before,
    after || jsonb_build_object('approval_id', approval.id), approval.project_id,
    is_restricted => approval.is_restricted);
end;
$function$;

create or replace function private.reference_problem (
  organization_id uuid,
  project_id      uuid,
  type            text,
  id              uuid
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_source public.sources;
  v_event public.calendar_events;
begin
  if type = 'person' then
    if not exists (
      select from public.people
      where people.id = reference_problem.id
        and people.organization_id = reference_problem.organization_id
        and people.role <> 'client'
        and people.archived_at is null)
    then
      return 'There is no such colleague';
    end if;
  elsif type = 'source' then
    select * into v_source
    from public.sources
    where sources.id = reference_problem.id
      and sources.organization_id = reference_problem.organization_id
      and sources.project_id = reference_problem.project_id
      and sources.archived_at is null;
    -- A member does not know of restricted files; who proposes one knows it, or nothing is said of it.
    if v_source.id is null or (v_source.is_restricted and private.led_organization_id() is null) then
      return 'There is no such file in this project';
    elsif v_source.is_restricted then
      return 'This file is restricted, so it is not handed over';
    end if;
  elsif type = 'event' then
    select * into v_event
    from public.calendar_events
    where calendar_events.id = reference_problem.id
      and calendar_events.organization_id = reference_problem.organization_id
      and calendar_events.project_id = reference_problem.project_id;
    if v_event.id is null then
      return 'There is no such event in this project';
    elsif v_event.status = 'cancelled' then
      return 'This event is cancelled already';
    end if;
  end if;
  return null;
end;
$function$;

create or replace function private.refuse_decided (
  approval public.approvals
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  raise exception using
    errcode = 'OPSTA',
    message = format('%s %s this card already', coalesce(private.person_name(approval.decided_by) ->> 'name', 'Somebody'),
      case approval.status when 'rejected' then 'rejected' else 'approved' end),
    hint = 'approval_already_decided',
    detail = jsonb_build_object(
      'status', approval.status, 'by', private.person_name(approval.decided_by),
      'at', approval.decided_at, 'reason', approval.reason)::text;
end;
$function$;

create or replace function private.refuse_integration_in_use (
  organization_id uuid,
  provider        public.integration_provider
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if exists (
    select from public.approvals
    where approvals.organization_id = refuse_integration_in_use.organization_id
      and approvals.status in ('executing', 'unknown')
      and approvals.vendor_called_at is not null and approvals.execution_job_id is not null
      and private.provider_of_kind(approvals.kind) = refuse_integration_in_use.provider)
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'A card is just being carried out there. Try again when it has ended',
      hint = 'integration_in_use';
  end if;
end;
$function$;

create or replace function private.refuse_stale_approval (
  approval public.approvals,
  seen     integer
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if seen is not null and seen <> approval.version then
    raise exception using
      errcode = 'OPSTA',
      message = 'The card was edited since you opened it. Look at what it says now, then decide',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', approval.version, 'current', private.approval_json(approval))::text;
  end if;
end;
$function$;

create or replace function private.refuse_stale_prompt (
  organization_id         uuid,
  expected_version_row_id uuid
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_live public.prompt_versions := private.live_prompt_version(organization_id);
begin
  if expected_version_row_id is not null and expected_version_row_id is distinct from v_live.id then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another prompt went live since you opened this one. Look at what changed, then decide again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'live_version_row_id', v_live.id,
        'live', private.prompt_version_json(v_live) - 'base' - 'rules')::text;
  end if;
end;
$function$;

create or replace function private.reject_approval (
  approval_id uuid,
  reason      text,
  version     integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(reject_approval.approval_id, v_viewer);
begin
  perform private.require_decider(v_approval, v_viewer);
  if coalesce(btrim(reject_approval.reason), '') = '' or char_length(reject_approval.reason) > 2000 then
    raise exception using
      errcode = 'OPINV', message = 'Say why, in at most 2000 characters', hint = 'reason_missing';
  end if;
  if v_approval.status not in ('pending', 'rejected') then
    perform private.refuse_decided(v_approval);
  end if;
  perform private.refuse_stale_approval(v_approval, reject_approval.version);
  if v_approval.status = 'pending' then
    update public.approvals set
      status = 'rejected',
      reason = btrim(reject_approval.reason),
      decided_by = v_viewer.id,
      decided_at = clock_timestamp(),
      decided_version = approvals.version,
      decided_hash = approvals.payload_hash
    where approvals.id = v_approval.id
    returning * into v_approval;
    perform private.record_approval_event(
      v_approval, 'rejected', jsonb_build_object('reason', v_approval.reason),
      jsonb_build_object('title', v_approval.title, 'payload', v_approval.payload));
  end if;
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$function$;

create or replace function private.render_prompt (
  base  text,
  rules text[]
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select base || coalesce(
    E'\n\n# Learned rules\n\n' || (
      select string_agg(number || '. ' || rule, E'\n' order by number)
      from unnest(rules) with ordinality as learned (rule, number)),
    '')
$function$;

create or replace function private.request_execution (
  approval public.approvals,
  viewer   public.people
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
  v_job_id uuid;
begin
  -- Whoever wrote the card may have it carried out: it is somebody else who decided.
  if private.decider_refusal(approval, viewer.id) in ('role_not_allowed', 'prompt_owner_only') then
    perform private.require_decider(approval, viewer);
  end if;
  if approval.status = 'pending' then
    raise exception using
      errcode = 'OPSTA',
      message = 'Nobody has approved this card yet',
      hint = 'approval_not_approved';
  elsif approval.status = 'rejected' then
    perform private.refuse_decided(approval);
  elsif approval.status in ('executing', 'executed') then
    return approval;
  elsif approval.execution_job_id is not null then
    -- Looked up while the call may still be on its way, what comes of it would be missed and made twice.
    if approval.vendor_called_at is null
      or approval.vendor_called_at < clock_timestamp() - private.reconciliation_pause()
    then
      perform private.hurry_job(approval.execution_job_id);
    end if;
    return approval;
  end if;

  v_job_id := private.enqueue_job(
    approval.organization_id,
    private.execution_job_kind(approval),
    jsonb_build_object('approval_id', approval.id),
    unique_key => format('%s:%s', approval.id, approval.version),
    request_id => private.request_id());
  update public.approvals set
    execution_requested_by = viewer.id,
    execution_requested_at = clock_timestamp(),
    execution_job_id = v_job_id
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(
    v_approval, 'execution_requested', jsonb_build_object('job_id', v_job_id));
  return v_approval;
end;
$function$;

create or replace function private.request_id()
  returns text
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id', 128)
$function$;

create or replace function private.require_base (
  base text
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if base is null or base !~ '[^[:space:]]' then
    raise exception using errcode = 'OPINV', message = 'Write a prompt', hint = 'base_missing';
  elsif char_length(base) > 100000 then
    raise exception using
      errcode = 'OPINV', message = 'A prompt has at most 100,000 characters', hint = 'base_too_long';
  end if;
end;
$function$;

create or replace function private.require_decided (
  approval public.approvals
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if private.decider_refusal(approval, approval.decided_by) is not null then
    raise exception using
      errcode = 'OPDEN',
      message = 'Whoever approved this card may not do so any more',
      hint = 'decider_not_allowed';
  end if;
end;
$function$;

create or replace function private.require_decider (
  approval public.approvals,
  viewer   public.people
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- Whoever takes their role away waits until this decision is written, or was before it.
  perform 1 from public.people where people.id = viewer.id for share;
  case private.decider_refusal(approval, viewer.id)
    when 'role_not_allowed' then
      raise exception using
        errcode = 'OPDEN', message = 'Only an admin or a lead can do this', hint = 'role_not_allowed';
    when 'self_approval_forbidden' then
      raise exception using
        errcode = 'OPDEN',
        message = 'You proposed or edited this card. Your organization wants somebody else to decide it',
        hint = 'self_approval_forbidden';
    when 'prompt_owner_only' then
      raise exception using
        errcode = 'OPDEN',
        message = 'Only the prompt owner decides what the assistant is told',
        hint = 'prompt_owner_only';
    else null;
  end case;
end;
$function$;

create or replace function private.require_event_order (
  starts_at timestamp with time zone,
  ends_at   timestamp with time zone
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if ends_at > starts_at then
    return;
  end if;
  raise exception using
    errcode = 'OPINV', message = 'The event would end before it begins', hint = 'event_ends_before_start';
end;
$function$;

create or replace function private.require_execution_error (
  error text
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if coalesce(btrim(error), '') = '' then
    raise exception using errcode = 'OPINV', message = 'Say what went wrong', hint = 'error_missing';
  end if;
end;
$function$;

create or replace function private.require_external_result (
  approval public.approvals,
  result   jsonb
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if not exists (select from public.approval_kinds
                 where approval_kinds.kind = approval.kind and approval_kinds."group" = 'external')
    or jsonb_typeof(result) is distinct from 'object'
    or result - array['provider', 'external_id', 'url'] <> '{}'
    or coalesce(result ->> 'provider', '') <> all (enum_range(null::public.external_provider)::text[])
    or coalesce(btrim(result ->> 'external_id'), '') = ''
    -- What is kept is answered as it is, to readers who expect texts.
    or jsonb_typeof(result -> 'external_id') <> 'string' or char_length(result ->> 'external_id') > 1024
    or jsonb_typeof(result -> 'url') not in ('string', 'null')
    or result ->> 'url' !~ '^(https?://|/)' or char_length(result ->> 'url') > 2000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A result names the provider and the object there',
      hint = 'invalid_result';
  end if;
end;
$function$;

create or replace function private.require_import_job (
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
  if v_job.kind <> 'portfolio_import' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor does this job', hint = 'wrong_executor';
  end if;
  return v_job;
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

create or replace function private.require_prompt_owner()
  returns public.people
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
begin
  if not v_viewer.is_prompt_owner then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only a prompt owner can change what the assistant is told. An admin says who that is',
      hint = 'prompt_owner_only';
  end if;
  return v_viewer;
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

create or replace function private.review_approval (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(review_approval.job_id, review_approval.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{approval_review}');
begin
  if v_approval.status = 'approved' then
    update public.approvals set
      review = jsonb_build_object(
        'checked_at', clock_timestamp(), 'reasons', private.approval_lapse_reasons(v_approval))
    where approvals.id = v_approval.id
    returning * into v_approval;
    perform private.record_approval_event(v_approval, 'reviewed', v_approval.review, job => v_job);
  end if;
  perform private.delete_job(v_job.id);
  return jsonb_build_object('state', v_approval.status);
end;
$function$;

create or replace function private.rollback_prompt (
  version_row_id          uuid,
  expected_version_row_id uuid default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_prompt_owner();
  v_model public.prompt_versions;
  v_version public.prompt_versions;
begin
  if version_row_id is null then
    raise exception using
      errcode = 'OPINV', message = 'Say which version to go back to', hint = 'version_missing';
  end if;
  perform private.lock_prompt(v_viewer.organization_id);
  select * into v_model from public.prompt_versions
  where prompt_versions.id = version_row_id and prompt_versions.organization_id = v_viewer.organization_id;
  if v_model.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such version of the prompt', hint = 'prompt_version_not_found';
  end if;
  perform private.refuse_stale_prompt(v_viewer.organization_id, expected_version_row_id);
  if v_model.origin = 'staged' then
    raise exception using
      errcode = 'OPSTA',
      message = 'That text was staged and never in force. Promote it instead',
      hint = 'version_was_never_live';
  elsif v_model.id = (private.live_prompt_version(v_viewer.organization_id)).id then
    raise exception using
      errcode = 'OPSTA', message = 'That version is in force already', hint = 'version_is_live';
  end if;

  v_version.organization_id := v_viewer.organization_id;
  v_version.base := v_model.base;
  v_version.rules := v_model.rules;
  v_version.origin := 'rollback';
  v_version.restores_id := v_model.id;
  v_version.created_by := v_viewer.id;
  perform private.add_prompt_version(v_version, 'prompt.rolled_back');
  return private.prompt_json(v_viewer);
end;
$function$;

create or replace function private.run_import (
  run                public.portfolio_import_runs,
  rows               jsonb,
  expected_plan_hash text
)
  returns public.portfolio_import_runs
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_run public.portfolio_import_runs := run;
  v_fields text[] := array(select jsonb_object_keys((run).mapping -> 'fields'));
begin
  begin
    perform private.stage_import(run_import.rows);
    perform private.plan_import_people(v_run.organization_id);
    perform private.plan_import_portfolio(v_run.organization_id, v_fields);
    perform private.plan_import_work(v_fields);

    create temporary table import_plan on commit drop as select * from private.import_plan_lines();
    v_run.plan_hash := private.import_plan_hash(v_run.mapping, run_import.rows);
    v_run.counts := private.import_counts();
    v_run.validation := (
      select jsonb_build_object(
        'problem_count', count(*),
        'problems', coalesce(
          jsonb_agg(jsonb_build_object('line', line, 'message', reason) order by line)
            filter (where place <= 200), '[]'))
      from (select line, reason, row_number() over (order by line) as place
            from pg_temp.import_plan where disposition = 'skipped') as skipped);

    if run_import.expected_plan_hash is not null and run_import.expected_plan_hash <> v_run.plan_hash then
      raise exception using
        errcode = 'OPSTA',
        message = 'The data changed since the preview. Look at the new preview before you apply',
        hint = 'import_plan_changed';
    end if;
    if v_run.mode = 'apply' then
      perform private.carry_out_import(v_run.organization_id);
      v_run.applied_at := now();
    end if;
    v_run.status := 'succeeded';
  exception
    when sqlstate 'OPSTA' or sqlstate 'OPINV' then
      raise;
    when others then
      v_run.status := 'failed';
      v_run.error := sqlerrm;
      v_run.plan_hash := null;
      v_run.counts := null;
      v_run.validation := null;
      v_run.applied_at := null;
  end;

  v_run.finished_at := clock_timestamp();
  insert into public.portfolio_import_runs select v_run.*
  on conflict (id) do update
  set status = excluded.status, plan_hash = excluded.plan_hash, counts = excluded.counts,
      validation = excluded.validation, error = excluded.error,
      finished_at = excluded.finished_at, applied_at = excluded.applied_at;
  if v_run.status = 'succeeded' then
    insert into public.portfolio_import_rows (
      organization_id, run_id, line, disposition, project_code, task_key, reason, changes)
    select v_run.organization_id, v_run.id, line, disposition, project_code, task_key, reason, changes
    from pg_temp.import_plan;
    drop table pg_temp.import_plan;
  end if;
  if v_run.applied_at is not null then
    perform private.record_import_changes(v_run.organization_id, v_run.id);
  end if;

  perform private.record_audit_event(
    v_run.organization_id, 'portfolio_import.' || v_run.status, 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'counts', v_run.counts));
  return v_run;
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

create or replace function private.section_reasons (
  required_sections text[],
  payload           jsonb
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', reason.code, 'message', format(reason.message, reason.heading), 'section', reason.heading)
      order by reason.place), '[]')
    from (
      select 'section_missing', 'Add the section %s', required.heading, required.place
      from unnest(required_sections) with ordinality as required (heading, place)
      where not exists (
        select from jsonb_array_elements(payload -> 'sections') as section
        where lower(section ->> 'heading') = lower(required.heading))
      union all
      select 'section_empty', 'Write the section %s, or take it out', section ->> 'heading', 1000 + listed.place
      from jsonb_array_elements(payload -> 'sections') with ordinality as listed (section, place)
      where section ->> 'body' = ''
    ) as reason (code, message, heading, place));
end;
$function$;

create or replace function private.set_base_prompt (
  base                    text,
  expected_version_row_id uuid default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_prompt_owner();
  v_version public.prompt_versions;
begin
  perform private.require_base(base);
  perform private.lock_prompt(v_viewer.organization_id);
  perform private.refuse_stale_prompt(v_viewer.organization_id, expected_version_row_id);

  v_version.organization_id := v_viewer.organization_id;
  v_version.base := base;
  v_version.rules := (private.live_prompt_version(v_viewer.organization_id)).rules;
  v_version.origin := 'set';
  v_version.created_by := v_viewer.id;
  perform private.add_prompt_version(v_version, 'prompt.set');
  return private.prompt_json(v_viewer);
end;
$function$;

create or replace function private.set_withdrawn (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_is_withdrawal constant boolean := approval.payload ? 'withdraw';
  v_published_by constant uuid := coalesce(approval.payload ->> 'withdraw', approval.payload ->> 'restore')::uuid;
  v_id uuid;
begin
  execute format(
    'update public.%I set withdrawn_at = case when $1 then clock_timestamp() end
     where organization_id = $2 and project_id = $3 and approval_id = $4 and (withdrawn_at is null) = $1
     returning id', private.portal_table(approval.kind))
  into v_id
  using v_is_withdrawal, approval.organization_id, approval.project_id, v_published_by;
  if v_id is null and v_is_withdrawal then
    raise exception using
      errcode = 'OPSTA', message = 'This was withdrawn already', hint = 'already_withdrawn';
  elsif v_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'This is shown already', hint = 'already_shown';
  end if;
  return jsonb_build_object(
    'result', jsonb_build_object('table', private.portal_table(approval.kind), 'id', v_id),
    'inverse', jsonb_build_object(case when v_is_withdrawal then 'restore' else 'withdraw' end, v_published_by));
end;
$function$;

create or replace function private.setting_problem (
  provider public.integration_provider,
  known    text[],
  field    text,
  value    jsonb
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_text text := case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
begin
  if not (field = any (known)) then
    return private.field_problem(left(field, 60), 'Unknown field');
  elsif field = 'assignees' then
    if jsonb_typeof(value) <> 'object' or exists (
      select from jsonb_each(value) as mapped
      where jsonb_typeof(mapped.value) <> 'number' or mapped.value::text !~ '^\d{1,15}$')
    then
      return private.field_problem(field, 'Maps ids of people to ClickUp''s numbers of users');
    end if;
  elsif coalesce(btrim(v_text), '') = '' or char_length(v_text) > 300 then
    return private.field_problem(field, 'Is a text');
  elsif field = 'list_id' and v_text !~ '^\d{1,20}$' then
    return private.field_problem(field, 'Is the number of a list');
  elsif field = 'subject' and v_text !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    return private.field_problem(field, 'Is an e-mail address');
  elsif field = 'send_updates' and v_text not in ('all', 'externalOnly', 'none') then
    return private.field_problem(field, 'Is all, externalOnly or none');
  end if;
  return '[]';
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
  else
    update public.approvals set execution_job_id = null where approvals.id = v_approval.id;
  end if;
end;
$function$;

create or replace function private.settle_execution (
  job_id    uuid,
  attempt   integer,
  was_found boolean,
  result    jsonb   default null::jsonb,
  error     text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(settle_execution.job_id, settle_execution.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{task_reconcile,calendar_reconcile}');
begin
  if v_approval.status is distinct from 'unknown' or v_approval.execution_job_id is distinct from v_job.id then
    raise exception using
      errcode = 'OPSTA', message = 'This card is not this job''s to settle', hint = 'lease_lost';
  elsif was_found then
    perform private.require_external_result(v_approval, settle_execution.result);
    perform private.end_execution(v_approval, v_job, 'executed', settle_execution.result);
  else
    perform private.end_execution(
      v_approval, v_job, 'failed',
      error => coalesce(settle_execution.error, 'Nothing was created there. Try it again'));
  end if;
end;
$function$;

create or replace function private.shown_value (
  approval public.approvals,
  type     text,
  value    jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return case
    when value is null or value = 'null' then null
    when type = 'person' then coalesce(
      (select to_jsonb(people.name) from public.people
       where people.organization_id = approval.organization_id and people.id = (value #>> '{}')::uuid), value)
    when type = 'source' then coalesce(
      (select to_jsonb(sources.title) from public.sources
       where sources.organization_id = approval.organization_id and sources.id = (value #>> '{}')::uuid
         and sources.scope_id = approval.project_id), '"A file that this project no longer sees"')
    else value end;
end;
$function$;

create or replace function private.skill_json (
  skill   public.skills,
  version public.skill_versions
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'id', skill.id,
    'name', skill.name,
    'title', version.title,
    'content', version.content,
    'number', version.number,
    'approval_id', version.approval_id,
    'created_by', (
      select jsonb_build_object('id', people.id, 'name', people.name)
      from public.people where people.id = version.created_by),
    'created_at', version.created_at)
$function$;

create or replace function private.spoken_change (
  figure numeric
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select case when figure > 0 then '+' else '' end || trim_scale(figure)::text $function$;

create or replace function private.spoken_day (
  day date
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select to_char(day, 'Dy FMDD Mon FMYYYY') $function$;

create or replace function private.spoken_figure (
  figure numeric
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select trim_scale(figure)::text $function$;

create or replace function private.spoken_instant (
  instant   timestamp with time zone,
  time_zone text
)
  returns text
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select format('%s, %s (%s)', to_char(instant at time zone time_zone, 'Dy FMDD Mon FMYYYY'),
    to_char(instant at time zone time_zone, 'HH24:MI'), time_zone)
$function$;

create or replace function private.stage_prompt (
  base                    text,
  expected_version_row_id uuid default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_version public.prompt_versions;
begin
  perform private.require_base(base);
  perform private.lock_prompt(v_viewer.organization_id);
  perform private.refuse_stale_prompt(v_viewer.organization_id, expected_version_row_id);

  v_version.organization_id := v_viewer.organization_id;
  v_version.base := base;
  v_version.rules := (private.live_prompt_version(v_viewer.organization_id)).rules;
  v_version.origin := 'staged';
  v_version.created_by := v_viewer.id;
  perform private.add_prompt_version(v_version, 'prompt.staged');
  return private.prompt_json(v_viewer);
end;
$function$;

create or replace function private.start_import_job (
  job_id  uuid,
  attempt integer
)
  returns boolean
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_import_job(job_id, attempt);
begin
  update public.portfolio_import_runs as runs
  set status = 'running'
  where runs.id = (v_job.payload ->> 'run_id')::uuid and runs.organization_id = v_job.organization_id
    and runs.status in ('pending', 'running');
  if not found then
    perform private.delete_job(v_job.id);
    return false;
  end if;
  return true;
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

create or replace function private.target_hash (
  approval public.approvals
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return encode(sha256(convert_to(coalesce(private.approval_target(approval), 'null')::text, 'UTF8')), 'hex');
end;
$function$;

create or replace function private.texts_of (
  list jsonb
)
  returns text[]
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(array_agg(item order by place), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list else '[]' end)
    with ordinality as items (item, place)
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

create or replace function private.tg_approvals__restrict_published()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if private.portal_table(new.kind) is not null then
    execute format(
      'update public.%I set is_restricted = true where organization_id = $1 and approval_id = $2 and not is_restricted',
      private.portal_table(new.kind))
    using new.organization_id, new.id;
    update public.approvals as undo set is_restricted = true
    where undo.organization_id = new.organization_id and undo.project_id = new.project_id
      and undo.kind = new.kind and not undo.is_restricted
      and coalesce(undo.payload ->> 'withdraw', undo.payload ->> 'restore') = new.id::text;
  end if;
  return null;
end;
$function$;

create or replace function private.tg_live_prompts__keep_owner()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_before public.live_prompts;
  v_version public.prompt_versions;
  v_problem text;
begin
  if tg_op = 'UPDATE' then
    v_before := old;
    if new.organization_id <> old.organization_id then
      v_problem := 'A prompt stays with its organization';
    end if;
  end if;

  if new.staged_version_id is distinct from v_before.staged_version_id and new.staged_version_id is not null
    and not exists (
      select from public.prompt_versions
      where prompt_versions.id = new.staged_version_id and prompt_versions.organization_id = new.organization_id
        and prompt_versions.origin = 'staged')
  then
    v_problem := 'Only a version that was made to be staged is staged';
  end if;

  if new.live_version_id is not distinct from v_before.live_version_id then
    if (new.moved_by, new.moved_at) is distinct from (v_before.moved_by, v_before.moved_at) then
      v_problem := 'Who moved the prompt, and when, changes with the prompt alone';
    end if;
  else
    select * into v_version from public.prompt_versions
    where prompt_versions.id = new.live_version_id and prompt_versions.organization_id = new.organization_id;
    if v_version.id is null or v_version.origin = 'staged' then
      v_problem := 'Only a version of the organization that was made to be in force is';
    elsif v_version.number < (
      select prompt_versions.number from public.prompt_versions where prompt_versions.id = v_before.live_version_id)
    then
      v_problem := 'The prompt moves to a newer version; a rollback makes one';
    elsif v_version.created_by is distinct from new.moved_by then
      v_problem := 'Whoever made the version is who moves the prompt to it';
    end if;
    perform private.hold_prompt_owner(new.organization_id, new.moved_by);
    if v_version.approval_id is not null and v_problem is null then
      perform private.executing_prompt_card(new.organization_id, v_version.approval_id, case v_version.origin
        when 'learned_rule' then 'prompt_update' else 'prompt_base_update' end::public.approval_kind);
    end if;
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'prompt_not_moved';
  end if;
  return new;
end;
$function$;

create or replace function private.tg_prompt_versions__keep_origin()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_live public.prompt_versions := private.live_prompt_version(new.organization_id);
  v_rules text[] := coalesce(v_live.rules, '{}');
  v_model public.prompt_versions;
  v_card public.approvals;
  v_problem text;
begin
  if new.number <> 1 + coalesce((
    select max(prompt_versions.number) from public.prompt_versions
    where prompt_versions.organization_id = new.organization_id), 0)
  then
    v_problem := 'A version has the next number';
  end if;

  if new.origin = 'staged' then
    perform 1 from public.people
    where people.id = new.created_by and people.organization_id = new.organization_id
      and people.archived_at is null and people.role in ('admin', 'lead');
    if not found then
      raise exception using
        errcode = 'OPDEN', message = 'Only an admin or a lead can stage a prompt', hint = 'role_not_allowed';
    end if;
  else
    perform private.hold_prompt_owner(new.organization_id, new.created_by);
  end if;

  case new.origin
    when 'set', 'staged' then
      if new.rules <> v_rules then
        v_problem := 'Rules are learned by cards and stay when the base changes';
      end if;
    when 'rollback' then
      select * into v_model from public.prompt_versions
      where prompt_versions.id = new.restores_id and prompt_versions.organization_id = new.organization_id;
      if v_model.origin = 'staged' or v_model.base is distinct from new.base or v_model.rules is distinct from new.rules then
        v_problem := 'A rollback repeats a version that was in force';
      end if;
    when 'learned_rule' then
      v_card := private.executing_prompt_card(new.organization_id, new.approval_id, 'prompt_update');
      if new.base is distinct from v_live.base or new.rules <> v_rules || (v_card.payload ->> 'rule') then
        v_problem := 'A learned rule is the one of its card, added to what is in force';
      end if;
    when 'base_update' then
      v_card := private.executing_prompt_card(new.organization_id, new.approval_id, 'prompt_base_update');
      if new.base is distinct from v_card.payload ->> 'base' or new.rules <> v_rules then
        v_problem := 'A new base is the one of its card, with the rules that are in force';
      end if;
  end case;
  if v_card.id is not null and v_card.decided_by <> new.created_by then
    v_problem := 'Whoever approved the card is who made the version';
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'version_not_allowed';
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

create or replace function private.tg_skill_versions__keep_approved()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_card public.approvals := private.executing_prompt_card(new.organization_id, new.approval_id, 'skill_update');
begin
  if v_card.decided_by <> new.created_by
    or (v_card.payload ->> 'title', v_card.payload ->> 'content') is distinct from (new.title, new.content)
    or v_card.payload ->> 'name' is distinct from (
      select skills.name from public.skills
      where skills.id = new.skill_id and skills.organization_id = new.organization_id)
    or new.number <> 1 + coalesce((
      select max(skill_versions.number) from public.skill_versions where skill_versions.skill_id = new.skill_id), 0)
  then
    raise exception using
      errcode = 'OPSTA', message = 'A skill says what its card says', hint = 'version_not_allowed';
  end if;
  return new;
end;
$function$;

create or replace function private.tg_skills__keep_approved()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_before public.skills;
  v_version public.skill_versions;
begin
  if tg_op = 'UPDATE' then
    v_before := old;
    if (new.id, new.organization_id, new.name, new.created_at)
       is distinct from (old.id, old.organization_id, old.name, old.created_at)
    then
      raise exception using errcode = 'OPSTA', message = 'A skill keeps its name', hint = 'skill_not_moved';
    end if;
  end if;
  if new.live_version_id is not distinct from v_before.live_version_id then
    return new;
  end if;

  select * into v_version from public.skill_versions
  where skill_versions.id = new.live_version_id and skill_versions.skill_id = new.id
    and skill_versions.organization_id = new.organization_id;
  if v_version.id is null or v_version.number < (
    select skill_versions.number from public.skill_versions where skill_versions.id = v_before.live_version_id)
  then
    raise exception using
      errcode = 'OPSTA', message = 'A skill moves to a newer version of its own', hint = 'skill_not_moved';
  end if;
  perform private.executing_prompt_card(new.organization_id, v_version.approval_id, 'skill_update');
  return new;
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
  where approvals.id = any (array(
    select card.id from public.approvals as card
    where not card.is_restricted
      and card.project_id <> new.scope_id
      and card.id in (
        select approval_citations.approval_id from public.approval_citations
        where approval_citations.organization_id = new.organization_id
          and approval_citations.source_id = new.id
        union all
        select released.id from public.approvals as released
        where released.organization_id = new.organization_id and released.project_id = old.project_id
          and released.kind = 'deliverable_release' and released.payload ->> 'source_id' = new.id::text)
    -- In the order of a batch of decisions, so that neither waits for the other in a ring.
    order by card.id
    for update));
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

create or replace function private.undoes_restricted (
  approval public.approvals
)
  returns boolean
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_is_restricted boolean;
begin
  if private.is_undo_payload(approval.kind, approval.payload) then
    select published.is_restricted into v_is_restricted
    from public.approvals as published
    where published.organization_id = approval.organization_id
      and published.id = coalesce(approval.payload ->> 'withdraw', approval.payload ->> 'restore')::uuid
    for share;
  end if;
  return coalesce(v_is_restricted, false);
end;
$function$;

create or replace function private.update_organization_settings (
  changes jsonb,
  version integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin();
  v_before public.organization_settings;
  v_after public.organization_settings;
begin
  perform private.require_changes(changes, array['forbids_self_approval']);
  if jsonb_typeof(changes -> 'forbids_self_approval') <> 'boolean' then
    raise exception using
      errcode = 'OPINV', message = 'Say yes or no', hint = 'malformed_fields',
      detail = '{"fields": ["forbids_self_approval"]}';
  end if;
  -- The organization's row is the lock: two first changes come one after the other.
  perform from public.organizations where organizations.id = v_viewer.organization_id for no key update;
  select * into v_before from public.organization_settings
  where organization_settings.organization_id = v_viewer.organization_id;
  perform private.refuse_stale_version(
    'organization_settings', v_viewer.organization_id, update_organization_settings.version,
    coalesce(v_before.version, 0),
    case when v_before.organization_id is not null then to_jsonb(v_before) - 'organization_id' end);

  if v_before.organization_id is null then
    insert into public.organization_settings (organization_id, forbids_self_approval, updated_by)
    values (v_viewer.organization_id, (changes -> 'forbids_self_approval')::boolean, v_viewer.id)
    returning * into v_after;
  elsif v_before.forbids_self_approval = (changes -> 'forbids_self_approval')::boolean then
    return to_jsonb(v_before);
  else
    update public.organization_settings
    set forbids_self_approval = (changes -> 'forbids_self_approval')::boolean, updated_by = v_viewer.id
    where organization_settings.organization_id = v_viewer.organization_id
    returning * into v_after;
  end if;
  perform private.record_row_change(
    v_viewer.organization_id, 'organization_settings.updated', 'organization_settings',
    v_viewer.organization_id, to_jsonb(v_before), to_jsonb(v_after));
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.utc_text (
  instant timestamp with time zone
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when instant = date_trunc('second', instant, 'UTC') then '' else to_char(instant at time zone 'UTC', '.MS') end
    || 'Z';
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

create or replace function public.approve_and_execute_approval (
  approval_id uuid,
  version     integer default null::integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.approve_and_execute_approval(approval_id, version) $function$;

create or replace function public.approve_approval (
  approval_id uuid,
  version     integer default null::integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.approve_approval(approval_id, version) $function$;

create or replace function public.batch_approve (
  approval_ids uuid[],
  versions     jsonb  default '{}'::jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.batch_approve(approval_ids, versions) $function$;

create or replace function public.begin_import (
  mode               public.import_mode,
  file_name          text,
  file_sha256        text,
  parser_version     text,
  mapping            jsonb,
  rows               jsonb,
  expected_plan_hash text               default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.begin_import(
    mode, file_name, file_sha256, parser_version, mapping, rows, expected_plan_hash)
$function$;

create or replace function public.carry_out_execution (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.carry_out_execution(job_id, attempt) $function$;

create or replace function public.carry_out_import_job (
  job_id  uuid,
  attempt integer
)
  returns boolean
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  set statement_timeout to '110s'
  AS $function$ select private.carry_out_import_job(job_id, attempt) $function$;

create or replace function public.carry_out_locally (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.carry_out_locally(job_id, attempt) $function$;

create or replace function public.check_worker_token (
  token         text,
  function_slug text
)
  returns boolean
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.check_worker_token(token, function_slug) $function$;

create or replace function public.connect_integration (
  provider public.integration_provider,
  settings jsonb,
  secret   text                        default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.connect_integration(provider, settings, secret) $function$;

create or replace function public.disconnect_integration (
  provider public.integration_provider
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.disconnect_integration(provider) $function$;

create or replace function public.edit_approval (
  approval_id uuid,
  payload     jsonb,
  version     integer default null::integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.edit_approval(approval_id, payload, version) $function$;

create or replace function public.execute_approval (
  approval_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.execute_approval(approval_id) $function$;

create or replace function public.fail_execution (
  job_id         uuid,
  attempt        integer,
  error          text,
  is_final       boolean,
  retry_after_ms integer default null::integer
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.fail_execution(job_id, attempt, error, is_final, retry_after_ms) $function$;

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

create or replace function public.find_local_effect (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.find_local_effect(job_id, attempt) $function$;

create or replace function public.finish_execution (
  job_id  uuid,
  attempt integer,
  result  jsonb
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.finish_execution(job_id, attempt, result) $function$;

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

create or replace function public.get_event_to_change (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_event_to_change(job_id, attempt) $function$;

create or replace function public.get_inbox (
  approval_id uuid                 default null::uuid,
  kind        public.approval_kind default null::public.approval_kind,
  project_id  uuid                 default null::uuid,
  page_size   integer              default 50,
  cursor      text                 default null::text
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_inbox(approval_id, kind, project_id, page_size, cursor) $function$;

create or replace function public.get_integration (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_integration(job_id, attempt) $function$;

create or replace function public.get_prompt()
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_prompt() $function$;

create or replace function public.keep_job (
  job_id   uuid,
  attempt  integer,
  lease_ms integer
)
  returns boolean
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.keep_job(job_id, attempt, lease_ms) $function$;

create or replace function public.lease_execution (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.lease_execution(job_id, attempt) $function$;

create or replace function public.lease_reconciliation (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.lease_reconciliation(job_id, attempt) $function$;

create or replace function public.list_approvals (
  status     public.approval_status default null::public.approval_status,
  kind       public.approval_kind   default null::public.approval_kind,
  project_id uuid                   default null::uuid,
  page_size  integer                default 50,
  cursor     text                   default null::text
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.list_approvals(status, kind, project_id, page_size, cursor) $function$;

create or replace function public.list_skills()
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.list_skills() $function$;

create or replace function public.mark_vendor_call (
  job_id  uuid,
  attempt integer
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.mark_vendor_call(job_id, attempt) $function$;

create or replace function public.next_job_at (
  kinds text[]
)
  returns timestamp with time zone
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.next_job_at(kinds) $function$;

create or replace function public.park_execution (
  job_id  uuid,
  attempt integer,
  error   text
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.park_execution(job_id, attempt, error) $function$;

create or replace function public.prompt_versions (
  before_number integer default null::integer,
  page_size     integer default 20
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.prompt_versions(before_number, page_size) $function$;

create or replace function public.propose_approval (
  kind             public.approval_kind,
  project_id       uuid,
  payload          jsonb,
  citations        jsonb                default '[]'::jsonb,
  proposer         public.proposer      default 'person'::public.proposer,
  agent_session_id uuid                 default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.propose_approval(kind, project_id, payload, citations, proposer, agent_session_id)
$function$;

create or replace function public.propose_undo (
  approval_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.propose_undo(approval_id) $function$;

create or replace function public.read_skill (
  name text
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.read_skill(name) $function$;

create or replace function public.record_calendar_event (
  job_id  uuid,
  attempt integer,
  event   jsonb
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.record_calendar_event(job_id, attempt, event) $function$;

create or replace function public.reject_approval (
  approval_id uuid,
  reason      text,
  version     integer default null::integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.reject_approval(approval_id, reason, version) $function$;

create or replace function public.review_approval (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.review_approval(job_id, attempt) $function$;

create or replace function public.rollback_prompt (
  version_row_id          uuid,
  expected_version_row_id uuid default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.rollback_prompt(version_row_id, expected_version_row_id) $function$;

create or replace function public.set_base_prompt (
  base                    text,
  expected_version_row_id uuid default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_base_prompt(base, expected_version_row_id) $function$;

create or replace function public.settle_execution (
  job_id    uuid,
  attempt   integer,
  was_found boolean,
  result    jsonb   default null::jsonb,
  error     text    default null::text
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.settle_execution(job_id, attempt, was_found, result, error) $function$;

create or replace function public.stage_prompt (
  base                    text,
  expected_version_row_id uuid default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.stage_prompt(base, expected_version_row_id) $function$;

create or replace function public.start_import_job (
  job_id  uuid,
  attempt integer
)
  returns boolean
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.start_import_job(job_id, attempt) $function$;

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

create or replace function public.update_organization_settings (
  changes jsonb,
  version integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_organization_settings(changes, version) $function$;

alter table "private"."import_inputs"
  add constraint "import_inputs_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "private"."import_inputs"
  add constraint "import_inputs_run_fkey" foreign key (organization_id, run_id)
    references public.portfolio_import_runs(organization_id, id) on delete cascade;

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
  add constraint "external_links_approval_fkey" foreign key (organization_id, approval_id, scope_id)
    references public.approvals(organization_id, id, scope_id) on update cascade on delete restrict;

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

create index import_inputs_organization_id_run_id_idx on private.import_inputs
  using btree (organization_id, run_id);

create unique index jobs_kind_unique_key_idx on private.jobs using btree (kind, unique_key)
  where ((unique_key is not null) AND (died_at is null));

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

create index external_links_approval_idx on public.external_links
  using btree (organization_id, approval_id, scope_id);

create index external_links_organization_id_project_id_idx on public.external_links
  using btree (organization_id, project_id);

create index external_links_scope_id_idx on public.external_links
  using btree (scope_id, approval_id);

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

create unique index prompt_versions_organization_id_approval_id_idx on public.prompt_versions
  using btree (organization_id, approval_id);

create index prompt_versions_organization_id_created_by_idx on public.prompt_versions
  using btree (organization_id, created_by);

create index prompt_versions_organization_id_restores_id_idx on public.prompt_versions
  using btree (organization_id, restores_id);

create index scope_changes_organization_id_project_id_idx on public.scope_changes
  using btree (organization_id, project_id);

create index scope_changes_scope_id_idx on public.scope_changes
  using btree (scope_id, published_at desc);

create unique index skill_versions_organization_id_approval_id_idx on public.skill_versions
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

create trigger tg_approvals__restrict_published
  after update on public.approvals
  for each row
  when ((new.is_restricted AND (NOT old.is_restricted)))
  execute function private.tg_approvals__restrict_published();

alter table "public"."approvals"
  enable always trigger "tg_approvals__restrict_published";

create trigger tg_calendar_events__touch
  before update on public.calendar_events
  for each row
  execute function private.tg_touch();

create trigger tg_live_prompts__keep_owner
  before insert or update on public.live_prompts
  for each row
  execute function private.tg_live_prompts__keep_owner();

alter table "public"."live_prompts"
  enable always trigger "tg_live_prompts__keep_owner";

create trigger tg_live_prompts__refuse_delete
  before delete on public.live_prompts
  for each row
  execute function private.tg_refuse_change();

alter table "public"."live_prompts"
  enable always trigger "tg_live_prompts__refuse_delete";

create trigger tg_live_prompts__refuse_truncate
  before truncate on public.live_prompts
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."live_prompts"
  enable always trigger "tg_live_prompts__refuse_truncate";

create trigger tg_organization_settings__count_version
  before update on public.organization_settings
  for each row
  execute function private.tg_count_version();

create trigger tg_prompt_versions__keep_origin
  before insert on public.prompt_versions
  for each row
  execute function private.tg_prompt_versions__keep_origin();

alter table "public"."prompt_versions"
  enable always trigger "tg_prompt_versions__keep_origin";

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

create trigger tg_skill_versions__keep_approved
  before insert on public.skill_versions
  for each row
  execute function private.tg_skill_versions__keep_approved();

alter table "public"."skill_versions"
  enable always trigger "tg_skill_versions__keep_approved";

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

create trigger tg_skills__keep_approved
  before insert or update on public.skills
  for each row
  execute function private.tg_skills__keep_approved();

alter table "public"."skills"
  enable always trigger "tg_skills__keep_approved";

create trigger tg_skills__refuse_delete
  before delete on public.skills
  for each row
  execute function private.tg_refuse_change();

alter table "public"."skills"
  enable always trigger "tg_skills__refuse_delete";

create trigger tg_skills__refuse_truncate
  before truncate on public.skills
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."skills"
  enable always trigger "tg_skills__refuse_truncate";

create trigger tg_sources__restrict_approvals
  after update on public.sources
  for each row
  when ((new.scope_id IS DISTINCT FROM old.scope_id))
  execute function private.tg_sources__restrict_approvals();

alter table "public"."sources"
  enable always trigger "tg_sources__restrict_approvals";

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
  using ((scope_id = ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])));

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

comment on column "private"."import_inputs"."expected_plan_hash" is 'The plan that was seen, when the apply demands it.';

comment on column "private"."import_inputs"."rows" is 'As private.import_portfolio takes them.';

comment on column "private"."jobs"."attempt" is 'Which try this is; a worker whose try is over changes nothing (fencing).';

comment on column "private"."jobs"."died_at" is 'When its last try failed. Dead jobs stay until somebody looks: portfolio-health lists them.';

comment on column "private"."jobs"."lease_until" is 'Until when the job is the worker''s; after that anybody may take it.';

comment on column "private"."jobs"."request_id" is 'Id of the request it follows from, for logs.';

comment on column "private"."jobs"."unique_key" is 'Of the jobs of a kind that are not dead, one has a key: the same thing enqueued twice is one job.';

comment on column "public"."approval_citations"."chunk_id" is 'The piece quoted from. No key: pieces of a version that is gone are gone, and the citation says so.';

comment on column "public"."approval_citations"."source_was_restricted" is 'Whether the source was restricted when it was cited. One restricted since no longer carries a card.';

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

comment on column "public"."approvals"."is_restricted" is 'By its kind, or because it cites something that its project does not see; as contagious as that.';

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

comment on column "public"."external_links"."scope_id" is 'The scope of its card: as restricted as that.';

comment on column "public"."integrations"."secret_name" is 'Name of its secret in the vault; the secret itself is nowhere else.';

comment on column "public"."live_prompts"."moved_by" is 'Who moved the live pointer last: a prompt owner at that time. Null while nothing is live.';

comment on column "public"."organization_settings"."forbids_self_approval" is
  'Whether the proposer and the last editor of a card are kept from deciding it.';

comment on column "public"."prompt_versions"."restores_id" is 'The version that a rollback repeats, byte for byte.';

comment on column "public"."prompt_versions"."rules" is 'Learned rules, each one approved, in the order they were learned.';

comment on column "public"."reconciliation_resolutions"."subject_id" is 'What the finding is about, by subject_type: no key can say which, so that only private.resolve_finding writes here.';

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

comment on function "private"."add_prompt_version"(public.prompt_versions, text) is
  'Writes the next version and moves the live or the staged pointer to it. Raises OPSTA · OPDEN.';

comment on function "private"."allowed_actions"(public.approvals, text, boolean) is
  'Answers a list of contract AllowedAction. execute of an unknown card looks it up once more.';

comment on function "private"."approval_card"(public.approvals, public.people, boolean) is
  'Answers contract Card.';

comment on function "private"."approval_diff"(public.approvals) is 'Answers [{ field, label, before, after }] in the order of the fields. before null: nothing is there yet.';

comment on function "private"."approval_evidence"(public.approvals, public.people) is
  'Answers [{ number, role, source_id, title, quote, passage, state, … }] as the viewer may see it.';

comment on function "private"."approval_hash"(public.approvals) is 'What a decision binds to, as SHA-256 in hexadecimal.';

comment on function "private"."approval_history"(public.approvals) is 'Answers { events, versions }, oldest first.';

comment on function "private"."approval_json"(public.approvals) is 'Answers a card with the names of the people and the project in it.';

comment on function "private"."approval_lapse_reasons"(public.approvals) is
  'Answers [{ code, message, … }] for a decided card; [] means that the decision still holds.';

comment on function "private"."approval_readiness"(public.approvals, public.people) is
  'Answers [{ code, message, section, citation }]; [] means ready.';

comment on function "private"."approval_target"(public.approvals) is 'The event, prompt, skill or published row that a card would replace; null where it adds something.';

comment on function "private"."approval_title"(public.approval_kind, uuid, jsonb, uuid) is
  'The title of a card. Takes a payload that private.check_payload answered.';

comment on function "private"."approval_transitions"() is 'Which status may follow which. approved and failed cards are pending again when edited or lapsed.';

comment on function "private"."called_execution_of_job"(uuid, integer) is 'The card of a job whose lease holds and whose call was announced. Raises OPSTA.';

comment on function "private"."carry_out_portal"(public.approvals) is 'Answers { result: { table, id }, inverse }. Raises OPSTA.';

comment on function "private"."carry_out_prompt"(public.approvals) is 'Answers { result: { table, id }, inverse: payload | null }. Raises OPSTA · OPDEN · OPINV.';

comment on function "private"."carry_out_skill"(public.approvals) is 'Answers { result, inverse }; the inverse is the text before, where there was one. Raises OPSTA · OPDEN.';

comment on function "private"."check_emails"(integer, jsonb) is 'A list of addresses.';

comment on function "private"."check_field"(uuid, uuid, text, integer, text[], jsonb) is
  'Answers the value in its normal form, or what is wrong with it. Of person, source and event the reference too.';

comment on function "private"."check_figure"(text, jsonb) is 'Hours or an amount, below zero only where the type is signed.';

comment on function "private"."check_integration_settings"(uuid, public.integration_provider, jsonb)
  is 'The settings, when they are what the adapter reads. Raises OPINV.';

comment on function "private"."check_payload"(uuid, uuid, public.approval_kind, jsonb) is
  'Answers the payload in its normal form. Raises OPINV · OPBIG.';

comment on function "private"."check_sections"(integer, jsonb) is 'A list of { heading, body }; a body may be empty.';

comment on function "private"."check_text"(text, boolean, integer) is 'Answers the text in its normal form, or what is wrong with it. A line has no line breaks.';

comment on function "private"."check_undo"(uuid, uuid, public.approval_kind, jsonb) is
  'Answers the payload of a card that takes back, or what is wrong with it.';

comment on function "private"."cited_piece"(public.approval_citations, public.chunks, integer) is
  'The piece a reader is shown for a citation, and whether the quote stands in it.';

comment on function "private"."consume_rate_limit"(public.people, text, integer, integer) is
  'Admits at most max_calls per person and route within window_seconds. Raises OPLIM (rate_limited).';

comment on function "private"."enqueue_job"(uuid, text, jsonb, text, timestamp
  with time zone, integer, text) is 'Answers the job''s id. Raises OPINV (unknown_job_kind).';

comment on function "private"."event_problems"(public.approval_kind, jsonb, jsonb) is
  'What is wrong with the fields of an event together, where each alone is right.';

comment on function "private"."executing_prompt_card"(uuid, uuid, public.approval_kind) is
  'The card of that kind, approved by a prompt owner and being carried out. Raises OPSTA · OPDEN.';

comment on function "private"."execution_job_kind"(public.approvals) is 'Kind of the job that carries a card out, or settles one whose outcome is unknown.';

comment on function "private"."execution_json"(public.approvals) is 'Answers how far a card is carried out: contract Execution.';

comment on function "private"."execution_of_job"(uuid, integer) is 'The card of a job whose lease holds, locked. Raises OPSTA (lease_lost).';

comment on function "private"."hold_prompt_owner"(uuid, uuid) is 'Answers nothing when the person is a prompt owner, and keeps them so for this transaction. Raises OPDEN.';

comment on function "private"."instant_text"(text) is 'An instant with offset, in UTC; null for what is none.';

comment on function "private"."integration_place"(jsonb) is 'The part of settings that says where things are made and found.';

comment on function "private"."is_quoted"(text, text) is 'Whether a quote stands verbatim in a text.';

comment on function "private"."is_undo_payload"(public.approval_kind, jsonb) is
  'Whether a payload takes back, or brings back, what another card published.';

comment on function "private"."job_kinds"() is 'Kinds of jobs with their background function, attempts and lease. A job names one of them.';

comment on function "private"."live_prompt_version"(uuid) is 'The version in force; a row of nulls when there is none.';

comment on function "private"."lock_prompt"(uuid) is 'Waits until no other change of the organization''s prompt or skills is under way.';

comment on function "private"."organization_findings"(uuid) is 'What the rules about clients, imports, cards and background work find.';

comment on function "private"."payload_fields"(public.approval_kind) is 'What a payload of each kind may hold, or of the one asked for. max: characters of a text, entries of a list.';

comment on function "private"."person_name"(uuid) is 'Answers { id, name }, or null for nobody.';

comment on function "private"."prompt_json"(public.people) is 'Answers { live, staged, text, is_prompt_owner } of the viewer''s organization.';

comment on function "private"."prompt_version_json"(public.prompt_versions) is
  'A version as the contract shows it.';

comment on function "private"."provider_of_kind"(public.approval_kind) is 'The vendor that carries a kind out where it is connected; null for kinds without one.';

comment on function "private"."published_row"(uuid, public.approval_kind, uuid) is
  'The row of the portal that a card put there.';

comment on function "private"."quoted_chunk"(uuid, integer, text) is 'Where a quote stands in a version of a source.';

comment on function "private"."read_page_cursor"(text) is 'Where a page goes on; nulls for the first page. Raises OPINV (invalid_cursor).';

comment on function "private"."reconciliation_pause"() is 'How long after a call without an answer it is looked up: longer than a call may take.';

comment on function "private"."reference_problem"(uuid, uuid, text, uuid) is
  'What is wrong with a person, source or event that a payload names; null: nothing.';

comment on function "private"."refuse_stale_prompt"(uuid, uuid) is 'Refuses a caller who names another version than the one in force. Raises OPSTA (version_conflict).';

comment on function "private"."render_prompt"(text, text[]) is 'The whole prompt exactly as the assistant gets it.';

comment on function "private"."request_id"() is 'The x-request-id of the call; null outside of a request.';

comment on function "private"."require_base"(text) is 'Raises OPINV for a prompt without text, or one too long.';

comment on function "private"."require_prompt_owner"() is 'The admin or lead behind the call, who owns the prompt. Raises OPAUT · OPDEN.';

comment on function "private"."retry_pause"(integer, integer) is 'How long to wait after a try: 3 to 4 s after the first, at most an hour.';

comment on function "private"."scope_ids_of"(public.people) is 'Values of scope_id that a person may see: their projects and, for admin and lead, the organization itself, which stands for restricted rows and rows without project.';

comment on function "private"."set_withdrawn"(public.approvals) is 'Answers { result, inverse }. Raises OPSTA.';

comment on function "private"."settle_dead_execution"(private.jobs) is 'Failed when nothing can have happened there, else unknown and to be looked up.';

comment on function "private"."skill_json"(public.skills, public.skill_versions) is
  'A skill with the text of one version.';

comment on function "private"."target_hash"(public.approvals) is 'SHA-256 of what a card would replace, as it is now.';

comment on function "private"."tg_approvals__keep_states"() is 'Keeps cards to their states and computes payload_hash. Raises OPSTA (illegal_transition) · OPDEN.';

comment on function "private"."tg_approvals__restrict_published"() is 'What a restricted card published is restricted, and the cards that take it back.';

comment on function "private"."tg_live_prompts__keep_owner"() is 'Only a prompt owner moves the prompt, and only to a version made for it. Raises OPSTA · OPDEN.';

comment on function "private"."tg_prompt_versions__keep_origin"() is 'Keeps versions of the prompt to what their author or card may say. Raises OPSTA · OPDEN.';

comment on function "private"."tg_refuse_change_but_scope"() is 'Holds a table append-only but for scope_id, which follows its parent. Raises OPSTA.';

comment on function "private"."tg_skill_versions__keep_approved"() is 'Keeps versions of skills to their approved cards. Raises OPSTA · OPDEN.';

comment on function "private"."tg_skills__keep_approved"() is 'A skill moves only to a version whose card a prompt owner approved. Raises OPSTA · OPDEN.';

comment on function "private"."tg_sources__restrict_approvals"() is 'Restriction is contagious: cards that rest on what their project does not see are restricted.';

comment on function "private"."undoes_restricted"(public.approvals) is 'Whether a card takes back, or brings back, what a restricted card published.';

comment on function "private"."visible_scope_ids"() is 'Values of scope_id that the caller may see.';

comment on function "private"."worker_token"(text, bigint) is 'Null where the vault is missing or holds no secret. expires_at in seconds since 1970.';

comment on function "public"."approve_and_execute_approval"(uuid, integer) is
  'Approves and asks for execution in one transaction; answers { approval }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."approve_approval"(uuid, integer) is 'Answers { approval }. version: the one that the person saw. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."batch_approve"(uuid[], jsonb) is 'Answers { results: [{ id, ok, approval | error: { code, hint, message, detail } }] } in the order given. versions: { id: version seen }. Raises OPAUT · OPDEN · OPINV.';

comment on function
  "public"."begin_import"(public.import_mode, text, text, text, jsonb, jsonb, text) is
  'Answers { run, job_id }; a job carries the import out. Raises OPAUT · OPDEN · OPINV · OPBIG.';

comment on function "public"."carry_out_execution"(uuid, integer) is 'Answers { state }: executed, failed, or gone when there was nothing to do. Raises OPSTA.';

comment on function "public"."carry_out_import_job"(uuid, integer) is 'For the worker of imports: carries it out and ends the job; true when it was postponed. Raises OPSTA.';

comment on function "public"."carry_out_locally"(uuid, integer) is 'For executors: { provider, external_id, url } of the task or event, made once per card. Raises OPSTA · OPDEN · OPNFD · OPINV.';

comment on function "public"."check_worker_token"(text, text) is 'For background functions: whether the database has made this token for them, within two minutes. Raises nothing.';

comment on function "public"."connect_integration"(public.integration_provider, jsonb, text) is
  'Answers the integration without its secret. Raises OPAUT · OPDEN · OPINV · OPSTA.';

comment on function "public"."disconnect_integration"(public.integration_provider) is
  'Answers nothing. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."edit_approval"(uuid, jsonb, integer) is 'Answers { approval }. version: the one that the editor saw. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA.';

comment on function "public"."execute_approval"(uuid) is 'Answers { approval } with the job that will carry it out. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."fail_execution"(uuid, integer, text, boolean, integer) is
  'The other system has done nothing: failed, or tried again after a pause. Raises OPSTA · OPINV.';

comment on function "public"."fail_job"(uuid, integer, text, boolean, integer) is
  'For workers: whether the job will be tried again; null for a lost lease. Raises nothing.';

comment on function "public"."find_local_effect"(uuid, integer) is 'For executors: { provider, external_id, url } of what was made here for the card, or null. Raises OPSTA · OPNFD.';

comment on function "public"."finish_execution"(uuid, integer, jsonb) is 'Executed: result { provider, external_id, url }. Raises OPSTA · OPINV.';

comment on function "public"."finish_jobs"(uuid[], integer[]) is 'For workers: how many of the jobs were theirs to finish. Raises nothing.';

comment on function "public"."get_event_to_change"(uuid, integer) is 'For executors: the event that the card changes or cancels. Raises OPSTA · OPNFD.';

comment on function "public"."get_inbox"(uuid, public.approval_kind, uuid, integer, text) is
  'Answers { cards, counts, next_cursor }. Raises OPAUT · OPDEN · OPINV · OPNFD.';

comment on function "public"."get_integration"(uuid, integer) is 'For executors: { provider, settings, secret, takes_environment, time_zone }; settings are null where none is connected. Raises OPSTA.';

comment on function "public"."get_prompt"() is 'Answers { live, staged, text, is_prompt_owner }; live and text are null before the first prompt. Raises OPAUT · OPDEN.';

comment on function "public"."keep_job"(uuid, integer, integer) is 'For workers: whether the lease could be prolonged. Raises OPINV.';

comment on function "public"."lease_execution"(uuid, integer) is 'Answers { state: leased, approval, marker, vendor_called_before, request_id } or { state: gone }. Raises OPSTA.';

comment on function "public"."lease_reconciliation"(uuid, integer) is 'Answers what lease_execution does, for a card whose outcome is unknown. Raises OPSTA.';

comment on function
  "public"."list_approvals"(public.approval_status, public.approval_kind, uuid, integer, text) is
  'Answers { approvals, next_cursor }. Raises OPAUT · OPDEN · OPINV.';

comment on function "public"."list_skills"() is 'Answers { skills } without their texts. Raises OPAUT · OPDEN.';

comment on function "public"."mark_vendor_call"(uuid, integer) is 'To be called before every call of another system. Raises OPSTA · OPDEN.';

comment on function "public"."next_job_at"(text[]) is 'For workers: when the next job is due; null when there is none. Raises nothing.';

comment on function "public"."park_execution"(uuid, integer, text) is 'The outcome is unknown; a job settles it later. Raises OPSTA · OPINV.';

comment on function "public"."prompt_versions"(integer, integer) is 'Answers { versions, next_before }; the next page begins below that number. Raises OPAUT · OPDEN.';

comment on function
  "public"."propose_approval"(public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid) is
  'Answers the new card. citations: [{ role, source_id, chunk_id?, quote? }], numbered from 1. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA.';

comment on function "public"."propose_undo"(uuid) is 'Answers { approval }: the new card that would take the other back. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."read_skill"(text) is 'Answers the skill of that name with its text. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."record_calendar_event"(uuid, integer, jsonb) is
  'For executors: keeps the copy of the event that the card made or changed. Raises OPSTA · OPNFD · OPINV.';

comment on function "public"."reject_approval"(uuid, text, integer) is 'Answers { approval }. Rejected already: the first reason stays. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA.';

comment on function "public"."review_approval"(uuid, integer) is 'Writes the re-check onto the card; answers { state }. Raises OPSTA.';

comment on function "public"."rollback_prompt"(uuid, uuid) is 'Answers like get_prompt, with the repeated version live. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."set_base_prompt"(text, uuid) is 'Answers like get_prompt, with the new version live. Raises OPAUT · OPDEN · OPINV · OPSTA.';

comment on function "public"."settle_execution"(uuid, integer, boolean, jsonb, text) is
  'Ends an unknown outcome as executed or failed. Raises OPSTA · OPINV.';

comment on function "public"."stage_prompt"(text, uuid) is 'Answers like get_prompt, with the text as staged. Raises OPAUT · OPDEN · OPINV · OPSTA.';

comment on function "public"."start_import_job"(uuid, integer) is 'For the worker of imports: shows that the run runs; whether there is anything to do. Raises OPSTA.';

comment on function "public"."take_jobs"(text[], text, integer, integer) is
  'For workers: leases due jobs and answers them. Raises OPINV.';

comment on function "public"."update_organization_settings"(jsonb, integer) is
  'Answers the settings; version is the one seen, 0 for none. Changes: forbids_self_approval. Raises OPAUT · OPDEN · OPINV · OPSTA.';

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
  on "public"."external_links" is 'Whoever sees a card sees what it created elsewhere.';

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

comment on table "private"."import_inputs" is 'Lines of the files whose import waits for its job, or runs.';

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

revoke all on function "private"."add_prompt_version"(public.prompt_versions, text) from public;

revoke all on function "private"."allowed_actions"(public.approvals, text, boolean) from public;

revoke all
  on function "private"."approval_card"(public.approvals, public.people, boolean)
  from public;

revoke all on function "private"."approval_counts"(public.people) from public;

revoke all on function "private"."approval_diff"(public.approvals) from public;

revoke all on function "private"."approval_evidence"(public.approvals, public.people) from public;

revoke all on function "private"."approval_hash"(public.approvals) from public;

revoke all on function "private"."approval_history"(public.approvals) from public;

revoke all on function "private"."approval_json"(public.approvals) from public;

revoke all on function "private"."approval_lapse_reasons"(public.approvals) from public;

revoke all
  on function
    "private"."approval_page"(public.people, public.approval_status, public.approval_kind, uuid,
    integer, text)
  from public;

revoke all on function "private"."approval_readiness"(public.approvals, public.people) from public;

revoke all on function "private"."approval_target"(public.approvals) from public;

revoke all
  on function "private"."approval_title"(public.approval_kind, uuid, jsonb, uuid)
  from public;

revoke all on function "private"."approval_transitions"() from public;

revoke all on function "private"."approve_and_execute_approval"(uuid, integer) from public;

grant execute on function "private"."approve_and_execute_approval"(uuid, integer) to "authenticated";

revoke all on function "private"."approve_approval"(uuid, integer) from public;

grant execute on function "private"."approve_approval"(uuid, integer) to "authenticated";

revoke all on function "private"."batch_approve"(uuid[], jsonb) from public;

grant execute on function "private"."batch_approve"(uuid[], jsonb) to "authenticated";

revoke all on function "private"."begin_execution"(private.jobs, public.approvals) from public;

revoke all
  on function "private"."begin_import"(public.import_mode, text, text, text, jsonb, jsonb, text)
  from public;

grant execute
  on function "private"."begin_import"(public.import_mode, text, text, text, jsonb, jsonb, text)
  to "authenticated";

revoke all on function "private"."called_execution_of_job"(uuid, integer) from public;

revoke all on function "private"."carry_out_execution"(uuid, integer) from public;

grant execute on function "private"."carry_out_execution"(uuid, integer) to "service_role";

revoke all on function "private"."carry_out_import_job"(uuid, integer) from public;

grant execute on function "private"."carry_out_import_job"(uuid, integer) to "service_role";

revoke all on function "private"."carry_out_locally"(uuid, integer) from public;

grant execute on function "private"."carry_out_locally"(uuid, integer) to "service_role";

revoke all on function "private"."carry_out_portal"(public.approvals) from public;

revoke all on function "private"."carry_out_prompt"(public.approvals) from public;

revoke all on function "private"."carry_out_skill"(public.approvals) from public;

revoke all on function "private"."change_local_event"(public.approvals) from public;

revoke all on function "private"."check_citations"(public.people, uuid, jsonb) from public;

revoke all on function "private"."check_emails"(integer, jsonb) from public;

revoke all on function "private"."check_field"(uuid, uuid, text, integer, text[], jsonb) from public;

revoke all on function "private"."check_figure"(text, jsonb) from public;

revoke all
  on function "private"."check_integration_secret"(public.integration_provider, text, boolean)
  from public;

revoke all
  on function "private"."check_integration_settings"(uuid, public.integration_provider, jsonb)
  from public;

revoke all
  on function "private"."check_payload"(uuid, uuid, public.approval_kind, jsonb)
  from public;

revoke all on function "private"."check_sections"(integer, jsonb) from public;

revoke all on function "private"."check_text"(text, boolean, integer) from public;

revoke all on function "private"."check_undo"(uuid, uuid, public.approval_kind, jsonb) from public;

revoke all on function "private"."check_worker_token"(text, text) from public;

grant execute on function "private"."check_worker_token"(text, text) to "service_role";

revoke all
  on function "private"."cited_piece"(public.approval_citations, public.chunks, integer)
  from public;

revoke all on function "private"."comparable_text"(text) from public;

revoke all
  on function "private"."connect_integration"(public.integration_provider, jsonb, text)
  from public;

grant execute
  on function "private"."connect_integration"(public.integration_provider, jsonb, text)
  to "authenticated";

revoke all
  on function "private"."consume_rate_limit"(public.people, text, integer, integer)
  from public;

revoke all
  on function
    "private"."create_approval"(public.people, public.approval_kind, uuid, jsonb, jsonb,
    public.proposer, uuid, uuid)
  from public;

revoke all on function "private"."create_local_event"(public.approvals) from public;

revoke all on function "private"."create_local_task"(public.approvals) from public;

revoke all
  on function "private"."decide_to_approve"(public.approvals, public.people, integer)
  from public;

revoke all on function "private"."decider_refusal"(public.approvals, uuid) from public;

revoke all on function "private"."delete_job"(uuid) from public;

revoke all on function "private"."diff_with"(public.approvals, jsonb) from public;

revoke all on function "private"."disconnect_integration"(public.integration_provider) from public;

grant execute
  on function "private"."disconnect_integration"(public.integration_provider)
  to "authenticated";

revoke all on function "private"."edit_approval"(uuid, jsonb, integer) from public;

grant execute on function "private"."edit_approval"(uuid, jsonb, integer) to "authenticated";

revoke all
  on function
    "private"."end_execution"(public.approvals, private.jobs, public.approval_status, jsonb, jsonb,
    text)
  from public;

revoke all on function "private"."end_expired_leases"(text[], integer) from public;

revoke all
  on function "private"."enqueue_job"(uuid, text, jsonb, text, timestamp
    with time zone, integer, text)
  from public;

revoke all on function "private"."event_of_approval"(public.approvals) from public;

revoke all on function "private"."event_problems"(public.approval_kind, jsonb, jsonb) from public;

revoke all on function "private"."evidence_reasons"(jsonb) from public;

revoke all on function "private"."execute_approval"(uuid) from public;

grant execute on function "private"."execute_approval"(uuid) to "authenticated";

revoke all
  on function "private"."executing_prompt_card"(uuid, uuid, public.approval_kind)
  from public;

revoke all on function "private"."execution_job_kind"(public.approvals) from public;

revoke all on function "private"."execution_json"(public.approvals) from public;

revoke all on function "private"."execution_of_job"(uuid, integer) from public;

revoke all on function "private"."fail_execution"(uuid, integer, text, boolean, integer) from public;

grant execute
  on function "private"."fail_execution"(uuid, integer, text, boolean, integer)
  to "service_role";

revoke all on function "private"."fail_import_run"(uuid, text) from public;

revoke all on function "private"."fail_job"(uuid, integer, text, boolean, integer) from public;

grant execute
  on function "private"."fail_job"(uuid, integer, text, boolean, integer)
  to "service_role";

revoke all on function "private"."field_problem"(text, text) from public;

revoke all on function "private"."find_local_effect"(uuid, integer) from public;

grant execute on function "private"."find_local_effect"(uuid, integer) to "service_role";

revoke all on function "private"."finish_execution"(uuid, integer, jsonb) from public;

grant execute on function "private"."finish_execution"(uuid, integer, jsonb) to "service_role";

revoke all on function "private"."finish_jobs"(uuid[], integer[]) from public;

grant execute on function "private"."finish_jobs"(uuid[], integer[]) to "service_role";

revoke all on function "private"."get_event_to_change"(uuid, integer) from public;

grant execute on function "private"."get_event_to_change"(uuid, integer) to "service_role";

revoke all
  on function "private"."get_inbox"(uuid, public.approval_kind, uuid, integer, text)
  from public;

grant execute
  on function "private"."get_inbox"(uuid, public.approval_kind, uuid, integer, text)
  to "authenticated";

revoke all on function "private"."get_integration"(uuid, integer) from public;

grant execute on function "private"."get_integration"(uuid, integer) to "service_role";

revoke all on function "private"."get_prompt"() from public;

grant execute on function "private"."get_prompt"() to "authenticated";

revoke all on function "private"."given_fields"(public.approvals, jsonb, text[]) from public;

revoke all on function "private"."hold_prompt_owner"(uuid, uuid) from public;

revoke all on function "private"."hurry_job"(uuid) from public;

revoke all on function "private"."instant_text"(text) from public;

revoke all on function "private"."integration_place"(jsonb) from public;

revoke all on function "private"."is_quoted"(text, text) from public;

revoke all on function "private"."is_undo_payload"(public.approval_kind, jsonb) from public;

revoke all on function "private"."is_undoable"(public.approvals) from public;

revoke all on function "private"."job_kinds"() from public;

revoke all on function "private"."keep_job"(uuid, integer, integer) from public;

grant execute on function "private"."keep_job"(uuid, integer, integer) to "service_role";

revoke all on function "private"."lapse_approval"(public.approvals, private.jobs, jsonb) from public;

revoke all on function "private"."lease_execution"(uuid, integer) from public;

grant execute on function "private"."lease_execution"(uuid, integer) to "service_role";

revoke all on function "private"."lease_reconciliation"(uuid, integer) from public;

grant execute on function "private"."lease_reconciliation"(uuid, integer) to "service_role";

revoke all on function "private"."leased_json"(private.jobs, public.approvals) from public;

revoke all on function "private"."let_job_die"(private.jobs, text) from public;

revoke all
  on function
    "private"."list_approvals"(public.approval_status, public.approval_kind, uuid, integer, text)
  from public;

grant execute
  on function
    "private"."list_approvals"(public.approval_status, public.approval_kind, uuid, integer, text)
  to "authenticated";

revoke all on function "private"."list_skills"() from public;

grant execute on function "private"."list_skills"() to "authenticated";

revoke all on function "private"."live_prompt_version"(uuid) from public;

revoke all on function "private"."local_effect"(public.approvals) from public;

revoke all on function "private"."lock_approval"(uuid, public.people) from public;

revoke all on function "private"."lock_approval_in_execution"(private.jobs) from public;

revoke all on function "private"."lock_approval_of"(private.jobs, text[]) from public;

revoke all on function "private"."lock_prompt"(uuid) from public;

revoke all on function "private"."mark_vendor_call"(uuid, integer) from public;

grant execute on function "private"."mark_vendor_call"(uuid, integer) to "service_role";

revoke all on function "private"."marker_reasons"(jsonb, jsonb) from public;

revoke all
  on function
    "private"."new_import_run"(public.people, public.import_mode, text, text, text, jsonb, jsonb)
  from public;

revoke all on function "private"."next_job_at"(text[]) from public;

grant execute on function "private"."next_job_at"(text[]) to "service_role";

revoke all on function "private"."on_job_death"(private.jobs) from public;

revoke all on function "private"."page_cursor"(timestamp with time zone, uuid) from public;

revoke all on function "private"."park_execution"(uuid, integer, text) from public;

grant execute on function "private"."park_execution"(uuid, integer, text) to "service_role";

revoke all on function "private"."payload_fields"(public.approval_kind) from public;

revoke all
  on function "private"."pending_page"(public.people, public.approval_kind, uuid, integer, text)
  from public;

revoke all on function "private"."person_name"(uuid) from public;

revoke all on function "private"."placeholder_reasons"(jsonb) from public;

revoke all on function "private"."portal_table"(public.approval_kind) from public;

revoke all on function "private"."postpone_job"(uuid, integer) from public;

revoke all on function "private"."prompt_json"(public.people) from public;

revoke all on function "private"."prompt_version_json"(public.prompt_versions) from public;

revoke all on function "private"."prompt_versions"(integer, integer) from public;

grant execute on function "private"."prompt_versions"(integer, integer) to "authenticated";

revoke all
  on function
    "private"."propose_approval"(public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid)
  from public;

grant execute
  on function
    "private"."propose_approval"(public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid)
  to "authenticated";

revoke all on function "private"."propose_undo"(uuid) from public;

grant execute on function "private"."propose_undo"(uuid) to "authenticated";

revoke all on function "private"."provider_of_kind"(public.approval_kind) from public;

revoke all on function "private"."published_row"(uuid, public.approval_kind, uuid) from public;

revoke all on function "private"."quoted"(text) from public;

revoke all on function "private"."quoted_chunk"(uuid, integer, text) from public;

revoke all on function "private"."read_page_cursor"(text) from public;

revoke all on function "private"."read_skill"(text) from public;

grant execute on function "private"."read_skill"(text) to "authenticated";

revoke all on function "private"."readiness_with"(public.approvals, jsonb) from public;

revoke all on function "private"."reconciliation_pause"() from public;

revoke all
  on function
    "private"."record_approval_event"(public.approvals, public.approval_event_type, jsonb, jsonb,
    private.jobs)
  from public;

revoke all on function "private"."record_approval_version"(public.approvals, uuid) from public;

revoke all on function "private"."record_calendar_event"(uuid, integer, jsonb) from public;

grant execute on function "private"."record_calendar_event"(uuid, integer, jsonb) to "service_role";

revoke all
  on function "private"."record_local_effect"(public.approvals, text, text, uuid, jsonb, jsonb)
  from public;

revoke all on function "private"."reference_problem"(uuid, uuid, text, uuid) from public;

revoke all on function "private"."refuse_decided"(public.approvals) from public;

revoke all
  on function "private"."refuse_integration_in_use"(uuid, public.integration_provider)
  from public;

revoke all on function "private"."refuse_stale_approval"(public.approvals, integer) from public;

revoke all on function "private"."refuse_stale_prompt"(uuid, uuid) from public;

revoke all on function "private"."reject_approval"(uuid, text, integer) from public;

grant execute on function "private"."reject_approval"(uuid, text, integer) to "authenticated";

revoke all on function "private"."render_prompt"(text, text[]) from public;

revoke all on function "private"."request_execution"(public.approvals, public.people) from public;

revoke all on function "private"."request_id"() from public;

revoke all on function "private"."require_base"(text) from public;

revoke all on function "private"."require_decided"(public.approvals) from public;

revoke all on function "private"."require_decider"(public.approvals, public.people) from public;

revoke all
  on function "private"."require_event_order"(timestamp with time zone, timestamp with time zone)
  from public;

revoke all on function "private"."require_execution_error"(text) from public;

revoke all on function "private"."require_external_result"(public.approvals, jsonb) from public;

revoke all on function "private"."require_import_job"(uuid, integer) from public;

revoke all on function "private"."require_job_lease"(uuid, integer) from public;

revoke all on function "private"."require_prompt_owner"() from public;

revoke all on function "private"."retry_job"(uuid, text, integer) from public;

revoke all on function "private"."retry_pause"(integer, integer) from public;

revoke all on function "private"."review_approval"(uuid, integer) from public;

grant execute on function "private"."review_approval"(uuid, integer) to "service_role";

revoke all on function "private"."rollback_prompt"(uuid, uuid) from public;

grant execute on function "private"."rollback_prompt"(uuid, uuid) to "authenticated";

revoke all on function "private"."run_import"(public.portfolio_import_runs, jsonb, text) from public;

revoke all on function "private"."scope_ids_of"(public.people) from public;

revoke all on function "private"."section_reasons"(text[], jsonb) from public;

revoke all on function "private"."set_base_prompt"(text, uuid) from public;

grant execute on function "private"."set_base_prompt"(text, uuid) to "authenticated";

revoke all on function "private"."set_withdrawn"(public.approvals) from public;

revoke all
  on function "private"."setting_problem"(public.integration_provider, text[], text, jsonb)
  from public;

revoke all on function "private"."settle_dead_execution"(private.jobs) from public;

revoke all on function "private"."settle_execution"(uuid, integer, boolean, jsonb, text) from public;

grant execute
  on function "private"."settle_execution"(uuid, integer, boolean, jsonb, text)
  to "service_role";

revoke all on function "private"."shown_value"(public.approvals, text, jsonb) from public;

revoke all on function "private"."skill_json"(public.skills, public.skill_versions) from public;

revoke all on function "private"."spoken_change"(numeric) from public;

revoke all on function "private"."spoken_day"(date) from public;

revoke all on function "private"."spoken_figure"(numeric) from public;

revoke all on function "private"."spoken_instant"(timestamp with time zone, text) from public;

revoke all on function "private"."stage_prompt"(text, uuid) from public;

grant execute on function "private"."stage_prompt"(text, uuid) to "authenticated";

revoke all on function "private"."start_import_job"(uuid, integer) from public;

grant execute on function "private"."start_import_job"(uuid, integer) to "service_role";

revoke all on function "private"."sweep_jobs"() from public;

revoke all on function "private"."take_jobs"(text[], text, integer, integer) from public;

grant execute on function "private"."take_jobs"(text[], text, integer, integer) to "service_role";

revoke all on function "private"."target_hash"(public.approvals) from public;

revoke all on function "private"."texts_of"(jsonb) from public;

revoke all on function "private"."tg_approvals__keep_states"() from public;

revoke all on function "private"."tg_approvals__restrict_published"() from public;

revoke all on function "private"."tg_live_prompts__keep_owner"() from public;

revoke all on function "private"."tg_prompt_versions__keep_origin"() from public;

revoke all on function "private"."tg_refuse_change_but_scope"() from public;

revoke all on function "private"."tg_skill_versions__keep_approved"() from public;

revoke all on function "private"."tg_skills__keep_approved"() from public;

revoke all on function "private"."tg_sources__restrict_approvals"() from public;

revoke all on function "private"."tick_jobs"() from public;

revoke all on function "private"."undoes_restricted"(public.approvals) from public;

revoke all on function "private"."update_organization_settings"(jsonb, integer) from public;

grant execute
  on function "private"."update_organization_settings"(jsonb, integer)
  to "authenticated";

revoke all on function "private"."utc_text"(timestamp with time zone) from public;

revoke all on function "private"."visible_scope_ids"() from public;

grant execute on function "private"."visible_scope_ids"() to "authenticated";

revoke all on function "private"."wake_worker"(text) from public;

revoke all on function "private"."worker_token"(text, bigint) from public;

revoke all on function "public"."approve_and_execute_approval"(uuid, integer) from public;

grant execute on function "public"."approve_and_execute_approval"(uuid, integer) to "authenticated";

revoke all on function "public"."approve_approval"(uuid, integer) from public;

grant execute on function "public"."approve_approval"(uuid, integer) to "authenticated";

revoke all on function "public"."batch_approve"(uuid[], jsonb) from public;

grant execute on function "public"."batch_approve"(uuid[], jsonb) to "authenticated";

revoke all
  on function "public"."begin_import"(public.import_mode, text, text, text, jsonb, jsonb, text)
  from public;

grant execute
  on function "public"."begin_import"(public.import_mode, text, text, text, jsonb, jsonb, text)
  to "authenticated";

revoke all on function "public"."carry_out_execution"(uuid, integer) from public;

grant execute on function "public"."carry_out_execution"(uuid, integer) to "service_role";

revoke all on function "public"."carry_out_import_job"(uuid, integer) from public;

grant execute on function "public"."carry_out_import_job"(uuid, integer) to "service_role";

revoke all on function "public"."carry_out_locally"(uuid, integer) from public;

grant execute on function "public"."carry_out_locally"(uuid, integer) to "service_role";

revoke all on function "public"."check_worker_token"(text, text) from public;

grant execute on function "public"."check_worker_token"(text, text) to "service_role";

revoke all
  on function "public"."connect_integration"(public.integration_provider, jsonb, text)
  from public;

grant execute
  on function "public"."connect_integration"(public.integration_provider, jsonb, text)
  to "authenticated";

revoke all on function "public"."disconnect_integration"(public.integration_provider) from public;

grant execute
  on function "public"."disconnect_integration"(public.integration_provider)
  to "authenticated";

revoke all on function "public"."edit_approval"(uuid, jsonb, integer) from public;

grant execute on function "public"."edit_approval"(uuid, jsonb, integer) to "authenticated";

revoke all on function "public"."execute_approval"(uuid) from public;

grant execute on function "public"."execute_approval"(uuid) to "authenticated";

revoke all on function "public"."fail_execution"(uuid, integer, text, boolean, integer) from public;

grant execute
  on function "public"."fail_execution"(uuid, integer, text, boolean, integer)
  to "service_role";

revoke all on function "public"."fail_job"(uuid, integer, text, boolean, integer) from public;

grant execute
  on function "public"."fail_job"(uuid, integer, text, boolean, integer)
  to "service_role";

revoke all on function "public"."find_local_effect"(uuid, integer) from public;

grant execute on function "public"."find_local_effect"(uuid, integer) to "service_role";

revoke all on function "public"."finish_execution"(uuid, integer, jsonb) from public;

grant execute on function "public"."finish_execution"(uuid, integer, jsonb) to "service_role";

revoke all on function "public"."finish_jobs"(uuid[], integer[]) from public;

grant execute on function "public"."finish_jobs"(uuid[], integer[]) to "service_role";

revoke all on function "public"."get_event_to_change"(uuid, integer) from public;

grant execute on function "public"."get_event_to_change"(uuid, integer) to "service_role";

revoke all
  on function "public"."get_inbox"(uuid, public.approval_kind, uuid, integer, text)
  from public;

grant execute
  on function "public"."get_inbox"(uuid, public.approval_kind, uuid, integer, text)
  to "authenticated";

revoke all on function "public"."get_integration"(uuid, integer) from public;

grant execute on function "public"."get_integration"(uuid, integer) to "service_role";

revoke all on function "public"."get_prompt"() from public;

grant execute on function "public"."get_prompt"() to "authenticated";

revoke all on function "public"."keep_job"(uuid, integer, integer) from public;

grant execute on function "public"."keep_job"(uuid, integer, integer) to "service_role";

revoke all on function "public"."lease_execution"(uuid, integer) from public;

grant execute on function "public"."lease_execution"(uuid, integer) to "service_role";

revoke all on function "public"."lease_reconciliation"(uuid, integer) from public;

grant execute on function "public"."lease_reconciliation"(uuid, integer) to "service_role";

revoke all
  on function
    "public"."list_approvals"(public.approval_status, public.approval_kind, uuid, integer, text)
  from public;

grant execute
  on function
    "public"."list_approvals"(public.approval_status, public.approval_kind, uuid, integer, text)
  to "authenticated";

revoke all on function "public"."list_skills"() from public;

grant execute on function "public"."list_skills"() to "authenticated";

revoke all on function "public"."mark_vendor_call"(uuid, integer) from public;

grant execute on function "public"."mark_vendor_call"(uuid, integer) to "service_role";

revoke all on function "public"."next_job_at"(text[]) from public;

grant execute on function "public"."next_job_at"(text[]) to "service_role";

revoke all on function "public"."park_execution"(uuid, integer, text) from public;

grant execute on function "public"."park_execution"(uuid, integer, text) to "service_role";

revoke all on function "public"."prompt_versions"(integer, integer) from public;

grant execute on function "public"."prompt_versions"(integer, integer) to "authenticated";

revoke all
  on function
    "public"."propose_approval"(public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid)
  from public;

grant execute
  on function
    "public"."propose_approval"(public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid)
  to "authenticated";

revoke all on function "public"."propose_undo"(uuid) from public;

grant execute on function "public"."propose_undo"(uuid) to "authenticated";

revoke all on function "public"."read_skill"(text) from public;

grant execute on function "public"."read_skill"(text) to "authenticated";

revoke all on function "public"."record_calendar_event"(uuid, integer, jsonb) from public;

grant execute on function "public"."record_calendar_event"(uuid, integer, jsonb) to "service_role";

revoke all on function "public"."reject_approval"(uuid, text, integer) from public;

grant execute on function "public"."reject_approval"(uuid, text, integer) to "authenticated";

revoke all on function "public"."review_approval"(uuid, integer) from public;

grant execute on function "public"."review_approval"(uuid, integer) to "service_role";

revoke all on function "public"."rollback_prompt"(uuid, uuid) from public;

grant execute on function "public"."rollback_prompt"(uuid, uuid) to "authenticated";

revoke all on function "public"."set_base_prompt"(text, uuid) from public;

grant execute on function "public"."set_base_prompt"(text, uuid) to "authenticated";

revoke all on function "public"."settle_execution"(uuid, integer, boolean, jsonb, text) from public;

grant execute
  on function "public"."settle_execution"(uuid, integer, boolean, jsonb, text)
  to "service_role";

revoke all on function "public"."stage_prompt"(text, uuid) from public;

grant execute on function "public"."stage_prompt"(text, uuid) to "authenticated";

revoke all on function "public"."start_import_job"(uuid, integer) from public;

grant execute on function "public"."start_import_job"(uuid, integer) to "service_role";

revoke all on function "public"."take_jobs"(text[], text, integer, integer) from public;

grant execute on function "public"."take_jobs"(text[], text, integer, integer) to "service_role";

revoke all on function "public"."update_organization_settings"(jsonb, integer) from public;

grant execute on function "public"."update_organization_settings"(jsonb, integer) to "authenticated";

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
