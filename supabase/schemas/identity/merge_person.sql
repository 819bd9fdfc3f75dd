-- Merges a duplicate into the survivor: the duplicate's work moves, and the duplicate is archived and points to the
-- survivor. The survivor's role and rights stay the same, except that the survivor gets the duplicate's memberships,
-- and its email if the survivor has none.
-- Raises OPAUT · OPDEN (not admin) · OPINV (same_person, version_missing) · OPNFD · OPSTA (changed in the meantime;
-- already_merged; both_have_accounts; duplicate_has_account; different_clients; the survivor has left; import_running).
create or replace function private.merge_person(person_id uuid, version integer, into_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people;
  v_after public.people;
  v_survivor public.people;
  v_survivor_after public.people;
  v_summary jsonb;
begin
  if merge_person.into_id is null or merge_person.person_id = merge_person.into_id then
    raise exception using
      errcode = 'OPINV', message = 'Choose two different people', hint = 'same_person';
  end if;
  -- A running import has already chosen the people of the rows that it will write.
  perform private.lock_imports(v_viewer.organization_id);
  perform private.lock_people(v_viewer.organization_id, array[person_id, into_id]);
  v_before := private.require_person(v_viewer.organization_id, person_id);
  v_survivor := private.require_person(v_viewer.organization_id, into_id);
  perform private.refuse_stale_version(
    'person', v_before.id, merge_person.version, v_before.version, private.describe_person(v_before));
  perform private.refuse_merge(v_before, v_survivor);

  insert into private.person_merges (person_id, organization_id, survivor_id, has_moved_email, previously_archived_at)
  values (v_before.id, v_before.organization_id, v_survivor.id,
          v_survivor.email is null and v_before.email is not null, v_before.archived_at);
  update public.people
  set archived_at = coalesce(people.archived_at, now()), merged_into_id = v_survivor.id
  where people.id = v_before.id
  returning * into v_after;
  v_survivor_after := v_survivor;
  if v_survivor.email is null and v_before.email is not null then
    update public.people set email = v_before.email where people.id = v_survivor.id
    returning * into v_survivor_after;
  end if;
  v_summary := private.move_work(v_after, v_survivor_after);

  perform private.record_person_change(
    'person.merged', v_before, v_after, '{}', jsonb_build_object('merge', v_summary));
  perform private.record_person_change(
    'person.absorbed', v_survivor, v_survivor_after, '{}',
    jsonb_build_object('absorbed', jsonb_build_object('id', v_after.id, 'name', v_after.name)));
  return jsonb_build_object(
    'person', private.describe_person(v_after),
    'leads', private.person_change_json(v_survivor_after) -> 'leads',
    'merge', v_summary);
end;
$$;

create or replace function private.refuse_merge(duplicate public.people, survivor public.people)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if duplicate.merged_into_id is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This person has already been merged', hint = 'already_merged';
  elsif survivor.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s was offboarded. Merge into the entry that is still active', survivor.name),
      hint = 'person_archived';
  elsif duplicate.user_id is not null and survivor.user_id is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'Both entries have a sign-in, so they cannot be merged. Offboard the entry that is not in use first',
      hint = 'both_have_accounts';
  elsif duplicate.user_id is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s has a sign-in. Merge the other entry into theirs', duplicate.name),
      hint = 'duplicate_has_account';
  elsif (duplicate.role = 'client', duplicate.client_id)
    is distinct from (survivor.role = 'client', survivor.client_id)
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'A client contact can only be merged with a contact of the same client',
      hint = 'different_clients';
  end if;
end;
$$;

-- Moves ownership of work, and records each row.
create or replace function private.move_work(duplicate public.people, survivor public.people)
returns jsonb
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
      with moves as (
        update public.%1$I set %2$I = $3
        where %1$I.organization_id = $1 and %1$I.%2$I = $2 and %1$I.id <> $2
        returning %1$I.id
      )
      insert into private.person_merge_moves (organization_id, person_id, reference, row_id)
      select $1, $2, $4, moves.id from moves
    $move$, split_part(v_reference, '.', 1), split_part(v_reference, '.', 2))
    using duplicate.organization_id, duplicate.id, survivor.id, v_reference;
  end loop;

  for v_before in
    select * from public.projects
    where projects.organization_id = duplicate.organization_id and projects.lead_id = duplicate.id
    order by projects.id
    for no key update
  loop
    update public.projects set lead_id = survivor.id where projects.id = v_before.id
    returning * into v_after;
    insert into private.person_merge_moves (organization_id, person_id, reference, row_id)
    values (duplicate.organization_id, duplicate.id, 'projects.lead_id', v_before.id);
    perform private.record_row_change(
      v_after.organization_id, 'project.updated', 'project', v_after.id, to_jsonb(v_before), to_jsonb(v_after),
      v_after.id);
  end loop;

  with memberships as (
    delete from public.project_members
    where project_members.organization_id = duplicate.organization_id
      and project_members.person_id = duplicate.id
    returning project_members.project_id, project_members.created_at
  ), new_memberships as (
    insert into public.project_members (organization_id, project_id, person_id, created_at)
    select duplicate.organization_id, memberships.project_id, survivor.id, memberships.created_at from memberships
    on conflict do nothing
    returning project_members.project_id
  )
  insert into private.person_merge_moves (organization_id, person_id, reference, row_id)
  select duplicate.organization_id, duplicate.id,
         case when memberships.project_id in (select new_memberships.project_id from new_memberships)
              then 'project_members.person_id' else 'shared_memberships' end,
         memberships.project_id
  from memberships;

  -- A link that an admin handed over keeps working if it leads to the survivor and no second factor is set up. Any
  -- other link is invalid while its person is merged.
  with moves as (
    update public.invitations set person_id = survivor.id
    where invitations.person_id = duplicate.id
      and invitations.accepted_at is null
      and invitations.revoked_at is null
      and invitations.email = survivor.email
      and survivor.user_id is null
      and not exists (
        select from public.invitations as survivor_invitations
        where survivor_invitations.person_id = survivor.id
          and survivor_invitations.accepted_at is null and survivor_invitations.revoked_at is null)
    returning invitations.id
  )
  insert into private.person_merge_moves (organization_id, person_id, reference, row_id)
  select duplicate.organization_id, duplicate.id, 'invitations.person_id', moves.id from moves;

  return private.describe_merge(duplicate.id, survivor);
