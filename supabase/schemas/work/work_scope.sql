-- Shared by the functions of tasks and hours, and partly by those of other areas: the check of the project, the rate
-- limit, the week, the working hours, and the check of texts.

create or replace function private.sees_project(person public.people, project_id uuid)
returns boolean
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select person.archived_at is null and case
    when person.role in ('admin', 'lead') then exists (
      select from public.projects
      where projects.id = sees_project.project_id and projects.organization_id = person.organization_id)
    when person.role = 'member' then exists (
      select from public.project_members as members
      where members.project_id = sees_project.project_id and members.person_id = person.id)
    else false
  end
$$;
comment on function private.sees_project(public.people, uuid) is
  'Whether a project is in a person''s scope, as project_ids_of decides it.';

-- The project, if the person sees it and it is not archived.
-- Raises OPNFD (project_not_found) · OPSTA (project_archived).
create or replace function private.require_work_project(person public.people, project_id uuid)
returns public.projects
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_project public.projects;
begin
  select * into v_project from public.projects where projects.id = require_work_project.project_id;
  if v_project.id is null or not private.sees_project(person, v_project.id) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif v_project.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'The project is archived. Restore the project first',
      hint = 'project_archived';
  end if;
  return v_project;
end;
$$;

-- At most 300 changes of tasks, hours, timers, comments, saved views, documents, author statements and one's own name
-- per person and minute, all together.
-- Raises OPLIM (rate_limited).
create or replace function private.limit_work_changes(person public.people)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.consume_rate_limit(person, 'work', 300, 60);
end;
$$;

-- First day of the week that contains a day; weeks begin on the weekday that the organization chose.
create or replace function private.week_begin(organization_id uuid, day date)
returns date
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select day - (extract(isodow from day)::integer - coalesce((
    select settings.week_starts_on from public.organization_settings as settings
    where settings.organization_id = week_begin.organization_id), 1) + 7) % 7
$$;

create or replace function private.working_hours_of(organization_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((
    select settings.working_hours from public.organization_settings as settings
    where settings.organization_id = working_hours_of.organization_id), private.default_working_hours())
$$;

-- A text in its normal form, or null for null. Raises OPINV (invalid_text).
create or replace function private.require_visible_text(value text, is_line boolean, max integer, field text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_result record := private.check_text(value, is_line, max);
begin
  if value is not null and v_result.normal_form is null then
    raise exception using
      errcode = 'OPINV', message = format('%s: %s', field, v_result.problem), hint = 'invalid_text',
      detail = jsonb_build_object('field', field)::text;
  end if;
  return v_result.normal_form;
end;
$$;
