-- Plans the tasks and hours of an import.
create or replace function private.plan_import_work(organization_id uuid, fields text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.refuse_locked_lines(fields);
  -- Lines may have been refused after people were planned.
  perform private.drop_refused_people();

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
    target.id is null as is_new,
    coalesce(target.id, gen_random_uuid()) as id,
    target.assignee_id as previous_assignee_id,
    target.managed_by,
    plan.*,
    case when target.id is not null then
      private.json_changes(to_jsonb(target), to_jsonb(plan)) end as changes
  from first_lines
  -- Looked up one by one: without fresh statistics, the planner may join on only half of the key.
  left join lateral (
    select *
    from public.tasks
    where tasks.project_id = first_lines.project_id
      and tasks.external_key = first_lines.resolved_task_key
    union all
    -- The console's own export names each task by its id.
    select *
    from public.tasks
    where tasks.project_id = first_lines.project_id
      and tasks.id = case
        when first_lines.task_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then first_lines.task_key::uuid end
    limit 1
  ) as target on true
  cross join lateral (
    select
      case when target.id is null or 'task_title' = any (fields)
           then coalesce(first_lines.task_title, target.title, first_lines.task_key)
           else target.title end as title,
      case -- Some tools export when a task was completed, but no status.
           when 'task_completed_on' = any (fields) and 'task_status' <> all (fields)
             and first_lines.task_completed_on is not null
             and coalesce(target.status, 'open') in ('open', 'in_progress', 'blocked')
           then 'done'
           when target.id is null or 'task_status' = any (fields)
           then coalesce(first_lines.task_status, target.status, 'open')
           else target.status end as status,
      case when 'task_category' = any (fields) then first_lines.task_category else target.category end as category,
      case when 'task_subcategory' = any (fields) then first_lines.task_subcategory else target.subcategory end as subcategory,
      case when 'task_priority' = any (fields) then first_lines.task_priority else target.priority end as priority,
      case when 'task_assignee' = any (fields) then first_lines.assignee_id else target.assignee_id end as assignee_id,
      case when 'task_estimate_hours' = any (fields) then first_lines.task_estimate_hours else target.estimate_hours end as estimate_hours,
      case when 'task_estimated_on' = any (fields) then first_lines.task_estimated_on else target.estimated_on end as estimated_on,
      case when 'task_started_on' = any (fields) then first_lines.task_started_on else target.started_on end as started_on,
      case when 'task_due_on' = any (fields) then first_lines.task_due_on else target.due_on end as due_on,
      case when 'task_completed_on' = any (fields) then first_lines.task_completed_on else target.completed_on end as completed_on
  ) as plan;
  create unique index on pg_temp.import_tasks (project_id, external_key);
  perform private.refuse_managed_tasks();

  -- A new person gets a different id in each plan. The plan therefore names people, so that two plans can be compared.
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

  -- A key distinguishes two entries of one person on one task and day. Without keys, their order in the file does.
  create temporary table import_entries on commit drop as
  with entry_lines as (
    select
      import_lines.line, import_lines.project_id, import_lines.task_id, import_lines.person_id,
      import_lines.spent_on, import_lines.hours, import_lines.note, import_lines.entry_id,
      coalesce(import_lines.resolved_entry_key, concat_ws('|',
        coalesce(import_lines.resolved_task_key, ''), import_lines.person_id, import_lines.spent_on,
        row_number() over (
          partition by import_lines.project_id, import_lines.task_id, import_lines.person_id, import_lines.spent_on,
                       import_lines.resolved_entry_key is null
          order by import_lines.line))) as external_key
    from pg_temp.import_lines
    where import_lines.problem is null and import_lines.hours is not null
  )
  select
    entry_lines.line, entry_lines.project_id, plan.task_id, entry_lines.person_id, entry_lines.spent_on,
    entry_lines.hours, entry_lines.note,
    entry_lines.external_key,
    target.id is null as is_new,
    coalesce(target.id, gen_random_uuid()) as id,
    target.managed_by,
    target.id is not null and (target.project_id, target.person_id, target.spent_on)
      is distinct from (entry_lines.project_id, entry_lines.person_id, entry_lines.spent_on) as is_moved,
    case when target.id is not null then
      private.json_changes(
        to_jsonb(target),
        jsonb_build_object('hours', entry_lines.hours, 'task_id', plan.task_id)
        || case when 'note' = any (fields) then jsonb_build_object('note', entry_lines.note) else '{}' end
      ) end as changes
  from entry_lines
  left join lateral (
    select *
    from public.time_entries
    where time_entries.organization_id = plan_import_work.organization_id
      and time_entries.id = entry_lines.entry_id
    union all
    select *
    from public.time_entries
    where time_entries.project_id = entry_lines.project_id
      and time_entries.external_key = entry_lines.external_key
    limit 1
  ) as target on true
  cross join lateral (
    -- An entry that is named by its key keeps its task if the file has no tasks.
    select case when target.id is null or fields && array['task_key', 'task_title']
                then entry_lines.task_id else target.task_id end as task_id
  ) as plan;
  create unique index on pg_temp.import_entries (line);
  perform private.refuse_moved_entries();
  perform private.refuse_managed_entries();
  analyze pg_temp.import_entries;
end;
$$;
