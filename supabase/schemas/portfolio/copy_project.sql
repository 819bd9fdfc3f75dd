-- Creates a project from another: its summary, budgets, lead and, on request, tasks and team. The copy is planned,
-- and its tasks are open; hours, comments, documents and external keys are not copied. Dates move by as much as the
-- start does; unless both projects have a start, the copy has no dates except its own start.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPNFD (project_not_found, account_not_found)
-- · OPSTA (client_archived, code_taken) · OPBIG (too_many_tasks).
create or replace function private.copy_project(
  project_id uuid, account_id uuid, name text, starts_on date default null, code text default null,
  with_tasks boolean default true, with_team boolean default true
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_source public.projects;
  v_copy public.projects;
  v_shift_days integer;
  v_person_id uuid;
  v_people integer := 0;
  v_tasks integer := 0;
begin
  select * into v_source from public.projects
  where projects.id = copy_project.project_id and projects.organization_id = v_viewer.organization_id;
  if v_source.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  v_shift_days := copy_project.starts_on - v_source.starts_on;
  v_copy := v_source;
  v_copy.id := gen_random_uuid();
  v_copy.lead_id := (
    select people.id from public.people
    where people.id = v_source.lead_id and people.role <> 'client' and people.archived_at is null);
  v_copy := private.changed_project(v_copy, jsonb_build_object(
    'name', copy_project.name, 'account_id', copy_project.account_id, 'code', copy_project.code,
    'status', 'planned', 'starts_on', copy_project.starts_on, 'due_on', v_source.due_on + v_shift_days));
  v_copy := private.insert_project(
    v_viewer, v_copy, 'project.copied', jsonb_build_object('copied_from', v_source.id));

  if coalesce(with_team, true) then
    for v_person_id in
      select members.person_id
      from public.project_members as members
      join public.people on people.id = members.person_id
      where members.project_id = v_source.id and people.archived_at is null and people.role <> 'client'
      order by members.person_id
    loop
      perform private.set_project_membership(v_copy.id, v_person_id, true);
      v_people := v_people + 1;
    end loop;
  end if;
  if coalesce(with_tasks, true) then
    v_tasks := private.copy_tasks(v_source.id, v_copy, v_shift_days);
  end if;
  return jsonb_build_object(
    'project', to_jsonb(v_copy), 'copied', jsonb_build_object('tasks', v_tasks, 'people', v_people));
end;
$$;

-- Copies the tasks that are neither archived nor cancelled, and returns their number. Assignees who can see the copy
-- remain assigned.
-- Raises OPBIG (too_many_tasks).
create or replace function private.copy_tasks(source_id uuid, copy public.projects, shift integer)
returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_max constant integer := 5000;
  v_source_ids uuid[];
  v_copy_ids uuid[];
begin
  -- Copies parents first, so that a subtask refers to a task that exists.
  select array_agg(tasks.id order by tasks.parent_id is not null, tasks.created_at, tasks.id),
         array_agg(gen_random_uuid() order by tasks.parent_id is not null, tasks.created_at, tasks.id)
  into v_source_ids, v_copy_ids
  from public.tasks
  where tasks.project_id = source_id and tasks.archived_at is null and tasks.status <> 'cancelled';
  if cardinality(v_source_ids) > v_max then
    raise exception using
      errcode = 'OPBIG',
      message = format('The project has more than %s tasks. Copy it without tasks', v_max),
      hint = 'too_many_tasks';
  end if;
  for v_level in 0 .. 1 loop
    insert into public.tasks (
      id, organization_id, project_id, title, description, category, subcategory, priority, labels, assignee_id,
      estimate_hours, estimated_on, started_on, due_on, parent_id, created_at)
    select
      pair.new_id, copy.organization_id, copy.id, tasks.title, tasks.description, tasks.category, tasks.subcategory,
      tasks.priority, tasks.labels,
      (select people.id from public.people
       where people.id = tasks.assignee_id and people.role <> 'client' and private.sees_project(people, copy.id)),
      tasks.estimate_hours,
      case when tasks.estimate_hours is not null then private.organization_today(copy.organization_id) end,
      tasks.started_on + shift, tasks.due_on + shift,
      v_copy_ids[array_position(v_source_ids, tasks.parent_id)],
      now()
    from unnest(v_source_ids, v_copy_ids) as pair (id, new_id)
    join public.tasks on tasks.id = pair.id
    where (array_position(v_source_ids, tasks.parent_id) is not null) = (v_level = 1);
  end loop;
  return coalesce(cardinality(v_source_ids), 0);
end;
$$;

create or replace function public.copy_project(
  project_id uuid, account_id uuid, name text, starts_on date default null, code text default null,
  with_tasks boolean default true, with_team boolean default true
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.copy_project(project_id, account_id, name, starts_on, code, with_tasks, with_team) $$;

grant execute on function
  private.copy_project(uuid, uuid, text, date, text, boolean, boolean) to authenticated;
grant execute on function
  public.copy_project(uuid, uuid, text, date, text, boolean, boolean) to authenticated;
comment on function public.copy_project(uuid, uuid, text, date, text, boolean, boolean) is
  'Returns { project, copied: { tasks, people } }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG.';
