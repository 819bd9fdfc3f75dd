-- Applies the plan in the temporary tables of stage_import.
create or replace function private.apply_import(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.clients (id, organization_id, name)
  select id, apply_import.organization_id, name from pg_temp.import_clients where is_new;

  insert into public.accounts (id, organization_id, client_id, name)
  select id, apply_import.organization_id, client_id, name from pg_temp.import_accounts where is_new;

  insert into public.people (id, organization_id, name, email, role, is_employee, external_key)
  select id, apply_import.organization_id, label,
         -- If someone else, such as a client contact, already has the address, it stays with that person.
         case when person_key ~ '^[^@\s]+@[^@\s]+$' and not exists (
           select 1 from public.people as email_owners
           where email_owners.organization_id = apply_import.organization_id
             and email_owners.email = person_key and email_owners.archived_at is null)
         then person_key end, 'member', true, person_key
  from pg_temp.import_people where is_new;

  insert into public.projects (
    id, organization_id, account_id, code, name, status, starts_on, due_on, budget_hours, budget_amount)
  select id, apply_import.organization_id, account_id, code, name, status, starts_on, due_on,
         budget_hours, budget_amount
  from pg_temp.import_projects where is_new;

  update public.projects
  set name = plan.name, status = plan.status, starts_on = plan.starts_on,
      due_on = plan.due_on, budget_hours = plan.budget_hours, budget_amount = plan.budget_amount
  from pg_temp.import_projects as plan
  where projects.id = plan.id and plan.changes is not null;

  insert into public.tasks (
    id, organization_id, project_id, external_key, title, status, category, subcategory, priority,
    assignee_id, estimate_hours, estimated_on, started_on, due_on, completed_on)
  select id, apply_import.organization_id, project_id, external_key, title, status, category,
         subcategory, priority, assignee_id, estimate_hours, estimated_on, started_on, due_on, completed_on
  from pg_temp.import_tasks where is_new;

  update public.tasks
  set title = plan.title, status = plan.status, category = plan.category,
      subcategory = plan.subcategory, priority = plan.priority, assignee_id = plan.assignee_id,
      estimate_hours = plan.estimate_hours, estimated_on = plan.estimated_on,
      started_on = plan.started_on, due_on = plan.due_on, completed_on = plan.completed_on
  from pg_temp.import_tasks as plan
  where tasks.id = plan.id and plan.changes is not null;

  insert into public.time_entries (
    id, organization_id, project_id, task_id, person_id, spent_on, hours, note, external_key)
  select id, apply_import.organization_id, project_id, task_id, person_id, spent_on, hours, note,
         external_key
  from pg_temp.import_entries where is_new;

  update public.time_entries
  set hours = plan.hours, task_id = plan.task_id,
      note = case when plan.changes ? 'note' then plan.note else time_entries.note end
  from pg_temp.import_entries as plan
  where time_entries.id = plan.id and plan.changes is not null;
end;
$$;

-- Adds the planned members, except people who have left or changed their role since. It locks the people first, so
-- that an offboarding waits.
create or replace function private.apply_memberships(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_project_ids uuid[];
  v_person_ids uuid[];
begin
  perform 1
  from public.people
  where people.id in (select person_id from pg_temp.import_memberships)
  order by people.id
  for share;
  delete from pg_temp.import_memberships
  where is_new and not exists (
    select 1 from public.people
    where people.id = import_memberships.person_id and people.role = 'member' and people.archived_at is null);

  with memberships as (
    insert into public.project_members (organization_id, project_id, person_id)
    select apply_memberships.organization_id, project_id, person_id
    from pg_temp.import_memberships where is_new
    on conflict do nothing
    returning project_members.project_id, project_members.person_id
  )
  select array_agg(memberships.project_id), array_agg(memberships.person_id) into v_project_ids, v_person_ids from memberships;
  perform private.record_imported_memberships(
    apply_memberships.organization_id, v_project_ids, v_person_ids, true);
end;
$$;
