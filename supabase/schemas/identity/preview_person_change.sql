-- Previews a change of a person. It makes the change and undoes it, so that the result and each refusal are those of
-- the change itself.
-- Raises OPAUT · OPDEN (not admin; for memberships neither admin nor lead) · OPINV, and the errors of the change.
create or replace function private.preview_person_change(person_id uuid, change jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind text := change ->> 'to';
  v_viewer public.people := case
    when v_kind = 'membership' then private.require_lead() else private.require_admin_in_turn() end;
  v_role public.person_role;
  v_client_id uuid;
  v_project_id uuid;
  v_choice boolean;
  v_into_id uuid;
  v_person public.people;
  v_answer jsonb;
  v_before public.people;
  v_after public.people;
  v_before_ids uuid[];
  v_after_ids uuid[];
  v_hint text;
begin
  begin
    v_role := change ->> 'role';
    v_client_id := change ->> 'client_id';
    v_project_id := change ->> 'project_id';
    v_into_id := change ->> 'into_id';
    v_choice := coalesce(change ->> 'is_member', change ->> 'is_prompt_owner');
  exception when invalid_text_representation then
    raise exception using
      errcode = 'OPINV', message = 'A value of the change has the wrong format', hint = 'malformed_change';
  end;
  if v_kind is null or v_kind not in (
    'role', 'offboarded', 'membership', 'prompt_owner', 'name', 'email', 'merged', 'unmerged')
  then
    raise exception using
      errcode = 'OPINV', message = 'Name the change that you want to preview', hint = 'unknown_change';
  end if;

  -- A merge and its undo change the survivor's access: the duplicate cannot sign in.
  v_into_id := case v_kind
    when 'merged' then v_into_id
    when 'unmerged' then (
      select people.merged_into_id from public.people where people.id = preview_person_change.person_id) end;
  perform private.lock_people(v_viewer.organization_id, array[preview_person_change.person_id, v_into_id]);
  v_person := private.require_person(v_viewer.organization_id, preview_person_change.person_id);
  v_before := case when v_into_id is null then v_person
                   else private.require_person(v_viewer.organization_id, v_into_id) end;
  v_before_ids := private.project_ids_of(v_before);
  begin
    v_answer := case v_kind
      when 'role' then private.change_person_role(v_person.id, v_person.version, v_role, v_client_id)
      when 'offboarded' then private.offboard_person(v_person.id, v_person.version)
      when 'membership' then private.set_project_membership(v_project_id, v_person.id, v_choice)
      when 'prompt_owner' then private.set_prompt_owner(v_person.id, v_person.version, v_choice)
      when 'name' then private.rename_person(v_person.id, v_person.version, change ->> 'name')
      when 'email' then private.set_person_email(v_person.id, v_person.version, change ->> 'email')
      when 'merged' then private.merge_person(v_person.id, v_person.version, v_into_id)
      else private.unmerge_person(v_person.id, v_person.version)
    end;
    select * into v_after from public.people where people.id = v_before.id;
    v_after_ids := private.project_ids_of(v_after);
    raise exception using errcode = 'OPSTA', message = 'Undo', hint = 'only_previewed';
  exception when sqlstate 'OPSTA' then
    get stacked diagnostics v_hint = pg_exception_hint;
    if v_hint <> 'only_previewed' then
      raise;
    end if;
  end;

  return jsonb_build_object(
    'before', private.describe_access(v_before, cardinality(v_before_ids)),
    'after', private.describe_access(v_after, cardinality(v_after_ids)),
    'leads', v_answer -> 'leads')
    || case when v_answer ? 'merge' then jsonb_build_object('merge', v_answer -> 'merge') else '{}' end
    || private.describe_difference('gained', v_after_ids, v_before_ids)
    || private.describe_difference('lost', v_before_ids, v_after_ids);
end;
$$;

create or replace function private.describe_access(person public.people, project_count integer)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'role', access.role,
    'project_count', describe_access.project_count,
    'sees_whole_organization', coalesce(access.role in ('admin', 'lead'), false),
    'sees_restricted', coalesce(access.role in ('admin', 'lead'), false),
    'decides_approvals', coalesce(access.role in ('admin', 'lead'), false),
    'owns_prompt', access.role is not null and person.is_prompt_owner,
    'manages_people', coalesce(access.role = 'admin', false),
    'client', (
      select jsonb_build_object('id', clients.id, 'name', clients.name)
      from public.clients
      where clients.id = person.client_id and access.role = 'client'))
  from (select case when person.archived_at is null then person.role end as role) as access
$$;
comment on function private.describe_access(public.people, integer) is
  'The access that a person has once signed in. A null role means that the person was offboarded.';

create or replace function private.describe_difference(name text, minuend uuid[], subtrahend uuid[])
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  with entries as (
    select projects.id, projects.name, row_number() over (order by projects.name, projects.id) as position
    from public.projects
    where projects.id = any (minuend) and projects.id <> all (subtrahend)
  )
  select jsonb_build_object(
    describe_difference.name, coalesce(
      jsonb_agg(jsonb_build_object('id', entries.id, 'name', entries.name) order by entries.position)
        filter (where entries.position <= 100), '[]'),
    describe_difference.name || '_count', count(*))
  from entries
$$;
comment on function private.describe_difference(text, uuid[], uuid[]) is
  'Projects of the first list that are not in the second: { <name>: the first 100, <name>_count }.';

create or replace function public.preview_person_change(person_id uuid, change jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.preview_person_change(person_id, change) $$;

grant execute on function private.preview_person_change(uuid, jsonb) to authenticated;
grant execute on function public.preview_person_change(uuid, jsonb) to authenticated;

comment on function public.preview_person_change(uuid, jsonb) is
  'Returns { before, after, gained, gained_count, lost, lost_count, leads, merge } for a change { to: role, offboarded, membership, prompt_owner, name, email, merged or unmerged, … }. For a merge, they describe the survivor. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
