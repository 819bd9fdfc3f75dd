-- The picture of a person whom the caller may see and, for admins and the person themselves, whether the person has a
-- second factor. The projects that the person works on or leads are read as the caller, so only those in scope appear.
-- Raises OPAUT · OPDEN (no organization) · OPNFD (person_not_found: unknown, foreign or not visible).
create or replace function private.get_person_profile(person_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
  v_person public.people;
begin
  select * into v_person from public.people
  where people.id = get_person_profile.person_id
    and (people.id = v_viewer.id or people.id = any (private.person_ids_of(v_viewer)));
  if v_person.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  end if;
  return jsonb_build_object(
    'picture', (
      select jsonb_build_object(
        'media_type', person_pictures.media_type,
        'hash', person_pictures.content_hash,
        'content', translate(encode(person_pictures.content, 'base64'), chr(10), ''))
      from private.person_pictures where person_pictures.person_id = v_person.id),
    'has_second_factor',
    case when v_viewer.role = 'admin' or v_person.id = v_viewer.id then
      private.has_second_factor(v_person.user_id) end);
end;
$$;

create or replace function public.get_person_profile(person_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select private.get_person_profile(person_id) || jsonb_build_object('projects', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', projects.id, 'name', projects.name,
      'is_member', memberships.person_id is not null,
      'is_lead', projects.lead_id is not distinct from get_person_profile.person_id)
      order by projects.name, projects.id), '[]')
    from public.projects
    left join public.project_members as memberships
      on memberships.project_id = projects.id and memberships.person_id = get_person_profile.person_id
    where projects.archived_at is null
      and (memberships.person_id is not null or projects.lead_id = get_person_profile.person_id)))
$$;

grant execute on function private.get_person_profile(uuid) to authenticated;
grant execute on function public.get_person_profile(uuid) to authenticated;

comment on function public.get_person_profile(uuid) is
  'Returns { picture: { media_type, hash, content as base64 } or null, has_second_factor, projects: [{ id, name, is_member, is_lead }] }. Raises OPAUT · OPDEN · OPNFD.';
