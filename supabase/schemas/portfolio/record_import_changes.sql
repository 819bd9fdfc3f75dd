-- Records the rows that apply_import created and changed, for its undo and for the history of the import.
create or replace function private.record_import_changes(organization_id uuid, run_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.portfolio_import_changes (organization_id, run_id, entity, entity_id, change, changes)
  select
    record_import_changes.organization_id, record_import_changes.run_id,
    plan.entity, plan.id,
    (case when plan.changes is null then 'created' else 'updated' end)::public.import_change,
    plan.changes
  from (
    select 'client'::public.import_entity as entity, id, is_new, null::jsonb as changes from pg_temp.import_clients
    union all select 'account', id, is_new, null from pg_temp.import_accounts
    union all select 'person', id, is_new, null from pg_temp.import_people
    union all select 'project', id, is_new, changes from pg_temp.import_projects
    -- The plan names assignees; the record has their ids.
    union all select 'task', id, is_new, case when changes ? 'assignee' then
        changes - 'assignee' || jsonb_build_object('assignee_id', jsonb_build_object(
          'from', previous_assignee_id, 'to', assignee_id))
        else changes end
      from pg_temp.import_tasks
    union all select 'time_entry', id, is_new, changes from pg_temp.import_entries
    union all select entity, id, is_new, changes from pg_temp.import_rates
  ) as plan
  where plan.is_new or plan.changes is not null;

  perform private.record_imported_projects(run_id, false);
  perform private.record_imported_rates(run_id, false);
end;
$$;

-- One audit event per project that a run changed or its undo restored. They name the project only as their object: the
-- foreign key project_id would prevent the deletion of a project that an earlier import created.
create or replace function private.record_imported_projects(run_id uuid, is_undone boolean)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.record_audit_event(
    import_changes.organization_id, 'project.updated', 'project', projects.id,
    private.values_of(import_changes.changes, case when is_undone then 'to' else 'from' end)
      || jsonb_build_object('version', projects.version - 1),
    private.values_of(import_changes.changes, case when is_undone then 'from' else 'to' end)
      || jsonb_build_object('version', projects.version))
  from public.portfolio_import_changes as import_changes
  join public.projects on projects.id = import_changes.entity_id
  where import_changes.run_id = record_imported_projects.run_id
    and import_changes.entity = 'project' and import_changes.change = 'updated'
$$;

-- One audit event per person who gained access to projects by an import or lost it by its undo. They name the
-- projects in their changes, because the foreign key project_id would prevent the deletion of these projects.
create or replace function private.record_imported_memberships(
  organization_id uuid, project_ids uuid[], person_ids uuid[], is_member boolean
)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.record_audit_event(
    record_imported_memberships.organization_id, 'person.memberships_imported', 'person', memberships.person_id,
    jsonb_build_object('is_member', not is_member),
    jsonb_build_object('is_member', is_member, 'project_ids', memberships.project_ids))
  from (
    select pairs.person_id, jsonb_agg(pairs.project_id order by pairs.project_id) as project_ids
    from unnest(record_imported_memberships.project_ids, record_imported_memberships.person_ids)
      as pairs (project_id, person_id)
    group by pairs.person_id
  ) as memberships
$$;

create or replace function private.values_of(changes jsonb, side text)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(field.key, field.value -> side)
  from jsonb_each(changes) as field
$$;
comment on function private.values_of(jsonb, text) is
  'Returns { key: value } of { key: { from, to } }, by the side "from" or "to".';
