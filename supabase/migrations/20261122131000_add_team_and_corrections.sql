-- The check and the unique key are on a table of few rows, which no writer holds for long.
-- squawk-ignore-file constraint-missing-not-valid, disallowed-unique-constraint
set local check_function_bodies = off;

create table "public"."status_update_versions" (
  "organization_id"  uuid                     not null,
  "project_id"       uuid                     not null,
  "status_update_id" uuid                     not null,
  "version"          integer                  not null,
  "health"           public.project_health    not null,
  "summary"          text                     not null,
  "risks"            text,
  "next_steps"       text,
  "written_at"       timestamp with time zone not null,
  constraint "status_update_versions_pkey" primary key (status_update_id, version)
);

alter table "public"."status_update_versions"
  enable row level security;

alter table "public"."status_updates"
  add column "version" integer not null default 1;

alter table "public"."status_updates"
  add column "corrected_at" timestamp with time zone;

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
      || jsonb_build_object('decidable', coalesce(sum(counted.decidable), 0))
    from (
      select
        approvals.status,
        count(*) as cards,
        count(*) filter (
          where v_sees_all and approvals.status = 'pending'
            and private.decider_refusal(approvals, viewer.id) is null) as decidable
      from public.approvals
      where approvals.organization_id = viewer.organization_id
        and approvals.status in ('pending', 'approved', 'executing', 'failed', 'unknown')
        and (v_sees_all or approvals.scope_id = any (v_scope_ids))
      group by approvals.status
    ) as counted);
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
  v_code text;
  v_message text;
  v_hint text;
  v_detail text;
begin
  perform private.consume_rate_limit(v_viewer, 'ingest-doc', private.rate_limit_of('ingest-doc'), 60);
  begin
    return private.queue_indexing(v_viewer, begin_indexing.document_id);
  exception when sqlstate 'OPNFD' or sqlstate 'OPSTA' then
    get stacked diagnostics
      v_code = returned_sqlstate, v_message = message_text, v_hint = pg_exception_hint, v_detail = pg_exception_detail;
  end;
  return jsonb_build_object('refusal', jsonb_build_object(
    'code', v_code, 'message', v_message, 'hint', v_hint, 'details', nullif(v_detail, '')));
end;
$function$;

