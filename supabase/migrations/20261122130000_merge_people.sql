-- The keys and checks are on new columns, so no row breaks them.
-- squawk-ignore-file adding-foreign-key-constraint, constraint-missing-not-valid
set local check_function_bodies = off;

drop function "private"."invite_person"(text, text, public.person_role, uuid);

drop function "public"."invite_person"(text, text, public.person_role, uuid);

create table "private"."person_former_names" (
  "person_id"       uuid not null,
  "organization_id" uuid not null,
  "name"            text not null,
  constraint "person_former_names_pkey" primary key (person_id, name)
);

create table "private"."person_merge_moves" (
  "organization_id" uuid not null,
  "person_id"       uuid not null,
  "reference"       text not null,
  "row_id"          uuid not null,
  constraint "person_merge_moves_pkey" primary key (person_id, reference, row_id),
  constraint "reference_is_present" check ((btrim(reference) <> ''::text))
);

create table "private"."person_merges" (
  "person_id"              uuid                     not null,
  "organization_id"        uuid                     not null,
  "survivor_id"            uuid                     not null,
  "gave_email"             boolean                  not null,
  "previously_archived_at" timestamp with time zone,
  "merged_at"              timestamp with time zone not null default now(),
  constraint "person_merges_organization_id_person_id_key" unique (organization_id, person_id),
  constraint "person_merges_pkey" primary key (person_id)
);

alter table "public"."invitations"
  add column "project_ids" uuid[] not null default '{}'::uuid[];

alter table "public"."people"
  add column "merged_into_id" uuid;

