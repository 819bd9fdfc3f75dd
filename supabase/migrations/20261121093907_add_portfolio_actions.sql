-- The tables whose constraints are new hold few rows: checking them at once holds nobody up.
-- squawk-ignore-file constraint-missing-not-valid
set local check_function_bodies = off;

alter table "public"."operating_profiles"
  drop constraint "contacts_are_a_list";

create or replace function private.are_contacts (
  contacts jsonb
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case when jsonb_typeof(contacts) = 'array' then
    jsonb_array_length(contacts) <= 50
    and octet_length(contacts::text) <= 50000
    and not exists (
      select from jsonb_array_elements(contacts) as contact
      where jsonb_typeof(contact) <> 'object'
        or btrim(coalesce(contact ->> 'name', '')) = ''
        or exists (
          select from jsonb_each(case when jsonb_typeof(contact) = 'object' then contact else '{}' end) as field
          where field.key not in ('name', 'role', 'email', 'phone')
            or jsonb_typeof(field.value) not in ('string', 'null')))
  else false end
$function$;

create or replace function private.changes_since (
  object_type text,
  object_id   uuid,
  version     integer
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'version', (audit_events.after ->> 'version')::integer,
      'at', audit_events.occurred_at,
      'by', case when people.id is not null then jsonb_build_object('id', people.id, 'name', people.name) end,
      'fields', coalesce((
        select jsonb_object_agg(
          field.key, jsonb_build_object('from', audit_events.before -> field.key, 'to', field.value))
        from jsonb_each(audit_events.after - 'version') as field
      ), '{}')
    )
    order by (audit_events.after ->> 'version')::integer), '[]')
  from public.audit_events
  left join public.people on people.id = audit_events.actor_person_id
  where audit_events.object_id = changes_since.object_id
    and audit_events.object_type = changes_since.object_type
    and jsonb_typeof(audit_events.after -> 'version') = 'number'
    and (audit_events.after ->> 'version')::integer > changes_since.version
$function$;

