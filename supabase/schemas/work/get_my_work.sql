-- The viewer's home page: open tasks by due date, hours of the week, the running timer, unread mentions, changes by
-- others since the viewer's last look, and the number of cards to decide.
-- Raises OPAUT · OPDEN (no organization, client).
create or replace function private.get_my_work()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_today date := private.organization_today(v_viewer.organization_id);
  v_project_ids uuid[] := private.project_ids_of(v_viewer);
  v_seen_at timestamptz;
  v_since timestamptz;
begin
  select my_work_last_looks.last_seen_at into v_seen_at from private.my_work_last_looks
  where my_work_last_looks.person_id = v_viewer.id;
  v_since := greatest(coalesce(v_seen_at, now() - interval '7 days'), now() - interval '30 days');
  return jsonb_build_object(
    'read_at', now(),
    'today', v_today,
    'time_zone', (select organizations.time_zone from public.organizations
                  where organizations.id = v_viewer.organization_id),
    'tasks', private.my_tasks(v_viewer, v_project_ids, v_today),
    'hours', private.week_summary(
      v_viewer, private.week_begin(v_viewer.organization_id, v_today), v_viewer),
    'timer', (select private.timer_json(timers) from private.timers where timers.person_id = v_viewer.id),
    'mentions', private.my_mentions(v_viewer, v_project_ids),
    'changes', private.my_changes(v_viewer, v_project_ids, v_since)
      || jsonb_build_object('since', v_since, 'is_first_look', v_seen_at is null),
    'hours_changed_by_others', jsonb_build_object(
      'items', private.hours_changes_json(array(
        select changes.id from private.hours_changes as changes
        where changes.person_id = v_viewer.id and changes.changed_at > v_since
          and changes.project_id = any (v_project_ids)
        order by changes.changed_at desc, changes.id limit 20), v_viewer),
      'total', (
        select count(*) from private.hours_changes as changes
        where changes.person_id = v_viewer.id and changes.changed_at > v_since
          and changes.project_id = any (v_project_ids))),
    -- The number that the inbox shows, at less cost when thousands are pending.
    'decidable_cards', cardinality(private.decidable_ids(v_viewer)));
end;
$$;

create or replace function private.my_tasks(viewer public.people, project_ids uuid[], today date)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
  v_total integer;
  v_late_count integer;
begin
  select array_agg(due_tasks.id order by due_tasks.due_on, due_tasks.id), count(*), count(*) filter (where due_tasks.due_on < today)
  into v_ids, v_total, v_late_count
  from (
    select tasks.id, tasks.due_on
    from public.tasks
    where tasks.assignee_id = viewer.id and tasks.status in ('open', 'in_progress', 'blocked')
      and tasks.archived_at is null
      and (viewer.role in ('admin', 'lead') or tasks.project_id = any (project_ids))
      and not exists (
        select from public.projects
        where projects.id = tasks.project_id and projects.archived_at is not null)
  ) as due_tasks;
  return jsonb_build_object(
    'items', private.task_rows(coalesce(v_ids[1:50], '{}'), private.person_ids_of(viewer), today),
    'total', v_total, 'late', v_late_count);
end;
$$;

create or replace function private.my_mentions(viewer public.people, project_ids uuid[])
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  with unread_mentions as (
    select comments.id, comments.body, comments.author_id, comments.created_at, comments.task_id,
      comments.project_id, row_number() over (order by mentions.created_at desc, comments.id) as position
    from private.task_comment_mentions as mentions
    join public.task_comments as comments on comments.id = mentions.comment_id
    where mentions.person_id = viewer.id and mentions.read_at is null and comments.archived_at is null
      and comments.project_id = any (project_ids)
  )
  select jsonb_build_object(
    'items', coalesce(jsonb_agg(jsonb_build_object(
      'comment_id', unread_mentions.id,
      'body', unread_mentions.body,
      'author', private.visible_name(unread_mentions.author_id, viewer),
      'at', unread_mentions.created_at,
      'task', jsonb_build_object('id', tasks.id, 'title', tasks.title),
      'project', jsonb_build_object('id', projects.id, 'name', projects.name))
      order by unread_mentions.position) filter (where unread_mentions.position <= 20), '[]'),
    'total', count(*))
  from unread_mentions
  join public.tasks on tasks.id = unread_mentions.task_id and tasks.hidden_at is null
  join public.projects on projects.id = unread_mentions.project_id
