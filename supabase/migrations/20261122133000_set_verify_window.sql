set local check_function_bodies = off;

create table "private"."health_settings" (
  "is_only"            boolean not null default true,
  "verify_window_days" integer,
  constraint "health_settings_pkey" primary key (is_only),
  constraint "only_one_row" check (is_only),
  constraint "verify_window_is_days"
    check (((verify_window_days >= 1) AND (verify_window_days <= 365)))
);

alter table "private"."health_settings"
  enable row level security;

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
    checked := to_jsonb(private.day_text(v_text));
    if checked is null then
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
  v_window_days constant integer := private.verify_window_days();
  v_since constant date := v_today - v_window_days;
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
      else v_window_days
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

create or replace function private.day_text (
  value text
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if value !~ '^\d{4}-\d{2}-\d{2}$' or value < '0001' then
    return null;
  end if;
  perform value::date;
  return value;
exception
  when datetime_field_overflow or invalid_datetime_format then
    return null;
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
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_limit constant integer := coalesce(result_limit, 50);
  v_gap_limit constant integer := 50;
  v_window_days constant integer := private.verify_window_days();
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

  perform private.record_chat_materials(array[v_viewer.organization_id]);
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
          case when figures.last_activity_on >= figures.today - v_window_days then null
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
      'verify_window_days', v_window_days,
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
    or value < '0001'
  then
    return null;
  end if;
  v_utc := value::timestamptz at time zone 'UTC';
  if v_utc < '0001-01-01' or v_utc >= '10000-01-01' then
    return null;
  end if;
  return private.utc_text(value::timestamptz);
exception
  when datetime_field_overflow or invalid_datetime_format then
    return null;
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
declare
  v_window_days constant integer := private.verify_window_days();
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
      format('%s/%s', due_on, width_bucket(days_late::float8 / v_window_days, doublings)),
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
                    width_bucket((today - last_activity_on)::float8 / v_window_days, doublings)) end,
      (entry_count > 0)::integer + (health is not null)::integer
    from live
    where last_activity_on is null or last_activity_on < today - v_window_days

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
             v_window_days),
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

create or replace function private.set_verify_window (
  days integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if days < 1 or days > 365 then
    raise exception using
      errcode = 'OPINV', message = 'The window is between 1 and 365 days', hint = 'invalid_verify_window';
  end if;
  insert into private.health_settings (verify_window_days) values (days)
  on conflict (is_only) do update set verify_window_days = excluded.verify_window_days
    where health_settings.verify_window_days is distinct from excluded.verify_window_days;
end;
$function$;

create or replace function private.verify_window_days()
  returns integer
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select coalesce((select health_settings.verify_window_days from private.health_settings), 14) $function$;

create or replace function public.set_verify_window (
  days integer
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_verify_window(days) $function$;

comment on column "private"."health_settings"."verify_window_days" is 'How many days a sign of life counts; null: the default.';

comment on function "private"."day_text"(text) is 'A day as YYYY-MM-DD; null for what is none.';

comment on function "private"."verify_window_days"() is 'How many days a sign of life counts: an open task without one in this window is not verified.';

comment on function "public"."set_verify_window"(integer) is 'Sets how many days a sign of life counts; null: the default. Raises OPINV.';

comment on table "private"."health_settings" is 'The operator''s settings for the rules of health.';

revoke all on function "private"."day_text"(text) from public;

revoke all on function "private"."set_verify_window"(integer) from public;

grant execute on function "private"."set_verify_window"(integer) to "service_role";

revoke all on function "public"."set_verify_window"(integer) from public;

grant execute on function "public"."set_verify_window"(integer) to "service_role";
