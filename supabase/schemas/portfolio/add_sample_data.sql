-- Fills an empty organization with an invented client, its projects, tasks, hours and status updates, so that a
-- new user sees pages with content. Three invented people without an email or account work on them, and the admin
-- leads the projects. Repeating it changes nothing.
-- Raises OPAUT · OPDEN (not admin) · OPSTA (organization_has_data: it has a client or project of its own).
create or replace function private.add_sample_data()
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_organization_id uuid := v_viewer.organization_id;
  v_client_id uuid := gen_random_uuid();
  v_account_id uuid := gen_random_uuid();
  v_people uuid[] := array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()];
  v_projects uuid[] := array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()];
begin
  -- One at a time: a second call waits here and then finds the rows of the first.
  perform 1 from public.organizations where organizations.id = v_organization_id for no key update;
  if exists (select from private.sample_rows where sample_rows.organization_id = v_organization_id) then
    return private.sample_data_json(v_organization_id);
  elsif not private.is_empty_organization(v_organization_id) then
    raise exception using
      errcode = 'OPSTA',
      message = 'Sample data is for an organization without clients and projects. Yours already has some',
      hint = 'organization_has_data';
  end if;

  insert into public.clients (id, organization_id, name, note)
  values (v_client_id, v_organization_id, 'Juniper Bakery (sample)', 'Sample data. Remove it under Settings.');
  insert into public.accounts (id, organization_id, client_id, name)
  values (v_account_id, v_organization_id, v_client_id, 'Juniper Bakery digital (sample)');
  insert into public.people (id, organization_id, name, role, is_employee)
  select v_people[number], v_organization_id, name, 'member', true
  from (values (1, 'Ada Sample'), (2, 'Ben Sample'), (3, 'Cleo Sample')) as samples (number, name);
  perform private.add_sample_projects(v_viewer, v_account_id, v_people, v_projects);
  perform private.add_sample_tasks(v_viewer, v_people, v_projects);
  perform private.add_sample_hours(v_organization_id, v_people, v_projects);

  -- A row can be deleted only when no row refers to it, so the removal goes through this order in reverse.
  insert into private.sample_rows (organization_id, position, entity, row_id)
  select v_organization_id, row_number() over (order by samples.step, samples.is_part, samples.row_id), samples.entity, samples.row_id
  from (
    select 1 as step, false as is_part, 'client' as entity, v_client_id as row_id
    union all select 2, false, 'account', v_account_id
    union all select 3, false, 'person', id from unnest(v_people) as id
    union all select 4, false, 'project', id from unnest(v_projects) as id
    union all select 5, tasks.parent_id is not null, 'task', tasks.id
      from public.tasks where tasks.project_id = any (v_projects)
    union all select 6, false, 'time_entry', time_entries.id
      from public.time_entries where time_entries.project_id = any (v_projects)
    union all select 7, false, 'status_update', status_updates.id
      from public.status_updates where status_updates.project_id = any (v_projects)
  ) as samples;
  perform private.record_audit_event(
    v_organization_id, 'sample_data.added', 'organization', v_organization_id, null,
    private.sample_data_json(v_organization_id));
  return private.sample_data_json(v_organization_id);
end;
$$;

create or replace function private.add_sample_projects(
  viewer public.people, account_id uuid, people uuid[], projects uuid[]
)
returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into public.projects (
    id, organization_id, account_id, code, name, summary, status, lead_id, starts_on, due_on, budget_hours)
  select projects[samples.number], viewer.organization_id, account_id, samples.code, samples.name, samples.summary,
         samples.status::public.project_status, viewer.id, today + samples.starts_in, today + samples.due_in, samples.budget
  from private.organization_today(viewer.organization_id) as today,
    (values
      (1, 'SAMPLE-1', 'Website relaunch (sample)', 'A new shop with online orders.', 'active', -40, 35, 120),
      (2, 'SAMPLE-2', 'Brand refresh (sample)', 'A new logo, colors and packaging.', 'active', -25, 20, 45),
      (3, 'SAMPLE-3', 'Newsletter (sample)', 'A monthly newsletter for regular customers.', 'planned', 10, 60, 30)
    ) as samples (number, code, name, summary, status, starts_in, due_in, budget);

  insert into public.project_members (organization_id, project_id, person_id)
  select viewer.organization_id, project_id, person_id
  from unnest(projects) as project_id, unnest(people) as person_id;

  insert into public.status_updates (organization_id, project_id, author_id, health, summary, risks, next_steps, created_at)
  select viewer.organization_id, projects[samples.number], viewer.id, samples.health::public.project_health, samples.summary,
         samples.risks, samples.next_steps, now() - samples.age
  from (values
    (1, 'on_track', 'The design is approved and the shop is half built.', null,
     'Connect the payment provider, then test with three customers.', interval '2 days'),
    (2, 'at_risk', 'The second logo proposal is late.',
     'Packaging goes to print in three weeks and needs the final logo.', 'Decide on the logo this week.', interval '5 days')
  ) as samples (number, health, summary, risks, next_steps, age)
