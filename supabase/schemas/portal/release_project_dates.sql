-- Shows dates of a project to its client; nulls show none. The internal dates stay as they are.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (project_not_found) · OPINV (invalid_dates).
create or replace function private.release_project_dates(project_id uuid, starts_on date, due_on date)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_client_id constant uuid := private.client_of_project(v_viewer.organization_id, release_project_dates.project_id);
  v_before private.released_dates;
  v_after private.released_dates;
begin
  if v_client_id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif release_project_dates.due_on < release_project_dates.starts_on
    or not coalesce(release_project_dates.starts_on between '0001-01-01' and '9999-12-31', true)
    or not coalesce(release_project_dates.due_on between '0001-01-01' and '9999-12-31', true)
  then
    raise exception using
      errcode = 'OPINV', message = 'Enter a due date that isn''t before the start', hint = 'invalid_dates';
  end if;
  -- Locks the project's row, so that two releases wait for each other.
  perform from public.projects where projects.id = release_project_dates.project_id for no key update;
  select * into v_before from private.released_dates
  where released_dates.project_id = release_project_dates.project_id;
  insert into private.released_dates as dates (project_id, organization_id, client_id, starts_on, due_on, released_by)
  values (
    release_project_dates.project_id, v_viewer.organization_id, v_client_id, release_project_dates.starts_on,
    release_project_dates.due_on, v_viewer.id)
  on conflict on constraint released_dates_pkey do update
  set client_id = excluded.client_id, starts_on = excluded.starts_on, due_on = excluded.due_on,
      released_by = excluded.released_by, released_at = now()
  returning * into v_after;
  perform private.record_audit_event(
    v_viewer.organization_id, 'project.dates_released', 'project', v_after.project_id,
    case when v_before.project_id is not null then
      jsonb_build_object('starts_on', v_before.starts_on, 'due_on', v_before.due_on) end,
    jsonb_build_object('starts_on', v_after.starts_on, 'due_on', v_after.due_on),
    v_after.project_id);
  return jsonb_build_object(
    'project_id', v_after.project_id, 'starts_on', v_after.starts_on, 'due_on', v_after.due_on);
end;
$$;

create or replace function public.release_project_dates(
  project_id uuid, starts_on date default null, due_on date default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.release_project_dates(project_id, starts_on, due_on) $$;

grant execute on function private.release_project_dates(uuid, date, date) to authenticated;
grant execute on function public.release_project_dates(uuid, date, date) to authenticated;

comment on function public.release_project_dates(uuid, date, date) is
  'Returns { project_id, starts_on, due_on }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
