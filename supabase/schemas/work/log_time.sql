-- Logs hours on a project. Admins and leads may log the hours of anyone in the organization, others only their own.
-- Raises OPAUT · OPDEN (no organization, client, not_your_hours) · OPINV (malformed) · OPNFD (project_not_found,
-- task_not_found, person_not_found) · OPSTA (project_archived, task_archived, week_locked) · OPBIG
-- (storage_quota_exceeded) · OPLIM.
create or replace function private.log_time(
  project_id uuid, spent_on date, hours numeric, task_id uuid default null, note text default null,
  person_id uuid default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_person public.people;
  v_project public.projects;
  v_entry public.time_entries;
begin
  perform private.limit_work_changes(v_viewer);
  perform private.require_entry(spent_on, hours);
  v_person := private.require_hours_of(v_viewer, coalesce(log_time.person_id, v_viewer.id));
  v_project := private.require_work_project(v_viewer, log_time.project_id);
  perform private.require_task_of_hours(v_project.id, log_time.task_id);
  insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours, note)
  values (v_project.organization_id, v_project.id, log_time.task_id, v_person.id, log_time.spent_on,
          log_time.hours, private.require_visible_text(nullif(btrim(log_time.note), ''), false, 2000, 'note'))
  returning * into v_entry;
  perform private.record_hours_change(v_viewer, 'time_entry.created', null, v_entry);
  return private.entry_json(v_entry);
end;
$$;

create or replace function private.entry_json(entry public.time_entries)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select to_jsonb(entry) - 'organization_id' - 'external_key' $$;

-- Raises OPINV (invalid_hours).
create or replace function private.require_entry(spent_on date, hours numeric)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  -- NaN is above every number.
  if spent_on is null or not private.is_day(spent_on) or hours is null or hours <= 0 or hours > 24
    or hours <> round(hours, 2)
  then
    raise exception using
      errcode = 'OPINV',
      message = 'Enter a day, and hours above 0 and up to 24 with at most two decimals',
      hint = 'invalid_hours';
  end if;
end;
$$;

-- The person, if the viewer may open and change their hours: admins and leads may do this for anyone, others only for
-- themselves.
-- Raises OPDEN (not_your_hours) · OPNFD (person_not_found).
create or replace function private.require_hours_of(viewer public.people, person_id uuid)
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person public.people;
begin
  if person_id = viewer.id then
    return viewer;
  elsif viewer.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only an admin or a lead can open or change the hours of other people',
      hint = 'not_your_hours';
  end if;
  select * into v_person from public.people
  where people.id = require_hours_of.person_id and people.organization_id = viewer.organization_id
    and people.role <> 'client';
  if v_person.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  end if;
  return v_person;
end;
$$;

-- Raises OPNFD (task_not_found) · OPSTA (task_archived).
create or replace function private.require_task_of_hours(project_id uuid, task_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_task public.tasks;
begin
  if task_id is null then
    return;
  end if;
  select * into v_task from public.tasks
  where tasks.id = require_task_of_hours.task_id and tasks.project_id = require_task_of_hours.project_id;
  if v_task.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such task in this project', hint = 'task_not_found';
  elsif v_task.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The task is archived. Restore the task first', hint = 'task_archived';
  end if;
end;
$$;

-- The audit event of changed hours. If another person made the change, the owner of the hours sees it.
create or replace function private.record_hours_change(
  actor public.people, code text, before public.time_entries, after public.time_entries
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_entry public.time_entries := case when (after).id is null then before else after end;
  v_before jsonb := case when (before).id is not null then jsonb_strip_nulls(to_jsonb(before)) end;
  v_after jsonb := case when (after).id is not null then
    case when (before).id is null then jsonb_strip_nulls(to_jsonb(after)) else to_jsonb(after) end end;
begin
  if v_after is null then
    -- The whole row, so that restore_time_entry can restore it.
    perform private.record_audit_event(
      v_entry.organization_id, code, 'time_entry', v_entry.id, to_jsonb(before), null, v_entry.project_id);
  else
    perform private.record_row_change(
      v_entry.organization_id, code, 'time_entry', v_entry.id,
      case when (before).id is not null then to_jsonb(before) end, v_after, v_entry.project_id);
  end if;
  if actor.id <> v_entry.person_id then
    insert into private.hours_changes (
      organization_id, person_id, actor_id, code, entry_id, project_id, spent_on, hours, fields)
    values (
      v_entry.organization_id, v_entry.person_id, actor.id, code, v_entry.id, v_entry.project_id,
      v_entry.spent_on, v_entry.hours,
      case when v_before is not null and v_after is not null then coalesce(private.json_changes(
        to_jsonb(before) - '{version,updated_at}'::text[], to_jsonb(after) - '{version,updated_at}'::text[]), '{}')
        else '{}' end);
  end if;
  if (after).note <> '' and (after).note is distinct from (before).note then
    perform private.reserve_storage(actor, 'text', octet_length((after).note));
  end if;
end;
$$;

create or replace function public.log_time(
  project_id uuid, spent_on date, hours numeric, task_id uuid default null, note text default null,
  person_id uuid default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.log_time(project_id, spent_on, hours, task_id, note, person_id) $$;

grant execute on function private.log_time(uuid, date, numeric, uuid, text, uuid) to authenticated;
grant execute on function public.log_time(uuid, date, numeric, uuid, text, uuid) to authenticated;
comment on function public.log_time(uuid, date, numeric, uuid, text, uuid) is
  'Returns the entry. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG · OPLIM.';
