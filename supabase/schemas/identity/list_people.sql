-- People in scope, by name, with the projects that they are members of or lead. Reads under the caller's own
-- policies, and only within the effective scope of `as`. Using another person's view is recorded, so the function is
-- not stable.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (person_not_found, project_not_found) · OPINV
-- (limit_out_of_range, invalid_query).
create or replace function public.list_people(
  name_contains text default null,
  project_id uuid default null,
  result_limit integer default 50,
  as_person_id uuid default null
)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_pattern text;
begin
  select * into v_scope from private.effective_scope(list_people.as_person_id);
  perform private.require_limit(result_limit, 100);
  if char_length(name_contains) > 200 then
    raise exception using errcode = 'OPINV', message = 'Search for at most 200 characters', hint = 'invalid_query';
  end if;
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_people.project_id);
  if list_people.as_person_id is not null then
    perform private.record_view_as(list_people.as_person_id);
  end if;
  perform private.record_chat_materials(private.material_scopes(
    v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted, list_people.project_id));
  v_pattern := '%' || regexp_replace(name_contains, '([\\%_])', '\\\1', 'g') || '%';

  return (
    with matches as materialized (
      select people.id, people.name, people.role, people.is_employee
      from public.people
      where people.id = any (v_scope.person_ids) and people.archived_at is null
        and (v_pattern is null or people.name ilike v_pattern)
        and (list_people.project_id is null or people.id in (
          select project_members.person_id from public.project_members
          join public.projects on projects.id = project_members.project_id
          where project_members.project_id = any (v_project_ids) and projects.archived_at is null
          union all
          select projects.lead_id from public.projects
          where projects.id = any (v_project_ids) and projects.archived_at is null))
    ),
    page as materialized (select * from matches order by matches.name, matches.id limit result_limit),
    person_projects as materialized (
      select project_members.person_id, projects.id, projects.name, projects.lead_id = project_members.person_id as leads
      from page
      join public.project_members on project_members.person_id = page.id
      join public.projects on projects.id = project_members.project_id
      where project_members.project_id = any (v_project_ids) and projects.archived_at is null
      union
      select projects.lead_id, projects.id, projects.name, true
      from page
      join public.projects on projects.lead_id = page.id
      where projects.id = any (v_project_ids) and projects.archived_at is null
    )
    select jsonb_build_object(
      'people', coalesce(jsonb_agg(
        jsonb_build_object(
          'id', page.id, 'name', page.name, 'role', page.role, 'is_employee', page.is_employee,
          'projects', (
            select coalesce(jsonb_agg(
              jsonb_build_object('id', person_projects.id, 'name', person_projects.name, 'leads', coalesce(person_projects.leads, false))
              order by person_projects.name, person_projects.id), '[]')
            from person_projects where person_projects.person_id = page.id))
        order by page.name, page.id), '[]'),
      'total', (select count(*) from matches),
      'left_out', (select count(*) from matches) - count(page.id))
    from page);
end;
$$;

grant execute on function public.list_people(text, uuid, integer, uuid) to authenticated;
comment on function public.list_people(text, uuid, integer, uuid) is
  'Returns { people, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
