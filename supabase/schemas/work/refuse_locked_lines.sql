-- Refuses the lines of an import whose hours would be new or different in a locked week, before tasks are planned
-- from them. Lines with the same hours as before stay, so a file can be imported again after its weeks were locked.
-- Entries of one person, task and day are distinguished by their order, so all of them are refused together.
create or replace function private.refuse_locked_lines(fields text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  with locked_lines as (
    select
      import_lines.line, import_lines.project_id, import_lines.resolved_task_key, import_lines.person_id,
      import_lines.spent_on, import_lines.hours, import_lines.note, import_lines.entry_id, week_locks.week_on,
      coalesce(import_lines.resolved_entry_key, concat_ws('|',
        coalesce(import_lines.resolved_task_key, ''), import_lines.person_id, import_lines.spent_on,
        row_number() over (
          partition by import_lines.project_id, import_lines.resolved_task_key, import_lines.person_id,
                       import_lines.spent_on, import_lines.resolved_entry_key is null
          order by import_lines.line))) as external_key
    from pg_temp.import_lines
    join private.week_locks
      on week_locks.person_id = import_lines.person_id
     and week_locks.week_on between import_lines.spent_on - 6 and import_lines.spent_on
    where import_lines.problem is null and import_lines.hours is not null
  ),
  changed_entries as (
    select locked_lines.project_id, locked_lines.resolved_task_key, locked_lines.person_id, locked_lines.spent_on,
      locked_lines.week_on
    from locked_lines
    left join public.time_entries as entries
      on entries.project_id = locked_lines.project_id
     and (entries.id = locked_lines.entry_id or entries.external_key = locked_lines.external_key)
    left join public.tasks on tasks.id = entries.task_id
    where entries.id is null
      or entries.hours is distinct from locked_lines.hours
      or case when locked_lines.resolved_task_key is null
              then entries.task_id is not null and fields && array['task_key', 'task_title']
              else tasks.external_key is distinct from locked_lines.resolved_task_key
                and tasks.id::text is distinct from lower(locked_lines.resolved_task_key) end
      or ('note' = any (fields) and entries.note is distinct from locked_lines.note)
  )
  update pg_temp.import_lines
  set problem = format('The week of %s is locked for this person: unlock it, or leave these hours out', changed_entries.week_on),
      problem_field = 'spent_on'
  from changed_entries
  where import_lines.problem is null and import_lines.hours is not null
    and import_lines.project_id = changed_entries.project_id
    and import_lines.resolved_task_key is not distinct from changed_entries.resolved_task_key
    and import_lines.person_id = changed_entries.person_id
    and import_lines.spent_on = changed_entries.spent_on;
  if not found then
    return;
  end if;

  perform private.drop_refused_projects();
end;
$$;

-- Projects, accounts and clients that no remaining line names are not planned.
create or replace function private.drop_refused_projects()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from pg_temp.import_projects
  where not exists (
    select from pg_temp.import_lines
    where import_lines.problem is null and import_lines.project_id = import_projects.id);
  delete from pg_temp.import_accounts
  where not exists (
    select from pg_temp.import_projects
    where import_projects.is_new and import_projects.account_id = import_accounts.id);
  delete from pg_temp.import_clients
  where not exists (
    select from pg_temp.import_accounts where import_accounts.client_id = import_clients.id);
end;
$$;
