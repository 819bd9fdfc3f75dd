-- Restores the former values of changed rows and deletes created ones, which no other row may refer to. The restored
-- rows get new versions and times of change, so that people who saw the import's version notice the change.
create or replace function private.revert_import(run_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_organization_id uuid := (select organization_id from public.portfolio_import_runs where id = run_id);
  v_project_ids uuid[];
  v_person_ids uuid[];
begin
  update public.projects
  set (name, status, starts_on, due_on, budget_hours, budget_amount) = (
    select old_values.name, old_values.status, old_values.starts_on, old_values.due_on, old_values.budget_hours, old_values.budget_amount
    from jsonb_populate_record(projects, private.values_of(import_changes.changes, 'from')) as old_values)
  from public.portfolio_import_changes as import_changes
  where import_changes.run_id = revert_import.run_id
    and import_changes.entity = 'project' and import_changes.change = 'updated'
    and projects.id = import_changes.entity_id;

  update public.tasks
  set (title, status, category, subcategory, priority, assignee_id, estimate_hours, estimated_on, started_on,
       due_on, completed_on) = (
    select old_values.title, old_values.status, old_values.category, old_values.subcategory, old_values.priority,
           private.surviving_person_id(old_values.assignee_id), old_values.estimate_hours, old_values.estimated_on,
           old_values.started_on, old_values.due_on, old_values.completed_on
    from jsonb_populate_record(tasks, private.values_of(import_changes.changes, 'from')) as old_values)
  from public.portfolio_import_changes as import_changes
  where import_changes.run_id = revert_import.run_id
    and import_changes.entity = 'task' and import_changes.change = 'updated'
    and tasks.id = import_changes.entity_id;

  update public.time_entries
  set (hours, task_id, note) = (
    select old_values.hours, old_values.task_id, old_values.note
    from jsonb_populate_record(time_entries, private.values_of(import_changes.changes, 'from')) as old_values)
  from public.portfolio_import_changes as import_changes
  where import_changes.run_id = revert_import.run_id
    and import_changes.entity = 'time_entry' and import_changes.change = 'updated'
    and time_entries.id = import_changes.entity_id;

  perform private.revert_import_rates(run_id);
  perform private.record_imported_projects(run_id, true);

  with deleted_members as (
    delete from public.project_members
    using private.memberships_of_import(revert_import.run_id) as memberships
    where project_members.project_id = memberships.project_id and project_members.person_id = memberships.person_id
    returning project_members.project_id, project_members.person_id
  )
  select array_agg(deleted_members.project_id), array_agg(deleted_members.person_id) into v_project_ids, v_person_ids from deleted_members;
  perform private.record_imported_memberships(v_organization_id, v_project_ids, v_person_ids, false);

  delete from public.time_entries where id = any ((select private.ids_created_by_import(run_id, 'time_entry'))::uuid[]);
  delete from public.tasks where id = any ((select private.ids_created_by_import(run_id, 'task'))::uuid[]);
  delete from public.projects where id = any ((select private.ids_created_by_import(run_id, 'project'))::uuid[]);
  delete from public.people where id = any ((select private.ids_created_by_import(run_id, 'person'))::uuid[]);
  delete from public.accounts where id = any ((select private.ids_created_by_import(run_id, 'account'))::uuid[]);
  delete from public.clients where id = any ((select private.ids_created_by_import(run_id, 'client'))::uuid[]);
end;
$$;

create or replace function private.ids_created_by_import(run_id uuid, entity public.import_entity)
returns uuid[]
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(changes.entity_id), '{}')
  from public.portfolio_import_changes as changes
  where changes.run_id = ids_created_by_import.run_id and changes.entity = ids_created_by_import.entity
    and changes.change = 'created'
$$;

-- The memberships that an import created and that still exist. A membership that was removed and added again since then
-- counts as added by hand.
create or replace function private.memberships_of_import(run_id uuid)
returns table (project_id uuid, person_id uuid)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select memberships.project_id, memberships.person_id
  from public.portfolio_import_memberships as memberships
  join public.portfolio_import_runs as runs on runs.id = memberships.run_id
  join public.project_members
    on project_members.project_id = memberships.project_id and project_members.person_id = memberships.person_id
   and project_members.created_at = runs.applied_at
  where memberships.run_id = memberships_of_import.run_id
$$;
