-- The tables that change here hold few rows so far: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid
set local check_function_bodies = off;

drop trigger "tg_people__touch" on "public"."people";

drop index "public"."tasks_project_id_due_on_open_idx";

drop index "public"."time_entries_project_id_spent_on_idx";

drop view "public"."project_summaries";

drop function "private"."effective_scope"(uuid);

create table "public"."import_mappings" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "name"            text                     not null,
  "mapping"         jsonb                    not null,
  "created_by"      uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  "updated_at"      timestamp with time zone not null default now(),
  constraint "import_mappings_pkey" primary key (id),
  constraint "mapping_is_small" check ((octet_length((mapping)::text) <= 100000)),
  constraint "name_is_present" check (((btrim(name) <> ''::text) AND (char_length(name) <= 100)))
);

alter table "public"."import_mappings"
  enable row level security;

create table "public"."operating_profiles" (
  "account_id"         uuid                     not null,
  "organization_id"    uuid                     not null,
  "contacts"           jsonb                    not null default '[]'::jsonb,
  "standing_facts"     text[]                   not null default '{}'::text[],
  "definition_of_done" text[]                   not null default '{}'::text[],
  "updated_by"         uuid,
  "version"            integer                  not null default 1,
  "created_at"         timestamp with time zone not null default now(),
  "updated_at"         timestamp with time zone not null default now(),
  constraint "definition_of_done_is_short"
    check
    (((cardinality(definition_of_done) <= 50) AND (array_position(definition_of_done, NULL::text) IS
    NULL))),
  constraint "operating_profiles_pkey" primary key (account_id),
  constraint "standing_facts_are_few"
    check
    (((cardinality(standing_facts) <= 50) AND (array_position(standing_facts, NULL::text) IS NULL)))
);

alter table "public"."operating_profiles"
  enable row level security;

create table "public"."portfolio_classifications" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "project_id"      uuid                     not null,
  "version"         integer                  not null,
  "service_line"    text,
  "reason"          text,
  "classified_by"   uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  constraint "portfolio_classifications_pkey" primary key (id),
  constraint "portfolio_classifications_project_id_version_key" unique (project_id, version),
  constraint "reason_is_present"
    check (((btrim(reason) <> ''::text) AND (char_length(reason) <= 1000))),
  constraint "service_line_is_present"
    check (((btrim(service_line) <> ''::text) AND (char_length(service_line) <= 100))),
  constraint "versions_count_from_one" check ((version >= 1))
);

alter table "public"."portfolio_classifications"
  enable row level security;

create table "public"."portfolio_import_changes" (
  "organization_id" uuid  not null,
  "run_id"          uuid  not null,
  "entity_id"       uuid  not null,
  "changes"         jsonb,
  constraint "portfolio_import_changes_pkey" primary key (run_id, entity_id)
);

alter table "public"."portfolio_import_changes"
  enable row level security;

