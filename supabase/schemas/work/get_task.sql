-- Everything about a task that its panel shows.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (task_not_found).
create or replace function private.get_task(task_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_person_ids uuid[] := private.person_ids_of(v_viewer);
  v_today date := private.organization_today(v_viewer.organization_id);
  v_task public.tasks;
  v_project public.projects;
begin
  select * into v_task from public.tasks
  where tasks.id = get_task.task_id and tasks.organization_id = v_viewer.organization_id and tasks.hidden_at is null
    and private.sees_project(v_viewer, tasks.project_id);
  if v_task.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such task', hint = 'task_not_found';
  end if;
  select * into v_project from public.projects where projects.id = v_task.project_id;

  return jsonb_build_object(
    'task', private.task_rows(array[v_task.id], v_person_ids, v_today) -> 0 || jsonb_build_object(
      'description', v_task.description, 'category', v_task.category, 'subcategory', v_task.subcategory,
      'estimated_on', v_task.estimated_on, 'external_key', v_task.external_key),
    'account', (select jsonb_build_object('id', accounts.id, 'name', accounts.name)
                from public.accounts where accounts.id = v_project.account_id),
    'client', (select jsonb_build_object('id', clients.id, 'name', clients.name)
               from public.accounts join public.clients on clients.id = accounts.client_id
               where accounts.id = v_project.account_id),
    'subtasks', private.task_rows(array(
        select parts.id from public.tasks as parts
        where parts.parent_id = v_task.id and parts.archived_at is null
        order by parts.status in ('done', 'cancelled'), parts.due_on, parts.created_at, parts.id
        limit 200), v_person_ids, v_today),
    'comments', (
      select coalesce(jsonb_agg(private.comment_json(comments, v_viewer) order by comments.created_at, comments.id), '[]')
      from (
        select task_comments.* from public.task_comments
        where task_comments.task_id = v_task.id and task_comments.archived_at is null
        order by task_comments.created_at desc, task_comments.id desc
        limit 200
      ) as newest
      join public.task_comments as comments on comments.id = newest.id),
    'comments_total', (
      select count(*) from public.task_comments
      where task_comments.task_id = v_task.id and task_comments.archived_at is null),
    'hours', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'person', jsonb_build_object(
          'id', totals.person_id, 'name', case when totals.person_id = any (v_person_ids) then people.name end),
        'hours', totals.hours) order by totals.hours desc, totals.person_id), '[]')
      from (
        select time_entries.person_id, sum(time_entries.hours) as hours
        from public.time_entries where time_entries.task_id = v_task.id
        group by time_entries.person_id
      ) as totals
      join public.people on people.id = totals.person_id),
    'changes', private.task_changes(v_task, v_person_ids),
    'cards', private.task_cards(v_task, v_viewer),
    'can_edit', v_project.archived_at is null,
    'locked_fields', case when v_task.managed_by is null then '[]' else to_jsonb(private.vendor_task_fields()) end);
end;
$$;

-- The last 20 changes of a task, newest first, from the audit log.
create or replace function private.task_changes(task public.tasks, person_ids uuid[])
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'at', newest.occurred_at,
    'by', case when newest.actor_person_id is not null then jsonb_build_object(
      'id', newest.actor_person_id,
      'name', case when newest.actor_person_id = any (person_ids) then people.name end) end,
    'code', newest.action,
    'version', newest.after -> 'version',
    'fields', private.event_fields(newest.before, newest.after))
    order by newest.occurred_at desc, newest.after -> 'version' desc, newest.id), '[]')
  from (
    select audit_events.* from public.audit_events
    where audit_events.object_id = task.id and audit_events.object_type = 'task'
      and audit_events.organization_id = task.organization_id and not audit_events.is_restricted
    order by audit_events.occurred_at desc, audit_events.after -> 'version' desc
    limit 20
  ) as newest
  left join public.people on people.id = newest.actor_person_id
$$;

-- The fields of an audit event as { field: { from, to } }, without bookkeeping.
create or replace function private.event_fields(before jsonb, after jsonb)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_object_agg(
    field.key, jsonb_build_object('from', before -> field.key, 'to', field.value)), '{}')
  from jsonb_each(case when jsonb_typeof(after) = 'object' then after else '{}' end) as field
  where field.key not in ('version', 'project_id', 'person_id', 'task_id')
$$;

-- The newest cards of the project that concern a task and that the viewer may see.
create or replace function private.task_cards(task public.tasks, viewer public.people)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', cards.id, 'kind', cards.kind, 'status', cards.status, 'title', cards.title,
    'relation', cards.relation, 'created_at', cards.created_at) order by cards.created_at desc, cards.id), '[]')
  from (
    select approvals.id, approvals.kind, approvals.status, approvals.title, approvals.created_at,
      case when task.external_key = 'approval:' || approvals.id
             or approvals.result ->> 'external_id' = task.id::text then 'created' else 'names' end as relation
    from public.approvals
    where approvals.organization_id = task.organization_id and approvals.project_id = task.project_id
      and approvals.scope_id = any (private.scope_ids_of(viewer))
      and (task.external_key = 'approval:' || approvals.id
           or approvals.result ->> 'external_id' = task.id::text
           or approvals.target_id = task.id
           or strpos(approvals.payload::text, task.id::text) > 0)
    order by approvals.created_at desc
    limit 20
  ) as cards
$$;

create or replace function public.get_task(task_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_task(task_id) $$;

grant execute on function private.get_task(uuid) to authenticated;
grant execute on function public.get_task(uuid) to authenticated;
comment on function public.get_task(uuid) is
  'Returns { task, account, client, subtasks, comments, comments_total, hours, changes, cards, can_edit, locked_fields }. Raises OPAUT · OPDEN · OPNFD.';
