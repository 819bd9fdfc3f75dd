-- The live skills, by name.
-- Raises OPAUT · OPDEN (client contact, or no organization).
create or replace function private.list_skills()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  return jsonb_build_object('skills', (
    select coalesce(jsonb_agg(private.skill_json(skills, skill_versions) - 'content' order by skills.name), '[]')
    from public.skills
    join public.skill_versions on skill_versions.id = skills.live_version_id
    where skills.organization_id = v_viewer.organization_id and skills.archived_at is null));
end;
$$;

create or replace function private.skill_json(skill public.skills, version public.skill_versions)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', skill.id,
    'name', skill.name,
    'title', version.title,
    'content', version.content,
    'number', version.number,
    'approval_id', version.approval_id,
    'created_by', (
      select jsonb_build_object('id', people.id, 'name', people.name)
      from public.people where people.id = version.created_by),
    'created_at', version.created_at)
$$;
comment on function private.skill_json(public.skills, public.skill_versions) is 'A skill with the text of one version.';

create or replace function public.list_skills()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.list_skills() $$;

grant execute on function private.list_skills() to authenticated;
grant execute on function public.list_skills() to authenticated;
comment on function public.list_skills() is 'Returns { skills } without their texts. Raises OPAUT · OPDEN.';
