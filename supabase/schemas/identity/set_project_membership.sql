-- Adds a person to a project or removes them. It needs no version, because repeating it changes nothing.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPNFD (no such person or project) · OPSTA (a client
-- contact, or has left).
create or replace function private.set_project_membership(
  project_id uuid,
  person_id uuid,
  is_member boolean
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_person public.people := private.lock_person(
    v_viewer.organization_id, set_project_membership.person_id);
begin
  if set_project_membership.is_member is null then
    raise exception using
      errcode = 'OPINV', message = 'Set whether the person is a member', hint = 'choice_missing';
  elsif not exists (
    select 1 from public.projects
    where projects.id = set_project_membership.project_id
      and projects.organization_id = v_viewer.organization_id
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif is_member and v_person.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s was offboarded. Invite them again to bring them back', v_person.name),
      hint = 'person_archived';
  elsif is_member and v_person.role = 'client' then
    raise exception using
      errcode = 'OPSTA',
      message = format(
        '%s is a client contact. Client contacts cannot be members of projects: they see what is shared with their client',
        v_person.name),
      hint = 'client_contact';
  end if;

  if is_member then
    insert into public.project_members (organization_id, project_id, person_id)
    values (v_viewer.organization_id, set_project_membership.project_id, v_person.id)
    on conflict do nothing;
  else
    delete from public.project_members
    where project_members.project_id = set_project_membership.project_id
      and project_members.person_id = v_person.id;
  end if;
  if found then
    perform private.record_audit_event(
      v_viewer.organization_id, 'person.membership_changed', 'person', v_person.id,
      jsonb_build_object('is_member', not is_member),
      jsonb_build_object('is_member', is_member),
      set_project_membership.project_id);
  end if;
  return private.person_change_json(v_person);
end;
$$;

create or replace function public.set_project_membership(
  project_id uuid,
  person_id uuid,
  is_member boolean
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_project_membership(project_id, person_id, is_member) $$;

grant execute on function private.set_project_membership(uuid, uuid, boolean) to authenticated;
grant execute on function public.set_project_membership(uuid, uuid, boolean) to authenticated;

comment on function public.set_project_membership(uuid, uuid, boolean) is
  'Returns { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
