-- Refuses the lines of an import that would change a task or hours that a vendor manages, because these change only at
-- the vendor. Lines that agree with the vendor's row stay, so that their other rows are imported.

create or replace function private.refuse_managed_tasks()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update pg_temp.import_lines
  set problem = format('%s manages this task. Change it there, or leave this line out',
                       private.provider_name(import_tasks.managed_by)),
      problem_field = 'task_key'
  from pg_temp.import_tasks
  where import_lines.problem is null
    and import_lines.project_id = import_tasks.project_id
    and import_lines.resolved_task_key = import_tasks.external_key
    and import_tasks.managed_by is not null
    and import_tasks.changes is not null;
  if found then
    perform private.drop_refused_plans();
  end if;
end;
$$;

create or replace function private.refuse_managed_entries()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update pg_temp.import_lines
  set problem = format('%s manages these hours. Change them there, or leave this line out',
                       private.provider_name(import_entries.managed_by)),
      problem_field = 'hours'
  from pg_temp.import_entries
  where import_lines.line = import_entries.line
    and import_entries.managed_by is not null
    and import_entries.changes is not null;
  if found then
    perform private.drop_refused_entries();
  end if;
end;
$$;

-- Refuses the lines that name existing hours of another project, person or day: they would be logged twice, or move
-- into or out of a locked week.
create or replace function private.refuse_moved_entries()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update pg_temp.import_lines
  set problem = 'These hours exist on another project, person or day. Move them under Hours, or leave this line out',
      problem_field = 'entry_key'
  from pg_temp.import_entries
  where import_lines.line = import_entries.line and import_entries.is_moved;
  if found then
    perform private.drop_refused_entries();
  end if;
end;
$$;

-- Hours of refused lines are not planned.
create or replace function private.drop_refused_entries()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from pg_temp.import_entries
  where not exists (
    select from pg_temp.import_lines
    where import_lines.line = import_entries.line and import_lines.problem is null);
  perform private.drop_refused_plans();
end;
$$;

-- Tasks, projects and people that no remaining line names are not planned.
create or replace function private.drop_refused_plans()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from pg_temp.import_tasks
  where not exists (
    select from pg_temp.import_lines
    where import_lines.problem is null
      and import_lines.project_id = import_tasks.project_id
      and import_lines.resolved_task_key = import_tasks.external_key);
  perform private.drop_refused_projects();
  perform private.drop_refused_people();
end;
$$;

create or replace function private.drop_refused_people()
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from pg_temp.import_people
  where not exists (
    select 1 from pg_temp.import_mentions
    join pg_temp.import_lines on import_lines.line = import_mentions.line
    where import_lines.problem is null and import_mentions.person_key = import_people.person_key)
$$;