$$;

-- Changes by others in the projects of which the viewer is a member or the lead, as codes and facts.
create or replace function private.my_changes(viewer public.people, project_ids uuid[], since timestamptz)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_events public.audit_events[] := private.recent_changes(viewer, project_ids, since);
begin
  return jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', changes.id,
        'at', changes.occurred_at,
        'by', case when changes.actor_person_id is not null then private.visible_name(changes.actor_person_id, viewer) end,
        'code', changes.action,
        'project', jsonb_build_object('id', projects.id, 'name', projects.name),
        'object', jsonb_build_object(
          'type', case when changes.object_type = 'task_comment' then 'task' else changes.object_type end,
          'id', coalesce(tasks.id, changes.object_id),
          'title', case when changes.object_type = 'project' then projects.name else tasks.title end),
        'fields', private.event_fields(changes.before, changes.after))
        order by changes.occurred_at desc, changes.id), '[]')
      from unnest(v_events[1:20]) as changes
      join public.projects on projects.id = changes.project_id
      left join public.tasks on tasks.project_id = changes.project_id and tasks.hidden_at is null and tasks.id = case
        when changes.object_type = 'task' then changes.object_id
        when changes.object_type = 'task_comment' then (changes.after ->> 'task_id')::uuid end),
    'total', cardinality(v_events),
    'counts', (
      select coalesce(jsonb_object_agg(counts.action, counts.events), '{}')
      from (select recent.action, count(*) as events from unnest(v_events) as recent group by recent.action) as counts));
end;
$$;

-- The newest 1000 of these events, newest first. Few projects are read one by one; for many projects, the
-- organization's events are read in order until there are enough.
create or replace function private.recent_changes(viewer public.people, project_ids uuid[], since timestamptz)
returns public.audit_events[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_actions constant text[] := '{task.created,task.updated,task_comment.added,status_update.posted,status_update.corrected,project.created,project.copied,project.updated,project.classified}';
  v_own_ids uuid[] := array(
    select members.project_id from public.project_members as members
    where members.person_id = viewer.id and members.project_id = any (project_ids)
    union
    select projects.id from public.projects
    where projects.organization_id = viewer.organization_id and projects.lead_id = viewer.id
      and viewer.role in ('admin', 'lead'));
begin
  if cardinality(v_own_ids) <= 100 then
    return array(
      select recent.event
      from unnest(v_own_ids) as input (project_id)
      cross join lateral (
        select audit_events as event from public.audit_events
        where audit_events.project_id = input.project_id and audit_events.occurred_at > since
          and audit_events.actor_person_id is distinct from viewer.id and not audit_events.is_restricted
          and audit_events.action = any (v_actions)
        order by audit_events.occurred_at desc, audit_events.id
        limit 1000
      ) as recent
      order by (recent.event).occurred_at desc, (recent.event).id
      limit 1000);
  end if;
  return array(
    select audit_events from public.audit_events
    join unnest(v_own_ids) as input (project_id) on input.project_id = audit_events.project_id
    where audit_events.organization_id = viewer.organization_id and audit_events.occurred_at > since
      and audit_events.actor_person_id is distinct from viewer.id and not audit_events.is_restricted
      and audit_events.action = any (v_actions)
    order by audit_events.occurred_at desc, audit_events.id
    limit 1000);
end;
$$;

create or replace function public.get_my_work()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_my_work() $$;

grant execute on function private.get_my_work() to authenticated;
grant execute on function public.get_my_work() to authenticated;
comment on function public.get_my_work() is
  'Returns { read_at, today, time_zone, tasks, hours, timer, mentions, changes, hours_changed_by_others, decidable_cards }. Raises OPAUT · OPDEN.';