create or replace function private.accept_invitation (
  token text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_user_id uuid := private.user_id();
  v_before public.people;
  v_after public.people;
  v_invitation public.invitations;
  v_joined uuid[];
begin
  if v_user_id is null then
    raise exception using errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if exists (select 1 from public.people where people.user_id = v_user_id) then
    raise exception using
      errcode = 'OPSTA',
      message = 'You belong to an organization already',
      hint = 'already_member';
  end if;

  -- The person before the invitation, as every other command locks them: none waits for another in a ring.
  select people.* into v_before
  from public.people
  where people.id = (
    select invitations.person_id from public.invitations
    where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8')))
  for update;

  update public.invitations
  set accepted_at = now()
  where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8'))
    -- A merge that was made or undone meanwhile has given the invitation to somebody else.
    and invitations.person_id = v_before.id
    and v_before.archived_at is null
    and invitations.accepted_at is null
    and invitations.revoked_at is null
    and invitations.expires_at > now()
    and invitations.email = (
      select lower(users.email) from auth.users
      where users.id = v_user_id and users.email_confirmed_at is not null
    )
  returning * into v_invitation;
  if v_invitation.id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'This invitation is not valid for your address, was used, or has expired',
      hint = 'invitation_not_found';
  end if;

  update public.people set user_id = v_user_id where people.id = v_before.id returning * into v_after;
  with joined as (
    insert into public.project_members (organization_id, project_id, person_id)
    select projects.organization_id, projects.id, v_after.id
    from public.projects
    where projects.id = any (v_invitation.project_ids)
      and projects.organization_id = v_after.organization_id
      and projects.archived_at is null
      and v_after.role <> 'client'
    on conflict do nothing
    returning project_members.project_id
  )
  select coalesce(array_agg(joined.project_id order by joined.project_id), '{}') into v_joined from joined;
  perform private.record_person_change(
    'invitation.accepted', v_before, v_after,
    '{"member_of": []}',
    jsonb_build_object('member_of', v_joined, 'invitation_id', v_invitation.id));
  return private.get_viewer();
end;
$function$;

create or replace function private.create_local_task (
  approval public.approvals
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_payload jsonb := approval.payload;
  v_task public.tasks;
begin
  insert into public.tasks (
    organization_id, project_id, external_key, title, description, due_on, assignee_id, priority,
    estimate_hours, estimated_on)
  values (
    approval.organization_id, approval.project_id, 'approval:' || approval.id,
    v_payload ->> 'title', v_payload ->> 'description', (v_payload ->> 'due_on')::date,
    private.surviving_person_id((v_payload ->> 'assignee_id')::uuid),
    array_position(array['urgent', 'high', 'normal', 'low'], v_payload ->> 'priority'),
    (v_payload ->> 'estimate_hours')::numeric,
    case when v_payload ->> 'estimate_hours' is not null then
      (select (clock_timestamp() at time zone organizations.time_zone)::date from public.organizations
       where organizations.id = approval.organization_id) end)
  returning * into v_task;
  perform private.record_local_effect(
    approval, 'task.created', 'task', v_task.id, null, to_jsonb(v_task));
end;
$function$;

create or replace function private.decider_refusal (
  approval  public.approvals,
  person_id uuid
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people;
  v_author_ids uuid[];
begin
  select * into v_person from public.people
  where people.id = decider_refusal.person_id and people.organization_id = approval.organization_id;
  if v_person.id is null or v_person.archived_at is not null or v_person.role not in ('admin', 'lead') then
    return 'role_not_allowed';
  elsif not v_person.is_prompt_owner and exists (
    select from public.approval_kinds where approval_kinds.kind = approval.kind and approval_kinds.is_prompt_owned)
  then
    return 'prompt_owner_only';
  elsif exists (
    select from public.organization_settings as settings
    where settings.organization_id = approval.organization_id and settings.forbids_self_approval)
  then
    v_author_ids := array(
      select people.id from public.people
      where people.organization_id = approval.organization_id and people.merged_into_id = v_person.id
    ) || v_person.id;
    if approval.proposed_by = any (v_author_ids) or approval.last_edited_by = any (v_author_ids) or exists (
      select from public.approval_versions as written
      where written.approval_id = approval.id and written.written_by = any (v_author_ids))
    then
      return 'self_approval_forbidden';
    end if;
  end if;
  return null;
end;
$function$;

create or replace function private.describe_merge (
  person_id uuid,
  survivor  public.people
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  with moved as (
    select moves.reference, moves.row_id from private.person_merge_moves as moves
    where moves.person_id = describe_merge.person_id
  )
  select jsonb_build_object(
    'survivor', jsonb_build_object('id', survivor.id, 'name', survivor.name),
    'memberships', count(*) filter (where moved.reference = 'project_members.person_id'),
    'shared_memberships', count(*) filter (where moved.reference = 'shared_memberships'),
    'led_projects', count(*) filter (where moved.reference = 'projects.lead_id'),
    'tasks', count(*) filter (where moved.reference = 'tasks.assignee_id'),
    'time_entries', count(*) filter (where moved.reference = 'time_entries.person_id'),
    'hours', (
      select coalesce(sum(time_entries.hours), 0) from public.time_entries
      where time_entries.id in (
        select moved.row_id from moved where moved.reference = 'time_entries.person_id')),
    'status_updates', count(*) filter (where moved.reference = 'status_updates.author_id'),
    'earlier_merges', count(*) filter (where moved.reference = 'people.merged_into_id'),
    'invitations', count(*) filter (where moved.reference = 'invitations.person_id'),
    'gives_email', coalesce((
      select merges.gave_email from private.person_merges as merges
      where merges.person_id = describe_merge.person_id), false))
  from moved
$function$;

create or replace function private.describe_person (
  person public.people
)
  returns jsonb
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'id', person.id,
    'name', person.name,
    'email', person.email,
    'role', person.role,
    'is_employee', person.is_employee,
    'is_prompt_owner', person.is_prompt_owner,
    'client_id', person.client_id,
    'version', person.version,
    'archived_at', person.archived_at,
    'merged_into_id', person.merged_into_id)
$function$;

create or replace function private.get_integration (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.execution_of_job(get_integration.job_id, get_integration.attempt);
  v_provider public.integration_provider := private.provider_of_kind(v_approval.kind);
  v_integration public.integrations;
  v_secret text;
begin
  select * into v_integration from public.integrations
  where integrations.organization_id = v_approval.organization_id and integrations.provider = v_provider;
  if v_integration.organization_id is not null then
    select secrets.decrypted_secret into v_secret
    from vault.decrypted_secrets as secrets where secrets.name = v_integration.secret_name;
  end if;
  return jsonb_build_object(
    'provider', v_provider,
    'settings', case when v_integration.settings ? 'assignees' then v_integration.settings || jsonb_build_object(
      'assignees', private.vendor_assignees(v_integration.organization_id, v_integration.settings -> 'assignees'))
      else v_integration.settings end,
    'secret', v_secret,
    -- The environment of the service speaks for whoever was there first, and for nobody else.
    'takes_environment', v_integration.organization_id is null and v_approval.organization_id = (
      select organizations.id from public.organizations
      order by organizations.created_at, organizations.id limit 1),
    'time_zone', (select organizations.time_zone from public.organizations
                  where organizations.id = v_approval.organization_id));
end;
$function$;

create or replace function private.invite_person (
  email       text,
  name        text,
  role        public.person_role,
  client_id   uuid               default null::uuid,
  person_id   uuid               default null::uuid,
  project_ids uuid[]             default '{}'::uuid[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  -- In turn: two first invitations of one address would both make the person.
  v_viewer public.people := private.require_admin_in_turn();
  v_email text := private.require_email(invite_person.email);
  v_name text := private.require_name(invite_person.name);
  v_project_ids uuid[];
  v_person public.people;
  v_before public.people;
  v_removed_from uuid[] := '{}';
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_invitation public.invitations;
begin
  perform private.require_role_and_client(
    v_viewer.organization_id, invite_person.role, invite_person.client_id);

  v_project_ids := private.require_invited_projects(
    v_viewer.organization_id, invite_person.role, invite_person.project_ids);

  if invite_person.person_id is not null then
    v_person := private.lock_person(v_viewer.organization_id, invite_person.person_id);
  else
    select * into v_person
    from public.people
    where people.organization_id = v_viewer.organization_id
      and people.email = v_email
      and people.archived_at is null
    for update;
  end if;

  if v_person.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person has left. Invite them as somebody new',
      hint = 'person_archived';
  end if;
  if v_person.user_id is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This person has joined already', hint = 'already_joined';
  end if;
  perform private.refuse_taken_email(v_viewer.organization_id, v_email, v_person.id);

  if v_person.id is null then
    insert into public.people (organization_id, email, name, role, is_employee, client_id)
    values (v_viewer.organization_id, v_email, v_name, invite_person.role,
            invite_person.role <> 'client', invite_person.client_id)
    returning * into v_person;
  else
    v_before := v_person;
    perform private.remember_name(v_person, v_name);
    update public.people set name = v_name, email = v_email where people.id = v_person.id;
    v_person := private.give_role(v_person, invite_person.role, invite_person.client_id);
    if v_person.role = 'client' then
      v_removed_from := private.remove_memberships(v_person);
    end if;
  end if;

  update public.invitations
  set revoked_at = now()
  where invitations.person_id = v_person.id
    and invitations.accepted_at is null
    and invitations.revoked_at is null;

  insert into public.invitations (organization_id, person_id, email, token_hash, invited_by, project_ids, expires_at)
  values (v_viewer.organization_id, v_person.id, v_email, sha256(convert_to(v_token, 'UTF8')), v_viewer.id,
          v_project_ids, now() + interval '7 days')
  returning * into v_invitation;

  -- What is on record is who was invited; what that changed of somebody known before, beside it.
  if v_before.id is null then
    perform private.record_audit_event(
      v_viewer.organization_id, 'person.invited', 'person', v_person.id, null,
      jsonb_build_object(
        'version', v_person.version, 'name', v_person.name, 'role', v_person.role,
        'client_id', v_person.client_id, 'email', v_email, 'invitation_id', v_invitation.id,
        'project_ids', v_project_ids));
  else
    perform private.record_person_change(
      'person.invited', v_before, v_person,
      jsonb_build_object('member_of', v_removed_from),
      jsonb_build_object(
        'member_of', '[]'::jsonb, 'email', v_email, 'invitation_id', v_invitation.id, 'project_ids', v_project_ids));
  end if;

  return jsonb_build_object(
    'invitation_id', v_invitation.id,
    'person_id', v_person.id,
    'token', v_token,
    'expires_at', v_invitation.expires_at
  );
end;
$function$;

create or replace function private.lock_people (
  organization_id uuid,
  person_ids      uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform from public.people
  where people.organization_id = lock_people.organization_id and people.id = any (person_ids)
  order by people.id
  for no key update;
end;
$function$;

create or replace function private.merge_person (
  person_id uuid,
  version   integer,
  into_id   uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
  -- A running import has chosen whose the rows are that it is about to write.
  perform private.lock_imports(v_viewer.organization_id);
  perform private.lock_people(v_viewer.organization_id, array[person_id, into_id]);
  v_before := private.require_person(v_viewer.organization_id, person_id);
  v_survivor := private.require_person(v_viewer.organization_id, into_id);
  perform private.refuse_stale_version(
    'person', v_before.id, merge_person.version, v_before.version, private.describe_person(v_before));
  perform private.refuse_merge(v_before, v_survivor);

  insert into private.person_merges (person_id, organization_id, survivor_id, gave_email, previously_archived_at)
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
    'leads', private.answer_person_change(v_survivor_after) -> 'leads',
    'merge', v_summary);
end;
$function$;

create or replace function private.move_work (
  duplicate public.people,
  survivor  public.people
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_reference text;
  v_before public.projects;
  v_after public.projects;
begin
  foreach v_reference in array array[
    'people.merged_into_id', 'tasks.assignee_id', 'time_entries.person_id', 'status_updates.author_id']
  loop
    execute format($move$
      with moved as (
        update public.%1$I set %2$I = $3
        where %1$I.organization_id = $1 and %1$I.%2$I = $2 and %1$I.id <> $2
        returning %1$I.id
      )
      insert into private.person_merge_moves (organization_id, person_id, reference, row_id)
      select $1, $2, $4, moved.id from moved
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

  with removed as (
    delete from public.project_members
    where project_members.organization_id = duplicate.organization_id
      and project_members.person_id = duplicate.id
    returning project_members.project_id, project_members.created_at
  ), added as (
    insert into public.project_members (organization_id, project_id, person_id, created_at)
    select duplicate.organization_id, removed.project_id, survivor.id, removed.created_at from removed
    on conflict do nothing
    returning project_members.project_id
  )
  insert into private.person_merge_moves (organization_id, person_id, reference, row_id)
  select duplicate.organization_id, duplicate.id,
         case when removed.project_id in (select added.project_id from added)
              then 'project_members.person_id' else 'shared_memberships' end,
         removed.project_id
  from removed;

  -- The link that was handed over goes on working where it leads to the survivor without a second one. Any other
  -- is dead for as long as its person is merged.
  with moved as (
    update public.invitations set person_id = survivor.id
    where invitations.person_id = duplicate.id
      and invitations.accepted_at is null
      and invitations.revoked_at is null
      and invitations.email = survivor.email
      and survivor.user_id is null
      and not exists (
        select from public.invitations as own
        where own.person_id = survivor.id and own.accepted_at is null and own.revoked_at is null)
    returning invitations.id
  )
  insert into private.person_merge_moves (organization_id, person_id, reference, row_id)
  select duplicate.organization_id, duplicate.id, 'invitations.person_id', moved.id from moved;

  return private.describe_merge(duplicate.id, survivor);
end;
$function$;

create or replace function private.move_work_back (
  duplicate public.people,
  survivor  public.people
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_reference text;
  v_before public.projects;
  v_after public.projects;
begin
  foreach v_reference in array array[
    'people.merged_into_id', 'tasks.assignee_id', 'time_entries.person_id', 'status_updates.author_id']
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

  -- Where another merged person had the same membership, the survivor goes on having it from them.
  with inherited as (
    update private.person_merge_moves as others
    set reference = 'project_members.person_id'
    from private.person_merge_moves as own
    where own.person_id = duplicate.id and own.reference = 'project_members.person_id'
      and others.reference = 'shared_memberships' and others.row_id = own.row_id
      and others.person_id = (
        select merges.person_id from private.person_merges as merges
        join private.person_merge_moves as shared
          on shared.person_id = merges.person_id and shared.reference = 'shared_memberships'
        where merges.survivor_id = survivor.id and merges.person_id <> duplicate.id
          and shared.row_id = own.row_id
        order by merges.merged_at, merges.person_id
        limit 1)
    returning others.row_id
  )
  delete from public.project_members as members
  using private.person_merge_moves as moves
  where moves.person_id = duplicate.id and moves.reference = 'project_members.person_id'
    and members.project_id = moves.row_id
    and members.organization_id = duplicate.organization_id
    and members.person_id = survivor.id
    and moves.row_id not in (select inherited.row_id from inherited);

  update public.invitations set person_id = duplicate.id
  from private.person_merge_moves as moves
  where moves.person_id = duplicate.id and moves.reference = 'invitations.person_id'
    and invitations.id = moves.row_id
    and invitations.accepted_at is null
    and invitations.revoked_at is null;
end;
$function$;

create or replace function private.people_labels (
  organization_id uuid
)
  returns table (
    person_id   uuid,
    label       text,
    nearness    integer,
    has_email   boolean,
    is_archived boolean
  )
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select survivors.id, given.label, min(given.nearness), survivors.email is not null, survivors.archived_at is not null
  from public.people
  join public.people as survivors on survivors.id = coalesce(people.merged_into_id, people.id)
  cross join lateral (
    values (people.email, 1), (lower(people.external_key), 2), (lower(people.name), 3)
    union all
    select lower(former.name), 4 from private.person_former_names as former
    where former.person_id = people.id
  ) as given (label, nearness)
  where people.organization_id = people_labels.organization_id
    and people.role <> 'client'
    and given.label is not null
  group by survivors.id, given.label
$function$;

create or replace function private.person_references()
  returns table (
    reference text,
    moves     boolean
  )
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  values
    ('people.merged_into_id', true),
    ('projects.lead_id', true),
    ('project_members.person_id', true),
    ('tasks.assignee_id', true),
    ('time_entries.person_id', true),
    ('status_updates.author_id', true),
    ('invitations.person_id', true),
    ('invitations.invited_by', false),
    ('organization_settings.updated_by', false),
    ('audit_events.actor_person_id', false),
    ('audit_events.acted_as_person_id', false),
    ('approvals.proposed_by', false),
    ('approvals.last_edited_by', false),
    ('approvals.decided_by', false),
    ('approvals.execution_requested_by', false),
    ('approval_versions.written_by', false),
    ('approval_events.actor_id', false),
    ('approval_readings.person_id', false),
    ('portfolio_import_runs.requested_by', false),
    ('portfolio_import_runs.undone_by', false),
    ('import_mappings.created_by', false),
    ('operating_profiles.updated_by', false),
    ('portfolio_classifications.classified_by', false),
    ('reconciliation_resolutions.decided_by', false),
    ('documents.created_by', false),
    ('document_versions.uploaded_by', false),
    ('download_tickets.person_id', false),
    ('integrations.connected_by', false),
    ('prompt_versions.created_by', false),
    ('live_prompts.moved_by', false),
    ('skill_versions.created_by', false),
    ('chat_sessions.person_id', false),
    ('chat_sessions.as_person_id', false),
    ('chat_citations.person_id', false),
    ('rate_limits.person_id', false),
    ('storage_usage.person_id', false),
    ('person_merges.person_id', false),
    ('person_merges.survivor_id', false),
    ('person_former_names.person_id', false)
$function$;

create or replace function private.plan_import_people (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- A person is named by address, by key, or by name, in this order; who is not known becomes a person
  -- without sign-in, so that hours have somebody to belong to. That gives nobody access to anything.
  -- Hours are never a client contact's.
  create temporary table import_people on commit drop as
  with named as (
    select lower(btrim(given.label)) as person_key, min(btrim(given.label)) as label
    from pg_temp.import_lines
    cross join lateral (values (import_lines.person), (import_lines.task_assignee)) as given (label)
    where import_lines.problem is null and btrim(given.label) <> ''
    group by lower(btrim(given.label))
  ),
  labels as materialized (
    select * from private.people_labels(plan_import_people.organization_id)
  )
  select
    named.person_key, named.label,
    known.id is null as is_new,
    coalesce(known.id, gen_random_uuid()) as id,
    coalesce(known.is_ambiguous, false) as is_ambiguous
  from named
  left join lateral (
    select
      candidates.id,
      candidates.nearness >= 3 and count(*) over (
        partition by candidates.nearness, candidates.is_archived) > 1 as is_ambiguous
    from (
      select labels.person_id as id, labels.is_archived, labels.nearness
      from labels
      where labels.label = named.person_key
    ) as candidates
    order by candidates.is_archived, candidates.nearness, candidates.id
    limit 1
  ) as known on true;

  update pg_temp.import_lines
  set problem = format('More than one person is named %s: give the address or key', import_people.label)
  from pg_temp.import_people
  where import_people.is_ambiguous
    and import_people.person_key in (
      lower(btrim(import_lines.person)), lower(btrim(import_lines.task_assignee)))
    and import_lines.problem is null;
  delete from pg_temp.import_people where is_ambiguous;

  update pg_temp.import_lines
  set person_id = (
        select import_people.id from pg_temp.import_people
        where import_people.person_key = lower(btrim(import_lines.person))),
      assignee_id = (
        select import_people.id from pg_temp.import_people
        where import_people.person_key = lower(btrim(import_lines.task_assignee)))
  where problem is null;
end;
$function$;

create or replace function private.preview_person_change (
  person_id uuid,
  change    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
      errcode = 'OPINV', message = 'A value of the change has the wrong form', hint = 'malformed_change';
  end;
  if v_kind is null or v_kind not in (
    'role', 'offboarded', 'membership', 'prompt_owner', 'name', 'email', 'merged', 'unmerged')
  then
    raise exception using
      errcode = 'OPINV', message = 'Say what is to change', hint = 'unknown_change';
  end if;

  -- A merge, and its undoing, change what the survivor sees: the duplicate cannot sign in.
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
$function$;

create or replace function private.put_back_import (
  run_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  update public.projects
  set (name, status, starts_on, due_on, budget_hours, budget_amount) = (
    select former.name, former.status, former.starts_on, former.due_on, former.budget_hours, former.budget_amount
    from jsonb_populate_record(projects, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'project' and changed.change = 'updated'
    and projects.id = changed.entity_id;

  update public.tasks
  set (title, status, category, subcategory, priority, assignee_id, estimate_hours, estimated_on, started_on,
       due_on, completed_on) = (
    select former.title, former.status, former.category, former.subcategory, former.priority,
           private.surviving_person_id(former.assignee_id), former.estimate_hours, former.estimated_on, former.started_on, former.due_on, former.completed_on
    from jsonb_populate_record(tasks, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'task' and changed.change = 'updated'
    and tasks.id = changed.entity_id;

  update public.time_entries
  set (hours, task_id, note) = (
    select former.hours, former.task_id, former.note
    from jsonb_populate_record(time_entries, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'time_entry' and changed.change = 'updated'
    and time_entries.id = changed.entity_id;

  perform private.record_imported_projects(run_id, true);

  delete from public.time_entries where id = any ((select private.created_by_import(run_id, 'time_entry'))::uuid[]);
  delete from public.tasks where id = any ((select private.created_by_import(run_id, 'task'))::uuid[]);
  delete from public.projects where id = any ((select private.created_by_import(run_id, 'project'))::uuid[]);
  delete from public.people where id = any ((select private.created_by_import(run_id, 'person'))::uuid[]);
  delete from public.accounts where id = any ((select private.created_by_import(run_id, 'account'))::uuid[]);
  delete from public.clients where id = any ((select private.created_by_import(run_id, 'client'))::uuid[]);
end;
$function$;

create or replace function private.reference_problem (
  organization_id uuid,
  project_id      uuid,
  type            text,
  id              uuid
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_source public.sources;
  v_event public.calendar_events;
begin
  if type = 'person' then
    if not exists (
      select from public.people
      where people.id = private.surviving_person_id(reference_problem.id)
        and people.organization_id = reference_problem.organization_id
        and people.role <> 'client'
        and people.archived_at is null)
    then
      return 'There is no such colleague';
    end if;
  elsif type = 'source' then
    select * into v_source
    from public.sources
    where sources.id = reference_problem.id
      and sources.organization_id = reference_problem.organization_id
      and sources.project_id = reference_problem.project_id
      and sources.archived_at is null;
    -- A member does not know of restricted files; who proposes one knows it, or nothing is said of it.
    if v_source.id is null or (v_source.is_restricted and private.led_organization_id() is null) then
      return 'There is no such file in this project';
    elsif v_source.is_restricted then
      return 'This file is restricted, so it is not handed over';
    end if;
  elsif type = 'event' then
    select * into v_event
    from public.calendar_events
    where calendar_events.id = reference_problem.id
      and calendar_events.organization_id = reference_problem.organization_id
      and calendar_events.project_id = reference_problem.project_id;
    if v_event.id is null then
      return 'There is no such event in this project';
    elsif v_event.status = 'cancelled' then
      return 'This event is cancelled already';
    end if;
  end if;
  return null;
end;
$function$;

create or replace function private.refuse_merge (
  duplicate public.people,
  survivor  public.people
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if duplicate.merged_into_id is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This person was merged already', hint = 'already_merged';
  elsif survivor.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s has left. Merge into the entry that goes on', survivor.name),
      hint = 'person_archived';
  elsif duplicate.user_id is not null and survivor.user_id is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'Both people have an account, so they cannot be merged. Offboard the one who is not in use first',
      hint = 'both_have_accounts';
  elsif duplicate.user_id is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s has an account. Merge the other person into them', duplicate.name),
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
$function$;

create or replace function private.refuse_taken_email (
  organization_id  uuid,
  email            text,
  except_person_id uuid
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_owner public.people;
begin
  select * into v_owner
  from public.people
  where people.organization_id = refuse_taken_email.organization_id
    and people.email = refuse_taken_email.email
    and people.archived_at is null
    and people.id is distinct from except_person_id;
  if v_owner.id is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s has this address. If both are the same person, merge them', v_owner.name),
      hint = 'email_taken',
      detail = jsonb_build_object('person', jsonb_build_object('id', v_owner.id, 'name', v_owner.name))::text;
  end if;
end;
$function$;

create or replace function private.remember_name (
  person   public.people,
  new_name text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if person.name = new_name then
    return;
  end if;
  delete from private.person_former_names
  where person_former_names.person_id = person.id and person_former_names.name = new_name;
  if not found then
    insert into private.person_former_names (person_id, organization_id, name)
    values (person.id, person.organization_id, person.name)
    on conflict do nothing;
  end if;
end;
$function$;

create or replace function private.rename_person (
  person_id uuid,
  version   integer,
  name      text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_name text := private.require_name(rename_person.name);
  v_before public.people := private.lock_person_as_seen(
    v_viewer.organization_id, person_id, rename_person.version);
  v_after public.people;
begin
  if v_before.name = v_name then
    return private.answer_person_change(v_before);
  end if;
  perform private.remember_name(v_before, v_name);
  update public.people set name = v_name where people.id = v_before.id
  returning * into v_after;
  perform private.record_person_change('person.renamed', v_before, v_after);
  return private.answer_person_change(v_after);
end;
$function$;

create or replace function private.require_email (
  email text
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_email text := lower(btrim(email));
begin
  if v_email is null or char_length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    raise exception using
      errcode = 'OPINV', message = 'That is not an e-mail address', hint = 'invalid_email';
  end if;
  return v_email;
end;
$function$;

create or replace function private.require_invited_projects (
  organization_id uuid,
  role            public.person_role,
  project_ids     uuid[]
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_ids uuid[] := array(select distinct given.id from unnest(project_ids) as given (id) order by given.id);
begin
  if cardinality(v_ids) > 100 then
    raise exception using
      errcode = 'OPINV', message = 'An invitation names at most 100 projects', hint = 'too_many_projects';
  elsif v_ids <> '{}' and require_invited_projects.role = 'client' then
    raise exception using
      errcode = 'OPINV',
      message = 'Client contacts are members of no project. Leave the projects out',
      hint = 'client_contact';
  elsif (select count(*) from public.projects
         where projects.id = any (v_ids)
           and projects.organization_id = require_invited_projects.organization_id
           and projects.archived_at is null) <> cardinality(v_ids)
  then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  return v_ids;
end;
$function$;

create or replace function private.require_name (
  name text
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 200 characters is needed', hint = 'invalid_name';
  end if;
  return btrim(name);
end;
$function$;

create or replace function private.require_person (
  organization_id uuid,
  person_id       uuid
)
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people;
begin
  select * into v_person
  from public.people
  where people.id = require_person.person_id and people.organization_id = require_person.organization_id;
  if v_person.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  end if;
  return v_person;
end;
$function$;

create or replace function private.set_person_email (
  person_id uuid,
  version   integer,
  email     text    default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_email text := case when set_person_email.email is not null then private.require_email(set_person_email.email) end;
  v_before public.people := private.lock_person_as_seen(
    v_viewer.organization_id, person_id, set_person_email.version);
  v_after public.people;
begin
  if v_before.email is not distinct from v_email then
    return private.answer_person_change(v_before);
  elsif v_email is null and (v_before.user_id is not null or exists (
    select from public.invitations
    where invitations.person_id = v_before.id
      and invitations.accepted_at is null
      and invitations.revoked_at is null))
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'An account or an open invitation uses this email. Revoke the invitation first',
      hint = 'email_in_use';
  elsif v_email is not null and v_before.email is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person has an email already',
      hint = 'email_present';
  end if;
  perform private.refuse_taken_email(v_viewer.organization_id, v_email, v_before.id);

  update public.people set email = v_email where people.id = v_before.id
  returning * into v_after;
  perform private.record_person_change('person.email_changed', v_before, v_after);
  return private.answer_person_change(v_after);
end;
$function$;

create or replace function private.surviving_person_id (
  person_id uuid
)
  returns uuid
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(people.merged_into_id, people.id) from public.people
  where people.id = surviving_person_id.person_id
$function$;

create or replace function private.unmerge_person (
  person_id uuid,
  version   integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
  if v_merge.gave_email and v_survivor.email = v_before.email and not private.uses_email(v_survivor) then
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
    'leads', private.answer_person_change(v_survivor_after) -> 'leads',
    'merge', v_summary);
end;
$function$;

create or replace function private.update_account (
  account_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_name text;
  v_before public.accounts;
  v_after public.accounts;
begin
  perform private.require_changes(changes, array['name']);
  v_name := private.require_name(changes ->> 'name');
  select * into v_before
  from public.accounts
  where accounts.id = account_id and accounts.organization_id = v_viewer.organization_id
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  end if;
  perform private.refuse_stale_version(
    'account', v_before.id, version, v_before.version, to_jsonb(v_before));
  if v_before.name = v_name then
    return to_jsonb(v_before);
  end if;

  begin
    update public.accounts set name = v_name where accounts.id = v_before.id
    returning * into v_after;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA',
      message = format('The client has an account called %s already', v_name),
      hint = 'account_exists';
  end;
  perform private.record_row_change(
    v_viewer.organization_id, 'account.updated', 'account', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.uses_email (
  person public.people
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select person.user_id is not null or exists (
    select from public.invitations
    where invitations.person_id = person.id and invitations.email = person.email
      and invitations.accepted_at is null and invitations.revoked_at is null)
$function$;

create or replace function private.vendor_assignees (
  organization_id uuid,
  assignees       jsonb
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(jsonb_object_agg(named.id, named.vendor_id), '{}')
  from (
    select distinct on (people.id) people.id, mapped.value as vendor_id
    from jsonb_each(assignees) as mapped
    join public.people as known
      on known.organization_id = vendor_assignees.organization_id and known.id::text = mapped.key
    join public.people
      on people.organization_id = known.organization_id
     and coalesce(people.merged_into_id, people.id) = coalesce(known.merged_into_id, known.id)
    order by people.id, known.id = people.id desc, known.merged_into_id is null desc, known.id
  ) as named
$function$;

create or replace function public.invite_person (
  email       text,
  name        text,
  role        public.person_role,
  client_id   uuid               default null::uuid,
  person_id   uuid               default null::uuid,
  project_ids uuid[]             default '{}'::uuid[]
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.invite_person(email, name, role, client_id, person_id, project_ids)
$function$;

create or replace function public.merge_person (
  person_id uuid,
  version   integer,
  into_id   uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.merge_person(person_id, version, into_id) $function$;

create or replace function public.rename_person (
  person_id uuid,
  version   integer,
  name      text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.rename_person(person_id, version, name) $function$;

create or replace function public.set_person_email (
  person_id uuid,
  version   integer,
  email     text    default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_person_email(person_id, version, email) $function$;

create or replace function public.unmerge_person (
  person_id uuid,
  version   integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.unmerge_person(person_id, version) $function$;

create or replace function public.update_account (
  account_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_account(account_id, version, changes) $function$;

alter table "private"."person_former_names"
  add constraint "person_former_names_person_fkey" foreign key (organization_id, person_id)
    references public.people(organization_id, id) on delete cascade;

alter table "private"."person_merge_moves"
  add constraint "person_merge_moves_merge_fkey" foreign key (organization_id, person_id)
    references private.person_merges(organization_id, person_id) on delete cascade;

alter table "private"."person_merges"
  add constraint "person_merges_person_fkey" foreign key (organization_id, person_id)
    references public.people(organization_id, id) on delete restrict;

alter table "private"."person_merges"
  add constraint "person_merges_survivor_fkey" foreign key (organization_id, survivor_id)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."invitations"
  add constraint "projects_are_few" check ((cardinality(project_ids) <= 100));

alter table "public"."people"
  add constraint "merged_person_has_a_survivor" check ((merged_into_id <> id));

alter table "public"."people"
  add constraint "merged_person_is_archived" check (((merged_into_id IS NULL) OR (archived_at IS
    NOT NULL)));

alter table "public"."people"
  add constraint "people_merged_into_fkey" foreign key (organization_id, merged_into_id)
    references public.people(organization_id, id) on delete restrict;

create index person_former_names_organization_id_name_idx on private.person_former_names
  using btree (organization_id, lower(name));

create index person_former_names_organization_id_person_id_idx on private.person_former_names
  using btree (organization_id, person_id);

create index person_merge_moves_organization_id_person_id_idx on private.person_merge_moves
  using btree (organization_id, person_id);

create index person_merge_moves_reference_row_id_idx on private.person_merge_moves
  using btree (reference, row_id);

create index person_merges_organization_id_survivor_id_idx on private.person_merges
  using btree (organization_id, survivor_id);

create index people_organization_id_merged_into_id_idx on public.people
  using btree (organization_id, merged_into_id);

comment on column "private"."person_merge_moves"."reference" is 'The column that moved, such as tasks.assignee_id. shared_memberships: projects of which both were members.';

comment on column "private"."person_merge_moves"."row_id" is 'Id of the row; of a membership, the project.';

comment on column "private"."person_merges"."gave_email" is 'Whether the survivor had no email and took this person''s.';

comment on column "private"."person_merges"."previously_archived_at" is 'Set when the person had left before the merge.';

comment on column "private"."person_merges"."survivor_id" is 'The survivor at the time of the merge; people.merged_into_id follows when that person is merged in turn.';

comment on column "public"."invitations"."project_ids" is 'Projects that the person becomes a member of when they accept; one that is gone or archived by then is left out.';

comment on column "public"."people"."merged_into_id" is 'The person whom this duplicate was merged into. Records of who did something keep naming the duplicate.';

comment on function "private"."describe_merge"(uuid, public.people) is 'Counts by kind what a merge moved, with the hours in all, and names who has it now.';

comment on function "private"."people_labels"(uuid) is 'Each label once per person, with what an import weighs: how near it is, and whether the person has an email or has left.';

comment on function "private"."person_references"() is 'Every column that refers to a person, and whether a merge moves it to the survivor.';

comment on function "private"."refuse_taken_email"(uuid, text, uuid) is 'Raises OPSTA (email_taken, with { person }) when somebody else of the organization has the address.';

comment on function "private"."require_email"(text) is 'The address in lower case. Raises OPINV.';

comment on function "private"."require_invited_projects"(uuid, public.person_role, uuid[]) is
  'The projects, each once. Raises OPINV (too many, or for a client contact) · OPNFD (unknown, foreign or archived).';

comment on function "private"."require_name"(text) is 'The name without spaces around it. Raises OPINV.';

comment on function "private"."require_person"(uuid, uuid) is 'The person. Raises OPNFD (unknown or foreign).';

comment on function "private"."surviving_person_id"(uuid) is 'The person whom a merged person continues as; anybody else is themselves. Null for an unknown id.';

comment on function "private"."uses_email"(public.people) is 'Whether the person signs in with their email, or is invited to.';

comment on function "private"."vendor_assignees"(uuid, jsonb) is 'The assignees of the settings, with the entries that were merged with each of them.';

comment on function "public"."invite_person"(text, text, public.person_role, uuid, uuid, uuid[]) is
  'Answers { invitation_id, person_id, token, expires_at }; the token is shown only here. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."merge_person"(uuid, integer, uuid) is 'Answers { person, leads, merge }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."preview_person_change"(uuid, jsonb) is 'Answers { before, after, gained, gained_count, lost, lost_count, leads, merge } for a change { to: role, offboarded, membership, prompt_owner, name, email, merged or unmerged, … }; of a merge, for the survivor. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."rename_person"(uuid, integer, text) is 'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."set_person_email"(uuid, integer, text) is 'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."unmerge_person"(uuid, integer) is 'Answers { person, leads, merge }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."update_account"(uuid, integer, jsonb) is 'Answers the account. Changes: name. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on table "private"."person_former_names" is 'Names that a person had before they were renamed. Files go on using them, so imports match them too.';

comment on table "private"."person_merge_moves" is 'The rows that a merge moved to the survivor; undoing it moves these back and no others.';

comment on table "private"."person_merges" is 'One row per merged person, until the merge is undone.';

comment on table "public"."people" is 'One row per person. Without user_id they cannot sign in: invited but not yet here, imported, offboarded, or merged.';

revoke all on function "private"."describe_merge"(uuid, public.people) from public;

revoke all
  on function "private"."invite_person"(text, text, public.person_role, uuid, uuid, uuid[])
  from public;

grant execute
  on function "private"."invite_person"(text, text, public.person_role, uuid, uuid, uuid[])
  to "authenticated";

revoke all on function "private"."lock_people"(uuid, uuid[]) from public;

revoke all on function "private"."merge_person"(uuid, integer, uuid) from public;

grant execute on function "private"."merge_person"(uuid, integer, uuid) to "authenticated";

revoke all on function "private"."move_work"(public.people, public.people) from public;

revoke all on function "private"."move_work_back"(public.people, public.people) from public;

revoke all on function "private"."people_labels"(uuid) from public;

revoke all on function "private"."person_references"() from public;

revoke all on function "private"."refuse_merge"(public.people, public.people) from public;

revoke all on function "private"."refuse_taken_email"(uuid, text, uuid) from public;

revoke all on function "private"."remember_name"(public.people, text) from public;

revoke all on function "private"."rename_person"(uuid, integer, text) from public;

grant execute on function "private"."rename_person"(uuid, integer, text) to "authenticated";

revoke all on function "private"."require_email"(text) from public;

revoke all
  on function "private"."require_invited_projects"(uuid, public.person_role, uuid[])
  from public;

revoke all on function "private"."require_name"(text) from public;

revoke all on function "private"."require_person"(uuid, uuid) from public;

revoke all on function "private"."set_person_email"(uuid, integer, text) from public;

grant execute on function "private"."set_person_email"(uuid, integer, text) to "authenticated";

revoke all on function "private"."surviving_person_id"(uuid) from public;

revoke all on function "private"."unmerge_person"(uuid, integer) from public;

grant execute on function "private"."unmerge_person"(uuid, integer) to "authenticated";

revoke all on function "private"."update_account"(uuid, integer, jsonb) from public;

grant execute on function "private"."update_account"(uuid, integer, jsonb) to "authenticated";

revoke all on function "private"."uses_email"(public.people) from public;

revoke all on function "private"."vendor_assignees"(uuid, jsonb) from public;

revoke all
  on function "public"."invite_person"(text, text, public.person_role, uuid, uuid, uuid[])
  from public;

grant execute
  on function "public"."invite_person"(text, text, public.person_role, uuid, uuid, uuid[])
  to "authenticated";

revoke all on function "public"."merge_person"(uuid, integer, uuid) from public;

grant execute on function "public"."merge_person"(uuid, integer, uuid) to "authenticated";

revoke all on function "public"."rename_person"(uuid, integer, text) from public;

grant execute on function "public"."rename_person"(uuid, integer, text) to "authenticated";

revoke all on function "public"."set_person_email"(uuid, integer, text) from public;

grant execute on function "public"."set_person_email"(uuid, integer, text) to "authenticated";

revoke all on function "public"."unmerge_person"(uuid, integer) from public;

grant execute on function "public"."unmerge_person"(uuid, integer) to "authenticated";

revoke all on function "public"."update_account"(uuid, integer, jsonb) from public;

grant execute on function "public"."update_account"(uuid, integer, jsonb) to "authenticated";

revoke all ("project_ids") on table "public"."invitations" from "authenticated";

grant select ("project_ids") on table "public"."invitations" to "authenticated";

revoke all ("project_ids") on table "public"."invitations" from "service_role";

grant select ("project_ids") on table "public"."invitations" to "service_role";