create or replace function private.classify_project (
  project_id   uuid,
  version      integer,
  tier         public.portfolio_tier default null::public.portfolio_tier,
  service_line text                  default null::text,
  risk         public.risk_level     default null::public.risk_level,
  reason       text                  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_before public.portfolio_classifications;
  v_after public.portfolio_classifications;
begin
  if version is null or char_length(service_line) > 100 or char_length(reason) > 1000 then
    raise exception using
      errcode = 'OPINV',
      message = 'Say which version you saw; service line and reason take 100 and 1,000 characters',
      hint = 'invalid_classification';
  end if;
  -- The project's row is the lock: two classifications of it come one after the other.
  perform from public.projects
  where projects.id = classify_project.project_id
    and projects.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  select * into v_before
  from public.portfolio_classifications
  where portfolio_classifications.project_id = classify_project.project_id
  order by portfolio_classifications.version desc
  limit 1;
  perform private.refuse_stale_version(
    'portfolio_classification', classify_project.project_id, classify_project.version,
    coalesce(v_before.version, 0), case when v_before.id is not null then to_jsonb(v_before) end);

  if v_before.id is not null
    and (tier, service_line, risk, reason)
      is not distinct from (v_before.tier, v_before.service_line, v_before.risk, v_before.reason)
  then
    return to_jsonb(v_before);
  end if;
  insert into public.portfolio_classifications (
    organization_id, project_id, version, tier, service_line, risk, reason, classified_by, created_at)
  values (
    v_viewer.organization_id, classify_project.project_id, coalesce(v_before.version, 0) + 1,
    classify_project.tier, classify_project.service_line, classify_project.risk,
    classify_project.reason, v_viewer.id, clock_timestamp())
  returning * into v_after;
  perform private.record_row_change(
    v_viewer.organization_id, 'project.classified', 'portfolio_classification', v_after.project_id,
    to_jsonb(v_before) - 'project_id', to_jsonb(v_after) - 'project_id', v_after.project_id);
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.clients_with (
  client  public.clients,
  changes jsonb
)
  returns public.clients
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_changed public.clients;
begin
  v_changed := jsonb_populate_record(client, changes);
  if changes ? 'is_archived' then
    v_changed.archived_at := case when (changes ->> 'is_archived')::boolean
                                  then coalesce(client.archived_at, now()) end;
  end if;
  if v_changed.name is null then
    raise exception using errcode = 'OPINV', message = 'A client needs a name', hint = 'invalid_client';
  end if;
  return v_changed;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong form', hint = 'invalid_client';
end;
$function$;

create or replace function private.create_account (
  client_id uuid,
  name      text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_account public.accounts;
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 200 characters is needed', hint = 'invalid_name';
  end if;
  -- Held until the end, so that the client is not archived meanwhile.
  perform from public.clients
  where clients.id = create_account.client_id
    and clients.organization_id = v_viewer.organization_id
    and clients.archived_at is null
  for key share;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;
  begin
    insert into public.accounts (organization_id, client_id, name)
    values (v_viewer.organization_id, create_account.client_id, btrim(create_account.name))
    returning * into v_account;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA',
      message = format('The client has an account called %s already', btrim(create_account.name)),
      hint = 'account_exists';
  end;
  perform private.record_audit_event(
    v_viewer.organization_id, 'account.created', 'account', v_account.id, null,
    jsonb_build_object('client_id', v_account.client_id, 'name', v_account.name,
                       'version', v_account.version));
  return to_jsonb(v_account);
end;
$function$;

create or replace function private.create_client (
  name    text,
  website text default null::text,
  note    text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_client public.clients;
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 200 characters is needed', hint = 'invalid_name';
  end if;
  begin
    insert into public.clients (organization_id, name, website, note)
    values (v_viewer.organization_id, btrim(create_client.name), create_client.website, create_client.note)
    returning * into v_client;
  exception when unique_violation then
    perform private.refuse_taken_client_name(v_viewer.organization_id, btrim(create_client.name));
  end;
  perform private.record_audit_event(
    v_viewer.organization_id, 'client.created', 'client', v_client.id, null,
    jsonb_build_object('name', v_client.name, 'version', v_client.version));
  return to_jsonb(v_client);
end;
$function$;

create or replace function private.get_portfolio_options (
  search       text    default null::text,
  result_limit integer default 50
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_search text := lower(btrim(coalesce(search, '')));
begin
  if result_limit is null or result_limit not between 1 and 100 or char_length(v_search) > 200 then
    raise exception using
      errcode = 'OPINV',
      message = 'At most 100 of each list, and at most 200 characters to search for',
      hint = 'invalid_options';
  end if;

  return (
    with found as (
      select 'clients' as list, clients.name as label, clients.name as haystack, clients.id,
             jsonb_build_object('id', clients.id, 'name', clients.name) as choice
      from public.clients
      where clients.organization_id = v_viewer.organization_id and clients.archived_at is null
      union all
      select 'accounts', accounts.name, concat_ws(' ', accounts.name, clients.name), accounts.id,
             jsonb_build_object('id', accounts.id, 'name', accounts.name,
                                'client_id', clients.id, 'client_name', clients.name)
      from public.accounts
      join public.clients on clients.id = accounts.client_id
      where accounts.organization_id = v_viewer.organization_id
        and accounts.archived_at is null and clients.archived_at is null
      union all
      select 'people', people.name, concat_ws(' ', people.name, people.email), people.id,
             jsonb_build_object('id', people.id, 'name', people.name, 'email', people.email,
                                'role', people.role, 'is_employee', people.is_employee)
      from public.people
      where people.organization_id = v_viewer.organization_id and people.archived_at is null
      union all
      select distinct 'service_lines', lines.service_line, lines.service_line, null::uuid,
             to_jsonb(lines.service_line)
      from public.portfolio_classifications as lines
      where lines.organization_id = v_viewer.organization_id and lines.service_line is not null
    ),
    matching as (
      select list, choice, row_number() over (
        partition by list order by starts_with(lower(label), v_search) desc, lower(label), id
      ) as place
      from found
      where strpos(lower(haystack), v_search) > 0
    ),
    lists as (
      select
        name,
        coalesce(jsonb_agg(choice order by place) filter (where place <= result_limit), '[]') as choices,
        count(*) filter (where place > result_limit) as left_out
      from unnest(array['clients', 'accounts', 'people', 'service_lines']) as name
      left join matching on matching.list = name
      group by name
    )
    select jsonb_object_agg(name, choices)
      || jsonb_build_object('left_out', jsonb_object_agg(name, left_out))
    from lists
  );
end;
$function$;

create or replace function private.operating_profiles_with (
  profile public.operating_profiles,
  changes jsonb
)
  returns public.operating_profiles
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_changed public.operating_profiles;
begin
  v_changed := jsonb_populate_record(profile, changes);
  v_changed.contacts := coalesce(v_changed.contacts, '[]');
  v_changed.standing_facts := coalesce(v_changed.standing_facts, '{}');
  v_changed.definition_of_done := coalesce(v_changed.definition_of_done, '{}');
  return v_changed;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong form', hint = 'invalid_operating_profile';
end;
$function$;

create or replace function private.post_status_update (
  project_id uuid,
  health     public.project_health,
  summary    text,
  risks      text                  default null::text,
  next_steps text                  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_project public.projects;
  v_update public.status_updates;
begin
  if health is null or char_length(btrim(coalesce(summary, ''))) not between 1 and 4000 then
    raise exception using
      errcode = 'OPINV',
      message = 'A status needs a health and a summary of at most 4,000 characters',
      hint = 'invalid_status_update';
  end if;
  select * into v_project
  from public.projects
  where projects.id = post_status_update.project_id
    and projects.id = any (private.project_ids_of(v_viewer));
  if v_project.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif v_project.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived', hint = 'project_archived';
  end if;

  insert into public.status_updates (
    organization_id, project_id, author_id, health, summary, risks, next_steps, created_at)
  values (
    v_project.organization_id, v_project.id, v_viewer.id, post_status_update.health,
    post_status_update.summary, post_status_update.risks, post_status_update.next_steps,
    clock_timestamp())
  returning * into v_update;
  perform private.record_audit_event(
    v_project.organization_id, 'status_update.posted', 'status_update', v_update.id, null,
    jsonb_build_object('health', v_update.health), v_project.id);
  return to_jsonb(v_update);
end;
$function$;

create or replace function private.projects_with (
  project public.projects,
  changes jsonb
)
  returns public.projects
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_changed public.projects;
begin
  v_changed := jsonb_populate_record(project, changes);
  if changes ? 'is_archived' then
    v_changed.archived_at := case when (changes ->> 'is_archived')::boolean
                                  then coalesce(project.archived_at, now()) end;
  end if;
  if v_changed.name is null or v_changed.status is null or v_changed.account_id is null then
    raise exception using
      errcode = 'OPINV',
      message = 'A project needs a name, a status and an account',
      hint = 'invalid_project';
  elsif v_changed.due_on < v_changed.starts_on then
    raise exception using
      errcode = 'OPINV', message = 'The project is due before it starts', hint = 'due_before_start';
  end if;
  return v_changed;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong form', hint = 'invalid_project';
end;
$function$;

create or replace function private.record_row_change (
  organization_id uuid,
  action          text,
  object_type     text,
  object_id       uuid,
  before          jsonb,
  after           jsonb,
  project_id      uuid  default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  -- Who, when and which row stands in the event itself.
  v_bookkeeping constant text[] := array[
    'id', 'organization_id', 'version', 'created_at', 'updated_at', 'updated_by', 'classified_by'];
  v_changes jsonb := coalesce(
    private.json_changes(before - v_bookkeeping, after - v_bookkeeping), '{}');
begin
  perform private.record_audit_event(
    record_row_change.organization_id,
    action,
    object_type,
    object_id,
    coalesce((select jsonb_object_agg(change.key, change.value -> 'from')
              from jsonb_each(v_changes) as change), '{}')
      || jsonb_build_object('version', before -> 'version'),
    coalesce((select jsonb_object_agg(change.key, change.value -> 'to')
              from jsonb_each(v_changes) as change), '{}')
      || jsonb_build_object('version', after -> 'version'),
    project_id);
end;
$function$;

create or replace function private.refuse_stale_version (
  object_type     text,
  object_id       uuid,
  seen            integer,
  current_version integer,
  current_row     jsonb
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if seen is null then
    raise exception using
      errcode = 'OPINV', message = 'Say which version you saw', hint = 'version_missing';
  elsif seen <> current_version then
    raise exception using
      errcode = 'OPSTA',
      message = 'Somebody changed this since you opened it. Look at what changed, then save again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', current_version,
        'current', coalesce(current_row, '{}'),
        'changes', private.changes_since(object_type, object_id, seen))::text;
  end if;
end;
$function$;

create or replace function private.refuse_taken_client_name (
  organization_id uuid,
  name            text
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  raise exception using
    errcode = 'OPSTA',
    message = format('There is a client called %s already', name),
    hint = 'client_exists',
    detail = (
      select jsonb_build_object('client_id', clients.id)::text
      from public.clients
      where clients.organization_id = refuse_taken_client_name.organization_id
        and lower(clients.name) = lower(refuse_taken_client_name.name)
        and clients.archived_at is null);
end;
$function$;

create or replace function private.require_changes (
  changes jsonb,
  fields  text[]
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_unknown text[];
begin
  if jsonb_typeof(changes) is distinct from 'object' or changes = '{}' then
    raise exception using
      errcode = 'OPINV', message = 'Name at least one field to change', hint = 'no_changes';
  end if;
  v_unknown := array(select jsonb_object_keys(changes) except select unnest(fields));
  if v_unknown <> '{}' then
    raise exception using
      errcode = 'OPINV',
      message = format('These fields cannot be changed: %s', array_to_string(v_unknown, ', ')),
      hint = 'unknown_fields',
      detail = jsonb_build_object('fields', v_unknown)::text;
  end if;
end;
$function$;

create or replace function private.update_client (
  client_id uuid,
  version   integer,
  changes   jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_before public.clients;
  v_after public.clients;
  v_live_count integer;
begin
  perform private.require_changes(changes, array['name', 'website', 'note', 'is_archived']);
  select * into v_before
  from public.clients
  where clients.id = client_id and clients.organization_id = v_viewer.organization_id
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;
  perform private.refuse_stale_version(
    'client', v_before.id, version, v_before.version, to_jsonb(v_before));

  v_after := private.clients_with(v_before, changes);
  if v_after.archived_at is not null and v_before.archived_at is null then
    select count(*) into v_live_count
    from public.projects
    join public.accounts on accounts.id = projects.account_id
    where accounts.client_id = v_before.id
      and projects.archived_at is null
      and projects.status in ('planned', 'active', 'on_hold');
    if v_live_count > 0 then
      raise exception using
        errcode = 'OPSTA',
        message = format('%s projects of this client are not ended yet', v_live_count),
        hint = 'client_in_use',
        detail = jsonb_build_object('project_count', v_live_count)::text;
    end if;
  end if;
  if v_after is not distinct from v_before then
    return to_jsonb(v_before);
  end if;

  begin
    update public.clients
    set name = v_after.name, website = v_after.website, note = v_after.note,
        archived_at = v_after.archived_at
    where clients.id = v_before.id
    returning * into v_after;
  exception when unique_violation then
    perform private.refuse_taken_client_name(v_viewer.organization_id, v_after.name);
  end;
  perform private.record_row_change(
    v_viewer.organization_id, 'client.updated', 'client', v_after.id, to_jsonb(v_before),
    to_jsonb(v_after));
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.update_operating_profile (
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
  v_before public.operating_profiles;
  v_after public.operating_profiles;
begin
  perform private.require_changes(
    changes, array['cadence', 'contacts', 'standing_facts', 'definition_of_done']);
  -- The account's row is the lock: two first updates come one after the other.
  perform from public.accounts
  where accounts.id = update_operating_profile.account_id
    and accounts.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  end if;
  select * into v_before
  from public.operating_profiles
  where operating_profiles.account_id = update_operating_profile.account_id;
  perform private.refuse_stale_version(
    'operating_profile', update_operating_profile.account_id, update_operating_profile.version,
    coalesce(v_before.version, 0), case when v_before.account_id is not null then to_jsonb(v_before) end);

  v_after := private.operating_profiles_with(v_before, changes);
  if v_before.account_id is null then
    insert into public.operating_profiles (
      organization_id, account_id, cadence, contacts, standing_facts, definition_of_done, updated_by)
    values (
      v_viewer.organization_id, update_operating_profile.account_id, v_after.cadence, v_after.contacts,
      v_after.standing_facts, v_after.definition_of_done, v_viewer.id)
    returning * into v_after;
  elsif v_after is not distinct from v_before then
    return to_jsonb(v_before);
  else
    update public.operating_profiles
    set cadence = v_after.cadence, contacts = v_after.contacts, standing_facts = v_after.standing_facts,
        definition_of_done = v_after.definition_of_done, updated_by = v_viewer.id
    where operating_profiles.account_id = v_before.account_id
    returning * into v_after;
  end if;
  perform private.record_row_change(
    v_viewer.organization_id, 'operating_profile.updated', 'operating_profile', v_after.account_id,
    to_jsonb(v_before) - 'account_id', to_jsonb(v_after) - 'account_id');
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.update_project (
  project_id uuid,
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
  v_before public.projects;
  v_after public.projects;
begin
  perform private.require_changes(changes, array[
    'name', 'code', 'summary', 'status', 'account_id', 'lead_id', 'starts_on', 'due_on',
    'budget_hours', 'budget_amount', 'is_archived']);
  select * into v_before
  from public.projects
  where projects.id = project_id and projects.organization_id = v_viewer.organization_id
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  perform private.refuse_stale_version(
    'project', v_before.id, version, v_before.version, to_jsonb(v_before));

  v_after := private.projects_with(v_before, changes);
  if v_after.account_id is distinct from v_before.account_id and not exists (
    select from public.accounts
    where accounts.id = v_after.account_id
      and accounts.organization_id = v_viewer.organization_id
      and accounts.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  end if;
  if v_after.lead_id is distinct from v_before.lead_id and v_after.lead_id is not null and not exists (
    select from public.people
    where people.id = v_after.lead_id
      and people.organization_id = v_viewer.organization_id
      and people.role <> 'client'
      and people.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person to lead the project', hint = 'lead_not_found';
  end if;
  if v_after is not distinct from v_before then
    return to_jsonb(v_before);
  end if;

  begin
    update public.projects
    set name = v_after.name, code = v_after.code, summary = v_after.summary, status = v_after.status,
        account_id = v_after.account_id, lead_id = v_after.lead_id, starts_on = v_after.starts_on,
        due_on = v_after.due_on, budget_hours = v_after.budget_hours,
        budget_amount = v_after.budget_amount, archived_at = v_after.archived_at
    where projects.id = v_before.id
    returning * into v_after;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA',
      message = format('Another project has the code %s already', v_after.code),
      hint = 'code_taken';
  end;
  perform private.record_row_change(
    v_viewer.organization_id, 'project.updated', 'project', v_after.id, to_jsonb(v_before),
    to_jsonb(v_after), v_after.id);
  return to_jsonb(v_after);
end;
$function$;

create or replace function public.classify_project (
  project_id   uuid,
  version      integer,
  tier         public.portfolio_tier default null::public.portfolio_tier,
  service_line text                  default null::text,
  risk         public.risk_level     default null::public.risk_level,
  reason       text                  default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.classify_project(project_id, version, tier, service_line, risk, reason) $function$;

create or replace function public.create_account (
  client_id uuid,
  name      text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.create_account(client_id, name) $function$;

create or replace function public.create_client (
  name    text,
  website text default null::text,
  note    text default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.create_client(name, website, note) $function$;

create or replace function public.get_portfolio_options (
  search       text    default null::text,
  result_limit integer default 50
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_portfolio_options(search, result_limit) $function$;

create or replace function public.post_status_update (
  project_id uuid,
  health     public.project_health,
  summary    text,
  risks      text                  default null::text,
  next_steps text                  default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.post_status_update(project_id, health, summary, risks, next_steps) $function$;

create or replace function public.require_internal_viewer()
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.require_internal_viewer();
end;
$function$;

create or replace function public.require_lead()
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.require_lead();
end;
$function$;

create or replace function public.update_client (
  client_id uuid,
  version   integer,
  changes   jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_client(client_id, version, changes) $function$;

create or replace function public.update_operating_profile (
  account_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_operating_profile(account_id, version, changes) $function$;

create or replace function public.update_project (
  project_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.update_project(project_id, version, changes) $function$;

alter table "public"."portfolio_classifications"
  enable always trigger "tg_portfolio_classifications__refuse_change";

alter table "public"."portfolio_classifications"
  enable always trigger "tg_portfolio_classifications__refuse_truncate";

comment on function "private"."are_contacts"(jsonb) is 'Is this a list of at most 50 { name, role, email, phone }, all text, the name always there?';

comment on function "private"."changes_since"(text, uuid, integer) is 'Answers [{ version, at, by: { id, name }, fields: { field: { from, to } } }], oldest first, from the audit events of a row.';

comment on function "private"."record_row_change"(uuid, text, text, uuid, jsonb, jsonb, uuid) is
  'Writes the audit event of a changed row from its JSON before and after, fields that stayed left out.';

comment on function
  "public"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level, text)
  is 'Answers the classification in force; version is the one seen, 0 for none. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."create_account"(uuid, text) is 'Answers the account. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."create_client"(text, text, text) is 'Answers the client. Raises OPAUT · OPDEN · OPINV · OPSTA.';

comment on function "public"."get_portfolio_options"(text, integer) is 'Answers { clients, accounts, people, service_lines, left_out }. Raises OPAUT · OPDEN · OPINV.';

comment on function "public"."post_status_update"(uuid, public.project_health, text, text, text) is
  'Answers the status update. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."require_internal_viewer"() is 'Answers nothing when the caller is admin, lead or member. Raises OPAUT · OPDEN.';

comment on function "public"."require_lead"() is 'Answers nothing when the caller is admin or lead. Raises OPAUT · OPDEN.';

comment on function "public"."update_client"(uuid, integer, jsonb) is 'Answers the client. Changes: name, website, note, is_archived. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."update_operating_profile"(uuid, integer, jsonb) is
  'Answers the profile; version is the one seen, 0 for none. Changes: cadence, contacts, standing_facts, definition_of_done. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."update_project"(uuid, integer, jsonb) is 'Answers the project. Changes: name, code, summary, status, account_id, lead_id, starts_on, due_on, budget_hours, budget_amount, is_archived. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

revoke all on function "private"."are_contacts"(jsonb) from public;

revoke all on function "private"."changes_since"(text, uuid, integer) from public;

revoke all
  on function
    "private"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level,
    text)
  from public;

grant execute
  on function
    "private"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level,
    text)
  to "authenticated";

revoke all on function "private"."clients_with"(public.clients, jsonb) from public;

revoke all on function "private"."create_account"(uuid, text) from public;

grant execute on function "private"."create_account"(uuid, text) to "authenticated";

revoke all on function "private"."create_client"(text, text, text) from public;

grant execute on function "private"."create_client"(text, text, text) to "authenticated";

revoke all on function "private"."get_portfolio_options"(text, integer) from public;

grant execute on function "private"."get_portfolio_options"(text, integer) to "authenticated";

revoke all
  on function "private"."operating_profiles_with"(public.operating_profiles, jsonb)
  from public;

revoke all
  on function "private"."post_status_update"(uuid, public.project_health, text, text, text)
  from public;

grant execute
  on function "private"."post_status_update"(uuid, public.project_health, text, text, text)
  to "authenticated";

revoke all on function "private"."projects_with"(public.projects, jsonb) from public;

revoke all
  on function "private"."record_row_change"(uuid, text, text, uuid, jsonb, jsonb, uuid)
  from public;

revoke all
  on function "private"."refuse_stale_version"(text, uuid, integer, integer, jsonb)
  from public;

revoke all on function "private"."refuse_taken_client_name"(uuid, text) from public;

revoke all on function "private"."require_changes"(jsonb, text[]) from public;

revoke all on function "private"."require_internal_viewer"() from "authenticated";

grant execute on function "private"."require_internal_viewer"() to "authenticated";

revoke all on function "private"."require_lead"() from "authenticated";

grant execute on function "private"."require_lead"() to "authenticated";

revoke all on function "private"."update_client"(uuid, integer, jsonb) from public;

grant execute on function "private"."update_client"(uuid, integer, jsonb) to "authenticated";

revoke all on function "private"."update_operating_profile"(uuid, integer, jsonb) from public;

grant execute
  on function "private"."update_operating_profile"(uuid, integer, jsonb)
  to "authenticated";

revoke all on function "private"."update_project"(uuid, integer, jsonb) from public;

grant execute on function "private"."update_project"(uuid, integer, jsonb) to "authenticated";

revoke all
  on function
    "public"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level, text)
  from public;

grant execute
  on function
    "public"."classify_project"(uuid, integer, public.portfolio_tier, text, public.risk_level, text)
  to "authenticated";

revoke all on function "public"."create_account"(uuid, text) from public;

grant execute on function "public"."create_account"(uuid, text) to "authenticated";

revoke all on function "public"."create_client"(text, text, text) from public;

grant execute on function "public"."create_client"(text, text, text) to "authenticated";

revoke all on function "public"."get_portfolio_options"(text, integer) from public;

grant execute on function "public"."get_portfolio_options"(text, integer) to "authenticated";

revoke all
  on function "public"."post_status_update"(uuid, public.project_health, text, text, text)
  from public;

grant execute
  on function "public"."post_status_update"(uuid, public.project_health, text, text, text)
  to "authenticated";

revoke all on function "public"."require_internal_viewer"() from public;

grant execute on function "public"."require_internal_viewer"() to "authenticated";

revoke all on function "public"."require_lead"() from public;

grant execute on function "public"."require_lead"() to "authenticated";

revoke all on function "public"."update_client"(uuid, integer, jsonb) from public;

grant execute on function "public"."update_client"(uuid, integer, jsonb) to "authenticated";

revoke all on function "public"."update_operating_profile"(uuid, integer, jsonb) from public;

grant execute
  on function "public"."update_operating_profile"(uuid, integer, jsonb)
  to "authenticated";

revoke all on function "public"."update_project"(uuid, integer, jsonb) from public;

grant execute on function "public"."update_project"(uuid, integer, jsonb) to "authenticated";

alter table "public"."operating_profiles"
  add constraint "contacts_are_a_list" check (private.are_contacts(contacts));