create or replace function private.change_project_team (
  project_id uuid,
  added      uuid[],
  removed    uuid[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_ids uuid[];
  v_id uuid;
  v_before uuid[];
begin
  v_ids := private.require_named_once(added, removed);
  -- In one order, so that two changes of the same people wait for each other.
  foreach v_id in array v_ids loop
    perform private.lock_person(v_viewer.organization_id, v_id);
  end loop;
  v_before := array(
    select project_members.person_id from public.project_members
    where project_members.project_id = change_project_team.project_id
      and project_members.person_id = any (v_ids));
  foreach v_id in array v_ids loop
    perform private.set_project_membership(
      change_project_team.project_id, v_id, v_id = any (coalesce(change_project_team.added, '{}')));
  end loop;

  return jsonb_build_object(
    'project_id', change_project_team.project_id,
    'added', (select coalesce(jsonb_agg(id order by id), '[]') from unnest(added) as id where id <> all (v_before)),
    'removed', (select coalesce(jsonb_agg(id order by id), '[]') from unnest(removed) as id where id = any (v_before)));
end;
$function$;

create or replace function private.correct_status_update (
  status_update_id uuid,
  version          integer,
  health           public.project_health,
  summary          text,
  risks            text                  default null::text,
  next_steps       text                  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_before public.status_updates;
  v_after public.status_updates;
begin
  perform private.require_status_text(health, summary);
  select * into v_before
  from public.status_updates
  where status_updates.id = status_update_id
    and status_updates.project_id = any (private.project_ids_of(v_viewer))
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such status', hint = 'status_update_not_found';
  elsif v_before.author_id <> v_viewer.id then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only its author can correct a status. Post a status of your own instead',
      hint = 'not_the_author';
  elsif clock_timestamp() >= v_before.created_at + private.correction_window() then
    raise exception using
      errcode = 'OPSTA',
      message = 'A status can be corrected for a day after it was posted. Post a new status instead',
      hint = 'correction_closed';
  elsif exists (
    select from public.projects
    where projects.id = v_before.project_id and projects.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived', hint = 'project_archived';
  end if;
  perform private.refuse_stale_version(
    'status_update', v_before.id, correct_status_update.version, v_before.version, to_jsonb(v_before));

  if (v_before.health, v_before.summary, v_before.risks, v_before.next_steps)
    is not distinct from (health, summary, risks, next_steps)
  then
    return to_jsonb(v_before);
  end if;
  insert into public.status_update_versions (
    organization_id, project_id, status_update_id, version, health, summary, risks, next_steps, written_at)
  values (
    v_before.organization_id, v_before.project_id, v_before.id, v_before.version, v_before.health,
    v_before.summary, v_before.risks, v_before.next_steps, coalesce(v_before.corrected_at, v_before.created_at));
  update public.status_updates
  set health = correct_status_update.health,
      summary = correct_status_update.summary,
      risks = correct_status_update.risks,
      next_steps = correct_status_update.next_steps,
      version = v_before.version + 1,
      corrected_at = clock_timestamp()
  where status_updates.id = v_before.id
  returning * into v_after;
  perform private.record_row_change(
    v_after.organization_id, 'status_update.corrected', 'status_update', v_after.id,
    to_jsonb(v_before) - 'corrected_at', to_jsonb(v_after) - 'corrected_at', v_after.project_id);
  perform private.reserve_storage(v_viewer, 'text', octet_length(
    concat(v_after.summary, v_after.risks, v_after.next_steps)));
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.correction_window()
  returns interval
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select interval '24 hours' $function$;

create or replace function private.describe_team (
  organization_id uuid,
  project_id      uuid,
  person_ids      uuid[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', people.id,
    'name', people.name,
    'role', people.role,
    'leads_project', exists (
      select from public.projects
      where projects.id = describe_team.project_id and projects.lead_id = people.id),
    'is_member', exists (
      select from public.project_members
      where project_members.project_id = describe_team.project_id and project_members.person_id = people.id),
    'sees_project', describe_team.project_id = any (private.project_ids_of(people)))), '[]')
  from public.people
  where people.organization_id = describe_team.organization_id and people.id = any (describe_team.person_ids)
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
  perform private.require_status_text(health, summary);
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
  perform private.reserve_storage(v_viewer, 'text', octet_length(
    concat(v_update.summary, v_update.risks, v_update.next_steps)));
  return to_jsonb(v_update);
end;
$function$;

create or replace function private.preview_project_team (
  project_id uuid,
  added      uuid[],
  removed    uuid[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_before jsonb;
  v_after jsonb;
  v_hint text;
begin
  v_before := private.describe_team(
    v_viewer.organization_id, preview_project_team.project_id, private.require_named_once(added, removed));
  begin
    perform private.change_project_team(preview_project_team.project_id, added, removed);
    v_after := private.describe_team(
      v_viewer.organization_id, preview_project_team.project_id, private.require_named_once(added, removed));
    raise exception using errcode = 'OPSTA', message = 'Undo', hint = 'only_previewed';
  exception when sqlstate 'OPSTA' then
    get stacked diagnostics v_hint = pg_exception_hint;
    if v_hint <> 'only_previewed' then
      raise;
    end if;
  end;

  return jsonb_build_object('people', (
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'id', later.person -> 'id', 'name', later.person -> 'name', 'role', later.person -> 'role',
        'leads_project', later.person -> 'leads_project',
        'was_member', earlier.person -> 'is_member', 'is_member', later.person -> 'is_member',
        'saw_project', earlier.person -> 'sees_project', 'sees_project', later.person -> 'sees_project')
      order by later.person ->> 'name', later.person ->> 'id'), '[]')
    from jsonb_array_elements(v_before) as earlier (person)
    join jsonb_array_elements(v_after) as later (person) on later.person -> 'id' = earlier.person -> 'id'));
end;
$function$;

create or replace function private.queue_indexing (
  viewer      public.people,
  document_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_document public.documents;
  v_source public.sources;
  v_version public.document_versions;
  v_job_id uuid;
begin
  v_document := private.lock_document(viewer, queue_indexing.document_id);
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  perform private.require_open_project(viewer, v_source.project_id);

  v_version := private.upload_to_read(v_document.id);
  if v_version.status in ('queued', 'indexing') is not true then
    perform private.require_stored_file(v_version);
    -- What was uploaded before and is not read yet never will be: this one takes its place.
    update public.document_versions set status = 'superseded'
    where document_versions.document_id = v_document.id
      and document_versions.version < v_version.version
      and document_versions.status in ('awaiting_upload', 'queued');
    update public.document_versions
    set status = 'queued', object_tag = coalesce(document_versions.object_tag, private.stored_tag(v_version.path)),
        queued_at = clock_timestamp(), progress_done = 0, progress_total = null,
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

create or replace function private.require_named_once (
  added   uuid[],
  removed uuid[]
)
  returns uuid[]
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_named uuid[] := coalesce(added, '{}') || coalesce(removed, '{}');
  v_ids uuid[] := array(select distinct id from unnest(v_named) as id where id is not null order by id);
begin
  if cardinality(v_named) = 0 then
    raise exception using
      errcode = 'OPINV', message = 'Name at least one person to add or to remove', hint = 'no_people';
  elsif cardinality(v_named) > 100 then
    raise exception using
      errcode = 'OPINV',
      message = 'One change takes at most 100 people. Split it into several',
      hint = 'too_many_people';
  elsif cardinality(v_ids) <> cardinality(v_named) then
    raise exception using
      errcode = 'OPINV',
      message = 'A person is named twice. Name each person once, either to add or to remove',
      hint = 'person_named_twice';
  end if;
  return v_ids;
end;
$function$;

create or replace function private.require_status_text (
  health  public.project_health,
  summary text
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if health is null or char_length(btrim(coalesce(summary, ''))) not between 1 and 4000 then
    raise exception using
      errcode = 'OPINV',
      message = 'A status needs a health and a summary of at most 4,000 characters',
      hint = 'invalid_status_update';
  end if;
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
      message = format('%s has left. Invite them again to give them a new start', v_person.name),
      hint = 'person_archived';
  elsif is_member and v_person.role = 'client' then
    raise exception using
      errcode = 'OPSTA',
      message = format(
        '%s is a client contact. Client contacts are members of no project: they see what is shared with their client',
        v_person.name),
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

create or replace function public.change_project_team (
  project_id uuid,
  added      uuid[],
  removed    uuid[]
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.change_project_team(project_id, added, removed) $function$;

create or replace function public.correct_status_update (
  status_update_id uuid,
  version          integer,
  health           public.project_health,
  summary          text,
  risks            text                  default null::text,
  next_steps       text                  default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.correct_status_update(status_update_id, version, health, summary, risks, next_steps)
$function$;

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
        'next_steps', status_updates.next_steps,
        'version', status_updates.version,
        'corrected_at', status_updates.corrected_at
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

create or replace function public.preview_project_team (
  project_id uuid,
  added      uuid[],
  removed    uuid[]
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.preview_project_team(project_id, added, removed) $function$;

alter table "public"."status_update_versions"
  add constraint "status_update_versions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."status_updates"
  add constraint "first_version_is_uncorrected"
    check (((version >= 1) AND ((version = 1) = (corrected_at IS NULL))));

alter table "public"."status_updates"
  add constraint "status_updates_project_id_id_key" unique (organization_id, project_id, id);

alter table "public"."status_update_versions"
  add constraint "status_update_versions_status_update_fkey"
    foreign key (organization_id, project_id, status_update_id)
    references public.status_updates(organization_id, project_id, id) on delete restrict;

create index status_update_versions_project_id_idx on public.status_update_versions
  using btree (project_id);

create index status_update_versions_status_update_idx on public.status_update_versions
  using btree (organization_id, project_id, status_update_id);

create trigger tg_status_update_versions__refuse_change
  before delete or update on public.status_update_versions
  for each row
  execute function private.tg_refuse_change();

alter table "public"."status_update_versions"
  enable always trigger "tg_status_update_versions__refuse_change";

create trigger tg_status_update_versions__refuse_truncate
  before truncate on public.status_update_versions
  for each STATEMENT
  execute function private.tg_refuse_change();

alter table "public"."status_update_versions"
  enable always trigger "tg_status_update_versions__refuse_truncate";

create policy "status_update_versions_select_in_scope" on "public"."status_update_versions"
  for select
  to "authenticated"
  using
    ((project_id = ANY (( select private.visible_project_ids() as visible_project_ids)::uuid[])));

comment on column "public"."status_updates"."corrected_at" is 'When its author last corrected it; created_at is when it was posted, and that is its place in time.';

comment on function "private"."correction_window"() is 'How long the author of a status may correct it.';

comment on function "private"."describe_team"(uuid, uuid, uuid[]) is 'Answers [{ id, name, role, leads_project, is_member, sees_project }] for these people of the organization.';

comment on function "private"."queue_indexing"(public.people, uuid) is 'What begin_indexing does once a call is admitted. Raises OPNFD · OPSTA.';

comment on function "private"."require_named_once"(uuid[], uuid[]) is 'Raises OPINV (no_people, too_many_people, person_named_twice).';

comment on function "private"."require_status_text"(public.project_health, text) is
  'Raises OPINV (invalid_status_update).';

comment on function "public"."begin_indexing"(uuid) is 'Answers { document_id, version, status, job_id }, or { refusal: { code, message, hint, details } }. Raises OPAUT · OPDEN · OPLIM.';

comment on function "public"."change_project_team"(uuid, uuid[], uuid[]) is
  'Answers { project_id, added, removed }: the ids that changed. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function
  "public"."correct_status_update"(uuid, integer, public.project_health, text, text, text) is
  'Answers the corrected status update; version is the one seen. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG.';

comment on function "public"."preview_project_team"(uuid, uuid[], uuid[]) is
  'Answers { people: [{ id, name, role, leads_project, was_member, is_member, saw_project, sees_project }] }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on policy "status_update_versions_select_in_scope"
  on "public"."status_update_versions" is 'Whoever sees a project sees the earlier texts of its status updates.';

comment on table "public"."status_update_versions" is 'The earlier texts of corrected status updates; status_updates has the text in force.';

revoke all on function "private"."change_project_team"(uuid, uuid[], uuid[]) from public;

grant execute on function "private"."change_project_team"(uuid, uuid[], uuid[]) to "authenticated";

revoke all
  on function
    "private"."correct_status_update"(uuid, integer, public.project_health, text, text, text)
  from public;

grant execute
  on function
    "private"."correct_status_update"(uuid, integer, public.project_health, text, text, text)
  to "authenticated";

revoke all on function "private"."correction_window"() from public;

revoke all on function "private"."describe_team"(uuid, uuid, uuid[]) from public;

revoke all on function "private"."preview_project_team"(uuid, uuid[], uuid[]) from public;

grant execute on function "private"."preview_project_team"(uuid, uuid[], uuid[]) to "authenticated";

revoke all on function "private"."queue_indexing"(public.people, uuid) from public;

revoke all on function "private"."require_named_once"(uuid[], uuid[]) from public;

revoke all on function "private"."require_status_text"(public.project_health, text) from public;

revoke all on function "public"."change_project_team"(uuid, uuid[], uuid[]) from public;

grant execute on function "public"."change_project_team"(uuid, uuid[], uuid[]) to "authenticated";

revoke all
  on function
    "public"."correct_status_update"(uuid, integer, public.project_health, text, text, text)
  from public;

grant execute
  on function
    "public"."correct_status_update"(uuid, integer, public.project_health, text, text, text)
  to "authenticated";

revoke all on function "public"."preview_project_team"(uuid, uuid[], uuid[]) from public;

grant execute on function "public"."preview_project_team"(uuid, uuid[], uuid[]) to "authenticated";

grant select on table "public"."status_update_versions" to "authenticated", "service_role";
