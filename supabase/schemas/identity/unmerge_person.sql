-- Undoes a merge: the rows that moved go back, unless they have changed hands since. A membership that has ended
-- since stays ended. A survivor who has used the email since keeps it.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD · OPSTA (changed in the meantime; not_merged; merged_further: the
-- survivor was merged in turn; somebody else has the email by now; import_running).
create or replace function private.unmerge_person(person_id uuid, version integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_merge private.person_merges;
  v_before public.people;
  v_after public.people;
  v_survivor public.people;
  v_survivor_after public.people;
  v_summary jsonb;
begin
  select * into v_merge from private.person_merges as merges
  where merges.person_id = unmerge_person.person_id and merges.organization_id = v_viewer.organization_id;
  perform private.lock_imports(v_viewer.organization_id);
  perform private.lock_people(v_viewer.organization_id, array[unmerge_person.person_id, v_merge.survivor_id]);
  v_before := private.require_person(v_viewer.organization_id, unmerge_person.person_id);
  perform private.refuse_stale_version(
    'person', v_before.id, unmerge_person.version, v_before.version, private.describe_person(v_before));
  if v_merge.person_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'This person is not merged', hint = 'not_merged';
  elsif v_before.merged_into_id <> v_merge.survivor_id then
    raise exception using
      errcode = 'OPSTA',
      message = 'The survivor of this merge was merged in turn. Undo that merge first',
      hint = 'merged_further';
  end if;
  v_survivor := private.require_person(v_viewer.organization_id, v_merge.survivor_id);

  v_summary := private.describe_merge(v_before.id, v_survivor);
  perform private.move_work_back(v_before, v_survivor);
  v_survivor_after := v_survivor;
  if v_merge.has_moved_email and v_survivor.email = v_before.email and not private.uses_email(v_survivor) then
    update public.people set email = null where people.id = v_survivor.id returning * into v_survivor_after;
  end if;
  if v_merge.previously_archived_at is null and v_survivor_after.email is distinct from v_before.email then
    perform private.refuse_taken_email(v_viewer.organization_id, v_before.email, v_before.id);
  end if;
  update public.people
  set merged_into_id = null, archived_at = v_merge.previously_archived_at,
      email = case when v_survivor_after.archived_at is null and v_survivor_after.email = people.email
                     and v_merge.previously_archived_at is null then null else people.email end
  where people.id = v_before.id
  returning * into v_after;
  delete from private.person_merges as merges where merges.person_id = v_before.id;

  perform private.record_person_change(
    'person.unmerged', v_before, v_after, jsonb_build_object('merge', v_summary));
  perform private.record_person_change(
    'person.separated', v_survivor, v_survivor_after, '{}',
    jsonb_build_object('separated', jsonb_build_object('id', v_after.id, 'name', v_after.name)));
  return jsonb_build_object(
    'person', private.describe_person(v_after),
    'leads', private.person_change_json(v_survivor_after) -> 'leads',
    'merge', v_summary);
end;
$$;

create or replace function private.uses_email(person public.people)
returns boolean
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select person.user_id is not null or exists (
    select from public.invitations
    where invitations.person_id = person.id and invitations.email = person.email
      and invitations.accepted_at is null and invitations.revoked_at is null)
$$;
comment on function private.uses_email(public.people) is
  'Whether the person signs in with their email, or has an open invitation to it.';

create or replace function private.move_work_back(duplicate public.people, survivor public.people)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_reference text;
  v_before public.projects;
  v_after public.projects;
begin
  foreach v_reference in array array[
    'people.merged_into_id', 'tasks.assignee_id', 'time_entries.person_id', 'status_updates.author_id',
    'task_comments.author_id']
  loop
    execute format($move$
      update public.%1$I set %2$I = $2
      from private.person_merge_moves as moves
      where moves.person_id = $2 and moves.reference = $4
        and %1$I.id = moves.row_id and %1$I.organization_id = $1 and %1$I.%2$I = $3
    $move$, split_part(v_reference, '.', 1), split_part(v_reference, '.', 2))
    using duplicate.organization_id, duplicate.id, survivor.id, v_reference;
  end loop;

  for v_before in
    select projects.* from public.projects
    join private.person_merge_moves as moves on moves.row_id = projects.id
    where moves.person_id = duplicate.id and moves.reference = 'projects.lead_id'
      and projects.organization_id = duplicate.organization_id and projects.lead_id = survivor.id
    order by projects.id
    for no key update of projects
  loop
    update public.projects set lead_id = duplicate.id where projects.id = v_before.id
    returning * into v_after;
    perform private.record_row_change(
      v_after.organization_id, 'project.updated', 'project', v_after.id, to_jsonb(v_before), to_jsonb(v_after),
      v_after.id);
  end loop;

  insert into public.project_members (organization_id, project_id, person_id)
  select members.organization_id, members.project_id, duplicate.id
  from public.project_members as members
  join private.person_merge_moves as moves on moves.row_id = members.project_id
  where moves.person_id = duplicate.id
    and moves.reference in ('project_members.person_id', 'shared_memberships')
    and members.organization_id = duplicate.organization_id
    and members.person_id = survivor.id
  on conflict do nothing;

  -- If another merged person had the same membership, the survivor keeps it, and it counts as moved from
  -- that person.
  with handovers as (
    update private.person_merge_moves as other_moves
    set reference = 'project_members.person_id'
    from private.person_merge_moves as own_moves
    where own_moves.person_id = duplicate.id and own_moves.reference = 'project_members.person_id'
      and other_moves.reference = 'shared_memberships' and other_moves.row_id = own_moves.row_id
      and other_moves.person_id = (
        select merges.person_id from private.person_merges as merges
        join private.person_merge_moves as shared_moves
          on shared_moves.person_id = merges.person_id and shared_moves.reference = 'shared_memberships'
        where merges.survivor_id = survivor.id and merges.person_id <> duplicate.id
          and shared_moves.row_id = own_moves.row_id
        order by merges.merged_at, merges.person_id
        limit 1)
    returning other_moves.row_id
  )
  delete from public.project_members as members
  using private.person_merge_moves as moves
  where moves.person_id = duplicate.id and moves.reference = 'project_members.person_id'
    and members.project_id = moves.row_id
    and members.organization_id = duplicate.organization_id
    and members.person_id = survivor.id
    and moves.row_id not in (select handovers.row_id from handovers);

  update public.invitations set person_id = duplicate.id
  from private.person_merge_moves as moves
  where moves.person_id = duplicate.id and moves.reference = 'invitations.person_id'
    and invitations.id = moves.row_id
    and invitations.accepted_at is null
    and invitations.revoked_at is null;
end;
$$;

create or replace function public.unmerge_person(person_id uuid, version integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.unmerge_person(person_id, version) $$;

grant execute on function private.unmerge_person(uuid, integer) to authenticated;
grant execute on function public.unmerge_person(uuid, integer) to authenticated;

comment on function public.unmerge_person(uuid, integer) is
  'Returns { person, leads, merge }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
