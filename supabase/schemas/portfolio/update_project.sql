-- Changes a project: only the fields that `changes` names; null clears a field.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPNFD (project, account or lead) · OPSTA
-- (version_conflict; code_taken; client_archived: the client of an active project).
create or replace function private.update_project(project_id uuid, version integer, changes jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_live_statuses constant public.project_status[] := '{planned, active, on_hold}';
  v_before public.projects;
  v_after public.projects;
begin
  perform private.require_changes(changes, array[
    'name', 'code', 'summary', 'status', 'account_id', 'lead_id', 'starts_on', 'due_on',
    'budget_hours', 'budget_amount', 'is_archived']);
  if changes ? 'lead_id' then
    -- Locked before the project, in the order of merge_person, so that a merge cannot leave its duplicate as lead.
    perform from public.people
    where people.organization_id = v_viewer.organization_id and people.id::text = lower(changes ->> 'lead_id')
    for share;
  end if;
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

  v_after := private.changed_project(v_before, changes);
  if v_after.account_id is distinct from v_before.account_id and not exists (
    select from public.accounts
    where accounts.id = v_after.account_id
      and accounts.organization_id = v_viewer.organization_id
      and accounts.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  end if;
  if v_after.archived_at is null and v_after.status = any (v_live_statuses)
    and (v_before.archived_at is not null or v_before.status <> all (v_live_statuses)
         or v_after.account_id <> v_before.account_id)
  then
    -- Locked until the transaction ends, so that the client is not archived in the meantime.
    perform from public.clients
    where clients.id = (select accounts.client_id from public.accounts where accounts.id = v_after.account_id)
      and clients.archived_at is null
    for key share;
    if not found then
      raise exception using
        errcode = 'OPSTA',
        message = 'The client is archived. Restore the client first',
        hint = 'client_archived';
    end if;
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
      message = format('Another project already has the code %s. Choose another code', v_after.code),
      hint = 'code_taken';
  end;
  perform private.record_row_change(
    v_viewer.organization_id, 'project.updated', 'project', v_after.id, to_jsonb(v_before),
    to_jsonb(v_after), v_after.id);
  return to_jsonb(v_after);
end;
$$;

-- The row with the changes in it. Raises OPINV if a value has the wrong format.
create or replace function private.changed_project(project public.projects, changes jsonb)
returns public.projects
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_project public.projects;
begin
  v_project := jsonb_populate_record(project, changes);
  v_project.name := btrim(v_project.name);
  v_project.code := btrim(v_project.code);
  if changes ? 'is_archived' then
    v_project.archived_at := case when (changes ->> 'is_archived')::boolean
                                  then coalesce(project.archived_at, now()) end;
  end if;
  if v_project.name is null or v_project.status is null or v_project.account_id is null then
    raise exception using
      errcode = 'OPINV',
      message = 'A project needs a name, a status and an account',
      hint = 'invalid_project';
  elsif v_project.due_on < v_project.starts_on then
    raise exception using
      errcode = 'OPINV', message = 'The project is due before it starts', hint = 'due_before_start';
  end if;
  return v_project;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong format', hint = 'invalid_project';
end;
$$;

create or replace function public.update_project(project_id uuid, version integer, changes jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_project(project_id, version, changes) $$;

grant execute on function private.update_project(uuid, integer, jsonb) to authenticated;
grant execute on function public.update_project(uuid, integer, jsonb) to authenticated;

comment on function public.update_project(uuid, integer, jsonb) is
  'Returns the project. Changes: name, code, summary, status, account_id, lead_id, starts_on, due_on, budget_hours, budget_amount, is_archived. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