end;
$$;

create or replace function private.describe_merge(person_id uuid, survivor public.people)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  with moves as (
    select moves.reference, moves.row_id from private.person_merge_moves as moves
    where moves.person_id = describe_merge.person_id
  )
  select jsonb_build_object(
    'survivor', jsonb_build_object('id', survivor.id, 'name', survivor.name),
    'memberships', count(*) filter (where moves.reference = 'project_members.person_id'),
    'shared_memberships', count(*) filter (where moves.reference = 'shared_memberships'),
    'led_projects', count(*) filter (where moves.reference = 'projects.lead_id'),
    'tasks', count(*) filter (where moves.reference = 'tasks.assignee_id'),
    'time_entries', count(*) filter (where moves.reference = 'time_entries.person_id'),
    'hours', (
      select coalesce(sum(time_entries.hours), 0) from public.time_entries
      where time_entries.id in (
        select moves.row_id from moves where moves.reference = 'time_entries.person_id')),
    'status_updates', count(*) filter (where moves.reference = 'status_updates.author_id'),
    'earlier_merges', count(*) filter (where moves.reference = 'people.merged_into_id'),
    'invitations', count(*) filter (where moves.reference = 'invitations.person_id'),
    'gives_email', coalesce((
      select merges.has_moved_email from private.person_merges as merges
      where merges.person_id = describe_merge.person_id), false))
  from moves
$$;
comment on function private.describe_merge(uuid, public.people) is
  'Counts by kind the rows that a merge moved, with their total hours, and names the person who has them now.';

create or replace function public.merge_person(person_id uuid, version integer, into_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.merge_person(person_id, version, into_id) $$;

grant execute on function private.merge_person(uuid, integer, uuid) to authenticated;
grant execute on function public.merge_person(uuid, integer, uuid) to authenticated;

comment on function public.merge_person(uuid, integer, uuid) is
  'Returns { person, leads, merge }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
