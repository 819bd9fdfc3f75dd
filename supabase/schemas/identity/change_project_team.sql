-- Adds people to a project and removes others, all or none of them. Repeating the call changes nothing.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (no_people, too_many_people, person_named_twice)
-- · OPNFD (no such project or person) · OPSTA (a client contact, or has left).
create or replace function private.change_project_team(project_id uuid, added uuid[], removed uuid[])
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_ids uuid[];
  v_id uuid;
  v_before uuid[];
begin
  v_ids := private.require_distinct_people(added, removed);
  -- Locks the people in a fixed order, so that two changes of the same people wait for each other.
  foreach v_id in array v_ids loop
    perform private.lock_person(v_viewer.organization_id, v_id);
  end loop;
  v_before := array(
    select project_members.person_id from public.project_members
    where project_members.project_id = change_project_team.project_id
      and project_members.person_id = any (v_ids));
  foreach v_id in array v_ids loop
    perform private.set_project_membership(
      change_project_team.project_id, v_id, v_id = any (coalesce(change_project_team.added, '{}')));
  end loop;

  return jsonb_build_object(
    'project_id', change_project_team.project_id,
    'added', (select coalesce(jsonb_agg(id order by id), '[]') from unnest(added) as id where id <> all (v_before)),
    'removed', (select coalesce(jsonb_agg(id order by id), '[]') from unnest(removed) as id where id = any (v_before)));
end;
$$;

-- The ids of both lists in order, each named once.
create or replace function private.require_distinct_people(added uuid[], removed uuid[])
returns uuid[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_ids uuid[] := coalesce(added, '{}') || coalesce(removed, '{}');
  v_ids uuid[] := array(select distinct id from unnest(v_person_ids) as id where id is not null order by id);
begin
  if cardinality(v_person_ids) = 0 then
    raise exception using
      errcode = 'OPINV', message = 'Name at least one person to add or to remove', hint = 'no_people';
  elsif cardinality(v_person_ids) > 100 then
    raise exception using
      errcode = 'OPINV',
      message = 'One change can include at most 100 people. Split it',
      hint = 'too_many_people';
  elsif cardinality(v_ids) <> cardinality(v_person_ids) then
    raise exception using
      errcode = 'OPINV',
      message = 'A person is named twice. Name each person once, either to add or to remove',
      hint = 'person_named_twice';
  end if;
  return v_ids;
end;
$$;
comment on function private.require_distinct_people(uuid[], uuid[]) is
  'Raises OPINV (no_people, too_many_people, person_named_twice).';

create or replace function public.change_project_team(project_id uuid, added uuid[], removed uuid[])
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.change_project_team(project_id, added, removed) $$;

grant execute on function private.change_project_team(uuid, uuid[], uuid[]) to authenticated;
grant execute on function public.change_project_team(uuid, uuid[], uuid[]) to authenticated;

comment on function public.change_project_team(uuid, uuid[], uuid[]) is
  'Returns { project_id, added, removed }: the ids that changed. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
