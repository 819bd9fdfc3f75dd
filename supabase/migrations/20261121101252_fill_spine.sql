set local check_function_bodies = off;

drop index "public"."tasks_project_id_due_on_open_idx";

drop function "private"."effective_scope"(uuid);

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
  if person.role in ('admin', 'lead') then
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
  open_ones as (
    select
      tasks.project_id, tasks.status, tasks.due_on, tasks.assignee_id,
      worked_on.task_id is not null
        or coalesce(greatest(tasks.estimated_on, tasks.started_on) >= v_since, false)
        as is_verified,
      case when worked_on.task_id is null and coalesce(tasks.estimated_on, tasks.started_on) is null then (
        select true from public.time_entries where time_entries.task_id = tasks.id limit 1
      ) else true end as has_sign
    from public.tasks
    left join worked_on on worked_on.task_id = tasks.id
    where tasks.project_id = any (spine_work.project_ids)
      and tasks.status in ('open', 'in_progress', 'blocked')
      and tasks.archived_at is null
  ),
  counted as (
    select
      open_ones.project_id,
      count(*) as open,
      count(*) filter (where open_ones.status = 'blocked') as blocked,
      count(*) filter (where open_ones.due_on < today) as past_due,
      count(*) filter (where open_ones.assignee_id is null) as without_assignee,
      count(*) filter (where open_ones.is_verified) as verified,
      count(*) filter (where open_ones.has_sign is null) as unverified
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

create index tasks_project_id_completed_on_idx on public.tasks
  using btree (project_id, completed_on)
  where ((status = 'done'::public.task_status) AND (archived_at is null));

create index tasks_project_id_open_idx on public.tasks
  using btree (project_id, ((status <> 'blocked'::public.task_status)), due_on, priority, id)
  include (status, assignee_id, estimated_on, started_on)
  where
    ((status = ANY (ARRAY['open'::public.task_status, 'in_progress'::public.task_status,
    'blocked'::public.task_status])) AND (archived_at is null));

comment on function "private"."effective_scope"(uuid) is 'Scope of a read made as somebody else: the intersection of both, so that it never widens the viewer''s own. Ignored for callers who are neither admin nor lead. Raises OPAUT, OPDEN, OPNFD (unknown or foreign person).';

comment on function "private"."person_ids_of"(public.people) is 'People a person may see: everyone for admin and lead, colleagues for a member, nobody for a client.';

comment on function "private"."spine_activity"(uuid[], jsonb, date, text) is
  'The part of the spine about people, hours and what happened in the last 30 days.';

comment on function "private"."spine_work"(uuid[], jsonb, date) is 'The part of the spine about open items. Open is verified, stale and unverified together: a sign of life within the window of health, an older one, none.';

comment on function "private"."visible_person_ids"() is 'People the caller may see.';

comment on function "public"."get_spine"(uuid) is 'Answers { viewer, as, organization, today, accounts, projects, left_out }. Hours in hours, money in the organization''s currency. Raises OPAUT · OPDEN · OPNFD.';

revoke all on function "private"."effective_scope"(uuid) from public;

grant execute on function "private"."effective_scope"(uuid) to "authenticated";

revoke all on function "private"."person_ids_of"(public.people) from public;

revoke all on function "private"."spine_activity"(uuid[], jsonb, date, text) from public;

grant execute on function "private"."spine_activity"(uuid[], jsonb, date, text) to "authenticated";

revoke all on function "private"."spine_work"(uuid[], jsonb, date) from public;

grant execute on function "private"."spine_work"(uuid[], jsonb, date) to "authenticated";

revoke all on function "private"."verify_window_days"() from "authenticated";

grant execute on function "private"."verify_window_days"() to "authenticated";