$$;

-- Assignee 0 is the admin, so that My work has content.
create or replace function private.add_sample_tasks(viewer public.people, people uuid[], projects uuid[])
returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  with samples as (
    select entries.*, private.organization_today(viewer.organization_id) as today
    from (values
      (1, 'Collect photos of the products', 'done', 1, -30, 8, '{content}'),
      (1, 'Design the home page', 'done', 2, -22, 16, '{design}'),
      (1, 'Build the product catalog', 'in_progress', 3, 3, 24, '{development}'),
      (1, 'Connect the payment provider', 'in_progress', 3, 6, 12, '{development,payments}'),
      (1, 'Write the texts of the category pages', 'open', 1, 5, 10, '{content}'),
      (1, 'Agree on delivery areas', 'blocked', 0, -2, 2, '{client}'),
      (1, 'Test orders with three customers', 'open', 2, 18, 8, '{testing}'),
      (1, 'Set up redirects from the old site', 'open', 3, 28, 4, '{development}'),
      (1, 'Review accessibility', 'open', 0, 24, 6, '{testing}'),
      (2, 'Interview five regular customers', 'done', 1, -18, 10, '{research}'),
      (2, 'Draw the first logo proposals', 'done', 2, -9, 12, '{design}'),
      (2, 'Draw the second logo proposals', 'in_progress', 2, -1, 12, '{design}'),
      (2, 'Choose the colors', 'open', 2, 4, 6, '{design}'),
      (2, 'Present the proposals to the client', 'open', 0, 2, 3, '{client}'),
      (2, 'Prepare the packaging for print', 'open', 1, 16, 10, '{design,print}'),
      (3, 'Propose topics for the first three issues', 'open', 1, 14, 4, '{content}'),
      (3, 'Choose the sending service', 'open', 0, 12, 3, '{client}'),
      (3, 'Design the template', 'open', 2, 25, 8, '{design}')
    ) as entries (number, title, status, assignee, due_in, estimate, labels)
  )
  insert into public.tasks (
    organization_id, project_id, title, status, assignee_id, estimate_hours, due_on, started_on, completed_on, labels)
  select
    viewer.organization_id, projects[samples.number], samples.title, samples.status::public.task_status,
    case samples.assignee when 0 then viewer.id else people[samples.assignee] end, samples.estimate, samples.today + samples.due_in,
    case when samples.status in ('done', 'in_progress') then samples.today + samples.due_in - 7 end,
    case when samples.status = 'done' then samples.today + samples.due_in end, samples.labels::text[]
  from samples;

  insert into public.tasks (organization_id, project_id, title, status, assignee_id, estimate_hours, parent_id)
  select tasks.organization_id, tasks.project_id, part.title, 'open', people[3], 3, tasks.id
  from public.tasks, (values ('Import the price list'), ('Show allergens on product pages')) as part (title)
  where tasks.project_id = projects[1] and tasks.title = 'Build the product catalog'
$$;

-- On each working day of the last three weeks, each person spends hours on one of their tasks.
create or replace function private.add_sample_hours(organization_id uuid, people uuid[], projects uuid[])
returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
  select add_sample_hours.organization_id, assignments.project_id, assignments.id, assignments.assignee_id, days.day,
         1.5 + (days.age * 3 + assignments.number) % 6 * 0.5
  from (
    select age, private.organization_today(add_sample_hours.organization_id) - age as day
    from generate_series(1, 21) as age
  ) as days
  join lateral (
    select tasks.*, array_position(people, tasks.assignee_id) as number,
           row_number() over (partition by tasks.assignee_id order by tasks.title) as turn,
           count(*) over (partition by tasks.assignee_id) as turns
    from public.tasks
    where tasks.project_id = any (projects[1:2]) and tasks.assignee_id = any (people)
      and tasks.status in ('done', 'in_progress')
  ) as assignments on days.age % assignments.turns + 1 = assignments.turn
  where extract(isodow from days.day) < 6
$$;

create or replace function public.add_sample_data()
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.add_sample_data() $$;

grant execute on function private.add_sample_data() to authenticated;
grant execute on function public.add_sample_data() to authenticated;
comment on function public.add_sample_data() is
  'Returns { rows, has_own_projects, is_empty }. Raises OPAUT · OPDEN · OPSTA.';
