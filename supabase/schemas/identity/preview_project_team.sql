-- Previews a change of a project's team. It makes the change and undoes it, so that the result and each refusal are
-- those of the change itself.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPNFD · OPSTA, as the change itself does.
create or replace function private.preview_project_team(project_id uuid, added uuid[], removed uuid[])
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_before jsonb;
  v_after jsonb;
  v_hint text;
begin
  v_before := private.describe_team(
    v_viewer.organization_id, preview_project_team.project_id, private.require_distinct_people(added, removed));
  begin
    perform private.change_project_team(preview_project_team.project_id, added, removed);
    v_after := private.describe_team(
      v_viewer.organization_id, preview_project_team.project_id, private.require_distinct_people(added, removed));
    raise exception using errcode = 'OPSTA', message = 'Undo', hint = 'only_previewed';
  exception when sqlstate 'OPSTA' then
    get stacked diagnostics v_hint = pg_exception_hint;
    if v_hint <> 'only_previewed' then
      raise;
    end if;
  end;

  return jsonb_build_object('people', (
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'id', team_after.person -> 'id', 'name', team_after.person -> 'name', 'role', team_after.person -> 'role',
        'leads_project', team_after.person -> 'leads_project',
        'was_member', team_before.person -> 'is_member', 'is_member', team_after.person -> 'is_member',
        'saw_project', team_before.person -> 'sees_project', 'sees_project', team_after.person -> 'sees_project')
      order by team_after.person ->> 'name', team_after.person ->> 'id'), '[]')
    from jsonb_array_elements(v_before) as team_before (person)
    join jsonb_array_elements(v_after) as team_after (person) on team_after.person -> 'id' = team_before.person -> 'id'));
end;
$$;

create or replace function private.describe_team(organization_id uuid, project_id uuid, person_ids uuid[])
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', people.id,
    'name', people.name,
    'role', people.role,
    'leads_project', exists (
      select from public.projects
      where projects.id = describe_team.project_id and projects.lead_id = people.id),
    'is_member', exists (
      select from public.project_members
      where project_members.project_id = describe_team.project_id and project_members.person_id = people.id),
    'sees_project', describe_team.project_id = any (private.project_ids_of(people)))), '[]')
  from public.people
  where people.organization_id = describe_team.organization_id and people.id = any (describe_team.person_ids)
$$;
comment on function private.describe_team(uuid, uuid, uuid[]) is
  'Returns [{ id, name, role, leads_project, is_member, sees_project }] for these people of the organization.';

create or replace function public.preview_project_team(project_id uuid, added uuid[], removed uuid[])
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.preview_project_team(project_id, added, removed) $$;

grant execute on function private.preview_project_team(uuid, uuid[], uuid[]) to authenticated;
grant execute on function public.preview_project_team(uuid, uuid[], uuid[]) to authenticated;

comment on function public.preview_project_team(uuid, uuid[], uuid[]) is
  'Returns { people: [{ id, name, role, leads_project, was_member, is_member, saw_project, sees_project }] }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