create table "public"."reconciliation_resolutions" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "finding_code"    text                     not null,
  "subject_id"      uuid                     not null,
  "version"         integer                  not null,
  "facts_hash"      text                     not null,
  "reason"          text                     not null,
  "decided_by"      uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  constraint "facts_hash_is_hex" check ((facts_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint "finding_code_is_a_word" check ((finding_code ~ '^[a-z][a-z_]{2,59}$'::text)),
  constraint "reason_is_present"
    check (((btrim(reason) <> ''::text) AND (char_length(reason) <= 1000))),
  constraint "reconciliation_resolutions_finding_version_key" unique
    (organization_id, finding_code, subject_id, version),
  constraint "reconciliation_resolutions_pkey" primary key (id),
  constraint "versions_count_from_one" check ((version >= 1))
);

alter table "public"."reconciliation_resolutions"
  enable row level security;

alter table "public"."clients"
  add column "website" text;

alter table "public"."clients"
  add column "note" text;

alter table "public"."people"
  add column "version" integer not null default 1;

alter table "public"."portfolio_import_runs"
  add column "applied_at" timestamp with time zone;

alter table "public"."portfolio_import_runs"
  add column "undone_at" timestamp with time zone;

alter table "public"."portfolio_import_runs"
  add column "undone_by" uuid;

alter table "public"."status_updates"
  add column "risks" text;

alter table "public"."status_updates"
  add column "next_steps" text;

create type "public"."finding_severity" as enum (
  'high',
  'medium',
  'low'
);

create type "public"."finding_state" as enum (
  'open',
  'unverified',
  'settled'
);

create type "public"."finding_subject" as enum (
  'project',
  'client',
  'import_run'
);

alter table "public"."reconciliation_resolutions"
  add column "subject_type" public.finding_subject not null;

create type "private"."finding" as (
  "code"           text,
  "subject_type"   public.finding_subject,
  "subject_id"     uuid,
  "subject_name"   text,
  "project_id"     uuid,
  "is_unverified"  boolean,
  "size"           numeric,
  "why"            text,
  "facts"          jsonb,
  "basis"          text,
  "evidence_total" bigint
);

create type "public"."import_change" as enum (
  'created',
  'updated'
);

alter table "public"."portfolio_import_changes"
  add column "change" public.import_change not null;

create type "public"."import_entity" as enum (
  'client',
  'account',
  'person',
  'project',
  'task',
  'time_entry'
);

alter table "public"."portfolio_import_changes"
  add column "entity" public.import_entity not null;

create type "public"."portfolio_tier" as enum (
  'strategic',
  'core',
  'standard'
);

alter table "public"."portfolio_classifications"
  add column "tier" public.portfolio_tier;

create type "public"."reporting_cadence" as enum (
  'weekly',
  'fortnightly',
  'monthly',
  'quarterly',
  'on_request'
);

alter table "public"."operating_profiles"
  add column "cadence" public.reporting_cadence;

create type "private"."project_figures" as (
  "organization_id"      uuid,
  "project_id"           uuid,
  "name"                 text,
  "status"               public.project_status,
  "lead_id"              uuid,
  "lead_name"            text,
  "lead_has_left"        boolean,
  "due_on"               date,
  "budget_hours"         numeric,
  "budget_amount"        numeric,
  "actual_hours"         numeric,
  "entry_count"          bigint,
  "taskless_hours"       numeric,
  "taskless_count"       bigint,
  "future_count"         bigint,
  "last_spent_on"        date,
  "task_count"           bigint,
  "estimate_hours"       numeric,
  "estimated_count"      bigint,
  "open_count"           bigint,
  "verified_count"       bigint,
  "unverified_count"     bigint,
  "unowned_count"        bigint,
  "departed_owner_count" bigint,
  "past_due_count"       bigint,
  "earliest_due_on"      date,
  "last_activity_on"     date,
  "health"               public.project_health,
  "status_on"            date,
  "cadence"              public.reporting_cadence,
  "status_days"          integer,
  "today"                date
);

create type "public"."resolution_state" as enum (
  'settled',
  'reopened'
);

alter table "public"."reconciliation_resolutions"
  add column "state" public.resolution_state not null;

create type "public"."risk_level" as enum (
  'low',
  'medium',
  'high'
);

alter table "public"."portfolio_classifications"
  add column "risk" public.risk_level;

create type "public"."timeline_kind" as enum (
  'status_update',
  'classification',
  'project_changed',
  'tasks_completed',
  'tasks_started',
  'hours'
);

create or replace function private.accept_invitation (
  token text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_user_id uuid := auth.uid();
  v_before public.people;
  v_after public.people;
  v_invitation public.invitations;
begin
  if v_user_id is null then
    raise exception using errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if exists (select 1 from public.people where people.user_id = v_user_id) then
    raise exception using
      errcode = 'OPSTA',
      message = 'You belong to an organization already',
      hint = 'already_member';
  end if;

  -- The person before the invitation, as every other command locks them: none waits for another in a ring.
  select people.* into v_before
  from public.people
  where people.id = (
    select invitations.person_id from public.invitations
    where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8')))
  for update;

  update public.invitations
  set accepted_at = now()
  where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8'))
    and v_before.archived_at is null
    and invitations.accepted_at is null
    and invitations.revoked_at is null
    and invitations.expires_at > now()
    and invitations.email = (
      select lower(users.email) from auth.users
      where users.id = v_user_id and users.email_confirmed_at is not null
    )
  returning * into v_invitation;
  if v_invitation.id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'This invitation is not valid for your address, was used, or has expired',
      hint = 'invitation_not_found';
  end if;

  update public.people set user_id = v_user_id where people.id = v_before.id returning * into v_after;
  perform private.record_person_change(
    'invitation.accepted', v_before, v_after,
    beside_after => jsonb_build_object('invitation_id', v_invitation.id));
  return private.get_viewer();
end;
$function$;

create or replace function private.admits_sign_up (
  email text,
  token text
)
  returns boolean
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform 1
  from public.invitations
  join public.people on people.id = invitations.person_id
  where invitations.token_hash = sha256(convert_to(admits_sign_up.token, 'UTF8'))
    and invitations.email = lower(btrim(admits_sign_up.email))
    and invitations.accepted_at is null
    and invitations.revoked_at is null
    and invitations.expires_at > now()
    and people.archived_at is null
  for update of invitations;
  return found and not exists (
    select 1 from auth.users where lower(users.email) = lower(btrim(admits_sign_up.email)));
end;
$function$;

create or replace function private.answer_person_change (
  person public.people
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_project_ids uuid[] := private.project_ids_of(person);
begin
  return jsonb_build_object(
    'person', private.describe_person(person),
    'leads', (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', projects.id, 'name', projects.name) order by projects.name, projects.id), '[]')
      from public.projects
      where projects.organization_id = person.organization_id
        and projects.lead_id = person.id
        and projects.archived_at is null
        and projects.status not in ('completed', 'cancelled')
        and projects.id <> all (v_project_ids)
    ));
end;
$function$;

create or replace function private.are_contacts (
  contacts jsonb
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case when jsonb_typeof(contacts) = 'array' then
    jsonb_array_length(contacts) <= 50
    and octet_length(contacts::text) <= 50000
    and not exists (
      select from jsonb_array_elements(contacts) as contact
      where jsonb_typeof(contact) <> 'object'
        or btrim(coalesce(contact ->> 'name', '')) = ''
        or exists (
          select from jsonb_each(case when jsonb_typeof(contact) = 'object' then contact else '{}' end) as field
          where field.key not in ('name', 'role', 'email', 'phone')
            or jsonb_typeof(field.value) not in ('string', 'null')))
  else false end
$function$;

create or replace function private.change_person_role (
  person_id uuid,
  version   integer,
  role      public.person_role,
  client_id uuid               default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_as_seen(
    v_viewer.organization_id, person_id, change_person_role.version);
  v_after public.people;
  v_removed_from uuid[] := '{}';
begin
  perform private.require_role_and_client(
    v_viewer.organization_id, change_person_role.role, change_person_role.client_id);
  if (v_before.role, v_before.client_id)
    is not distinct from (change_person_role.role, change_person_role.client_id) then
    return private.answer_person_change(v_before);
  end if;

  v_after := private.give_role(v_before, change_person_role.role, change_person_role.client_id);
  if v_after.role = 'client' then
    v_removed_from := private.remove_memberships(v_after);
  end if;
  perform private.record_person_change(
    'person.role_changed', v_before, v_after,
    jsonb_build_object('member_of', v_removed_from), '{"member_of": []}');
  return private.answer_person_change(v_after);
end;
$function$;

create or replace function private.changes_since (
  object_type text,
  object_id   uuid,
  version     integer
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'version', (audit_events.after ->> 'version')::integer,
      'at', audit_events.occurred_at,
      'by', case when people.id is not null then jsonb_build_object('id', people.id, 'name', people.name) end,
      'fields', coalesce((
        select jsonb_object_agg(
          field.key, jsonb_build_object('from', audit_events.before -> field.key, 'to', field.value))
        from jsonb_each(audit_events.after - 'version') as field
      ), '{}')
    )
    order by (audit_events.after ->> 'version')::integer), '[]')
  from public.audit_events
  left join public.people on people.id = audit_events.actor_person_id
  where audit_events.object_id = changes_since.object_id
    and audit_events.object_type = changes_since.object_type
    and jsonb_typeof(audit_events.after -> 'version') = 'number'
    and (audit_events.after ->> 'version')::integer > changes_since.version
$function$;

create or replace function private.classify_project (
  project_id   uuid,
  version      integer,
  tier         public.portfolio_tier default null::public.portfolio_tier,
  service_line text                  default null::text,
  risk         public.risk_level     default null::public.risk_level,
  reason       text                  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_before public.portfolio_classifications;
  v_after public.portfolio_classifications;
begin
  if version is null or char_length(service_line) > 100 or char_length(reason) > 1000 then
    raise exception using
      errcode = 'OPINV',
      message = 'Say which version you saw. Service line and reason take 100 and 1,000 characters',
      hint = 'invalid_classification';
  end if;
  -- The project's row is the lock: two classifications of it come one after the other.
  perform from public.projects
  where projects.id = classify_project.project_id
    and projects.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  select * into v_before
  from public.portfolio_classifications
  where portfolio_classifications.project_id = classify_project.project_id
  order by portfolio_classifications.version desc
  limit 1;
  perform private.refuse_stale_version(
    'portfolio_classification', classify_project.project_id, classify_project.version,
    coalesce(v_before.version, 0), case when v_before.id is not null then to_jsonb(v_before) end);

  if v_before.id is not null
    and (tier, service_line, risk, reason)
      is not distinct from (v_before.tier, v_before.service_line, v_before.risk, v_before.reason)
  then
    return to_jsonb(v_before);
  end if;
  insert into public.portfolio_classifications (
    organization_id, project_id, version, tier, service_line, risk, reason, classified_by, created_at)
  values (
    v_viewer.organization_id, classify_project.project_id, coalesce(v_before.version, 0) + 1,
    classify_project.tier, classify_project.service_line, classify_project.risk,
    classify_project.reason, v_viewer.id, clock_timestamp())
  returning * into v_after;
  perform private.record_row_change(
    v_viewer.organization_id, 'project.classified', 'portfolio_classification', v_after.project_id,
    to_jsonb(v_before) - 'project_id', to_jsonb(v_after) - 'project_id', v_after.project_id);
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.clients_with (
  client  public.clients,
  changes jsonb
)
  returns public.clients
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_changed public.clients;
begin
  v_changed := jsonb_populate_record(client, changes);
  v_changed.name := btrim(v_changed.name);
  if changes ? 'is_archived' then
    v_changed.archived_at := case when (changes ->> 'is_archived')::boolean
                                  then coalesce(client.archived_at, now()) end;
  end if;
  if v_changed.name is null then
    raise exception using errcode = 'OPINV', message = 'A client needs a name', hint = 'invalid_client';
  end if;
  return v_changed;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong form', hint = 'invalid_client';
end;
$function$;

create or replace function private.company_name (
  name text
)
  returns text
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  with words as (
    select btrim(regexp_replace(
      regexp_replace(lower(replace(company_name.name, '&', ' and ')), '[.''’]', '', 'g'),
      -- Punctuation by name, since what is a letter depends on the locale of the database.
      '[\s!-/:-@\[-`{-~]+', ' ', 'g')) as plain
  )
  -- A name that is nothing but a legal form stays one.
  select coalesce(
    nullif(regexp_replace(words.plain,
      '( (gmbh|mbh|ag|kg|kgaa|ug|ohg|se|ev|sa|sas|sarl|srl|spa|bv|nv|ltd|limited|inc|incorporated|llc|llp|plc|corp|corporation|co|company|pty|ab|as|aps|oy|and))+$',
      ''), ''),
    lower(company_name.name))
  from words
$function$;

create or replace function private.compute_project_figures (
  organization_id uuid,
  project_ids     uuid[] default null::uuid[]
)
  returns SETOF private.project_figures
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_today constant date := private.organization_today(organization_id);
  v_since constant date := v_today - private.verify_window_days();
  v_time_zone text;
  v_live_ids uuid[];
  v_ids uuid[];
  v_departed_ids uuid[];
begin
  select organizations.time_zone into v_time_zone
  from public.organizations where organizations.id = compute_project_figures.organization_id;
  select
    coalesce(array_agg(projects.id), '{}'),
    coalesce(array_agg(projects.id) filter (where projects.status in ('planned', 'active', 'on_hold')), '{}')
  into v_ids, v_live_ids
  from public.projects
  where projects.organization_id = compute_project_figures.organization_id
    and projects.archived_at is null
    and (compute_project_figures.project_ids is null
         or projects.id = any (compute_project_figures.project_ids));
  select coalesce(array_agg(people.id), '{}') into v_departed_ids
  from public.people
  where people.organization_id = compute_project_figures.organization_id
    and (people.archived_at is not null or people.role = 'client');

  return query
  with spent as materialized (
    select
      time_entries.project_id,
      count(*) as entry_count,
      sum(time_entries.hours) as actual_hours,
      count(*) - count(time_entries.task_id) as taskless_count,
      sum(time_entries.hours) filter (where time_entries.task_id is null) as taskless_hours,
      max(time_entries.spent_on) as last_spent_on
    from public.time_entries
    where time_entries.project_id = any (v_live_ids)
    group by time_entries.project_id
  ),
  ahead as (
    select time_entries.project_id, count(*) as future_count
    from public.time_entries
    where time_entries.project_id in (select spent.project_id from spent where spent.last_spent_on > v_today)
      and time_entries.spent_on > v_today
    group by time_entries.project_id
  ),
  worked_on as (
    select distinct time_entries.task_id
    from public.time_entries
    where time_entries.project_id = any (v_live_ids)
      and time_entries.spent_on >= v_since
      and time_entries.task_id is not null
  ),
  work as (
    select
      tasks.project_id,
      count(*) as task_count,
      sum(tasks.estimate_hours) as estimate_hours,
      count(tasks.estimate_hours) as estimated_count,
      max(tasks.completed_on) as last_completed_on
    from public.tasks
    where tasks.project_id = any (v_live_ids) and tasks.archived_at is null
    group by tasks.project_id
  ),
  open_work as materialized (
    select
      open_tasks.project_id,
      count(*) as open_count,
      count(*) filter (where open_tasks.own_sign_on >= v_since or worked_on.task_id is not null) as verified_count,
      count(*) - count(open_tasks.own_sign_on) as dateless_count,
      count(*) - count(open_tasks.assignee_id) as unowned_count,
      count(*) filter (where open_tasks.assignee_id = any (v_departed_ids)) as departed_owner_count,
      count(*) filter (where open_tasks.due_on < v_today) as past_due_count,
      min(open_tasks.due_on) as earliest_due_on,
      max(open_tasks.own_sign_on) as last_sign_on
    from (
      select
        tasks.project_id, tasks.id, tasks.assignee_id, tasks.due_on,
        greatest(tasks.estimated_on, tasks.started_on) as own_sign_on
      from public.tasks
      where tasks.project_id = any (v_ids)
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
    ) as open_tasks
    left join worked_on on worked_on.task_id = open_tasks.id
    group by open_tasks.project_id
  ),
  -- Only a task that has no day of its own is asked for hours older than the window.
  signless as (
    select tasks.project_id, count(*) as unverified_count
    from public.tasks
    where tasks.project_id in (select open_work.project_id from open_work where open_work.dateless_count > 0)
      and tasks.status in ('open', 'in_progress', 'blocked')
      and tasks.archived_at is null
      and tasks.estimated_on is null
      and tasks.started_on is null
      and not exists (
        select from public.time_entries
        where time_entries.project_id = tasks.project_id and time_entries.task_id = tasks.id)
    group by tasks.project_id
  )
  select
    projects.organization_id,
    projects.id,
    projects.name,
    projects.status,
    projects.lead_id,
    leads.name,
    leads.id = any (v_departed_ids),
    projects.due_on,
    projects.budget_hours::numeric,
    projects.budget_amount::numeric,
    coalesce(spent.actual_hours, 0),
    coalesce(spent.entry_count, 0),
    coalesce(spent.taskless_hours, 0),
    coalesce(spent.taskless_count, 0),
    coalesce(ahead.future_count, 0),
    spent.last_spent_on,
    coalesce(work.task_count, 0),
    coalesce(work.estimate_hours, 0),
    coalesce(work.estimated_count, 0),
    coalesce(open_work.open_count, 0),
    coalesce(open_work.verified_count, 0),
    coalesce(signless.unverified_count, 0),
    coalesce(open_work.unowned_count, 0),
    coalesce(open_work.departed_owner_count, 0),
    coalesce(open_work.past_due_count, 0),
    open_work.earliest_due_on,
    case when activity.last_on > v_today then v_today else activity.last_on end,
    told.health,
    told.told_on,
    operating_profiles.cadence,
    -- How long a status holds: the account's rhythm and two days of grace, or the window where nobody agreed
    -- on one. On request, none is ever late.
    case operating_profiles.cadence
      when 'weekly' then 7 + 2
      when 'fortnightly' then 14 + 2
      when 'monthly' then 31 + 2
      when 'quarterly' then 92 + 2
      when 'on_request' then null
      else private.verify_window_days()
    end,
    v_today
  from public.projects
  left join public.people as leads on leads.id = projects.lead_id
  left join public.operating_profiles on operating_profiles.account_id = projects.account_id
  left join spent on spent.project_id = projects.id
  left join ahead on ahead.project_id = projects.id
  left join work on work.project_id = projects.id
  left join open_work on open_work.project_id = projects.id
  left join signless on signless.project_id = projects.id
  left join lateral (
    select
      status_updates.health,
      (status_updates.created_at at time zone v_time_zone)::date as told_on
    from public.status_updates
    where status_updates.project_id = projects.id
    order by status_updates.created_at desc
    limit 1
  ) as told on true
  cross join lateral (
    select greatest(spent.last_spent_on, work.last_completed_on, open_work.last_sign_on, told.told_on) as last_on
  ) as activity
  where projects.id = any (v_ids);
end;
$function$;

create or replace function private.create_account (
  client_id uuid,
  name      text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_account public.accounts;
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 200 characters is needed', hint = 'invalid_name';
  end if;
  -- Held until the end, so that the client is not archived meanwhile.
  perform from public.clients
  where clients.id = create_account.client_id
    and clients.organization_id = v_viewer.organization_id
    and clients.archived_at is null
  for key share;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;
  begin
    insert into public.accounts (organization_id, client_id, name)
    values (v_viewer.organization_id, create_account.client_id, btrim(create_account.name))
    returning * into v_account;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA',
      message = format('The client has an account called %s already', btrim(create_account.name)),
      hint = 'account_exists';
  end;
  perform private.record_audit_event(
    v_viewer.organization_id, 'account.created', 'account', v_account.id, null,
    jsonb_build_object('client_id', v_account.client_id, 'name', v_account.name,
                       'version', v_account.version));
  return to_jsonb(v_account);
end;
$function$;

create or replace function private.create_client (
  name    text,
  website text default null::text,
  note    text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_client public.clients;
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 200 characters is needed', hint = 'invalid_name';
  end if;
  begin
    insert into public.clients (organization_id, name, website, note)
    values (v_viewer.organization_id, btrim(create_client.name), create_client.website, create_client.note)
    returning * into v_client;
  exception when unique_violation then
    perform private.refuse_taken_client_name(v_viewer.organization_id, btrim(create_client.name));
  end;
  perform private.record_audit_event(
    v_viewer.organization_id, 'client.created', 'client', v_client.id, null,
    jsonb_build_object('name', v_client.name, 'version', v_client.version));
  return to_jsonb(v_client);
end;
$function$;

create or replace function private.created_by_import (
  run_id uuid,
  entity public.import_entity
)
  returns uuid[]
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(array_agg(made.entity_id), '{}')
  from public.portfolio_import_changes as made
  where made.run_id = created_by_import.run_id and made.entity = created_by_import.entity
    and made.change = 'created'
$function$;

create or replace function private.delete_import_mapping (
  mapping_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_name text;
begin
  delete from public.import_mappings
  where import_mappings.id = mapping_id and import_mappings.organization_id = v_viewer.organization_id
  returning import_mappings.name into v_name;
  if v_name is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such mapping', hint = 'import_mapping_not_found';
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'import_mapping.deleted', 'import_mapping', mapping_id,
    jsonb_build_object('name', v_name));
end;
$function$;

create or replace function private.describe_access (
  person        public.people,
  project_count integer
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'role', reach.role,
    'project_count', describe_access.project_count,
    'sees_whole_organization', coalesce(reach.role in ('admin', 'lead'), false),
    'sees_restricted', coalesce(reach.role in ('admin', 'lead'), false),
    'decides_approvals', coalesce(reach.role in ('admin', 'lead'), false),
    'owns_prompt', reach.role is not null and person.is_prompt_owner,
    'manages_people', coalesce(reach.role = 'admin', false),
    'client', (
      select jsonb_build_object('id', clients.id, 'name', clients.name)
      from public.clients
      where clients.id = person.client_id and reach.role = 'client'))
  from (select case when person.archived_at is null then person.role end as role) as reach
$function$;

create or replace function private.describe_difference (
  name       text,
  minuend    uuid[],
  subtrahend uuid[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  with named as (
    select projects.id, projects.name, row_number() over (order by projects.name, projects.id) as place
    from public.projects
    where projects.id = any (minuend) and projects.id <> all (subtrahend)
  )
  select jsonb_build_object(
    describe_difference.name, coalesce(
      jsonb_agg(jsonb_build_object('id', named.id, 'name', named.name) order by named.place)
        filter (where named.place <= 100), '[]'),
    describe_difference.name || '_count', count(*))
  from named
$function$;

create or replace function private.describe_person (
  person public.people
)
  returns jsonb
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'id', person.id,
    'name', person.name,
    'email', person.email,
    'role', person.role,
    'is_employee', person.is_employee,
    'is_prompt_owner', person.is_prompt_owner,
    'client_id', person.client_id,
    'version', person.version,
    'archived_at', person.archived_at)
$function$;

create or replace function private.effective_scope (
  as_person_id uuid,
  OUT          viewer public.people,
  OUT          person public.people,
  OUT          project_ids uuid[],
  OUT          person_ids uuid[],
  OUT          sees_restricted boolean
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  viewer := private.require_internal_viewer();
  person := viewer;
  project_ids := private.project_ids_of(viewer);
  person_ids := private.person_ids_of(viewer);
  sees_restricted := viewer.role in ('admin', 'lead');
  if as_person_id is null or viewer.role not in ('admin', 'lead') then
    return;
  end if;

  select * into person
  from public.people
  where people.id = as_person_id
    and people.organization_id = viewer.organization_id
    and people.archived_at is null;
  if person.id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'There is no such person to view as',
      hint = 'person_not_found';
  end if;
  project_ids := array(
    select unnest(project_ids) intersect select unnest(private.project_ids_of(person))
  );
  person_ids := array(
    select unnest(person_ids) intersect select unnest(private.person_ids_of(person))
  );
  sees_restricted := sees_restricted and person.role in ('admin', 'lead');
end;
$function$;

create or replace function private.facts_hash (
  code          text,
  subject_id    uuid,
  is_unverified boolean,
  basis         text
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return encode(sha256(convert_to(concat_ws('|', code, subject_id, is_unverified, basis), 'UTF8')), 'hex');
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
  end if;
  return coalesce(v_rows, '[]');
end;
$function$;

create or replace function private.get_portfolio_health (
  project_id   uuid,
  code         text,
  state        public.finding_state,
  result_limit integer,
  page_cursor  text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_limit constant integer := coalesce(result_limit, 50);
  v_gap_limit constant integer := 50;
  -- Place of the last finding of the page before: settled, rank, size, subject.
  v_after constant text[] := regexp_match(
    page_cursor, '^(true|false)_(\d{1,4})_(-?\d{1,20}(?:\.\d{1,10})?)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  v_figures private.project_figures[];
begin
  if v_limit not between 1 and 100 then
    raise exception using
      errcode = 'OPINV', message = 'A page holds 1 to 100 findings', hint = 'invalid_limit';
  elsif page_cursor is not null and v_after is null then
    raise exception using
      errcode = 'OPINV', message = 'That is not the cursor of a page', hint = 'invalid_cursor';
  elsif get_portfolio_health.code is not null and not exists (
    select from private.finding_codes() as known where known.code = get_portfolio_health.code
  ) then
    raise exception using
      errcode = 'OPINV', message = 'That is not the code of a finding', hint = 'unknown_finding_code';
  elsif get_portfolio_health.project_id is not null and not exists (
    select from public.projects
    where projects.id = get_portfolio_health.project_id
      and projects.organization_id = v_viewer.organization_id
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;

  v_figures := array(
    select figures
    from private.compute_project_figures(
      v_viewer.organization_id,
      case when get_portfolio_health.project_id is not null then array[get_portfolio_health.project_id] end
    ) as figures);

  return (
    with live as materialized (
      select
        figures.*,
        array_remove(array[
          case when figures.task_count = 0 then 'tasks' end,
          case when figures.lead_id is null or figures.lead_has_left then 'lead' end,
          case when figures.unowned_count > 0 then 'task_owners' end,
          case when figures.last_activity_on >= figures.today - private.verify_window_days() then null
            else 'recent_activity' end,
          case when figures.health is not null
              and (figures.status_days is null or figures.today - figures.status_on <= figures.status_days)
            then null else 'recent_status' end
        ], null) as missing
      from unnest(v_figures) as figures
      where figures.status in ('planned', 'active', 'on_hold')
    ),
    findings as materialized (
      select judged.*, judged.state = 'settled' as is_settled
      from private.judged_findings(v_viewer.organization_id, v_figures,
                                   get_portfolio_health.project_id is null) as judged
    ),
    page as materialized (
      select findings.*
      from findings
      where (get_portfolio_health.code is null or findings.code = get_portfolio_health.code)
        and (get_portfolio_health.state is null or findings.state = get_portfolio_health.state)
        and (v_after is null
          or (findings.is_settled, findings.rank, -findings.size, findings.subject_id)
             > (v_after[1]::boolean, v_after[2]::integer, -(v_after[3]::numeric), v_after[4]::uuid))
      order by findings.is_settled, findings.rank, -findings.size, findings.subject_id
      -- One more tells whether there is a next page.
      limit v_limit + 1
    ),
    shown as materialized (
      select page.*, row_number() over (
        order by page.is_settled, page.rank, -page.size, page.subject_id) as place
      from page
      order by place
      limit v_limit
    )
    select jsonb_build_object(
      'computed_at', now(),
      'today', private.organization_today(v_viewer.organization_id),
      'verify_window_days', private.verify_window_days(),
      'board', (
        select jsonb_build_object(
          'project_count', count(*),
          'with_tasks', count(*) filter (where 'tasks' <> all (live.missing)),
          'with_lead', count(*) filter (where 'lead' <> all (live.missing)),
          'with_owned_tasks', count(*) filter (where 'task_owners' <> all (live.missing)),
          'with_recent_activity', count(*) filter (where 'recent_activity' <> all (live.missing)),
          'with_recent_status', count(*) filter (where 'recent_status' <> all (live.missing)),
          'gaps', (
            select coalesce(jsonb_agg(
              jsonb_build_object('project_id', gaps.project_id, 'name', gaps.name, 'missing', gaps.missing)
              order by cardinality(gaps.missing) desc, gaps.name, gaps.project_id), '[]')
            from (
              select * from live
              where live.missing <> '{}'
              order by cardinality(live.missing) desc, live.name, live.project_id
              limit v_gap_limit
            ) as gaps
          ),
          'gaps_left_out', greatest(count(*) filter (where live.missing <> '{}') - v_gap_limit, 0)
        )
        from live
      ),
      'open_items', (
        select jsonb_build_object(
          'open', coalesce(sum(live.open_count), 0),
          'verified', coalesce(sum(live.verified_count), 0),
          'stale', coalesce(sum(live.open_count - live.verified_count - live.unverified_count), 0),
          'unverified', coalesce(sum(live.unverified_count), 0)
        )
        from live
      ),
      'stale_count', (
        select coalesce(sum(live.open_count - live.verified_count - live.unverified_count), 0) from live
      ),
      'totals', (
        select jsonb_build_object(
          'open', count(*) filter (where findings.state = 'open'),
          'unverified', count(*) filter (where findings.state = 'unverified'),
          'settled', count(*) filter (where findings.state = 'settled')
        )
        from findings
      ),
      'counts', (
        select coalesce(jsonb_agg(
          jsonb_build_object('code', counted.code, 'title', counted.title, 'severity', counted.severity,
                             'open', counted.open, 'unverified', counted.unverified,
                             'settled', counted.settled)
          order by counted.rank), '[]')
        from (
          select
            findings.code, findings.title, findings.severity, findings.rank,
            count(*) filter (where findings.state = 'open') as open,
            count(*) filter (where findings.state = 'unverified') as unverified,
            count(*) filter (where findings.state = 'settled') as settled
          from findings
          group by findings.code, findings.title, findings.severity, findings.rank
        ) as counted
      ),
      'findings', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'code', shown.code,
            'title', shown.title,
            'severity', shown.severity,
            'state', shown.state,
            'subject', jsonb_build_object('type', shown.subject_type, 'id', shown.subject_id,
                                          'name', shown.subject_name, 'project_id', shown.project_id),
            'why', shown.why,
            'facts', shown.facts,
            'facts_hash', private.facts_hash(shown.code, shown.subject_id, shown.is_unverified, shown.basis),
            'evidence', jsonb_build_object(
              'total', shown.evidence_total,
              'rows', private.finding_evidence(shown.code, shown.subject_id, v_viewer.organization_id)),
            'settled_by', shown.settled_by,
            'fix', case when shown.fix_action is not null then
              jsonb_build_object('action', shown.fix_action, 'fields', shown.fix_fields) end,
            'resolution', case when shown.resolution_version is not null then jsonb_build_object(
              'version', shown.resolution_version,
              'state', shown.resolution_state,
              'reason', shown.resolution_reason,
              'decided_by', jsonb_build_object('id', deciders.id, 'name', deciders.name),
              'created_at', shown.resolved_at,
              'facts_changed', shown.facts_changed) end
          )
          order by shown.place)
        from shown
        left join public.people as deciders on deciders.id = shown.resolved_by
      ), '[]'),
      'next_cursor', (
        select concat_ws('_', shown.is_settled::text, shown.rank, trim_scale(shown.size), shown.subject_id)
        from shown
        where shown.place = v_limit and (select count(*) from page) > v_limit
      )
    )
  );
end;
$function$;

create or replace function private.get_portfolio_options (
  search       text    default null::text,
  result_limit integer default 50
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_search text := lower(btrim(coalesce(search, '')));
begin
  if result_limit is null or result_limit not between 1 and 100 or char_length(v_search) > 200 then
    raise exception using
      errcode = 'OPINV',
      message = 'At most 100 of each list, and at most 200 characters to search for',
      hint = 'invalid_options';
  end if;

  return (
    with found as (
      select 'clients' as list, clients.name as label, clients.name as haystack, clients.id,
             jsonb_build_object('id', clients.id, 'name', clients.name) as choice
      from public.clients
      where clients.organization_id = v_viewer.organization_id and clients.archived_at is null
      union all
      select 'accounts', accounts.name, concat_ws(' ', accounts.name, clients.name), accounts.id,
             jsonb_build_object('id', accounts.id, 'name', accounts.name,
                                'client_id', clients.id, 'client_name', clients.name)
      from public.accounts
      join public.clients on clients.id = accounts.client_id
      where accounts.organization_id = v_viewer.organization_id
        and accounts.archived_at is null and clients.archived_at is null
      union all
      select 'people', people.name, concat_ws(' ', people.name, people.email), people.id,
             jsonb_build_object('id', people.id, 'name', people.name, 'email', people.email,
                                'role', people.role, 'is_employee', people.is_employee)
      from public.people
      where people.organization_id = v_viewer.organization_id and people.archived_at is null
      union all
      select distinct 'service_lines', lines.service_line, lines.service_line, null::uuid,
             to_jsonb(lines.service_line)
      from public.portfolio_classifications as lines
      where lines.organization_id = v_viewer.organization_id and lines.service_line is not null
    ),
    matching as (
      select list, choice, row_number() over (
        partition by list order by starts_with(lower(label), v_search) desc, lower(label), id
      ) as place
      from found
      where strpos(lower(haystack), v_search) > 0
    ),
    lists as (
      select
        name,
        coalesce(jsonb_agg(choice order by place) filter (where place <= result_limit), '[]') as choices,
        count(*) filter (where place > result_limit) as left_out
      from unnest(array['clients', 'accounts', 'people', 'service_lines']) as name
      left join matching on matching.list = name
      group by name
    )
    select jsonb_object_agg(name, choices)
      || jsonb_build_object('left_out', jsonb_object_agg(name, left_out))
    from lists
  );
end;
$function$;

create or replace function private.give_role (
  person    public.people,
  role      public.person_role,
  client_id uuid
)
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people;
begin
  perform private.require_role_and_client(person.organization_id, give_role.role, give_role.client_id);
  update public.people
  set role = give_role.role,
      is_employee = give_role.role <> 'client' and (people.is_employee or people.role = 'client'),
      is_prompt_owner = people.is_prompt_owner and give_role.role in ('admin', 'lead'),
      client_id = give_role.client_id
  where people.id = (give_role.person).id
  returning * into v_person;
  return v_person;
end;
$function$;

create or replace function private.import_entity_tables()
  returns table (
    entity   public.import_entity,
    relation regclass
  )
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  values
    ('client'::public.import_entity, 'public.clients'::regclass),
    ('account', 'public.accounts'),
    ('person', 'public.people'),
    ('project', 'public.projects'),
    ('task', 'public.tasks'),
    ('time_entry', 'public.time_entries')
$function$;

create or replace function private.import_label (
  entity    public.import_entity,
  entity_id uuid
)
  returns text
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case entity
    when 'client' then (select name from public.clients where id = entity_id)
    when 'account' then (select name from public.accounts where id = entity_id)
    when 'person' then (select name from public.people where id = entity_id)
    when 'project' then (select concat_ws(' ', code, name) from public.projects where id = entity_id)
    when 'task' then (select title from public.tasks where id = entity_id)
    when 'time_entry' then (
      select format('%s h on %s', trim_scale(hours), spent_on) from public.time_entries where id = entity_id)
  end
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
  v_viewer public.people := private.require_lead();
  v_row_limit constant integer := 20000;
  v_fields text[];
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
  v_fields := array(select jsonb_object_keys(mapping -> 'fields'));

  v_run.id := gen_random_uuid();
  v_run.organization_id := v_viewer.organization_id;
  v_run.requested_by := v_viewer.id;
  v_run.mode := mode;
  v_run.file_name := file_name;
  v_run.file_sha256 := file_sha256;
  v_run.parser_version := parser_version;
  v_run.mapping := mapping;
  v_run.created_at := clock_timestamp();

  perform private.lock_imports(v_viewer.organization_id);

  begin
    perform private.stage_import(rows);
    perform private.plan_import_people(v_viewer.organization_id);
    perform private.plan_import_portfolio(v_viewer.organization_id, v_fields);
    perform private.plan_import_work(v_fields);

    create temporary table import_plan on commit drop as select * from private.import_plan_lines();
    v_run.plan_hash := private.import_plan_hash(mapping, rows);
    v_run.counts := private.import_counts();
    v_run.validation := (
      select jsonb_build_object(
        'problem_count', count(*),
        'problems', coalesce(
          jsonb_agg(jsonb_build_object('line', line, 'message', reason) order by line)
            filter (where place <= 200), '[]'))
      from (select line, reason, row_number() over (order by line) as place
            from pg_temp.import_plan where disposition = 'skipped') as skipped);

    if expected_plan_hash is not null and expected_plan_hash <> v_run.plan_hash then
      raise exception using
        errcode = 'OPSTA',
        message = 'The data changed since the preview. Look at the new preview before you apply',
        hint = 'import_plan_changed';
    end if;
    if mode = 'apply' then
      perform private.carry_out_import(v_viewer.organization_id);
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
  insert into public.portfolio_import_runs select v_run.*;
  if v_run.status = 'succeeded' then
    insert into public.portfolio_import_rows (
      organization_id, run_id, line, disposition, project_code, task_key, reason, changes)
    select v_viewer.organization_id, v_run.id, line, disposition, project_code, task_key, reason, changes
    from pg_temp.import_plan;
    drop table pg_temp.import_plan;
  end if;
  if v_run.applied_at is not null then
    perform private.record_import_changes(v_run.organization_id, v_run.id);
  end if;

  perform private.record_audit_event(
    v_viewer.organization_id, 'portfolio_import.' || v_run.status, 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'counts', v_run.counts));
  return to_jsonb(v_run);
end;
$function$;

create or replace function private.invite_person (
  email     text,
  name      text,
  role      public.person_role,
  client_id uuid               default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  -- In turn: two first invitations of one address would both make the person.
  v_viewer public.people := private.require_admin_in_turn();
  v_email text := lower(btrim(invite_person.email));
  v_person public.people;
  v_before public.people;
  v_removed_from uuid[] := '{}';
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_invitation public.invitations;
begin
  if v_email is null or char_length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    raise exception using
      errcode = 'OPINV', message = 'That is not an e-mail address', hint = 'invalid_email';
  end if;
  if char_length(btrim(coalesce(invite_person.name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 200 characters is needed', hint = 'invalid_name';
  end if;
  perform private.require_role_and_client(
    v_viewer.organization_id, invite_person.role, invite_person.client_id);

  select * into v_person
  from public.people
  where people.organization_id = v_viewer.organization_id
    and people.email = v_email
    and people.archived_at is null
  for update;

  if v_person.user_id is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This person has joined already', hint = 'already_joined';
  end if;

  if v_person.id is null then
    insert into public.people (organization_id, email, name, role, is_employee, client_id)
    values (v_viewer.organization_id, v_email, btrim(invite_person.name), invite_person.role,
            invite_person.role <> 'client', invite_person.client_id)
    returning * into v_person;
  else
    v_before := v_person;
    update public.people set name = btrim(invite_person.name) where people.id = v_person.id;
    v_person := private.give_role(v_person, invite_person.role, invite_person.client_id);
    if v_person.role = 'client' then
      v_removed_from := private.remove_memberships(v_person);
    end if;
  end if;

  update public.invitations
  set revoked_at = now()
  where invitations.person_id = v_person.id
    and invitations.accepted_at is null
    and invitations.revoked_at is null;

  insert into public.invitations (organization_id, person_id, email, token_hash, invited_by, expires_at)
  values (v_viewer.organization_id, v_person.id, v_email, sha256(convert_to(v_token, 'UTF8')), v_viewer.id,
          now() + interval '7 days')
  returning * into v_invitation;

  -- What is on record is who was invited; what that changed of somebody known before, beside it.
  if v_before.id is null then
    perform private.record_audit_event(
      v_viewer.organization_id, 'person.invited', 'person', v_person.id, null,
      jsonb_build_object(
        'version', v_person.version, 'name', v_person.name, 'role', v_person.role,
        'client_id', v_person.client_id, 'email', v_email, 'invitation_id', v_invitation.id));
  else
    perform private.record_person_change(
      'person.invited', v_before, v_person,
      jsonb_build_object('member_of', v_removed_from),
      jsonb_build_object('member_of', '[]'::jsonb, 'email', v_email, 'invitation_id', v_invitation.id));
  end if;

  return jsonb_build_object(
    'invitation_id', v_invitation.id,
    'person_id', v_person.id,
    'token', v_token,
    'expires_at', v_invitation.expires_at
  );
end;
$function$;

create or replace function private.is_filled_text (
  value jsonb
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select coalesce(jsonb_typeof(value) = 'string' and value <> '""', false) $function$;

create or replace function private.is_import_mapping (
  mapping jsonb
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case when jsonb_typeof(mapping -> 'fields') is not distinct from 'object' then
    mapping - 'fields' - 'date_format' = '{}'
    and mapping -> 'fields' ?| array['project_code', 'project_name']
    and coalesce(
      mapping -> 'date_format' in ('"YYYY-MM-DD"', '"DD/MM/YYYY"', '"MM/DD/YYYY"', '"DD.MM.YYYY"'),
      not mapping ? 'date_format')
    and not exists (
      select 1
      from jsonb_each(mapping -> 'fields') as source (field, said)
      where field not in (
          'client_name', 'account_name', 'project_code', 'project_name', 'project_status', 'project_starts_on',
          'project_due_on', 'project_budget_hours', 'project_budget_amount', 'task_key', 'task_title',
          'task_status', 'task_category', 'task_subcategory', 'task_priority', 'task_estimate_hours',
          'task_estimated_on', 'task_started_on', 'task_due_on', 'task_completed_on', 'task_assignee', 'person',
          'hours', 'spent_on', 'note')
        or not case when jsonb_typeof(said) <> 'object' then false
          when said ? 'value' then said - 'value' = '{}' and private.is_filled_text(said -> 'value')
          else said - 'column' - 'values' = '{}' and private.is_filled_text(said -> 'column')
            and case
              when not said ? 'values' then true
              when jsonb_typeof(said -> 'values') <> 'object' then false
              else not exists (
                select 1 from jsonb_each(said -> 'values') as word (cell, meaning)
                where jsonb_typeof(meaning) <> 'string')
            end
        end)
  else false end
$function$;

create or replace function private.judged_findings (
  organization_id uuid,
  figures         private.project_figures[],
  of_organization boolean
)
  returns table (
    code               text,
    subject_type       public.finding_subject,
    subject_id         uuid,
    subject_name       text,
    project_id         uuid,
    size               numeric,
    why                text,
    facts              jsonb,
    evidence_total     bigint,
    rank               integer,
    severity           public.finding_severity,
    title              text,
    settled_by         text,
    fix_action         text,
    fix_fields         text[],
    is_unverified      boolean,
    basis              text,
    state              public.finding_state,
    resolution_version integer,
    resolution_state   public.resolution_state,
    resolution_reason  text,
    resolved_by        uuid,
    resolved_at        timestamp with time zone,
    facts_changed      boolean
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query
  with found as materialized (
    select * from private.project_findings(judged_findings.figures)
    union all
    select * from private.organization_findings(judged_findings.organization_id)
    where judged_findings.of_organization
  ),
  judged as (
    select
      found.*, latest.version as resolution_version, latest.state as resolution_state,
      latest.reason as resolution_reason, latest.decided_by, latest.created_at,
      -- Hashed only where somebody decided: that is a few of thousands.
      case when latest.version is not null then latest.facts_hash <>
        private.facts_hash(found.code, found.subject_id, found.is_unverified, found.basis) end as facts_changed
    from found
    left join lateral (
      select *
      from public.reconciliation_resolutions as resolutions
      where resolutions.organization_id = judged_findings.organization_id
        and resolutions.finding_code = found.code
        and resolutions.subject_id = found.subject_id
      order by resolutions.version desc
      limit 1
    ) as latest on true
  )
  select
    judged.code, judged.subject_type, judged.subject_id, judged.subject_name, judged.project_id,
    judged.size, judged.why, judged.facts, judged.evidence_total,
    catalogue.rank, catalogue.severity, catalogue.title, catalogue.settled_by, catalogue.fix_action, catalogue.fix_fields,
    judged.is_unverified, judged.basis,
    (case
      when judged.resolution_state = 'settled' and not judged.facts_changed then 'settled'
      when judged.is_unverified then 'unverified'
      else 'open'
    end)::public.finding_state,
    judged.resolution_version, judged.resolution_state, judged.resolution_reason, judged.decided_by,
    judged.created_at, judged.facts_changed
  from judged
  join private.finding_codes() as catalogue on catalogue.code = judged.code;
end;
$function$;

create or replace function private.lock_imports (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('import_portfolio:' || organization_id, 0)) then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another import is running. Try again when it has ended',
      hint = 'import_running';
  end if;
end;
$function$;

create or replace function private.lock_person (
  organization_id uuid,
  person_id       uuid
)
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people;
begin
  select * into v_person
  from public.people
  where people.id = lock_person.person_id and people.organization_id = lock_person.organization_id
  for update;
  if v_person.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  end if;
  return v_person;
end;
$function$;

create or replace function private.lock_person_as_seen (
  organization_id uuid,
  person_id       uuid,
  version         integer
)
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people := private.lock_person(organization_id, person_id);
begin
  perform private.refuse_stale_version(
    'person', v_person.id, lock_person_as_seen.version, v_person.version,
    private.describe_person(v_person));
  if v_person.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person has left. Invite them again to give them a new start',
      hint = 'person_archived';
  end if;
  return v_person;
end;
$function$;

create or replace function private.offboard_person (
  person_id uuid,
  version   integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_as_seen(
    v_viewer.organization_id, person_id, offboard_person.version);
  v_after public.people;
  v_removed_from uuid[];
  v_revoked uuid[];
begin
  v_removed_from := private.remove_memberships(v_before);
  with revoked as (
    update public.invitations
    set revoked_at = now()
    where invitations.person_id = v_before.id
      and invitations.accepted_at is null
      and invitations.revoked_at is null
    returning invitations.id
  )
  select coalesce(array_agg(revoked.id), '{}') into v_revoked from revoked;

  v_after := v_before;
  v_after.archived_at := now();
  v_after.user_id := null;
  v_after.is_prompt_owner := false;
  v_after.version := v_before.version + 1;
  -- Before the person loses the user: who offboards themselves is still on record as the actor.
  perform private.record_person_change(
    'person.offboarded', v_before, v_after,
    jsonb_build_object('member_of', v_removed_from),
    jsonb_build_object('member_of', '[]'::jsonb, 'revoked_invitations', v_revoked));
  update public.people
  set archived_at = v_after.archived_at, user_id = null, is_prompt_owner = false
  where people.id = v_before.id
  returning * into v_after;
  return private.answer_person_change(v_after);
end;
$function$;

create or replace function private.operating_profiles_with (
  profile public.operating_profiles,
  changes jsonb
)
  returns public.operating_profiles
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_changed public.operating_profiles;
begin
  v_changed := jsonb_populate_record(profile, changes);
  v_changed.contacts := coalesce(v_changed.contacts, '[]');
  v_changed.standing_facts := coalesce(v_changed.standing_facts, '{}');
  v_changed.definition_of_done := coalesce(v_changed.definition_of_done, '{}');
  return v_changed;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong form', hint = 'invalid_operating_profile';
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
  from same_clients;
end;
$function$;

create or replace function private.organization_today (
  organization_id uuid
)
  returns date
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select (now() at time zone organizations.time_zone)::date
  from public.organizations
  where organizations.id = organization_today.organization_id
$function$;

create or replace function private.person_ids_of (
  person public.people
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if person.archived_at is not null then
    return '{}';
  elsif person.role in ('admin', 'lead') then
    return array(select people.id from public.people
                 where people.organization_id = person.organization_id);
  elsif person.role = 'member' then
    return array(select people.id from public.people
                 where people.organization_id = person.organization_id
                   and (people.is_employee or people.id = person.id));
  end if;
  return '{}';
end;
$function$;

create or replace function private.plan_import_portfolio (
  organization_id uuid,
  fields          text[]
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.resolve_import_names(organization_id);

  create temporary table import_projects on commit drop as
  with first_lines as (
    select distinct on (project_key) *
    from pg_temp.import_lines
    where problem is null
    order by project_key, is_only_named, line
  ),
  matched as (
    select first_lines.*, existing.id as existing_id, to_jsonb(existing) as existing_row,
           accounts.name as existing_account, clients.name as existing_client
    from first_lines
    left join public.projects as existing
      on existing.organization_id = plan_import_portfolio.organization_id
     and case when first_lines.project_code is not null
              then existing.code = first_lines.project_code
              else existing.id = first_lines.known_project_id end
    left join public.accounts on accounts.id = existing.account_id
    left join public.clients on clients.id = accounts.client_id
  )
  select distinct on (matched.project_key)
    matched.project_key, matched.client_key, matched.client_name, matched.account_key, matched.account_name,
    matched.existing_id is null as is_new,
    coalesce(matched.existing_id, gen_random_uuid()) as id,
    null::uuid as account_id,
    matched.project_code as code,
    planned.*,
    private.json_changes(
      matched.existing_row,
      case when matched.existing_id is not null then to_jsonb(planned) end
    ) as changes,
    case
      when matched.existing_id is null and matched.account_key is null and matched.client_key is null
        then 'The project is new, and neither client nor account is given for it'
      when matched.client_key <> lower(matched.existing_client)
        or matched.account_key <> lower(matched.existing_account)
        then format('The project belongs to %s, account %s: correct that, or leave both out',
                    matched.existing_client, matched.existing_account)
      when planned.due_on < planned.starts_on then 'The project would be due before it starts'
    end as problem
  from matched
  cross join lateral (
    select
      case when matched.existing_id is null or 'project_name' = any (fields)
           then coalesce(matched.project_name, matched.existing_row ->> 'name', matched.project_code)
           else matched.existing_row ->> 'name' end as name,
      case when matched.existing_id is null or 'project_status' = any (fields)
           then coalesce(matched.project_status, (matched.existing_row ->> 'status')::public.project_status, 'active')
           else (matched.existing_row ->> 'status')::public.project_status end as status,
      case when 'project_starts_on' = any (fields) then matched.project_starts_on
           else (matched.existing_row ->> 'starts_on')::date end as starts_on,
      case when 'project_due_on' = any (fields) then matched.project_due_on
           else (matched.existing_row ->> 'due_on')::date end as due_on,
      case when 'project_budget_hours' = any (fields) then matched.project_budget_hours
           else (matched.existing_row ->> 'budget_hours')::numeric end as budget_hours,
      case when 'project_budget_amount' = any (fields) then matched.project_budget_amount
           else (matched.existing_row ->> 'budget_amount')::numeric end as budget_amount
  ) as planned
  order by matched.project_key;

  update pg_temp.import_lines
  set problem = import_projects.problem
  from pg_temp.import_projects
  where import_lines.project_key = import_projects.project_key
    and import_lines.problem is null
    and import_projects.problem is not null;
  delete from pg_temp.import_projects where problem is not null;

  -- A client without an account gets one of its own name, and the reverse.
  update pg_temp.import_projects
  set client_key = coalesce(client_key, account_key), client_name = coalesce(client_name, account_name),
      account_key = coalesce(account_key, client_key), account_name = coalesce(account_name, client_name);

  create temporary table import_clients on commit drop as
  select distinct on (import_projects.client_key)
    import_projects.client_key, import_projects.client_name as name,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  left join public.clients as existing
    on existing.organization_id = plan_import_portfolio.organization_id
   and lower(existing.name) = import_projects.client_key
   and existing.archived_at is null
  where import_projects.is_new
  order by import_projects.client_key;

  create temporary table import_accounts on commit drop as
  select distinct on (import_clients.id, import_projects.account_key)
    import_clients.client_key, import_projects.account_key, import_projects.account_name as name,
    import_clients.id as client_id,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  join pg_temp.import_clients on import_clients.client_key = import_projects.client_key
  left join public.accounts as existing
    on existing.client_id = import_clients.id
   and lower(existing.name) = import_projects.account_key
   and existing.archived_at is null
  where import_projects.is_new
  order by import_clients.id, import_projects.account_key;

  update pg_temp.import_projects
  set account_id = import_accounts.id
  from pg_temp.import_accounts
  where import_projects.is_new
    and import_accounts.client_key = import_projects.client_key
    and import_accounts.account_key = import_projects.account_key;

  update pg_temp.import_lines
  set project_id = import_projects.id
  from pg_temp.import_projects
  where import_projects.project_key = import_lines.project_key and import_lines.problem is null;
end;
$function$;

create or replace function private.plan_import_work (
  fields text[]
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- Lines may have been refused since people were planned.
  delete from pg_temp.import_people
  where not exists (
    select 1 from pg_temp.import_lines
    where import_lines.problem is null
      and import_people.id in (import_lines.person_id, import_lines.assignee_id));

  create temporary table import_tasks on commit drop as
  with first_lines as (
    select distinct on (project_id, resolved_task_key) *
    from pg_temp.import_lines
    where problem is null and resolved_task_key is not null
    order by project_id, resolved_task_key, line
  )
  select
    first_lines.line as first_line,
    first_lines.project_id,
    first_lines.resolved_task_key as external_key,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id,
    existing.assignee_id as previous_assignee_id,
    planned.*,
    case when existing.id is not null then
      private.json_changes(to_jsonb(existing), to_jsonb(planned)) end as changes
  from first_lines
  -- Looked up one by one: without fresh statistics, a join may be made on half of the key.
  left join lateral (
    select *
    from public.tasks
    where tasks.project_id = first_lines.project_id
      and tasks.external_key = first_lines.resolved_task_key
    limit 1
  ) as existing on true
  cross join lateral (
    select
      case when existing.id is null or 'task_title' = any (fields)
           then coalesce(first_lines.task_title, existing.title, first_lines.task_key)
           else existing.title end as title,
      case when existing.id is null or 'task_status' = any (fields)
           then coalesce(first_lines.task_status, existing.status, 'open')
           else existing.status end as status,
      case when 'task_category' = any (fields) then first_lines.task_category else existing.category end as category,
      case when 'task_subcategory' = any (fields) then first_lines.task_subcategory else existing.subcategory end as subcategory,
      case when 'task_priority' = any (fields) then first_lines.task_priority else existing.priority end as priority,
      case when 'task_assignee' = any (fields) then first_lines.assignee_id else existing.assignee_id end as assignee_id,
      case when 'task_estimate_hours' = any (fields) then first_lines.task_estimate_hours else existing.estimate_hours end as estimate_hours,
      case when 'task_estimated_on' = any (fields) then first_lines.task_estimated_on else existing.estimated_on end as estimated_on,
      case when 'task_started_on' = any (fields) then first_lines.task_started_on else existing.started_on end as started_on,
      case when 'task_due_on' = any (fields) then first_lines.task_due_on else existing.due_on end as due_on,
      case when 'task_completed_on' = any (fields) then first_lines.task_completed_on else existing.completed_on end as completed_on
  ) as planned;
  create unique index on pg_temp.import_tasks (project_id, external_key);

  -- A new person gets another id in every plan: people stand in it by name, so that plans can be compared.
  update pg_temp.import_tasks
  set changes = changes - 'assignee_id' || jsonb_build_object('assignee', jsonb_build_object(
    'from', (select people.name from public.people
             where people.id = (changes -> 'assignee_id' ->> 'from')::uuid),
    'to', (select min(import_people.label) from pg_temp.import_people
           where import_people.id = import_tasks.assignee_id)))
  where changes ? 'assignee_id';
  analyze pg_temp.import_tasks;

  update pg_temp.import_lines
  set task_id = import_tasks.id
  from pg_temp.import_tasks
  where import_tasks.project_id = import_lines.project_id
    and import_tasks.external_key = import_lines.resolved_task_key
    and import_lines.problem is null;

  -- Two entries of one person on one task and day are told apart by their order in the file.
  create temporary table import_entries on commit drop as
  with keyed as (
    select
      import_lines.line, import_lines.project_id, import_lines.task_id, import_lines.person_id,
      import_lines.spent_on, import_lines.hours, import_lines.note,
      concat_ws('|', coalesce(import_lines.resolved_task_key, ''), import_lines.person_id, import_lines.spent_on,
        row_number() over (
          partition by import_lines.project_id, import_lines.task_id, import_lines.person_id, import_lines.spent_on
          order by import_lines.line)) as external_key
    from pg_temp.import_lines
    where import_lines.problem is null and import_lines.hours is not null
  )
  select
    keyed.*,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id,
    case when existing.id is not null then
      private.json_changes(
        to_jsonb(existing),
        jsonb_build_object('hours', keyed.hours, 'task_id', keyed.task_id)
        || case when 'note' = any (fields) then jsonb_build_object('note', keyed.note) else '{}' end
      ) end as changes
  from keyed
  left join lateral (
    select *
    from public.time_entries
    where time_entries.project_id = keyed.project_id
      and time_entries.external_key = keyed.external_key
    limit 1
  ) as existing on true;
  create unique index on pg_temp.import_entries (line);
  analyze pg_temp.import_entries;
end;
$function$;

create or replace function private.post_status_update (
  project_id uuid,
  health     public.project_health,
  summary    text,
  risks      text                  default null::text,
  next_steps text                  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_project public.projects;
  v_update public.status_updates;
begin
  if health is null or char_length(btrim(coalesce(summary, ''))) not between 1 and 4000 then
    raise exception using
      errcode = 'OPINV',
      message = 'A status needs a health and a summary of at most 4,000 characters',
      hint = 'invalid_status_update';
  end if;
  select * into v_project
  from public.projects
  where projects.id = post_status_update.project_id
    and projects.id = any (private.project_ids_of(v_viewer));
  if v_project.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif v_project.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived', hint = 'project_archived';
  end if;

  insert into public.status_updates (
    organization_id, project_id, author_id, health, summary, risks, next_steps, created_at)
  values (
    v_project.organization_id, v_project.id, v_viewer.id, post_status_update.health,
    post_status_update.summary, post_status_update.risks, post_status_update.next_steps,
    clock_timestamp())
  returning * into v_update;
  perform private.record_audit_event(
    v_project.organization_id, 'status_update.posted', 'status_update', v_update.id, null,
    jsonb_build_object('health', v_update.health), v_project.id);
  return to_jsonb(v_update);
end;
$function$;

create or replace function private.preview_person_change (
  person_id uuid,
  change    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_kind text := change ->> 'to';
  v_viewer public.people := case
    when v_kind = 'membership' then private.require_lead() else private.require_admin_in_turn() end;
  v_role public.person_role;
  v_client_id uuid;
  v_project_id uuid;
  v_choice boolean;
  v_before public.people;
  v_after public.people;
  v_before_ids uuid[];
  v_after_ids uuid[];
  v_leads jsonb;
  v_hint text;
begin
  begin
    v_role := change ->> 'role';
    v_client_id := change ->> 'client_id';
    v_project_id := change ->> 'project_id';
    v_choice := coalesce(change ->> 'is_member', change ->> 'is_prompt_owner');
  exception when invalid_text_representation then
    raise exception using
      errcode = 'OPINV', message = 'A value of the change has the wrong form', hint = 'malformed_change';
  end;
  if v_kind is null or v_kind not in ('role', 'offboarded', 'membership', 'prompt_owner') then
    raise exception using
      errcode = 'OPINV', message = 'Say what is to change', hint = 'unknown_change';
  end if;

  v_before := private.lock_person(v_viewer.organization_id, preview_person_change.person_id);
  v_before_ids := private.project_ids_of(v_before);
  begin
    v_leads := case v_kind
      when 'role' then private.change_person_role(v_before.id, v_before.version, v_role, v_client_id)
      when 'offboarded' then private.offboard_person(v_before.id, v_before.version)
      when 'membership' then private.set_project_membership(v_project_id, v_before.id, v_choice)
      else private.set_prompt_owner(v_before.id, v_before.version, v_choice)
    end -> 'leads';
    select * into v_after from public.people where people.id = v_before.id;
    v_after_ids := private.project_ids_of(v_after);
    raise exception using errcode = 'OPSTA', message = 'Undo', hint = 'only_previewed';
  exception when sqlstate 'OPSTA' then
    get stacked diagnostics v_hint = pg_exception_hint;
    if v_hint <> 'only_previewed' then
      raise;
    end if;
  end;

  return jsonb_build_object(
    'before', private.describe_access(v_before, cardinality(v_before_ids)),
    'after', private.describe_access(v_after, cardinality(v_after_ids)),
    'leads', v_leads)
    || private.describe_difference('gained', v_after_ids, v_before_ids)
    || private.describe_difference('lost', v_before_ids, v_after_ids);
end;
$function$;

create or replace function private.project_findings (
  figures private.project_figures[]
)
  returns SETOF private.finding
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set "DateStyle" to 'ISO, YMD'
  AS $function$
begin
  return query
  with figures as materialized (
    select
      given.*,
      given.status in ('planned', 'active', 'on_hold') as is_live,
      given.open_count - given.verified_count - given.unverified_count as stale_count,
      given.actual_hours > given.budget_hours as is_over_budget,
      given.today - given.due_on as days_late,
      -- A finding once settled comes back when it has become twice as bad, and not every day.
      '{2,4,8,16,32,64,128,256,512,1024}'::float8[] as doublings
    from unnest(project_findings.figures) as given
  ),
  live as materialized (
    select * from figures where figures.is_live
  ),
  found (code, project_id, project_name, is_unverified, size, why, facts, basis, evidence_total) as (
    -- A tenth of the budget more, or another budget, is worth another look.
    select
      'project_over_budget', project_id, name, false, actual_hours - budget_hours,
      format('%s of %s hours are spent, %s more than budgeted.', trim_scale(actual_hours),
             trim_scale(budget_hours), trim_scale(actual_hours - budget_hours)),
      jsonb_build_object('budget_hours', budget_hours, 'actual_hours', actual_hours),
      format('%s/%s', trim_scale(budget_hours), floor(10 * actual_hours / nullif(budget_hours, 0))),
      entry_count
    from live where is_over_budget

    union all
    select
      'project_near_budget', project_id, name, false, round(100 * actual_hours / budget_hours),
      format('%s of %s hours are spent: %s %%.', trim_scale(actual_hours), trim_scale(budget_hours),
             floor(100 * actual_hours / budget_hours)),
      jsonb_build_object('budget_hours', budget_hours, 'actual_hours', actual_hours),
      format('%s/%s', trim_scale(budget_hours), floor(10 * actual_hours / budget_hours)),
      entry_count
    from live where budget_hours > 0 and actual_hours between 0.8 * budget_hours and budget_hours

    -- Hours beyond everything that was ever estimated, done or not. Where a task has no estimate the sum is
    -- not known, and so neither is how far the hours are beyond it.
    union all
    select
      'project_over_estimate', project_id, name, estimated_count < task_count, actual_hours - estimate_hours,
      format('%s hours are spent on work estimated at %s', trim_scale(actual_hours), trim_scale(estimate_hours))
        || case when estimated_count < task_count
             then format('; %s of %s tasks have no estimate.', task_count - estimated_count, task_count)
             else '.' end,
      jsonb_build_object('estimate_hours', estimate_hours, 'actual_hours', actual_hours,
                         'tasks', task_count, 'tasks_without_estimate', task_count - estimated_count),
      format('%s/%s', trim_scale(estimate_hours), floor(10 * actual_hours / estimate_hours)),
      entry_count
    from live where estimate_hours > 0 and actual_hours > estimate_hours

    union all
    select
      'project_past_due', project_id, name, false, days_late::numeric,
      format('It was due on %s, %s days ago, and is still %s.', due_on, days_late, replace(status::text, '_', ' ')),
      jsonb_build_object('due_on', due_on, 'days_late', days_late, 'status', status),
      format('%s/%s', due_on, width_bucket(days_late::float8 / private.verify_window_days(), doublings)),
      open_count
    from live where days_late > 0

    union all
    select
      'status_contradicted', project_id, name, false, (today - status_on)::numeric,
      format('The status of %s says on track, but ', status_on)
        || concat_ws(' and ',
             case when is_over_budget then
               format('%s of %s hours are spent', trim_scale(actual_hours), trim_scale(budget_hours)) end,
             case when days_late > 0 then format('it was due on %s', due_on) end)
        || '.',
      jsonb_strip_nulls(jsonb_build_object('health', health, 'status_on', status_on, 'due_on', due_on,
                                           'budget_hours', budget_hours, 'actual_hours', actual_hours)),
      format('%s/%s/%s', status_on, is_over_budget, days_late > 0),
      1
    from live where health = 'on_track' and (is_over_budget or days_late > 0)

    union all
    select
      'status_overdue', project_id, name, false, (today - status_on - status_days)::numeric,
      format('The last status is %s days old', today - status_on)
        || case when cadence is null then format('; without an agreed rhythm it holds for %s.', status_days)
             else format('; the account is reported %s.', cadence) end,
      jsonb_build_object('status_on', status_on, 'status_holds_days', status_days, 'cadence', cadence),
      format('%s/%s', status_on, width_bucket((today - status_on)::float8 / status_days, doublings)),
      1
    from live where today - status_on > status_days

    union all
    select
      'status_missing', project_id, name, true, 0, 'Nobody has ever said how the project goes.',
      jsonb_build_object('cadence', cadence), 'none', 0
    from live where health is null

    union all
    select
      'project_without_lead', project_id, name, false, open_count::numeric, 'Nobody answers for the project.',
      jsonb_build_object('status', status), 'none', 0
    from live where lead_id is null

    union all
    select
      'project_lead_left', project_id, name, false, open_count::numeric,
      format('%s leads it and has left.', lead_name),
      jsonb_build_object('lead_id', lead_id, 'lead_name', lead_name), lead_id::text, 1
    from live where lead_has_left

    -- Without a budget nobody can say whether the hours are within it.
    union all
    select
      'project_without_budget', project_id, name, true, actual_hours,
      format('It has a budget neither in hours nor in money; %s hours are spent.', trim_scale(actual_hours)),
      jsonb_build_object('actual_hours', actual_hours), 'none', entry_count
    from live where budget_hours is null and budget_amount is null

    union all
    select
      'project_without_tasks', project_id, name, false, actual_hours,
      format('It has no tasks; %s hours are spent.', trim_scale(actual_hours)),
      jsonb_build_object('status', status, 'actual_hours', actual_hours), 'none', entry_count
    from live where task_count = 0

    union all
    select
      'project_without_open_tasks', project_id, name, false, task_count::numeric,
      format('It is active, and all of its %s tasks are closed.', task_count),
      jsonb_build_object('tasks', task_count), task_count::text, task_count
    from live where status = 'active' and task_count > 0 and open_count = 0

    union all
    select
      'planned_project_under_way', project_id, name, false, actual_hours,
      format('It is planned, but %s hours are spent on it already.', trim_scale(actual_hours)),
      jsonb_build_object('actual_hours', actual_hours, 'last_spent_on', last_spent_on),
      width_bucket(actual_hours::float8, doublings)::text, entry_count
    from live where status = 'planned' and entry_count > 0

    union all
    select
      'project_without_recent_activity', project_id, name, last_activity_on is null,
      coalesce(today - last_activity_on, 0)::numeric,
      case when last_activity_on is null then 'Nothing dated ever happened on it.'
        else format('Nothing has happened on it for %s days, since %s.', today - last_activity_on, last_activity_on)
      end,
      jsonb_build_object('last_activity_on', last_activity_on),
      case when last_activity_on is null then 'none'
        else format('%s/%s', last_activity_on,
                    width_bucket((today - last_activity_on)::float8 / private.verify_window_days(), doublings)) end,
      (entry_count > 0)::integer + (health is not null)::integer
    from live
    where last_activity_on is null or last_activity_on < today - private.verify_window_days()

    union all
    select
      'tasks_without_owner', project_id, name, false, unowned_count::numeric,
      format('%s of %s open tasks are assigned to nobody.', unowned_count, open_count),
      jsonb_build_object('open_tasks', open_count, 'without_owner', unowned_count),
      unowned_count::text, unowned_count
    from live where unowned_count > 0

    union all
    select
      'tasks_owner_left', project_id, name, false, departed_owner_count::numeric,
      format('%s of %s open tasks are assigned to people who have left.', departed_owner_count, open_count),
      jsonb_build_object('open_tasks', open_count, 'owner_left', departed_owner_count),
      departed_owner_count::text, departed_owner_count
    from live where departed_owner_count > 0

    union all
    select
      'open_tasks_past_due', project_id, name, false, past_due_count::numeric,
      format('%s of %s open tasks are past their due dates, the first since %s.', past_due_count, open_count,
             earliest_due_on),
      jsonb_build_object('open_tasks', open_count, 'past_due', past_due_count, 'earliest_due_on', earliest_due_on),
      format('%s/%s', past_due_count, earliest_due_on), past_due_count
    from live where past_due_count > 0

    union all
    select
      'open_items_stale', project_id, name, false, stale_count::numeric,
      format('%s of %s open tasks have shown no sign of life for more than %s days.', stale_count, open_count,
             private.verify_window_days()),
      jsonb_build_object('open_tasks', open_count, 'stale', stale_count), stale_count::text, stale_count
    from live where stale_count > 0

    union all
    select
      'open_items_unverified', project_id, name, true, unverified_count::numeric,
      format('%s of %s open tasks never showed a dated sign of life.', unverified_count, open_count),
      jsonb_build_object('open_tasks', open_count, 'unverified', unverified_count),
      unverified_count::text, unverified_count
    from live where unverified_count > 0

    -- Its share of the hours is what matters: a project that is booked whole, on purpose, stays settled.
    union all
    select
      'hours_without_task', project_id, name, false, taskless_hours,
      format('%s of %s hours belong to no task.', trim_scale(taskless_hours), trim_scale(actual_hours)),
      jsonb_build_object('actual_hours', actual_hours, 'without_task', taskless_hours),
      floor(10 * taskless_hours / actual_hours)::text, taskless_count
    from live where taskless_count > 0

    union all
    select
      'hours_in_future', project_id, name, false, future_count::numeric,
      format('%s time entries are dated after today, the last one %s.', future_count, last_spent_on),
      jsonb_build_object('entries', future_count, 'last_spent_on', last_spent_on),
      format('%s/%s', future_count, last_spent_on), future_count
    from live where future_count > 0

    union all
    select
      'open_tasks_on_ended_project', project_id, name, false, open_count::numeric,
      format('It is %s, but %s of its tasks are open.', status, open_count),
      jsonb_build_object('status', status, 'open_tasks', open_count),
      format('%s/%s', status, open_count), open_count
    from figures where not is_live and open_count > 0
  )
  select
    code, 'project'::public.finding_subject, project_id, project_name, project_id, is_unverified,
    size, why, facts, basis, evidence_total
  from found;
end;
$function$;

create or replace function private.project_ids_of (
  person public.people
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if person.archived_at is not null then
    return '{}';
  elsif person.role in ('admin', 'lead') then
    return array(select projects.id from public.projects
                 where projects.organization_id = person.organization_id);
  elsif person.role = 'member' then
    return array(select project_members.project_id from public.project_members
                 where project_members.person_id = person.id);
  end if;
  return '{}';
end;
$function$;

create or replace function private.projects_with (
  project public.projects,
  changes jsonb
)
  returns public.projects
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_changed public.projects;
begin
  v_changed := jsonb_populate_record(project, changes);
  v_changed.name := btrim(v_changed.name);
  v_changed.code := btrim(v_changed.code);
  if changes ? 'is_archived' then
    v_changed.archived_at := case when (changes ->> 'is_archived')::boolean
                                  then coalesce(project.archived_at, now()) end;
  end if;
  if v_changed.name is null or v_changed.status is null or v_changed.account_id is null then
    raise exception using
      errcode = 'OPINV',
      message = 'A project needs a name, a status and an account',
      hint = 'invalid_project';
  elsif v_changed.due_on < v_changed.starts_on then
    raise exception using
      errcode = 'OPINV', message = 'The project is due before it starts', hint = 'due_before_start';
  end if;
  return v_changed;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong form', hint = 'invalid_project';
end;
$function$;

create or replace function private.put_back_import (
  run_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  update public.projects
  set (name, status, starts_on, due_on, budget_hours, budget_amount) = (
    select former.name, former.status, former.starts_on, former.due_on, former.budget_hours, former.budget_amount
    from jsonb_populate_record(projects, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'project' and changed.change = 'updated'
    and projects.id = changed.entity_id;

  update public.tasks
  set (title, status, category, subcategory, priority, assignee_id, estimate_hours, estimated_on, started_on,
       due_on, completed_on) = (
    select former.title, former.status, former.category, former.subcategory, former.priority, former.assignee_id,
           former.estimate_hours, former.estimated_on, former.started_on, former.due_on, former.completed_on
    from jsonb_populate_record(tasks, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'task' and changed.change = 'updated'
    and tasks.id = changed.entity_id;

  update public.time_entries
  set (hours, task_id, note) = (
    select former.hours, former.task_id, former.note
    from jsonb_populate_record(time_entries, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'time_entry' and changed.change = 'updated'
    and time_entries.id = changed.entity_id;

  perform private.record_imported_projects(run_id, true);

  delete from public.time_entries where id = any ((select private.created_by_import(run_id, 'time_entry'))::uuid[]);
  delete from public.tasks where id = any ((select private.created_by_import(run_id, 'task'))::uuid[]);
  delete from public.projects where id = any ((select private.created_by_import(run_id, 'project'))::uuid[]);
  delete from public.people where id = any ((select private.created_by_import(run_id, 'person'))::uuid[]);
  delete from public.accounts where id = any ((select private.created_by_import(run_id, 'account'))::uuid[]);
  delete from public.clients where id = any ((select private.created_by_import(run_id, 'client'))::uuid[]);
end;
$function$;

create or replace function private.record_import_changes (
  organization_id uuid,
  run_id          uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  insert into public.portfolio_import_changes (organization_id, run_id, entity, entity_id, change, changes)
  select
    record_import_changes.organization_id, record_import_changes.run_id,
    planned.entity, planned.id,
    (case when planned.changes is null then 'created' else 'updated' end)::public.import_change,
    planned.changes
  from (
    select 'client'::public.import_entity as entity, id, is_new, null::jsonb as changes from pg_temp.import_clients
    union all select 'account', id, is_new, null from pg_temp.import_accounts
    union all select 'person', id, is_new, null from pg_temp.import_people
    union all select 'project', id, is_new, changes from pg_temp.import_projects
    -- The plan tells assignees by name.
    union all select 'task', id, is_new, case when changes ? 'assignee' then
        changes - 'assignee' || jsonb_build_object('assignee_id', jsonb_build_object(
          'from', previous_assignee_id, 'to', assignee_id))
        else changes end
      from pg_temp.import_tasks
    union all select 'time_entry', id, is_new, changes from pg_temp.import_entries
  ) as planned
  where planned.is_new or planned.changes is not null;

  perform private.record_imported_projects(run_id, false);
end;
$function$;

create or replace function private.record_imported_projects (
  run_id    uuid,
  is_undone boolean
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.record_audit_event(
    changed.organization_id, 'project.updated', 'project', projects.id,
    private.values_of(changed.changes, case when is_undone then 'to' else 'from' end)
      || jsonb_build_object('version', projects.version - 1),
    private.values_of(changed.changes, case when is_undone then 'from' else 'to' end)
      || jsonb_build_object('version', projects.version))
  from public.portfolio_import_changes as changed
  join public.projects on projects.id = changed.entity_id
  where changed.run_id = record_imported_projects.run_id
    and changed.entity = 'project' and changed.change = 'updated'
$function$;

create or replace function private.record_person_change (
  action        text,
  before        public.people,
  after         public.people,
  beside_before jsonb         default '{}'::jsonb,
  beside_after  jsonb         default '{}'::jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.record_row_change(
    (after).organization_id, record_person_change.action, 'person', (after).id,
    to_jsonb(before) || beside_before, to_jsonb(after) || beside_after);
end;
$function$;

create or replace function private.record_row_change (
  organization_id uuid,
  action          text,
  object_type     text,
  object_id       uuid,
  before          jsonb,
  after           jsonb,
  project_id      uuid  default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  -- Who, when and which row stands in the event itself.
  v_bookkeeping constant text[] := array[
    'id', 'organization_id', 'version', 'created_at', 'updated_at', 'updated_by', 'classified_by'];
  v_changes jsonb := coalesce(
    private.json_changes(before - v_bookkeeping, after - v_bookkeeping), '{}');
begin
  perform private.record_audit_event(
    record_row_change.organization_id,
    action,
    object_type,
    object_id,
    coalesce((select jsonb_object_agg(change.key, change.value -> 'from')
              from jsonb_each(v_changes) as change), '{}')
      || jsonb_build_object('version', before -> 'version'),
    coalesce((select jsonb_object_agg(change.key, change.value -> 'to')
              from jsonb_each(v_changes) as change), '{}')
      || jsonb_build_object('version', after -> 'version'),
    project_id);
end;
$function$;

create or replace function private.refuse_stale_version (
  object_type     text,
  object_id       uuid,
  seen            integer,
  current_version integer,
  current_row     jsonb
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if seen is null then
    raise exception using
      errcode = 'OPINV', message = 'Say which version you saw', hint = 'version_missing';
  elsif seen <> current_version then
    raise exception using
      errcode = 'OPSTA',
      message = 'Somebody changed this since you opened it. Look at what changed, then save again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', current_version,
        'current', coalesce(current_row, '{}'),
        'changes', private.changes_since(object_type, object_id, seen))::text;
  end if;
end;
$function$;

create or replace function private.refuse_taken_client_name (
  organization_id uuid,
  name            text
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  raise exception using
    errcode = 'OPSTA',
    message = format('There is a client called %s already', name),
    hint = 'client_exists',
    detail = (
      select jsonb_build_object('client_id', clients.id)::text
      from public.clients
      where clients.organization_id = refuse_taken_client_name.organization_id
        and lower(clients.name) = lower(refuse_taken_client_name.name)
        and clients.archived_at is null);
end;
$function$;

create or replace function private.remove_memberships (
  person public.people
)
  returns uuid[]
  language sql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  with removed as (
    delete from public.project_members
    where project_members.person_id = (remove_memberships.person).id
    returning project_members.project_id
  )
  select coalesce(array_agg(removed.project_id order by removed.project_id), '{}') from removed
$function$;

create or replace function private.require_admin_in_turn()
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin();
begin
  perform 1 from public.organizations
  where organizations.id = v_viewer.organization_id
  for no key update;
  return private.require_admin();
end;
$function$;

create or replace function private.require_changes (
  changes jsonb,
  fields  text[],
  lists   text[] default '{}'::text[]
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_unknown text[];
  v_malformed text[];
begin
  if jsonb_typeof(changes) is distinct from 'object' or changes = '{}' then
    raise exception using
      errcode = 'OPINV', message = 'Name at least one field to change', hint = 'no_changes';
  end if;
  v_unknown := array(select jsonb_object_keys(changes) except select unnest(fields));
  if v_unknown <> '{}' then
    raise exception using
      errcode = 'OPINV',
      message = format('These fields cannot be changed: %s', array_to_string(v_unknown, ', ')),
      hint = 'unknown_fields',
      detail = jsonb_build_object('fields', v_unknown)::text;
  end if;
  v_malformed := array(
    select change.key
    from jsonb_each(changes) as change
    where case when change.key = any (lists) then jsonb_typeof(change.value) not in ('array', 'null')
               else jsonb_typeof(change.value) in ('array', 'object') end);
  if v_malformed <> '{}' then
    raise exception using
      errcode = 'OPINV',
      message = format('These fields have the wrong form: %s', array_to_string(v_malformed, ', ')),
      hint = 'malformed_fields',
      detail = jsonb_build_object('fields', v_malformed)::text;
  end if;
end;
$function$;

create or replace function private.require_role_and_client (
  organization_id uuid,
  role            public.person_role,
  client_id       uuid
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if require_role_and_client.role is null then
    raise exception using errcode = 'OPINV', message = 'A role is needed', hint = 'role_missing';
  end if;
  if (require_role_and_client.role = 'client') <> (require_role_and_client.client_id is not null) then
    raise exception using
      errcode = 'OPINV',
      message = 'A client contact needs a client, and nobody else has one',
      hint = 'client_mismatch';
  end if;
  if require_role_and_client.client_id is not null and not exists (
    select 1 from public.clients
    where clients.id = require_role_and_client.client_id
      and clients.organization_id = require_role_and_client.organization_id
      and clients.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;
end;
$function$;

create or replace function private.resolution_in_force (
  organization_id uuid,
  finding_code    text,
  subject_id      uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object('version', coalesce(max(latest.version), 0), 'current',
                            coalesce((array_agg(to_jsonb(latest)))[1], '{}'), 'changes', jsonb_build_array())
  from (
    select *
    from public.reconciliation_resolutions as resolutions
    where resolutions.organization_id = resolution_in_force.organization_id
      and resolutions.finding_code = resolution_in_force.finding_code
      and resolutions.subject_id = resolution_in_force.subject_id
    order by resolutions.version desc
    limit 1
  ) as latest
$function$;

create or replace function private.resolve_finding (
  finding_code text,
  subject_id   uuid,
  version      integer,
  facts_hash   text,
  state        public.resolution_state,
  reason       text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_reason constant text := btrim(coalesce(resolve_finding.reason, ''));
  v_subject public.finding_subject;
  v_figures private.project_figures[];
  v_finding record;
  v_facts_hash text;
  v_resolution public.reconciliation_resolutions;
begin
  if resolve_finding.version is null or resolve_finding.version < 0 then
    raise exception using
      errcode = 'OPINV', message = 'Name the version that you saw, 0 for none', hint = 'invalid_version';
  elsif resolve_finding.facts_hash is null or resolve_finding.facts_hash !~ '^[0-9a-f]{64}$' then
    raise exception using
      errcode = 'OPINV', message = 'Name the hash of the facts that you saw', hint = 'invalid_facts_hash';
  elsif resolve_finding.state is null then
    raise exception using errcode = 'OPINV', message = 'A state is needed', hint = 'state_missing';
  elsif char_length(v_reason) not between 1 and 1000 then
    raise exception using
      errcode = 'OPINV', message = 'A reason of 1 to 1000 characters is needed', hint = 'invalid_reason';
  end if;

  select catalogue.subject_type into v_subject
  from private.finding_codes() as catalogue where catalogue.code = resolve_finding.finding_code;
  if v_subject = 'project' then
    v_figures := array(
      select figures
      from private.compute_project_figures(v_viewer.organization_id, array[resolve_finding.subject_id]) as figures);
  end if;
  select * into v_finding
  from private.judged_findings(v_viewer.organization_id, v_figures, v_subject <> 'project') as found
  where found.code = resolve_finding.finding_code and found.subject_id = resolve_finding.subject_id;
  if v_finding.code is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such finding now', hint = 'finding_not_found';
  end if;

  v_facts_hash := private.facts_hash(
    v_finding.code, v_finding.subject_id, v_finding.is_unverified, v_finding.basis);
  if v_facts_hash <> resolve_finding.facts_hash then
    raise exception using
      errcode = 'OPSTA',
      message = 'The facts have changed. Look at the finding again',
      hint = 'finding_changed',
      detail = jsonb_build_object('facts_hash', v_facts_hash, 'facts', v_finding.facts,
                                  'why', v_finding.why)::text;
  elsif coalesce(v_finding.resolution_version, 0) = resolve_finding.version then
    if resolve_finding.state = 'settled' and v_finding.state = 'settled' then
      raise exception using
        errcode = 'OPSTA', message = 'The finding is settled already', hint = 'already_settled';
    elsif resolve_finding.state = 'reopened' and v_finding.state <> 'settled' then
      raise exception using
        errcode = 'OPSTA', message = 'The finding is not settled', hint = 'not_settled';
    end if;
    -- Of two at once, the second waits here and then finds the version taken.
    insert into public.reconciliation_resolutions (
      organization_id, finding_code, subject_type, subject_id, version, state, facts_hash, reason, decided_by)
    values (
      v_viewer.organization_id, resolve_finding.finding_code, v_finding.subject_type, resolve_finding.subject_id,
      resolve_finding.version + 1, resolve_finding.state, resolve_finding.facts_hash, v_reason, v_viewer.id)
    on conflict on constraint reconciliation_resolutions_finding_version_key do nothing
    returning * into v_resolution;
  end if;

  if v_resolution.id is null then
    raise exception using
      errcode = 'OPSTA',
      message = 'Somebody else has decided about the finding meanwhile',
      hint = 'version_conflict',
      detail = private.resolution_in_force(
        v_viewer.organization_id, resolve_finding.finding_code, resolve_finding.subject_id)::text;
  end if;

  perform private.record_audit_event(
    v_viewer.organization_id, 'finding.' || v_resolution.state, 'finding', v_resolution.subject_id, null,
    to_jsonb(v_resolution) || jsonb_build_object('why', v_finding.why), v_finding.project_id);
  return to_jsonb(v_resolution);
end;
$function$;

create or replace function private.resolve_import_names (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- Projects by the name they will have: with an old name, the same file would mean others next time.
  create temporary table import_candidates on commit drop as
  with coded as (
    select distinct on (project_code) project_code, project_name, client_key, account_key
    from pg_temp.import_lines
    where problem is null and not is_only_named
    order by project_code, line
  )
  select
    coalesce('code:' || projects.code, 'id:' || projects.id) as project_key,
    projects.id as known_project_id,
    projects.code as project_code,
    lower(coalesce(coded.project_name, projects.name)) as name_key,
    lower(clients.name) as client_key,
    lower(accounts.name) as account_key
  from public.projects
  join public.accounts on accounts.id = projects.account_id
  join public.clients on clients.id = accounts.client_id
  left join coded on coded.project_code = projects.code
  where projects.organization_id = resolve_import_names.organization_id
  union all
  select
    'code:' || coded.project_code, null, coded.project_code,
    lower(coalesce(coded.project_name, coded.project_code)),
    coalesce(coded.client_key, coded.account_key), coalesce(coded.account_key, coded.client_key)
  from coded
  where not exists (
    select 1 from public.projects
    where projects.organization_id = resolve_import_names.organization_id
      and projects.code = coded.project_code);

  for v_given in reverse 2..0 loop
    with resolved as (
      select
        named.line,
        count(distinct candidates.project_key) as candidate_count,
        min(candidates.project_key) as project_key,
        min(candidates.known_project_id::text)::uuid as known_project_id,
        min(candidates.project_code) as project_code
      from pg_temp.import_lines as named
      left join pg_temp.import_candidates as candidates
        on candidates.name_key = lower(named.project_name)
       and (named.client_key is null or candidates.client_key = named.client_key)
       and (named.account_key is null or candidates.account_key = named.account_key)
      where named.problem is null and named.is_only_named
        and num_nonnulls(named.client_key, named.account_key) = v_given
      group by named.line
    )
    update pg_temp.import_lines
    set problem = case when resolved.candidate_count > 1
          then 'More than one project has this name: give its code' end,
        -- A client without an account gets one of its own name, and the reverse.
        project_key = coalesce(resolved.project_key, concat_ws(
          chr(31), import_lines.project_key, coalesce(client_key, account_key), coalesce(account_key, client_key))),
        known_project_id = resolved.known_project_id,
        project_code = resolved.project_code
    from resolved
    where import_lines.line = resolved.line;

    insert into pg_temp.import_candidates (project_key, name_key, client_key, account_key)
    select distinct project_key, lower(project_name),
           coalesce(client_key, account_key), coalesce(account_key, client_key)
    from pg_temp.import_lines
    where problem is null and is_only_named and num_nonnulls(client_key, account_key) = v_given and v_given > 0
      and project_key <> all (select import_candidates.project_key from pg_temp.import_candidates);
  end loop;
  drop table pg_temp.import_candidates;
end;
$function$;

create or replace function private.revoke_invitation (
  invitation_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_invitation public.invitations;
begin
  select * into v_invitation
  from public.invitations
  where invitations.id = revoke_invitation.invitation_id
    and invitations.organization_id = v_viewer.organization_id
  for update;
  if v_invitation.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such invitation', hint = 'invitation_not_found';
  elsif v_invitation.accepted_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'The invitation was accepted already. Offboard the person instead',
      hint = 'invitation_accepted';
  end if;

  if v_invitation.revoked_at is null then
    update public.invitations set revoked_at = now()
    where invitations.id = v_invitation.id
    returning * into v_invitation;
    perform private.record_audit_event(
      v_viewer.organization_id, 'invitation.revoked', 'person', v_invitation.person_id,
      jsonb_build_object('invitation_id', v_invitation.id, 'revoked_at', null),
      jsonb_build_object('invitation_id', v_invitation.id, 'revoked_at', v_invitation.revoked_at));
  end if;
  return jsonb_build_object('id', v_invitation.id, 'revoked_at', v_invitation.revoked_at);
end;
$function$;

create or replace function private.save_import_mapping (
  name    text,
  mapping jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_kept_limit constant integer := 100;
  v_name text := btrim(save_import_mapping.name);
  v_kept public.import_mappings;
begin
  if v_name is null or char_length(v_name) not between 1 and 100 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 100 characters is needed', hint = 'invalid_name';
  end if;
  if not private.is_import_mapping(save_import_mapping.mapping)
    or octet_length(save_import_mapping.mapping::text) > 100000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A mapping says which column, or which value, fills which field, in at most 100 kB',
      hint = 'invalid_mapping';
  end if;
  -- One at a time: two would both be the last that fits, or the first of their name. Not a full lock:
  -- whatever else is written meanwhile, an import for one, refers to the row.
  perform 1 from public.organizations
  where organizations.id = v_viewer.organization_id
  for no key update;
  if (
    select count(*) from public.import_mappings
    where import_mappings.organization_id = v_viewer.organization_id
      and lower(import_mappings.name) <> lower(v_name)
  ) >= v_kept_limit then
    raise exception using
      errcode = 'OPSTA',
      message = format('At most %s mappings are kept. Delete one first', v_kept_limit),
      hint = 'too_many_import_mappings';
  end if;

  update public.import_mappings
  set name = v_name, mapping = save_import_mapping.mapping
  where import_mappings.organization_id = v_viewer.organization_id
    and lower(import_mappings.name) = lower(v_name)
  returning * into v_kept;
  if v_kept.id is null then
    insert into public.import_mappings (organization_id, name, mapping, created_by)
    values (v_viewer.organization_id, v_name, save_import_mapping.mapping, v_viewer.id)
    returning * into v_kept;
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'import_mapping.saved', 'import_mapping', v_kept.id, null,
    jsonb_build_object('name', v_kept.name));
  return to_jsonb(v_kept);
end;
$function$;

create or replace function private.set_project_membership (
  project_id uuid,
  person_id  uuid,
  is_member  boolean
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_person public.people := private.lock_person(
    v_viewer.organization_id, set_project_membership.person_id);
begin
  if set_project_membership.is_member is null then
    raise exception using
      errcode = 'OPINV', message = 'Say whether the person is a member', hint = 'choice_missing';
  elsif not exists (
    select 1 from public.projects
    where projects.id = set_project_membership.project_id
      and projects.organization_id = v_viewer.organization_id
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif is_member and v_person.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person has left. Invite them again to give them a new start',
      hint = 'person_archived';
  elsif is_member and v_person.role = 'client' then
    raise exception using
      errcode = 'OPSTA',
      message = 'Client contacts are members of no project: they see what is shared with their client',
      hint = 'client_contact';
  end if;

  if is_member then
    insert into public.project_members (organization_id, project_id, person_id)
    values (v_viewer.organization_id, set_project_membership.project_id, v_person.id)
    on conflict do nothing;
  else
    delete from public.project_members
    where project_members.project_id = set_project_membership.project_id
      and project_members.person_id = v_person.id;
  end if;
  if found then
    perform private.record_audit_event(
      v_viewer.organization_id, 'person.membership_changed', 'person', v_person.id,
      jsonb_build_object('is_member', not is_member),
      jsonb_build_object('is_member', is_member),
      set_project_membership.project_id);
  end if;
  return private.answer_person_change(v_person);
end;
$function$;

create or replace function private.set_prompt_owner (
  person_id       uuid,
  version         integer,
  is_prompt_owner boolean
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_as_seen(
    v_viewer.organization_id, person_id, set_prompt_owner.version);
  v_after public.people;
begin
  if set_prompt_owner.is_prompt_owner is null then
    raise exception using
      errcode = 'OPINV', message = 'Say whether the person owns the prompt', hint = 'choice_missing';
  elsif set_prompt_owner.is_prompt_owner and v_before.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPSTA',
      message = 'Only admins and leads can own the prompt',
      hint = 'role_cannot_own_prompt';
  elsif set_prompt_owner.is_prompt_owner = v_before.is_prompt_owner then
    return private.answer_person_change(v_before);
  end if;

  update public.people
  set is_prompt_owner = set_prompt_owner.is_prompt_owner
  where people.id = v_before.id
  returning * into v_after;
  perform private.record_person_change('person.prompt_ownership_changed', v_before, v_after);
  return private.answer_person_change(v_after);
end;
$function$;

create or replace function private.spine_activity (
  project_ids uuid[],
  names       jsonb,
  today       date,
  time_zone   text
)
  returns table (
    project_id        uuid,
    people            jsonb,
    people_left_out   integer,
    recent_hours      numeric,
    last_entry        jsonb,
    activity          jsonb,
    activity_left_out integer
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_people_limit constant integer := 20;
  v_activity_limit constant integer := 8;
  v_entry_limit constant integer := 10;
  v_first_day constant date := today - 29;
  v_begin constant timestamptz := v_first_day::timestamp at time zone time_zone;
begin
  return query
  with worked as materialized (
    select
      time_entries.project_id, time_entries.person_id, time_entries.spent_on,
      sum(time_entries.hours) as hours,
      array_agg(time_entries.id order by time_entries.id) as ids
    from public.time_entries
    where time_entries.project_id = any (spine_activity.project_ids)
      and time_entries.spent_on between v_first_day and today
    group by time_entries.project_id, time_entries.person_id, time_entries.spent_on
  ),
  team as (
    select projects.id as project_id, projects.lead_id as person_id, 'lead' as role, 0 as hours
    from public.projects
    where projects.id = any (spine_activity.project_ids)
    union all
    select project_members.project_id, project_members.person_id, 'member', 0
    from public.project_members
    where project_members.project_id = any (spine_activity.project_ids)
    union all
    select worked.project_id, worked.person_id, null, worked.hours from worked
  ),
  placed as (
    select
      team.project_id, team.person_id, min(team.role) as role, sum(team.hours) as hours,
      row_number() over (
        partition by team.project_id
        order by min(team.role), sum(team.hours) desc, names ->> team.person_id::text, team.person_id
      ) as place
    from team
    where names ? team.person_id::text
    group by team.project_id, team.person_id
    having min(team.role) is not null
  ),
  peopled as (
    select
      placed.project_id,
      jsonb_agg(
        jsonb_build_object(
          'id', placed.person_id,
          'name', names -> placed.person_id::text,
          'role', placed.role,
          'hours_last_30_days', placed.hours
        )
        order by placed.place
      ) filter (where placed.place <= v_people_limit) as items,
      count(*) filter (where placed.place > v_people_limit) as left_out
    from placed
    group by placed.project_id
  ),
  happened as (
    select worked.project_id, 'hours' as kind, worked.spent_on as happened_on, worked.person_id, worked.ids,
           worked.hours as figure, null as label
    from worked
    union all
    select tasks.project_id, 'task_completed', tasks.completed_on, tasks.assignee_id, array[tasks.id], null,
           tasks.title
    from public.tasks
    where tasks.project_id = any (spine_activity.project_ids)
      and tasks.status = 'done'
      and tasks.archived_at is null
      and tasks.completed_on between v_first_day and today
    union all
    select status_updates.project_id, 'status_update',
           (status_updates.created_at at time zone time_zone)::date, status_updates.author_id,
           array[status_updates.id], null, status_updates.health::text
    from public.status_updates
    where status_updates.project_id = any (spine_activity.project_ids)
      and status_updates.created_at >= v_begin
    union all
    select portfolio_classifications.project_id, 'classification',
           (portfolio_classifications.created_at at time zone time_zone)::date,
           portfolio_classifications.classified_by, array[portfolio_classifications.id],
           portfolio_classifications.version, null
    from public.portfolio_classifications
    where portfolio_classifications.project_id = any (spine_activity.project_ids)
      and portfolio_classifications.created_at >= v_begin
  ),
  ranked as (
    select happened.*, row_number() over (
      partition by happened.project_id
      order by happened.happened_on desc, happened.kind, happened.ids
    ) as place
    from happened
  ),
  active as (
    select
      ranked.project_id,
      jsonb_agg(
        jsonb_build_object(
          'kind', ranked.kind,
          'on', ranked.happened_on,
          'person', case when ranked.person_id is not null then
            jsonb_build_object('id', ranked.person_id, 'name', names -> ranked.person_id::text) end
        ) || case ranked.kind
          when 'hours' then jsonb_build_object(
            'hours', ranked.figure,
            'time_entry_ids', ranked.ids[:v_entry_limit],
            'time_entry_count', cardinality(ranked.ids))
          when 'task_completed' then jsonb_build_object('task_id', ranked.ids[1], 'title', ranked.label)
          when 'status_update' then jsonb_build_object(
            'status_update_id', ranked.ids[1], 'health', ranked.label)
          else jsonb_build_object('classification_id', ranked.ids[1], 'version', ranked.figure)
        end
        order by ranked.place
      ) filter (where ranked.place <= v_activity_limit) as items,
      count(*) filter (where ranked.place > v_activity_limit) as left_out
    from ranked
    group by ranked.project_id
  ),
  totals as (
    select worked.project_id, sum(worked.hours) as hours from worked group by worked.project_id
  )
  select
    listed.project_id,
    coalesce(peopled.items, '[]'),
    coalesce(peopled.left_out, 0)::integer,
    coalesce(totals.hours, 0),
    last_entries.item,
    coalesce(active.items, '[]'),
    coalesce(active.left_out, 0)::integer
  from unnest(spine_activity.project_ids) as listed (project_id)
  left join peopled on peopled.project_id = listed.project_id
  left join totals on totals.project_id = listed.project_id
  left join active on active.project_id = listed.project_id
  left join lateral (
    select jsonb_build_object(
      'id', entries.id,
      'spent_on', entries.spent_on,
      'hours', entries.hours,
      'person', jsonb_build_object('id', entries.person_id, 'name', names -> entries.person_id::text),
      'task_id', entries.task_id
    ) as item
    from (
      select *
      from public.time_entries
      where time_entries.project_id = listed.project_id
      order by time_entries.spent_on desc, time_entries.id desc
      limit 1
    ) as entries
  ) as last_entries on true;
end;
$function$;

create or replace function private.spine_work (
  project_ids uuid[],
  names       jsonb,
  today       date
)
  returns table (
    project_id    uuid,
    open_items    jsonb,
    open_tasks    jsonb,
    task_left_out integer
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_task_limit constant integer := 10;
  v_since constant date := today - private.verify_window_days();
begin
  return query
  with worked_on as materialized (
    select distinct time_entries.task_id
    from public.time_entries
    where time_entries.project_id = any (spine_work.project_ids)
      and time_entries.spent_on >= v_since
      and time_entries.task_id is not null
  ),
  -- Signs of life are days that people told: of the estimate, of the start, of hours. Row times are not.
  -- Looked up and not joined: the planner takes a scope within a scope for next to nothing, and would walk
  -- the one list for each line of the other.
  open_ones as (
    select
      tasks.id, tasks.project_id, tasks.status, tasks.due_on, tasks.assignee_id,
      greatest(tasks.estimated_on, tasks.started_on) as own_sign_on,
      tasks.id in (select worked_on.task_id from worked_on) as is_worked_on
    from public.tasks
    where tasks.project_id = any (spine_work.project_ids)
      and tasks.status in ('open', 'in_progress', 'blocked')
      and tasks.archived_at is null
    -- So that each line is looked up once.
    offset 0
  ),
  counted as (
    select
      open_ones.project_id,
      count(*) as open,
      count(*) filter (where open_ones.status = 'blocked') as blocked,
      count(*) filter (where open_ones.due_on < today) as past_due,
      count(*) filter (where open_ones.assignee_id is null) as without_assignee,
      count(*) filter (where open_ones.is_worked_on or open_ones.own_sign_on >= v_since) as verified,
      count(*) filter (where
        case when not open_ones.is_worked_on and open_ones.own_sign_on is null then (
          select true from public.time_entries where time_entries.task_id = open_ones.id limit 1
        ) is null end) as unverified
    from open_ones
    group by open_ones.project_id
  )
  select
    listed.project_id,
    jsonb_build_object(
      'open', coalesce(counted.open, 0),
      'blocked', coalesce(counted.blocked, 0),
      'past_due', coalesce(counted.past_due, 0),
      'without_assignee', coalesce(counted.without_assignee, 0),
      'stale', coalesce(counted.open - counted.verified - counted.unverified, 0),
      'unverified', coalesce(counted.unverified, 0)
    ),
    coalesce(relevant.items, '[]'),
    greatest(coalesce(counted.open, 0) - v_task_limit, 0)::integer
  from unnest(spine_work.project_ids) as listed (project_id)
  left join counted on counted.project_id = listed.project_id
  cross join lateral (
    select
      jsonb_agg(
        jsonb_build_object(
          'id', tasks.id,
          'title', tasks.title,
          'status', tasks.status,
          'priority', tasks.priority,
          'assignee', case when tasks.assignee_id is not null then
            jsonb_build_object('id', tasks.assignee_id, 'name', names -> tasks.assignee_id::text) end,
          'due_on', tasks.due_on,
          'is_past_due', coalesce(tasks.due_on < today, false),
          'estimate_hours', tasks.estimate_hours
        )
        order by tasks.status <> 'blocked', tasks.due_on, tasks.priority, tasks.id
      ) as items
    from (
      select *
      from public.tasks
      where tasks.project_id = listed.project_id
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
      order by tasks.status <> 'blocked', tasks.due_on, tasks.priority, tasks.id
      limit v_task_limit
    ) as tasks
  ) as relevant;
end;
$function$;

create or replace function private.stage_import (
  rows jsonb
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  drop table if exists
    pg_temp.import_lines, pg_temp.import_clients, pg_temp.import_accounts, pg_temp.import_projects,
    pg_temp.import_people, pg_temp.import_tasks, pg_temp.import_entries;

  create temporary table import_lines on commit drop as
  select
    staged.*,
    lower(staged.client_name) as client_key,
    lower(staged.account_name) as account_key,
    coalesce('code:' || staged.project_code, 'name:' || lower(staged.project_name)) as project_key,
    coalesce(staged.task_key, 'title:' || lower(staged.task_title)) as resolved_task_key,
    staged.project_code is null as is_only_named,
    null::uuid as known_project_id,
    null::uuid as project_id,
    null::uuid as task_id,
    null::uuid as person_id,
    null::uuid as assignee_id
  from jsonb_to_recordset(stage_import.rows) as staged (
    line integer, problem text,
    client_name text, account_name text,
    project_code text, project_name text, project_status public.project_status,
    project_starts_on date, project_due_on date,
    project_budget_hours numeric(10, 2), project_budget_amount numeric(14, 2),
    task_key text, task_title text, task_status public.task_status,
    task_category text, task_subcategory text, task_priority smallint,
    task_estimate_hours numeric(10, 2), task_estimated_on date, task_started_on date,
    task_due_on date, task_completed_on date, task_assignee text,
    person text, hours numeric(8, 2), spent_on date, note text
  );
  if exists (
    select 1 from pg_temp.import_lines
    where line is null or line < 1
    union all
    select 1 from pg_temp.import_lines group by line having count(*) > 1
  ) then
    raise exception using
      errcode = 'OPINV', message = 'Every row needs a line number of its own', hint = 'invalid_import';
  end if;

  update pg_temp.import_lines
  set problem = case
    when project_key is null then 'No project: give a project code or name'
    when hours <= 0 then 'Hours must be more than zero'
    when btrim(coalesce(person, '')) = '' then 'Hours need a person'
    else 'Hours need a date' end
  where problem is null
    and (project_key is null
         or (hours is not null
             and (hours <= 0 or btrim(coalesce(person, '')) = '' or spent_on is null)));
  analyze pg_temp.import_lines;
end;
$function$;

create or replace function private.touched_since_import (
  run_id uuid
)
  returns table (
    entity    public.import_entity,
    entity_id uuid,
    why       text
  )
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_table record;
  v_reference record;
begin
  drop table if exists pg_temp.import_written, pg_temp.import_touched;
  create temporary table import_touched (
    entity public.import_entity, entity_id uuid, why text) on commit drop;

  -- A later import that was undone since left the row as it was, at the time of its undoing. A table of
  -- its own, so that what follows is planned with its size known.
  create temporary table import_written on commit drop as
  select
    changed.organization_id, changed.entity, changed.entity_id, changed.change,
    greatest(runs.applied_at, max(undone.undone_at)) as written_at
  from public.portfolio_import_changes as changed
  join public.portfolio_import_runs as runs on runs.id = changed.run_id
  left join public.portfolio_import_changes as other
    on other.entity_id = changed.entity_id and other.run_id <> changed.run_id
  left join public.portfolio_import_runs as undone on undone.id = other.run_id
  where changed.run_id = touched_since_import.run_id
  group by changed.run_id, changed.entity_id, runs.applied_at;
  create unique index on pg_temp.import_written (entity_id);
  analyze pg_temp.import_written;

  for v_table in select * from private.import_entity_tables() loop
    execute format(
      'select from %s where id in (select entity_id from pg_temp.import_written where entity = $1) order by id for update',
      v_table.relation) using v_table.entity;
    execute format($lookup$
      insert into pg_temp.import_touched
      select $1, written.entity_id, case when present.id is null then 'gone since' else 'changed since' end
      from pg_temp.import_written as written
      left join %s as present on present.id = written.entity_id
      where written.entity = $1 and present.updated_at is distinct from written.written_at
    $lookup$, v_table.relation) using v_table.entity;
  end loop;

  for v_reference in
    select
      referring.conrelid::regclass as relation,
      referred.entity,
      column_of.attname as column_name,
      replace(class.relname, '_', ' ') as label,
      own.entity is not null as is_importable
    from pg_constraint as referring
    join private.import_entity_tables() as referred on referred.relation = referring.confrelid
    join pg_class as class on class.oid = referring.conrelid
    join pg_attribute as id_of on id_of.attrelid = referring.confrelid and id_of.attname = 'id'
    join pg_attribute as column_of
      on column_of.attrelid = referring.conrelid
     and column_of.attnum = referring.conkey[array_position(referring.confkey, id_of.attnum)]
    left join private.import_entity_tables() as own on own.relation = referring.conrelid
    where referring.contype = 'f'
    order by referring.conrelid::regclass::text, referring.conname
  loop
    execute format($lookup$
      insert into pg_temp.import_touched
      select made.entity, made.entity_id, %1$L
      from pg_temp.import_written as made
      where made.entity = $1 and made.change = 'created'
        and exists (
          select 1 from %2$s as referring
          where referring.organization_id = made.organization_id
            and referring.%3$I = made.entity_id %4$s)
    $lookup$,
      'named by newer ' || v_reference.label,
      v_reference.relation,
      v_reference.column_name,
      case when v_reference.is_importable then
        'and not exists (select 1 from pg_temp.import_written as own where own.entity_id = referring.id)'
      end) using v_reference.entity;
  end loop;

  return query
    select distinct on (touched.entity, touched.entity_id) touched.entity, touched.entity_id, touched.why
    from pg_temp.import_touched as touched
    order by touched.entity, touched.entity_id, touched.why;
end;
$function$;

create or replace function private.undo_import (
  run_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_listed_rows constant integer := 20;
  v_run public.portfolio_import_runs;
  v_touched jsonb;
begin
  select * into v_run
  from public.portfolio_import_runs as runs
  where runs.id = undo_import.run_id and runs.organization_id = v_viewer.organization_id
  for update;
  if v_run.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such import', hint = 'import_run_not_found';
  end if;
  perform private.lock_imports(v_viewer.organization_id);
  if v_run.mode <> 'apply' or v_run.status <> 'succeeded' then
    raise exception using
      errcode = 'OPSTA', message = 'Only an import that was applied can be undone', hint = 'import_not_applied';
  elsif v_run.undone_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This import is undone already', hint = 'import_undone';
  elsif v_run.applied_at is null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This import is from before changes were recorded, so it cannot be undone',
      hint = 'import_not_recorded';
  end if;

  with touched as (
    select * from private.touched_since_import(v_run.id)
  )
  select jsonb_build_object(
    'count', (select count(*) from touched),
    'rows', jsonb_agg(jsonb_build_object(
      'type', listed.entity, 'id', listed.entity_id,
      'label', private.import_label(listed.entity, listed.entity_id), 'why', listed.why)
      order by listed.entity, listed.why, listed.entity_id))
  into v_touched
  from (select * from touched order by entity, why, entity_id limit v_listed_rows) as listed;
  if v_touched ->> 'count' <> '0' then
    raise exception using
      errcode = 'OPSTA',
      message = 'Something newer touched what this import wrote, so it was not undone',
      detail = v_touched::text,
      hint = 'import_touched';
  end if;

  perform private.put_back_import(v_run.id);
  update public.portfolio_import_runs as runs
  set undone_at = now(), undone_by = v_viewer.id
  where runs.id = v_run.id
  returning * into v_run;
  perform private.record_audit_event(
    v_viewer.organization_id, 'portfolio_import.undone', 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('file_name', v_run.file_name, 'counts', v_run.counts));
  return to_jsonb(v_run);
end;
$function$;

create or replace function private.update_client (
  client_id uuid,
  version   integer,
  changes   jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_before public.clients;
  v_after public.clients;
  v_live_count integer;
begin
  perform private.require_changes(changes, array['name', 'website', 'note', 'is_archived']);
  select * into v_before
  from public.clients
  where clients.id = client_id and clients.organization_id = v_viewer.organization_id
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;
  perform private.refuse_stale_version(
    'client', v_before.id, version, v_before.version, to_jsonb(v_before));

  v_after := private.clients_with(v_before, changes);
  if v_after.archived_at is not null and v_before.archived_at is null then
    select count(*) into v_live_count
    from public.projects
    join public.accounts on accounts.id = projects.account_id
    where accounts.client_id = v_before.id
      and projects.archived_at is null
      and projects.status in ('planned', 'active', 'on_hold');
    if v_live_count > 0 then
      raise exception using
        errcode = 'OPSTA',
        message = format('%s projects of this client are not ended yet', v_live_count),
        hint = 'client_in_use',
        detail = jsonb_build_object('project_count', v_live_count)::text;
    end if;
  end if;
  if v_after is not distinct from v_before then
    return to_jsonb(v_before);
  end if;

  begin
    update public.clients
    set name = v_after.name, website = v_after.website, note = v_after.note,
        archived_at = v_after.archived_at
    where clients.id = v_before.id
    returning * into v_after;
  exception when unique_violation then
    perform private.refuse_taken_client_name(v_viewer.organization_id, v_after.name);
  end;
  perform private.record_row_change(
    v_viewer.organization_id, 'client.updated', 'client', v_after.id, to_jsonb(v_before),
    to_jsonb(v_after));
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.update_operating_profile (
  account_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_before public.operating_profiles;
  v_after public.operating_profiles;
begin
  perform private.require_changes(
    changes, array['cadence', 'contacts', 'standing_facts', 'definition_of_done'],
    array['contacts', 'standing_facts', 'definition_of_done']);
  -- The account's row is the lock: two first updates come one after the other.
  perform from public.accounts
  where accounts.id = update_operating_profile.account_id
    and accounts.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  end if;
  select * into v_before
  from public.operating_profiles
  where operating_profiles.account_id = update_operating_profile.account_id;
  perform private.refuse_stale_version(
    'operating_profile', update_operating_profile.account_id, update_operating_profile.version,
    coalesce(v_before.version, 0), case when v_before.account_id is not null then to_jsonb(v_before) end);

  v_after := private.operating_profiles_with(v_before, changes);
  if v_before.account_id is null then
    insert into public.operating_profiles (
      organization_id, account_id, cadence, contacts, standing_facts, definition_of_done, updated_by)
    values (
      v_viewer.organization_id, update_operating_profile.account_id, v_after.cadence, v_after.contacts,
      v_after.standing_facts, v_after.definition_of_done, v_viewer.id)
    returning * into v_after;
  elsif v_after is not distinct from v_before then
    return to_jsonb(v_before);
  else
    update public.operating_profiles
    set cadence = v_after.cadence, contacts = v_after.contacts, standing_facts = v_after.standing_facts,
        definition_of_done = v_after.definition_of_done, updated_by = v_viewer.id
    where operating_profiles.account_id = v_before.account_id
    returning * into v_after;
  end if;
  perform private.record_row_change(
    v_viewer.organization_id, 'operating_profile.updated', 'operating_profile', v_after.account_id,
    to_jsonb(v_before) - 'account_id', to_jsonb(v_after) - 'account_id');
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.update_project (
  project_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_live constant public.project_status[] := '{planned, active, on_hold}';
  v_before public.projects;
  v_after public.projects;
begin
  perform private.require_changes(changes, array[
    'name', 'code', 'summary', 'status', 'account_id', 'lead_id', 'starts_on', 'due_on',
    'budget_hours', 'budget_amount', 'is_archived']);
  select * into v_before
  from public.projects
  where projects.id = project_id and projects.organization_id = v_viewer.organization_id
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  perform private.refuse_stale_version(
    'project', v_before.id, version, v_before.version, to_jsonb(v_before));

  v_after := private.projects_with(v_before, changes);
  if v_after.account_id is distinct from v_before.account_id and not exists (
    select from public.accounts
    where accounts.id = v_after.account_id
      and accounts.organization_id = v_viewer.organization_id
      and accounts.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  end if;
  if v_after.archived_at is null and v_after.status = any (v_live)
    and (v_before.archived_at is not null or v_before.status <> all (v_live)
         or v_after.account_id <> v_before.account_id)
  then
    -- Held until the end, so that the client is not archived meanwhile.
    perform from public.clients
    where clients.id = (select accounts.client_id from public.accounts where accounts.id = v_after.account_id)
      and clients.archived_at is null
    for key share;
    if not found then
      raise exception using
        errcode = 'OPSTA',
        message = 'The client is archived, so no work can go on for it. Bring the client back first',
        hint = 'client_archived';
    end if;
  end if;
  if v_after.lead_id is distinct from v_before.lead_id and v_after.lead_id is not null and not exists (
    select from public.people
    where people.id = v_after.lead_id
      and people.organization_id = v_viewer.organization_id
      and people.role <> 'client'
      and people.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person to lead the project', hint = 'lead_not_found';
  end if;
  if v_after is not distinct from v_before then
    return to_jsonb(v_before);
  end if;

  begin
    update public.projects
    set name = v_after.name, code = v_after.code, summary = v_after.summary, status = v_after.status,
        account_id = v_after.account_id, lead_id = v_after.lead_id, starts_on = v_after.starts_on,
        due_on = v_after.due_on, budget_hours = v_after.budget_hours,
        budget_amount = v_after.budget_amount, archived_at = v_after.archived_at
    where projects.id = v_before.id
    returning * into v_after;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA',
      message = format('Another project has the code %s already', v_after.code),
      hint = 'code_taken';
  end;
  perform private.record_row_change(
    v_viewer.organization_id, 'project.updated', 'project', v_after.id, to_jsonb(v_before),
    to_jsonb(v_after), v_after.id);
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.values_of (
  changes jsonb,
  side    text
)
  returns jsonb
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_object_agg(changed.key, changed.value -> side)
  from jsonb_each(changes) as changed
$function$;

create or replace function private.verify_window_days()
  returns integer
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select 14 $function$;

create or replace function private.visible_person_ids()
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return private.person_ids_of(private.viewer());
end;
$function$;

create or replace function public.change_person_role (
  person_id uuid,
  version   integer,
  role      public.person_role,
  client_id uuid               default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.change_person_role(person_id, version, role, client_id) $function$;

create or replace function public.classify_project (
  project_id   uuid,
  version      integer,
  tier         public.portfolio_tier default null::public.portfolio_tier,
  service_line text                  default null::text,
  risk         public.risk_level     default null::public.risk_level,
  reason       text                  default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.classify_project(project_id, version, tier, service_line, risk, reason) $function$;

create or replace function public.create_account (
  client_id uuid,
  name      text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.create_account(client_id, name) $function$;

create or replace function public.create_client (
  name    text,
  website text default null::text,
  note    text default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.create_client(name, website, note) $function$;

create or replace function public.delete_import_mapping (
  mapping_id uuid
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.delete_import_mapping(mapping_id) $function$;

create or replace function public.get_portfolio()
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if (private.get_viewer() -> 'viewer' ->> 'role') = 'client' then
    return private.get_client_portfolio();
  end if;

  return (
    with listed as materialized (
      select * from public.project_summaries where archived_at is null
    )
    select jsonb_build_object(
      'shape', 'full',
      'clients', (
        select coalesce(jsonb_agg(jsonb_build_object('id', clients.id, 'name', clients.name,
                                                     'version', clients.version)
                                  order by clients.name, clients.id), '[]')
        from public.clients where clients.archived_at is null
      ),
      'accounts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', accounts.id, 'client_id', accounts.client_id,
                                                     'name', accounts.name,
                                                     'version', accounts.version)
                                  order by accounts.name, accounts.id), '[]')
        from public.accounts where accounts.archived_at is null
      ),
      'projects', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', listed.id,
            'account_id', listed.account_id,
            'code', listed.code,
            'name', listed.name,
            'status', listed.status,
            'health', listed.health,
            'health_reported_at', listed.health_reported_at,
            'lead_id', listed.lead_id,
            'lead_name', listed.lead_name,
            'starts_on', listed.starts_on,
            'due_on', listed.due_on,
            'budget_hours', listed.budget_hours,
            'budget_amount', listed.budget_amount,
            'estimate_hours', listed.estimate_hours,
            'actual_hours', listed.actual_hours,
            'task_count', listed.task_count,
            'open_task_count', listed.open_task_count,
            'last_activity_on', listed.last_activity_on,
            'tier', listed.tier,
            'service_line', listed.service_line,
            'risk', listed.risk,
            'classification_version', listed.classification_version,
            'version', listed.version
          )
          order by listed.name, listed.id
        ), '[]'),
      'totals', jsonb_build_object(
        'project_count', count(*),
        'task_count', coalesce(sum(listed.task_count), 0),
        'open_task_count', coalesce(sum(listed.open_task_count), 0),
        'actual_hours', coalesce(sum(listed.actual_hours), 0)
      )
    )
    from listed
  );
end;
$function$;

create or replace function public.get_portfolio_health (
  project_id   uuid                 default null::uuid,
  code         text                 default null::text,
  state        public.finding_state default null::public.finding_state,
  result_limit integer              default 50,
  page_cursor  text                 default null::text
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_portfolio_health(project_id, code, state, result_limit, page_cursor) $function$;

create or replace function public.get_portfolio_options (
  search       text    default null::text,
  result_limit integer default 50
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_portfolio_options(search, result_limit) $function$;

create or replace function public.get_project_timeline (
  project_id uuid,
  before     date                   default null::date,
  day_limit  integer                default 30,
  kinds      public.timeline_kind[] default null::public.timeline_kind[]
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope record;
  v_zone text;
  v_kinds public.timeline_kind[] := coalesce(kinds, enum_range(null::public.timeline_kind));
  -- Within the days that can be stored, so that no sum of days leaves its type.
  v_before date := greatest(least(before, date '10000-01-01'), date '0001-01-01');
  v_days date[];
  v_newest date;
  v_oldest date;
  v_entries jsonb;
begin
  select * into v_scope from private.effective_scope(null);
  if day_limit is null or day_limit not between 1 and 90 then
    raise exception using
      errcode = 'OPINV', message = 'day_limit is a number from 1 to 90', hint = 'day_limit_out_of_range';
  end if;
  if project_id is null or project_id <> all (v_scope.project_ids) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  select organizations.time_zone into v_zone
  from public.organizations
  where organizations.id = (v_scope.viewer).organization_id;

  -- An instant is narrowed by the end of its day first, for the index, and then by its day itself: on the
  -- day on which clocks go back over midnight, the beginning of a day is not one instant.
  with recursive days (day, place) as (
    select v_before, 0
    union all
    select earlier.day, days.place + 1
    from days
    cross join lateral (
      select newest.day
      from (
        (
          select (status_updates.created_at at time zone v_zone)::date as day
          from public.status_updates
          where 'status_update' = any (v_kinds)
            and status_updates.project_id = get_project_timeline.project_id
            and status_updates.created_at < (days.day + 1)::timestamp at time zone v_zone
            and (status_updates.created_at at time zone v_zone)::date < days.day
          order by status_updates.created_at desc
          limit 1
        )
        union all
        (
          select (portfolio_classifications.created_at at time zone v_zone)::date
          from public.portfolio_classifications
          where 'classification' = any (v_kinds)
            and portfolio_classifications.project_id = get_project_timeline.project_id
            and portfolio_classifications.created_at < (days.day + 1)::timestamp at time zone v_zone
            and (portfolio_classifications.created_at at time zone v_zone)::date < days.day
          order by portfolio_classifications.created_at desc
          limit 1
        )
        union all
        (
          select (audit_events.occurred_at at time zone v_zone)::date
          from public.audit_events
          where 'project_changed' = any (v_kinds)
            and audit_events.object_id = get_project_timeline.project_id
            and audit_events.action = 'project.updated'
            and audit_events.occurred_at < (days.day + 1)::timestamp at time zone v_zone
            and (audit_events.occurred_at at time zone v_zone)::date < days.day
          order by audit_events.occurred_at desc
          limit 1
        )
        union all
        (
          select tasks.completed_on
          from public.tasks
          where 'tasks_completed' = any (v_kinds)
            and tasks.project_id = get_project_timeline.project_id
            and tasks.status = 'done'
            and tasks.archived_at is null
            and tasks.completed_on < days.day
          order by tasks.completed_on desc
          limit 1
        )
        union all
        (
          select tasks.started_on
          from public.tasks
          where 'tasks_started' = any (v_kinds)
            and tasks.project_id = get_project_timeline.project_id
            and tasks.archived_at is null
            and tasks.started_on < days.day
          order by tasks.started_on desc
          limit 1
        )
        union all
        (
          select time_entries.spent_on
          from public.time_entries
          where 'hours' = any (v_kinds)
            and time_entries.project_id = get_project_timeline.project_id
            and time_entries.spent_on < days.day
          order by time_entries.spent_on desc
          limit 1
        )
      ) as newest
      order by newest.day desc
      limit 1
    ) as earlier
    -- One day more than asked for, which says whether there is an earlier one.
    where days.place <= day_limit
  )
  select array_agg(days.day order by days.place) into v_days
  from days
  where days.place > 0;
  v_newest := v_days[1];
  v_oldest := v_days[least(day_limit, cardinality(v_days))];

  select jsonb_agg(
    jsonb_build_object('day', entries.day, 'at', entries.at, 'kind', entries.kind) || entries.content
    order by entries.day desc, entries.at desc nulls last, entries.kind, entries.content ->> 'id')
  into v_entries
  from (
    select
      (status_updates.created_at at time zone v_zone)::date as day,
      status_updates.created_at as at,
      'status_update'::public.timeline_kind as kind,
      jsonb_build_object(
        'id', status_updates.id,
        'by', jsonb_build_object('id', status_updates.author_id, 'name', people.name),
        'health', status_updates.health,
        'summary', status_updates.summary,
        'risks', status_updates.risks,
        'next_steps', status_updates.next_steps
      ) as content
    from public.status_updates
    left join public.people on people.id = status_updates.author_id
    where 'status_update' = any (v_kinds)
      and status_updates.project_id = get_project_timeline.project_id
      and status_updates.created_at >= (v_oldest - 1)::timestamp at time zone v_zone
      and status_updates.created_at < (v_newest + 1)::timestamp at time zone v_zone
      and (status_updates.created_at at time zone v_zone)::date between v_oldest and v_newest
    union all
    select
      (portfolio_classifications.created_at at time zone v_zone)::date,
      portfolio_classifications.created_at,
      'classification',
      jsonb_build_object(
        'id', portfolio_classifications.id,
        'by', jsonb_build_object('id', portfolio_classifications.classified_by, 'name', people.name),
        'from', case when previous.id is not null then jsonb_build_object(
          'tier', previous.tier, 'service_line', previous.service_line, 'risk', previous.risk) end,
        'to', jsonb_build_object(
          'tier', portfolio_classifications.tier,
          'service_line', portfolio_classifications.service_line,
          'risk', portfolio_classifications.risk),
        'reason', portfolio_classifications.reason
      )
    from public.portfolio_classifications
    left join public.portfolio_classifications as previous
      on previous.project_id = get_project_timeline.project_id
      and previous.version = portfolio_classifications.version - 1
    left join public.people on people.id = portfolio_classifications.classified_by
    where 'classification' = any (v_kinds)
      and portfolio_classifications.project_id = get_project_timeline.project_id
      and portfolio_classifications.created_at >= (v_oldest - 1)::timestamp at time zone v_zone
      and portfolio_classifications.created_at < (v_newest + 1)::timestamp at time zone v_zone
      and (portfolio_classifications.created_at at time zone v_zone)::date between v_oldest and v_newest
    union all
    select
      (audit_events.occurred_at at time zone v_zone)::date,
      audit_events.occurred_at,
      'project_changed',
      jsonb_build_object(
        'id', audit_events.id,
        'by', case when audit_events.actor_person_id is not null then
          jsonb_build_object('id', audit_events.actor_person_id, 'name', people.name) end,
        'changes', (
          select coalesce(jsonb_object_agg(
            field.key, jsonb_build_object('from', audit_events.before -> field.key, 'to', field.value)), '{}')
          from jsonb_each(audit_events.after) as field
          where field.value is distinct from audit_events.before -> field.key
            and field.key not in ('version', 'updated_at')
        )
      )
    from public.audit_events
    left join public.people on people.id = audit_events.actor_person_id
    where 'project_changed' = any (v_kinds)
      and audit_events.object_id = get_project_timeline.project_id
      and audit_events.action = 'project.updated'
      and audit_events.occurred_at >= (v_oldest - 1)::timestamp at time zone v_zone
      and audit_events.occurred_at < (v_newest + 1)::timestamp at time zone v_zone
      and (audit_events.occurred_at at time zone v_zone)::date between v_oldest and v_newest
    union all
    select
      tasks.completed_on,
      null,
      'tasks_completed',
      jsonb_build_object(
        'count', count(*),
        'tasks', to_jsonb((array_agg(
          jsonb_build_object('id', tasks.id, 'title', tasks.title)
          order by tasks.priority nulls last, tasks.title, tasks.id))[1:5])
      )
    from public.tasks
    where 'tasks_completed' = any (v_kinds)
      and tasks.project_id = get_project_timeline.project_id
      and tasks.status = 'done'
      and tasks.archived_at is null
      and tasks.completed_on between v_oldest and v_newest
    group by tasks.completed_on
    union all
    select
      tasks.started_on,
      null,
      'tasks_started',
      jsonb_build_object(
        'count', count(*),
        'tasks', to_jsonb((array_agg(
          jsonb_build_object('id', tasks.id, 'title', tasks.title)
          order by tasks.priority nulls last, tasks.title, tasks.id))[1:5])
      )
    from public.tasks
    where 'tasks_started' = any (v_kinds)
      and tasks.project_id = get_project_timeline.project_id
      and tasks.archived_at is null
      and tasks.started_on between v_oldest and v_newest
    group by tasks.started_on
    union all
    -- A line per person, and one per day whose person_id is null.
    select
      worked.spent_on,
      null,
      'hours',
      jsonb_build_object(
        'hours', max(worked.hours) filter (where worked.person_id is null),
        'entry_count', max(worked.entry_count) filter (where worked.person_id is null),
        'task_count', max(worked.task_count) filter (where worked.person_id is null),
        'people', jsonb_agg(
          jsonb_build_object('id', worked.person_id, 'name', people.name, 'hours', worked.hours)
          order by worked.hours desc, people.name, worked.person_id)
          filter (where worked.person_id is not null)
      )
    from (
      select
        time_entries.spent_on,
        time_entries.person_id,
        sum(time_entries.hours) as hours,
        count(*) as entry_count,
        count(distinct time_entries.task_id) as task_count
      from public.time_entries
      where 'hours' = any (v_kinds)
        and time_entries.project_id = get_project_timeline.project_id
        and time_entries.spent_on between v_oldest and v_newest
      group by time_entries.spent_on, rollup (time_entries.person_id)
    ) as worked
    left join public.people on people.id = worked.person_id
    group by worked.spent_on
  ) as entries;

  return jsonb_build_object(
    'project_id', project_id,
    'entries', coalesce(v_entries, '[]'),
    'next_before', case when cardinality(v_days) > day_limit then v_oldest end
  );
end;
$function$;

create or replace function public.get_spine (
  as_person_id uuid default null::uuid
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope record;
  v_organization public.organizations;
  v_names jsonb;
  v_today date;
  v_project_limit constant integer := 200;
  v_update_limit constant integer := 3;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;
  select * into v_organization
  from public.organizations
  where organizations.id = (v_scope.viewer).organization_id;
  v_today := (now() at time zone v_organization.time_zone)::date;

  v_names := (
    select coalesce(jsonb_object_agg(people.id, people.name), '{}')
    from public.people
    where people.id = any (v_scope.person_ids)
  );

  return (
    with in_scope as materialized (
      select *
      from public.project_summaries
      where id = any (v_scope.project_ids) and archived_at is null
    ),
    shown as materialized (
      select in_scope.*, row_number() over (
        order by status in ('active', 'planned', 'on_hold') desc,
                 last_activity_on desc nulls last, name, id
      ) as relevance
      from in_scope
      order by relevance
      limit v_project_limit
    ),
    work as materialized (
      select *
      from private.spine_work(array(select id from shown), v_names, v_today)
    ),
    activity as materialized (
      select *
      from private.spine_activity(
        array(select id from shown), v_names, v_today, v_organization.time_zone)
    ),
    told as materialized (
      select shown.id as project_id, counted.told_count, latest.items
      from shown
      cross join lateral (
        select count(*) as told_count
        from public.status_updates
        where status_updates.project_id = shown.id
      ) as counted
      cross join lateral (
        select
          jsonb_agg(
            jsonb_build_object(
              'id', recent.id,
              'author', jsonb_build_object('id', recent.author_id, 'name', v_names -> recent.author_id::text),
              'health', recent.health,
              'summary', recent.summary,
              'risks', recent.risks,
              'next_steps', recent.next_steps,
              'created_at', recent.created_at
            )
            order by recent.created_at desc
          ) as items
        from (
          select *
          from public.status_updates
          where status_updates.project_id = shown.id
          order by status_updates.created_at desc
          limit v_update_limit
        ) as recent
      ) as latest
    ),
    run as (
      select distinct account_id, account_name, client_id, client_name from shown
    )
    select jsonb_build_object(
      'viewer', jsonb_build_object(
        'id', (v_scope.viewer).id, 'name', (v_scope.viewer).name, 'role', (v_scope.viewer).role),
      'as', case when (v_scope.person).id <> (v_scope.viewer).id then jsonb_build_object(
        'id', (v_scope.person).id, 'name', (v_scope.person).name, 'role', (v_scope.person).role) end,
      'organization', jsonb_build_object(
        'id', v_organization.id, 'name', v_organization.name, 'currency', v_organization.currency,
        'time_zone', v_organization.time_zone),
      'today', v_today,
      'accounts', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', run.account_id,
            'name', run.account_name,
            'client', jsonb_build_object('id', run.client_id, 'name', run.client_name),
            'operating_profile', case when profiles.account_id is not null then jsonb_build_object(
              'version', profiles.version,
              'cadence', profiles.cadence,
              'contacts', profiles.contacts,
              'standing_facts', profiles.standing_facts,
              'definition_of_done', profiles.definition_of_done,
              'updated_by', case when profiles.updated_by is not null then
                jsonb_build_object('id', profiles.updated_by, 'name', v_names -> profiles.updated_by::text) end,
              'updated_at', profiles.updated_at) end
          )
          order by run.account_name, run.account_id), '[]')
        from run
        left join public.operating_profiles as profiles on profiles.account_id = run.account_id
      ),
      'projects', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', shown.id,
            'code', shown.code,
            'name', shown.name,
            'summary', shown.summary,
            'status', shown.status,
            'account_id', shown.account_id,
            'lead', case when shown.lead_id is not null then
              jsonb_build_object('id', shown.lead_id, 'name', v_names -> shown.lead_id::text) end,
            'starts_on', shown.starts_on,
            'due_on', shown.due_on,
            'last_activity_on', shown.last_activity_on,
            'classification', case when classified.id is not null then jsonb_build_object(
              'id', classified.id,
              'version', classified.version,
              'tier', classified.tier,
              'service_line', classified.service_line,
              'risk', classified.risk,
              'reason', classified.reason,
              'by', jsonb_build_object(
                'id', classified.classified_by, 'name', v_names -> classified.classified_by::text),
              'since', classified.created_at) end,
            'burn', jsonb_build_object(
              'budget_hours', shown.budget_hours,
              'budget_amount', shown.budget_amount,
              'estimate_hours', shown.estimate_hours,
              'actual_hours', shown.actual_hours,
              'hours_last_30_days', activity.recent_hours,
              'percent_of_budget', round(100 * shown.actual_hours / nullif(shown.budget_hours, 0), 1),
              'last_entry', activity.last_entry),
            'task_count', shown.task_count,
            'open_items', work.open_items,
            'open_tasks', work.open_tasks,
            'people', activity.people,
            'status_updates', coalesce(told.items, '[]'),
            'activity', activity.activity,
            'left_out', jsonb_build_object(
              'open_tasks', work.task_left_out,
              'people', activity.people_left_out,
              'status_updates', greatest(told.told_count - v_update_limit, 0),
              'activity', activity.activity_left_out)
          )
          order by shown.relevance
        ), '[]'),
      'left_out', jsonb_build_object(
        'projects', (select count(*) from in_scope) - count(*),
        'open_tasks', (select coalesce(sum(in_scope.open_task_count), 0) from in_scope)
                      - coalesce(sum(jsonb_array_length(work.open_tasks)), 0),
        'people', coalesce(sum(activity.people_left_out), 0),
        'status_updates', coalesce(sum(greatest(told.told_count - v_update_limit, 0)), 0),
        'activity', coalesce(sum(activity.activity_left_out), 0)
      )
    )
    from shown
    join work on work.project_id = shown.id
    join activity on activity.project_id = shown.id
    join told on told.project_id = shown.id
    left join public.portfolio_classifications as classified
      on classified.project_id = shown.id and classified.version = shown.classification_version
  );
end;
$function$;

create or replace function public.offboard_person (
  person_id uuid,
  version   integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.offboard_person(person_id, version) $function$;

create or replace function public.post_status_update (
  project_id uuid,
  health     public.project_health,
  summary    text,
  risks      text                  default null::text,
  next_steps text                  default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.post_status_update(project_id, health, summary, risks, next_steps) $function$;

create or replace function public.preview_person_change (
  person_id uuid,
  change    jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.preview_person_change(person_id, change) $function$;

create or replace function public.require_internal_viewer()
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.require_internal_viewer();
end;
$function$;

create or replace function public.require_lead()
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.require_lead();
end;
$function$;

create or replace function public.resolve_finding (
  finding_code text,
  subject_id   uuid,
  version      integer,
  facts_hash   text,
  state        public.resolution_state,
  reason       text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.resolve_finding(finding_code, subject_id, version, facts_hash, state, reason) $function$;

create or replace function public.revoke_invitation (
  invitation_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.revoke_invitation(invitation_id) $function$;

create or replace function public.save_import_mapping (
  name    text,
  mapping jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.save_import_mapping(name, mapping) $function$;

create or replace function public.set_project_membership (
  project_id uuid,
  person_id  uuid,
  is_member  boolean
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_project_membership(project_id, person_id, is_member) $function$;

create or replace function public.set_prompt_owner (
  person_id       uuid,
  version         integer,
  is_prompt_owner boolean
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_prompt_owner(person_id, version, is_prompt_owner) $function$;

create or replace function public.undo_import (
  run_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.undo_import(run_id) $function$;

create or replace function public.update_client (
  client_id uuid,
  version   integer,
  changes   jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_client(client_id, version, changes) $function$;

create or replace function public.update_operating_profile (
  account_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_operating_profile(account_id, version, changes) $function$;

create or replace function public.update_project (
  project_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_project(project_id, version, changes) $function$;

alter table "public"."clients"
  add constraint "note_is_present"
    check (((btrim(note) <> ''::text) AND (char_length(note) <= 4000)));

alter table "public"."clients"
  add constraint "website_is_a_web_address"
    check (((website ~ '^https?://[^\s/]+'::text) AND (char_length(website) <= 500)));

alter table "public"."import_mappings"
  add constraint "import_mappings_created_by_fkey" foreign key (organization_id, created_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."import_mappings"
  add constraint "import_mappings_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."operating_profiles"
  add constraint "operating_profiles_account_fkey" foreign key (organization_id, account_id)
    references public.accounts(organization_id, id) on delete restrict;

alter table "public"."operating_profiles"
  add constraint "operating_profiles_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."operating_profiles"
  add constraint "operating_profiles_updated_by_fkey" foreign key (organization_id, updated_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."portfolio_classifications"
  add constraint "portfolio_classifications_classified_by_fkey"
    foreign key (organization_id, classified_by) references public.people(organization_id, id)
    on delete restrict;

alter table "public"."portfolio_classifications"
  add constraint "portfolio_classifications_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."portfolio_classifications"
  add constraint "portfolio_classifications_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."portfolio_import_changes"
  add constraint "portfolio_import_changes_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."portfolio_import_changes"
  add constraint "portfolio_import_changes_run_fkey" foreign key (organization_id, run_id)
    references public.portfolio_import_runs(organization_id, id) on delete cascade;

alter table "public"."portfolio_import_changes"
  add constraint "updated_row_has_changes"
    check (((change = 'updated'::public.import_change) = (changes IS NOT NULL)));

alter table "public"."portfolio_import_runs"
  add constraint "applied_run_has_succeeded"
    check
    (((applied_at IS NULL) OR ((mode = 'apply'::public.import_mode) AND (status =
    'succeeded'::public.import_status))));

alter table "public"."portfolio_import_runs"
  add constraint "portfolio_import_runs_undone_by_fkey" foreign key (organization_id, undone_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."portfolio_import_runs"
  add constraint "undone_run_says_by_whom" check (((undone_at IS NULL) = (undone_by IS NULL)));

alter table "public"."portfolio_import_runs"
  add constraint "undone_run_was_applied" check (((undone_at IS NULL) OR (applied_at IS NOT NULL)));

alter table "public"."reconciliation_resolutions"
  add constraint "reconciliation_resolutions_decided_by_fkey"
    foreign key (organization_id, decided_by) references public.people(organization_id, id)
    on delete restrict;

alter table "public"."reconciliation_resolutions"
  add constraint "reconciliation_resolutions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."status_updates"
  add constraint "next_steps_are_present"
    check (((btrim(next_steps) <> ''::text) AND (char_length(next_steps) <= 4000)));

alter table "public"."status_updates"
  add constraint "risks_are_present"
    check (((btrim(risks) <> ''::text) AND (char_length(risks) <= 4000)));

create view "public"."project_daily_hours" with (security_invoker=true) AS  SELECT project_id,
    spent_on AS day,
    sum(hours) AS hours
   FROM public.time_entries
  GROUP BY project_id, spent_on;

create view "public"."project_summaries" with (security_invoker=true) AS  SELECT projects.id,
    projects.organization_id,
    projects.account_id,
    accounts.name AS account_name,
    accounts.client_id,
    clients.name AS client_name,
    projects.code,
    projects.name,
    projects.summary,
    projects.status,
    projects.lead_id,
    leads.name AS lead_name,
    projects.starts_on,
    projects.due_on,
    projects.budget_hours,
    projects.budget_amount,
    projects.version,
    projects.updated_at,
    projects.archived_at,
    COALESCE(hours.actual_hours, (0)::numeric) AS actual_hours,
    COALESCE(work.estimate_hours, (0)::numeric) AS estimate_hours,
    COALESCE(work.task_count, (0)::bigint) AS task_count,
    COALESCE(work.open_task_count, (0)::bigint) AS open_task_count,
    updates.health,
    updates.created_at AS health_reported_at,
    GREATEST(hours.last_spent_on, work.last_completed_on, (updates.created_at)::date) AS last_activity_on,
    classified.tier,
    classified.service_line,
    classified.risk,
    COALESCE(classified.version, 0) AS classification_version
   FROM (((((((public.projects
     LEFT JOIN public.accounts ON ((accounts.id = projects.account_id)))
     LEFT JOIN public.clients ON ((clients.id = accounts.client_id)))
     LEFT JOIN public.people leads ON ((leads.id = projects.lead_id)))
     LEFT JOIN ( SELECT time_entries.project_id,
            sum(time_entries.hours) AS actual_hours,
            max(time_entries.spent_on) AS last_spent_on
           FROM public.time_entries
          GROUP BY time_entries.project_id) hours ON ((hours.project_id = projects.id)))
     LEFT JOIN ( SELECT tasks.project_id,
            sum(tasks.estimate_hours) AS estimate_hours,
            count(*) AS task_count,
            count(*) FILTER (WHERE (tasks.status = ANY (ARRAY['open'::public.task_status, 'in_progress'::public.task_status, 'blocked'::public.task_status]))) AS open_task_count,
            max(tasks.completed_on) AS last_completed_on
           FROM public.tasks
          WHERE (tasks.archived_at IS NULL)
          GROUP BY tasks.project_id) work ON ((work.project_id = projects.id)))
     LEFT JOIN ( SELECT DISTINCT ON (status_updates.project_id) status_updates.project_id,
            status_updates.health,
            status_updates.created_at
           FROM public.status_updates
          ORDER BY status_updates.project_id, status_updates.created_at DESC) updates ON ((updates.project_id = projects.id)))
     LEFT JOIN ( SELECT DISTINCT ON (portfolio_classifications.project_id) portfolio_classifications.project_id,
            portfolio_classifications.version,
            portfolio_classifications.tier,
            portfolio_classifications.service_line,
            portfolio_classifications.risk
           FROM public.portfolio_classifications
          ORDER BY portfolio_classifications.project_id, portfolio_classifications.version DESC) classified ON ((classified.project_id = projects.id)));

create index import_mappings_created_by_idx on public.import_mappings
  using btree (organization_id, created_by);

create unique index import_mappings_organization_id_name_key on public.import_mappings
  using btree (organization_id, lower(name));

create index operating_profiles_organization_id_account_id_idx on public.operating_profiles
  using btree (organization_id, account_id);

create index operating_profiles_organization_id_updated_by_idx on public.operating_profiles
  using btree (organization_id, updated_by);

create index portfolio_classifications_classified_by_idx on public.portfolio_classifications
  using btree (organization_id, classified_by);

create index portfolio_classifications_organization_id_project_id_idx
  on public.portfolio_classifications using btree (organization_id, project_id);

create index portfolio_classifications_project_id_created_at_idx on public.portfolio_classifications
  using btree (project_id, created_at desc);

create index portfolio_import_changes_entity_id_idx on public.portfolio_import_changes
  using btree (entity_id);

create index portfolio_import_changes_organization_id_run_id_idx on public.portfolio_import_changes
  using btree (organization_id, run_id);

create index portfolio_import_runs_undone_by_idx on public.portfolio_import_runs
  using btree (organization_id, undone_by);

create index reconciliation_resolutions_decided_by_idx on public.reconciliation_resolutions
  using btree (organization_id, decided_by);

create index tasks_project_id_completed_on_idx on public.tasks
  using btree (project_id, completed_on)
  where ((status = 'done'::public.task_status) AND (archived_at is null));

create index tasks_project_id_open_idx on public.tasks
  using btree (project_id, ((status <> 'blocked'::public.task_status)), due_on, priority, id)
  include (status, assignee_id, estimated_on, started_on)
  where
    ((status = ANY (ARRAY['open'::public.task_status, 'in_progress'::public.task_status,
    'blocked'::public.task_status])) AND (archived_at is null));

create index tasks_project_id_started_on_idx on public.tasks using btree (project_id, started_on)
  where (archived_at is null);

create index time_entries_project_id_spent_on_idx on public.time_entries
  using btree (project_id, spent_on) include (hours, task_id);

create trigger tg_import_mappings__touch
  before update on public.import_mappings
  for each row
  execute function private.tg_touch();

create trigger tg_operating_profiles__count_version
  before update on public.operating_profiles
  for each row
  execute function private.tg_count_version();

create trigger tg_people__count_version
  before update on public.people
  for each row
  execute function private.tg_count_version();

create trigger tg_portfolio_classifications__refuse_change
  before delete or update on public.portfolio_classifications
  for each row
  execute function private.tg_refuse_change();

alter table "public"."portfolio_classifications"
  enable always trigger "tg_portfolio_classifications__refuse_change";

create trigger tg_portfolio_classifications__refuse_truncate
  before truncate on public.portfolio_classifications
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."portfolio_classifications"
  enable always trigger "tg_portfolio_classifications__refuse_truncate";

create trigger tg_reconciliation_resolutions__refuse_change
  before delete or update on public.reconciliation_resolutions
  for each row
  execute function private.tg_refuse_change();

alter table "public"."reconciliation_resolutions"
  enable always trigger "tg_reconciliation_resolutions__refuse_change";

create trigger tg_reconciliation_resolutions__refuse_truncate
  before truncate on public.reconciliation_resolutions
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."reconciliation_resolutions"
  enable always trigger "tg_reconciliation_resolutions__refuse_truncate";

create policy "import_mappings_select_lead" on "public"."import_mappings"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

create policy "operating_profiles_select_in_scope" on "public"."operating_profiles"
  for select
  to "authenticated"
  using
    ((account_id = ANY (( select private.visible_account_ids() as visible_account_ids)::uuid[])));

create policy "portfolio_classifications_select_in_scope" on "public"."portfolio_classifications"
  for select
  to "authenticated"
  using
    ((project_id = ANY (( select private.visible_project_ids() as visible_project_ids)::uuid[])));

create policy "portfolio_import_changes_select_lead" on "public"."portfolio_import_changes"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

create policy "reconciliation_resolutions_select_lead" on "public"."reconciliation_resolutions"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

comment on column "public"."import_mappings"."mapping" is 'As portfolio_import_runs.mapping: { fields, date_format }.';

comment on column "public"."operating_profiles"."cadence" is 'How often the client expects a status.';

comment on column "public"."operating_profiles"."contacts" is 'List of { name, role, email, phone }: people on the client''s side. All but name may be null.';

comment on column "public"."operating_profiles"."definition_of_done" is 'Conditions that finished work meets.';

comment on column "public"."operating_profiles"."standing_facts" is 'Sentences that hold for all work on the account.';

comment on column "public"."portfolio_import_changes"."changes" is '{ "<column>": { from, to } } of an update; null otherwise.';

comment on column "public"."portfolio_import_changes"."entity_id" is 'Id of the row. No foreign key: the row goes when the run is undone, and the record of it stays.';

comment on column "public"."portfolio_import_runs"."applied_at" is 'Transaction time of the apply, which every row that it wrote bears. Null in runs from before changes were recorded.';

comment on column "public"."portfolio_import_runs"."undone_at" is 'Transaction time of the undoing.';

comment on column "public"."reconciliation_resolutions"."facts_hash" is 'Of the facts that were settled; when the facts change, the finding is open again.';

comment on column "public"."reconciliation_resolutions"."subject_id" is 'A project, a client or an import run: no key can say which, so that only private.resolve_finding writes here.';

comment on function "private"."admits_sign_up"(text, text) is 'Whether the token is of an open invitation for this address, which is nobody''s yet. Executed by the identity provider alone.';

comment on function "private"."answer_person_change"(public.people) is 'The person, and the live projects they lead but do not see: those need another lead.';

comment on function "private"."are_contacts"(jsonb) is 'Is this a list of at most 50 { name, role, email, phone }, all text, the name always there?';

comment on function "private"."changes_since"(text, uuid, integer) is 'Answers [{ version, at, by: { id, name }, fields: { field: { from, to } } }], oldest first, from the audit events of a row.';

comment on function "private"."company_name"(text) is 'A company''s name without case, punctuation and legal form, to compare it with others.';

comment on function "private"."compute_project_figures"(uuid, uuid[]) is 'The figures of the organization''s projects that are not archived, or of those named.';

comment on function "private"."describe_access"(public.people, integer) is 'What a person could see and do once signed in. A role of null is somebody who has left.';

comment on function "private"."describe_difference"(text, uuid[], uuid[]) is
  'Projects of the first list that are not in the second: { <name>: the first 100, <name>_count }.';

comment on function "private"."describe_person"(public.people) is 'A person as the API shows them.';

comment on function "private"."effective_scope"(uuid) is 'Scope of a read made as somebody else: the intersection of both, so that it never widens the viewer''s own. Ignored for callers who are neither admin nor lead. Raises OPAUT, OPDEN, OPNFD (unknown or foreign person).';

comment on function "private"."facts_hash"(text, uuid, boolean, text) is 'SHA-256 of a finding''s facts in steps that a person would care about: what settling it binds to.';

comment on function "private"."finding_codes"() is 'Every code of a finding: its rank among all, subject, severity, title, what settles it, and the portfolio action that mends it.';

comment on function "private"."finding_evidence"(text, uuid, uuid) is 'The first 20 rows behind a finding, as { type, id, label, detail, project_id }.';

comment on function "private"."give_role"(public.people, public.person_role, uuid) is
  'The person in the new role. Raises OPINV · OPNFD (no such client) · OPSTA (the last admin).';

comment on function "private"."import_entity_tables"() is 'The tables that imports write, by the name of what is in a row.';

comment on function "private"."judged_findings"(uuid, private.project_figures[], boolean) is
  'The findings about projects with these figures and, if asked, about the organization.';

comment on function "private"."lock_person"(uuid, uuid) is 'The person, held until the transaction ends. Raises OPNFD (unknown or foreign).';

comment on function "private"."lock_person_as_seen"(uuid, uuid, integer) is
  'The same, unless they were changed since that version or have left. Raises OPNFD · OPINV · OPSTA.';

comment on function "private"."organization_findings"(uuid) is 'What the rules about clients and imports find.';

comment on function "private"."organization_today"(uuid) is 'The day it is where the organization counts its days.';

comment on function "private"."person_ids_of"(public.people) is 'People a person may see: everyone for admin and lead, colleagues for a member, nobody for a client or somebody archived.';

comment on function "private"."project_findings"(private.project_figures[]) is
  'What the rules about projects find.';

comment on function "private"."project_ids_of"(public.people) is 'Projects whose rows a person may see: all of the organization for admin and lead, memberships for a member, none for a client or somebody archived.';

comment on function "private"."record_row_change"(uuid, text, text, uuid, jsonb, jsonb, uuid) is
  'Writes the audit event of a changed row from its JSON before and after, fields that stayed left out.';

comment on function "private"."remove_memberships"(public.people) is 'Answers the projects that the person was a member of.';

comment on function "private"."require_admin_in_turn"() is 'The admin behind the call, while no other admin of the organization changes people. Raises OPAUT · OPDEN.';

comment on function "private"."require_role_and_client"(uuid, public.person_role, uuid) is
  'Raises OPINV (no role, or it does not go with the client) · OPNFD (unknown or foreign client).';

comment on function "private"."resolution_in_force"(uuid, text, uuid) is 'Details of a version conflict: { version, current, changes }. Volatile, to see what was committed meanwhile.';

comment on function "private"."spine_activity"(uuid[], jsonb, date, text) is
  'The part of the spine about people, hours and what happened in the last 30 days.';

comment on function "private"."spine_work"(uuid[], jsonb, date) is 'The part of the spine about open items. Open is verified, stale and unverified together: a sign of life within the window of health, an older one, none.';

comment on function "private"."values_of"(jsonb, text) is 'Answers { key: value } of { key: { from, to } }, by the side "from" or "to".';

comment on function "private"."verify_window_days"() is 'How many days a sign of life holds: an open task without one in this window is not verified.';

comment on function "private"."visible_person_ids"() is 'People the caller may see.';

comment on function "public"."change_person_role"(uuid, integer, public.person_role, uuid) is
  'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function
  "public"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level, text)
  is 'Answers the classification in force; version is the one seen, 0 for none. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."create_account"(uuid, text) is 'Answers the account. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."create_client"(text, text, text) is 'Answers the client. Raises OPAUT · OPDEN · OPINV · OPSTA.';

comment on function "public"."delete_import_mapping"(uuid) is 'Forgets a saved mapping. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  is 'Answers { computed_at, today, verify_window_days, board, open_items, stale_count, totals, counts, findings, next_cursor }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."get_portfolio_options"(text, integer) is 'Answers { clients, accounts, people, service_lines, left_out }. Raises OPAUT · OPDEN · OPINV.';

comment on function "public"."get_project_timeline"(uuid, date, integer, public.timeline_kind[]) is
  'Answers { project_id, entries: [{ day, at, kind, … }], next_before }: the days before `before`, which `next_before` continues; null at the end. Raises OPAUT · OPDEN · OPINV · OPNFD.';

comment on function "public"."get_spine"(uuid) is 'Answers { viewer, as, organization, today, accounts, projects, left_out }. Hours in hours, money in the organization''s currency. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."offboard_person"(uuid, integer) is 'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."post_status_update"(uuid, public.project_health, text, text, text) is
  'Answers the status update. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."preview_person_change"(uuid, jsonb) is 'Answers { before, after, gained, gained_count, lost, lost_count, leads } for a change { to: role, offboarded, membership or prompt_owner, … }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."require_internal_viewer"() is 'Answers nothing when the caller is admin, lead or member. Raises OPAUT · OPDEN.';

comment on function "public"."require_lead"() is 'Answers nothing when the caller is admin or lead. Raises OPAUT · OPDEN.';

comment on function
  "public"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text) is
  'Answers the decision. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."revoke_invitation"(uuid) is 'Answers { id, revoked_at }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."save_import_mapping"(text, jsonb) is 'Keeps a mapping under a name; answers it. Raises OPAUT · OPDEN · OPINV · OPSTA.';

comment on function "public"."set_project_membership"(uuid, uuid, boolean) is
  'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."set_prompt_owner"(uuid, integer, boolean) is 'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."undo_import"(uuid) is 'Undoes an applied import; answers the run. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."update_client"(uuid, integer, jsonb) is 'Answers the client. Changes: name, website, note, is_archived. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."update_operating_profile"(uuid, integer, jsonb) is
  'Answers the profile; version is the one seen, 0 for none. Changes: cadence, contacts, standing_facts, definition_of_done. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."update_project"(uuid, integer, jsonb) is 'Answers the project. Changes: name, code, summary, status, account_id, lead_id, starts_on, due_on, budget_hours, budget_amount, is_archived. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on policy "import_mappings_select_lead"
  on "public"."import_mappings" is 'Admins and leads read the saved mappings of their organization.';

comment on policy "operating_profiles_select_in_scope"
  on "public"."operating_profiles" is 'Whoever sees an account sees how it is run.';

comment on policy "portfolio_classifications_select_in_scope"
  on "public"."portfolio_classifications" is 'Whoever sees a project sees how it is classified.';

comment on policy "portfolio_import_changes_select_lead"
  on "public"."portfolio_import_changes" is 'Admins and leads read what an import run created and changed.';

comment on policy "reconciliation_resolutions_select_lead"
  on "public"."reconciliation_resolutions" is 'Admins and leads read what was decided about the findings of their organization.';

comment on table "public"."import_mappings" is 'Mappings that people keep for the files they import again and again.';

comment on table "public"."operating_profiles" is 'How an account is run: rhythm, contacts, facts that always hold, and what done means. One row per account, made by its first update.';

comment on table "public"."portfolio_classifications" is 'Tier, service line and risk of a project, each version kept. The highest version counts.';

comment on table "public"."portfolio_import_changes" is 'What an apply created and changed, so that it can be undone.';

comment on table "public"."reconciliation_resolutions" is 'Who settled or reopened a finding, and why; each decision kept. The highest version counts, for as long as the facts are those that were seen.';

comment on type "private"."finding" is 'Something that a lead should look at. Size orders the findings of one code; basis is what changes when somebody should look again.';

comment on type "private"."project_figures" is 'What a project is judged by, counted once per read.';

comment on type "public"."timeline_kind" is 'What a timeline tells, in the order in which a day tells it.';

comment on view "public"."project_daily_hours" is 'Hours by project and day, in the caller''s scope; days without hours are absent.';

comment on view "public"."project_summaries" is 'Projects in the caller''s scope with account, client, lead, hours, tasks, latest health and classification.';

revoke all on function "private"."admits_sign_up"(text, text) from public;

revoke all on function "private"."answer_person_change"(public.people) from public;

revoke all on function "private"."are_contacts"(jsonb) from public;

revoke all
  on function "private"."change_person_role"(uuid, integer, public.person_role, uuid)
  from public;

grant execute
  on function "private"."change_person_role"(uuid, integer, public.person_role, uuid)
  to "authenticated";

revoke all on function "private"."changes_since"(text, uuid, integer) from public;

revoke all
  on function
    "private"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level,
    text)
  from public;

grant execute
  on function
    "private"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level,
    text)
  to "authenticated";

revoke all on function "private"."clients_with"(public.clients, jsonb) from public;

revoke all on function "private"."company_name"(text) from public;

revoke all on function "private"."compute_project_figures"(uuid, uuid[]) from public;

revoke all on function "private"."create_account"(uuid, text) from public;

grant execute on function "private"."create_account"(uuid, text) to "authenticated";

revoke all on function "private"."create_client"(text, text, text) from public;

grant execute on function "private"."create_client"(text, text, text) to "authenticated";

revoke all on function "private"."created_by_import"(uuid, public.import_entity) from public;

revoke all on function "private"."delete_import_mapping"(uuid) from public;

grant execute on function "private"."delete_import_mapping"(uuid) to "authenticated";

revoke all on function "private"."describe_access"(public.people, integer) from public;

revoke all on function "private"."describe_difference"(text, uuid[], uuid[]) from public;

revoke all on function "private"."describe_person"(public.people) from public;

revoke all on function "private"."effective_scope"(uuid) from public;

grant execute on function "private"."effective_scope"(uuid) to "authenticated";

revoke all on function "private"."facts_hash"(text, uuid, boolean, text) from public;

revoke all on function "private"."finding_codes"() from public;

revoke all on function "private"."finding_evidence"(text, uuid, uuid) from public;

revoke all
  on function "private"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  from public;

grant execute
  on function "private"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  to "authenticated";

revoke all on function "private"."get_portfolio_options"(text, integer) from public;

grant execute on function "private"."get_portfolio_options"(text, integer) to "authenticated";

revoke all on function "private"."give_role"(public.people, public.person_role, uuid) from public;

revoke all on function "private"."import_entity_tables"() from public;

revoke all on function "private"."import_label"(public.import_entity, uuid) from public;

revoke all on function "private"."is_filled_text"(jsonb) from public;

revoke all on function "private"."is_import_mapping"(jsonb) from public;

revoke all
  on function "private"."judged_findings"(uuid, private.project_figures[], boolean)
  from public;

revoke all on function "private"."lock_imports"(uuid) from public;

revoke all on function "private"."lock_person"(uuid, uuid) from public;

revoke all on function "private"."lock_person_as_seen"(uuid, uuid, integer) from public;

revoke all on function "private"."offboard_person"(uuid, integer) from public;

grant execute on function "private"."offboard_person"(uuid, integer) to "authenticated";

revoke all
  on function "private"."operating_profiles_with"(public.operating_profiles, jsonb)
  from public;

revoke all on function "private"."organization_findings"(uuid) from public;

revoke all on function "private"."organization_today"(uuid) from public;

revoke all on function "private"."person_ids_of"(public.people) from public;

revoke all
  on function "private"."post_status_update"(uuid, public.project_health, text, text, text)
  from public;

grant execute
  on function "private"."post_status_update"(uuid, public.project_health, text, text, text)
  to "authenticated";

revoke all on function "private"."preview_person_change"(uuid, jsonb) from public;

grant execute on function "private"."preview_person_change"(uuid, jsonb) to "authenticated";

revoke all on function "private"."project_findings"(private.project_figures[]) from public;

revoke all on function "private"."projects_with"(public.projects, jsonb) from public;

revoke all on function "private"."put_back_import"(uuid) from public;

revoke all on function "private"."record_import_changes"(uuid, uuid) from public;

revoke all on function "private"."record_imported_projects"(uuid, boolean) from public;

revoke all
  on function "private"."record_person_change"(text, public.people, public.people, jsonb, jsonb)
  from public;

revoke all
  on function "private"."record_row_change"(uuid, text, text, uuid, jsonb, jsonb, uuid)
  from public;

revoke all
  on function "private"."refuse_stale_version"(text, uuid, integer, integer, jsonb)
  from public;

revoke all on function "private"."refuse_taken_client_name"(uuid, text) from public;

revoke all on function "private"."remove_memberships"(public.people) from public;

revoke all on function "private"."require_admin_in_turn"() from public;

revoke all on function "private"."require_changes"(jsonb, text[], text[]) from public;

revoke all on function "private"."require_internal_viewer"() from "authenticated";

grant execute on function "private"."require_internal_viewer"() to "authenticated";

revoke all on function "private"."require_lead"() from "authenticated";

grant execute on function "private"."require_lead"() to "authenticated";

revoke all
  on function "private"."require_role_and_client"(uuid, public.person_role, uuid)
  from public;

revoke all on function "private"."resolution_in_force"(uuid, text, uuid) from public;

revoke all
  on function "private"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text)
  from public;

grant execute
  on function "private"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text)
  to "authenticated";

revoke all on function "private"."resolve_import_names"(uuid) from public;

revoke all on function "private"."revoke_invitation"(uuid) from public;

grant execute on function "private"."revoke_invitation"(uuid) to "authenticated";

revoke all on function "private"."save_import_mapping"(text, jsonb) from public;

grant execute on function "private"."save_import_mapping"(text, jsonb) to "authenticated";

revoke all on function "private"."set_project_membership"(uuid, uuid, boolean) from public;

grant execute on function "private"."set_project_membership"(uuid, uuid, boolean) to "authenticated";

revoke all on function "private"."set_prompt_owner"(uuid, integer, boolean) from public;

grant execute on function "private"."set_prompt_owner"(uuid, integer, boolean) to "authenticated";

revoke all on function "private"."spine_activity"(uuid[], jsonb, date, text) from public;

grant execute on function "private"."spine_activity"(uuid[], jsonb, date, text) to "authenticated";

revoke all on function "private"."spine_work"(uuid[], jsonb, date) from public;

grant execute on function "private"."spine_work"(uuid[], jsonb, date) to "authenticated";

revoke all on function "private"."touched_since_import"(uuid) from public;

revoke all on function "private"."undo_import"(uuid) from public;

grant execute on function "private"."undo_import"(uuid) to "authenticated";

revoke all on function "private"."update_client"(uuid, integer, jsonb) from public;

grant execute on function "private"."update_client"(uuid, integer, jsonb) to "authenticated";

revoke all on function "private"."update_operating_profile"(uuid, integer, jsonb) from public;

grant execute
  on function "private"."update_operating_profile"(uuid, integer, jsonb)
  to "authenticated";

revoke all on function "private"."update_project"(uuid, integer, jsonb) from public;

grant execute on function "private"."update_project"(uuid, integer, jsonb) to "authenticated";

revoke all on function "private"."values_of"(jsonb, text) from public;

revoke all on function "private"."verify_window_days"() from public;

grant execute on function "private"."verify_window_days"() to "authenticated";

revoke all
  on function "public"."change_person_role"(uuid, integer, public.person_role, uuid)
  from public;

grant execute
  on function "public"."change_person_role"(uuid, integer, public.person_role, uuid)
  to "authenticated";

revoke all
  on function
    "public"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level, text)
  from public;

grant execute
  on function
    "public"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level, text)
  to "authenticated";

revoke all on function "public"."create_account"(uuid, text) from public;

grant execute on function "public"."create_account"(uuid, text) to "authenticated";

revoke all on function "public"."create_client"(text, text, text) from public;

grant execute on function "public"."create_client"(text, text, text) to "authenticated";

revoke all on function "public"."delete_import_mapping"(uuid) from public;

grant execute on function "public"."delete_import_mapping"(uuid) to "authenticated";

revoke all
  on function "public"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  from public;

grant execute
  on function "public"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  to "authenticated";

revoke all on function "public"."get_portfolio_options"(text, integer) from public;

grant execute on function "public"."get_portfolio_options"(text, integer) to "authenticated";

revoke all
  on function "public"."get_project_timeline"(uuid, date, integer, public.timeline_kind[])
  from public;

grant execute
  on function "public"."get_project_timeline"(uuid, date, integer, public.timeline_kind[])
  to "authenticated";

revoke all on function "public"."offboard_person"(uuid, integer) from public;

grant execute on function "public"."offboard_person"(uuid, integer) to "authenticated";

revoke all
  on function "public"."post_status_update"(uuid, public.project_health, text, text, text)
  from public;

grant execute
  on function "public"."post_status_update"(uuid, public.project_health, text, text, text)
  to "authenticated";

revoke all on function "public"."preview_person_change"(uuid, jsonb) from public;

grant execute on function "public"."preview_person_change"(uuid, jsonb) to "authenticated";

revoke all on function "public"."require_internal_viewer"() from public;

grant execute on function "public"."require_internal_viewer"() to "authenticated";

revoke all on function "public"."require_lead"() from public;

grant execute on function "public"."require_lead"() to "authenticated";

revoke all
  on function "public"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text)
  from public;

grant execute
  on function "public"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text)
  to "authenticated";

revoke all on function "public"."revoke_invitation"(uuid) from public;

grant execute on function "public"."revoke_invitation"(uuid) to "authenticated";

revoke all on function "public"."save_import_mapping"(text, jsonb) from public;

grant execute on function "public"."save_import_mapping"(text, jsonb) to "authenticated";

revoke all on function "public"."set_project_membership"(uuid, uuid, boolean) from public;

grant execute on function "public"."set_project_membership"(uuid, uuid, boolean) to "authenticated";

revoke all on function "public"."set_prompt_owner"(uuid, integer, boolean) from public;

grant execute on function "public"."set_prompt_owner"(uuid, integer, boolean) to "authenticated";

revoke all on function "public"."undo_import"(uuid) from public;

grant execute on function "public"."undo_import"(uuid) to "authenticated";

revoke all on function "public"."update_client"(uuid, integer, jsonb) from public;

grant execute on function "public"."update_client"(uuid, integer, jsonb) to "authenticated";

revoke all on function "public"."update_operating_profile"(uuid, integer, jsonb) from public;

grant execute
  on function "public"."update_operating_profile"(uuid, integer, jsonb)
  to "authenticated";

revoke all on function "public"."update_project"(uuid, integer, jsonb) from public;

grant execute on function "public"."update_project"(uuid, integer, jsonb) to "authenticated";

grant select on table "public"."import_mappings" to "authenticated", "service_role";

grant select on table "public"."operating_profiles" to "authenticated", "service_role";

grant select on table "public"."portfolio_classifications" to "authenticated", "service_role";

grant select on table "public"."portfolio_import_changes" to "authenticated", "service_role";

grant select on table "public"."reconciliation_resolutions" to "authenticated", "service_role";

grant select on table "public"."project_daily_hours" to "authenticated", "service_role";

grant select on table "public"."project_summaries" to "authenticated", "service_role";

alter table "public"."import_mappings"
  add constraint "mapping_is_usable" check (private.is_import_mapping(mapping));

alter table "public"."operating_profiles"
  add constraint "contacts_are_a_list" check (private.are_contacts(contacts));
