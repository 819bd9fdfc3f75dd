set local check_function_bodies = off;

drop index "public"."tasks_project_id_due_on_open_idx";

drop index "public"."time_entries_project_id_spent_on_idx";

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

create type "public"."resolution_state" as enum (
  'settled',
  'reopened'
);

alter table "public"."reconciliation_resolutions"
  add column "state" public.resolution_state not null;

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
  where people.organization_id = compute_project_figures.organization_id and people.archived_at is not null;

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
    leads.archived_at is not null,
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
    least(v_today, greatest(
      spent.last_spent_on, work.last_completed_on, open_work.last_sign_on, told.told_on)),
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
  where projects.id = any (v_ids);
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
            select from public.people where people.id = tasks.assignee_id and people.archived_at is not null)
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
    -- The latest word about each file, among the runs that the import page shows.
    select distinct on (recent.file_name) recent.*
    from (
      select *
      from public.portfolio_import_runs
      where portfolio_import_runs.organization_id = organization_findings.organization_id
      order by portfolio_import_runs.created_at desc
      limit 20
    ) as recent
    where recent.mode = 'apply' and recent.status in ('succeeded', 'failed')
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
                            (array_agg(to_jsonb(latest)))[1], 'changes', jsonb_build_array())
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

create or replace function private.verify_window_days()
  returns integer
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select 14 $function$;

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

alter table "public"."reconciliation_resolutions"
  add constraint "reconciliation_resolutions_decided_by_fkey"
    foreign key (organization_id, decided_by) references public.people(organization_id, id)
    on delete restrict;

alter table "public"."reconciliation_resolutions"
  add constraint "reconciliation_resolutions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

create index reconciliation_resolutions_decided_by_idx on public.reconciliation_resolutions
  using btree (organization_id, decided_by);

create index tasks_project_id_due_on_open_idx on public.tasks
  using btree (project_id, due_on, priority, id) include (assignee_id, estimated_on, started_on)
  where
    ((status = ANY (ARRAY['open'::public.task_status, 'in_progress'::public.task_status,
    'blocked'::public.task_status])) AND (archived_at is null));

create index time_entries_project_id_spent_on_idx on public.time_entries
  using btree (project_id, spent_on) include (hours, task_id);

create trigger tg_reconciliation_resolutions__refuse_change
  before delete or update on public.reconciliation_resolutions
  for each row
  execute function private.tg_refuse_change();

create trigger tg_reconciliation_resolutions__refuse_truncate
  before truncate on public.reconciliation_resolutions
  for each STATEMENT
  execute function private.tg_refuse_change();

create policy "reconciliation_resolutions_select_lead" on "public"."reconciliation_resolutions"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

comment on column "public"."reconciliation_resolutions"."facts_hash" is 'Of the facts that were settled; when the facts change, the finding is open again.';

comment on column "public"."reconciliation_resolutions"."subject_id" is 'A project, a client or an import run: no key can say which, so that only private.resolve_finding writes here.';

comment on function "private"."company_name"(text) is 'A company''s name without case, punctuation and legal form, to compare it with others.';

comment on function "private"."compute_project_figures"(uuid, uuid[]) is 'The figures of the organization''s projects that are not archived, or of those named.';

comment on function "private"."facts_hash"(text, uuid, boolean, text) is 'SHA-256 of a finding''s facts in steps that a person would care about: what settling it binds to.';

comment on function "private"."finding_codes"() is 'Every code of a finding: its rank among all, subject, severity, title, what settles it, and the portfolio action that mends it.';

comment on function "private"."finding_evidence"(text, uuid, uuid) is 'The first 20 rows behind a finding, as { type, id, label, detail, project_id }.';

comment on function "private"."judged_findings"(uuid, private.project_figures[], boolean) is
  'The findings about projects with these figures and, if asked, about the organization.';

comment on function "private"."organization_findings"(uuid) is 'What the rules about clients and imports find.';

comment on function "private"."organization_today"(uuid) is 'The day it is where the organization counts its days.';

comment on function "private"."project_findings"(private.project_figures[]) is
  'What the rules about projects find.';

comment on function "private"."resolution_in_force"(uuid, text, uuid) is 'Details of a version conflict: { version, current, changes }. Volatile, to see what was committed meanwhile.';

comment on function "private"."verify_window_days"() is 'How many days a sign of life holds: an open task without one in this window is not verified.';

comment on function "public"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  is 'Answers { computed_at, today, verify_window_days, board, open_items, stale_count, totals, counts, findings, next_cursor }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function
  "public"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text) is
  'Answers the decision. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on policy "reconciliation_resolutions_select_lead"
  on "public"."reconciliation_resolutions" is 'Admins and leads read what was decided about the findings of their organization.';

comment on table "public"."reconciliation_resolutions" is 'Who settled or reopened a finding, and why; each decision kept. The highest version counts, for as long as the facts are those that were seen.';

comment on type "private"."finding" is 'Something that a lead should look at. Size orders the findings of one code; basis is what changes when somebody should look again.';

comment on type "private"."project_figures" is 'What a project is judged by, counted once per read.';

revoke all on function "private"."company_name"(text) from public;

revoke all on function "private"."compute_project_figures"(uuid, uuid[]) from public;

revoke all on function "private"."facts_hash"(text, uuid, boolean, text) from public;

revoke all on function "private"."finding_codes"() from public;

revoke all on function "private"."finding_evidence"(text, uuid, uuid) from public;

revoke all
  on function "private"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  from public;

grant execute
  on function "private"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  to "authenticated";

revoke all
  on function "private"."judged_findings"(uuid, private.project_figures[], boolean)
  from public;

revoke all on function "private"."organization_findings"(uuid) from public;

revoke all on function "private"."organization_today"(uuid) from public;

revoke all on function "private"."project_findings"(private.project_figures[]) from public;

revoke all on function "private"."resolution_in_force"(uuid, text, uuid) from public;

revoke all
  on function "private"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text)
  from public;

grant execute
  on function "private"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text)
  to "authenticated";

revoke all on function "private"."verify_window_days"() from public;

revoke all
  on function "public"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  from public;

grant execute
  on function "public"."get_portfolio_health"(uuid, text, public.finding_state, integer, text)
  to "authenticated";

revoke all
  on function "public"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text)
  from public;

grant execute
  on function "public"."resolve_finding"(text, uuid, integer, text, public.resolution_state, text)
  to "authenticated";

grant select on table "public"."reconciliation_resolutions" to "authenticated", "service_role";
