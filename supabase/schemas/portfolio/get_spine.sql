-- The spine: what somebody would need to answer for their projects, each fact with an id that can be
-- cited. Reads under the caller's own policies and, on top, only the effective scope of `as`.
-- At most 200 projects, liveliest first, ten open tasks and three status updates each; left_out counts
-- what is not shown.
-- Looking as somebody else is recorded, so it is not stable.
-- Raises OPAUT · OPDEN (no membership, client) · OPNFD (unknown person to view as).
create or replace function public.get_spine(as_person_id uuid default null)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
  v_project_limit constant integer := 200;
  v_task_limit constant integer := 10;
  v_update_limit constant integer := 3;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;

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
    open_tasks as (
      select shown.id as project_id, listed.*
      from shown
      cross join lateral (
        select
          jsonb_agg(
            jsonb_build_object(
              'id', tasks.id,
              'title', tasks.title,
              'status', tasks.status,
              'priority', tasks.priority,
              'assignee', assignees.name,
              'due_on', tasks.due_on,
              'estimate_hours', tasks.estimate_hours
            )
            order by tasks.due_on nulls last, tasks.priority nulls last, tasks.id
          ) as items
        from (
          select *
          from public.tasks
          where tasks.project_id = shown.id
            and tasks.status in ('open', 'in_progress', 'blocked')
            and tasks.archived_at is null
          order by tasks.due_on nulls last, tasks.priority nulls last, tasks.id
          limit v_task_limit
        ) as tasks
        left join public.people as assignees on assignees.id = tasks.assignee_id
      ) as listed
    )
    select jsonb_build_object(
      'viewer', jsonb_build_object(
        'id', (v_scope.viewer).id, 'name', (v_scope.viewer).name, 'role', (v_scope.viewer).role),
      'as', case when (v_scope.person).id <> (v_scope.viewer).id then jsonb_build_object(
        'id', (v_scope.person).id, 'name', (v_scope.person).name, 'role', (v_scope.person).role) end,
      'organization', (
        select jsonb_build_object('id', organizations.id, 'name', organizations.name,
                                  'currency', organizations.currency,
                                  'time_zone', organizations.time_zone)
        from public.organizations
      ),
      'projects', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', shown.id,
            'code', shown.code,
            'name', shown.name,
            'summary', shown.summary,
            'status', shown.status,
            'account', jsonb_build_object('id', shown.account_id, 'name', shown.account_name),
            'client', jsonb_build_object('id', shown.client_id, 'name', shown.client_name),
            'lead', case when shown.lead_id is not null then
              jsonb_build_object('id', shown.lead_id, 'name', shown.lead_name) end,
            'starts_on', shown.starts_on,
            'due_on', shown.due_on,
            'budget_hours', shown.budget_hours,
            'budget_amount', shown.budget_amount,
            'estimate_hours', shown.estimate_hours,
            'actual_hours', shown.actual_hours,
            'task_count', shown.task_count,
            'open_task_count', shown.open_task_count,
            'last_activity_on', shown.last_activity_on,
            'people', (
              select coalesce(jsonb_agg(
                jsonb_build_object('id', people.id, 'name', people.name, 'role', people.role)
                order by people.name, people.id), '[]')
              from public.project_members
              join public.people on people.id = project_members.person_id
              where project_members.project_id = shown.id
            ),
            'open_tasks', coalesce(open_tasks.items, '[]'),
            'status_updates', (
              select coalesce(jsonb_agg(
                jsonb_build_object('id', recent.id, 'health', recent.health,
                                   'summary', recent.summary, 'created_at', recent.created_at)
                order by recent.created_at desc), '[]')
              from (
                select *
                from public.status_updates
                where status_updates.project_id = shown.id
                order by status_updates.created_at desc
                limit v_update_limit
              ) as recent
            )
          )
          order by shown.relevance
        ), '[]'),
      'left_out', jsonb_build_object(
        'projects', (select count(*) from in_scope) - count(*),
        'open_tasks', (select coalesce(sum(in_scope.open_task_count), 0) from in_scope)
                      - coalesce(sum(jsonb_array_length(coalesce(open_tasks.items, '[]'))), 0)
      )
    )
    from shown
    join open_tasks on open_tasks.project_id = shown.id
  );
end;
$$;

revoke execute on function public.get_spine(uuid) from public;
grant execute on function public.get_spine(uuid) to authenticated;

comment on function public.get_spine(uuid) is
  'Answers { viewer, as, organization, projects, left_out }. Hours in hours, money in the organization''s currency. Raises OPAUT · OPDEN · OPNFD.';
