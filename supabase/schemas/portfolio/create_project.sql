-- Creates a project of an account. `fields` are those of update_project without account and archive.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPNFD (account_not_found, lead_not_found) · OPSTA
-- (client_archived, code_taken).
create or replace function private.create_project(account_id uuid, name text, fields jsonb default '{}')
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_defaults public.projects;
begin
  if fields is distinct from '{}' then
    perform private.require_changes(fields, array[
      'code', 'summary', 'status', 'lead_id', 'starts_on', 'due_on', 'budget_hours', 'budget_amount']);
  end if;
  v_defaults.id := gen_random_uuid();
  v_defaults.organization_id := v_viewer.organization_id;
  v_defaults.account_id := create_project.account_id;
  return to_jsonb(private.insert_project(v_viewer, private.changed_project(
    v_defaults, '{"status": "planned"}'::jsonb || fields || jsonb_build_object('name', create_project.name)),
    'project.created', '{}'));
end;
$$;

-- Writes a new project, with its audit event. `facts` are added to the event.
-- Raises OPINV (invalid_name) · OPNFD (account_not_found, lead_not_found) · OPSTA (client_archived, code_taken).
create or replace function private.insert_project(
  viewer public.people, project public.projects, action text, facts jsonb
)
returns public.projects
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_client public.clients;
  v_project public.projects;
begin
  if char_length(btrim(coalesce(project.name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a name of 1 to 200 characters', hint = 'invalid_name';
  end if;
  -- Locked until the transaction ends, so that the client is not archived in the meantime.
  select clients.* into v_client
  from public.accounts
  join public.clients on clients.id = accounts.client_id
  where accounts.id = project.account_id and accounts.organization_id = viewer.organization_id
    and accounts.archived_at is null
  for key share of clients;
  if v_client.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  elsif v_client.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'The client is archived. Restore the client first',
      hint = 'client_archived';
  elsif project.lead_id is not null and not exists (
    select from public.people
    where people.id = project.lead_id and people.organization_id = viewer.organization_id
      and people.role <> 'client' and people.archived_at is null)
  then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person to lead the project', hint = 'lead_not_found';
  end if;
  begin
    insert into public.projects (
      id, organization_id, account_id, code, name, summary, status, lead_id, starts_on, due_on, budget_hours,
      budget_amount)
    values (
      project.id, project.organization_id, project.account_id, project.code, project.name, project.summary,
      project.status, project.lead_id, project.starts_on, project.due_on, project.budget_hours,
      project.budget_amount)
    returning * into v_project;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA',
      message = format('Another project already has the code %s. Choose another code', project.code),
      hint = 'code_taken';
  end;
  perform private.record_row_change(
    v_project.organization_id, action, 'project', v_project.id, null,
    jsonb_strip_nulls(to_jsonb(v_project)) || facts, v_project.id);
  return v_project;
end;
$$;

create or replace function public.create_project(account_id uuid, name text, fields jsonb default '{}')
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_project(account_id, name, fields) $$;

grant execute on function private.create_project(uuid, text, jsonb) to authenticated;
grant execute on function public.create_project(uuid, text, jsonb) to authenticated;
comment on function public.create_project(uuid, text, jsonb) is
  'Returns the project. Fields: code, summary, status, lead_id, starts_on, due_on, budget_hours, budget_amount. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
