-- One skill, with its text.
-- Raises OPAUT · OPDEN (client contact, or no organization) · OPNFD.
create or replace function private.read_skill(name text)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_skill jsonb;
begin
  select private.skill_json(skills, skill_versions) into v_skill
  from public.skills
  join public.skill_versions on skill_versions.id = skills.live_version_id
  where skills.organization_id = v_viewer.organization_id and skills.archived_at is null
    and skills.name = read_skill.name;
  if v_skill is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such skill', hint = 'skill_not_found';
  end if;
  return v_skill;
end;
$$;

create or replace function public.read_skill(name text)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.read_skill(name) $$;

grant execute on function private.read_skill(text) to authenticated;
grant execute on function public.read_skill(text) to authenticated;
comment on function public.read_skill(text) is 'Returns the skill of that name with its text. Raises OPAUT · OPDEN · OPNFD.';
