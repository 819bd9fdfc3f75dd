-- Changes a client: only the fields that `changes` names, and null clears a field.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPNFD · OPSTA (version_conflict; client_exists;
-- client_in_use: a client with active projects cannot be archived).
create or replace function private.update_client(client_id uuid, version integer, changes jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
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

  v_after := private.changed_client(v_before, changes);
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
        message = case v_live_count
          when 1 then 'A project of this client has not ended. Complete or cancel it first'
          else format('%s projects of this client have not ended. Complete or cancel them first', v_live_count) end,
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
$$;

-- The row with the changes in it. Raises OPINV if a value has the wrong format.
create or replace function private.changed_client(client public.clients, changes jsonb)
returns public.clients
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_client public.clients;
begin
  v_client := jsonb_populate_record(client, changes);
  v_client.name := btrim(v_client.name);
  if changes ? 'is_archived' then
    v_client.archived_at := case when (changes ->> 'is_archived')::boolean
                                  then coalesce(client.archived_at, now()) end;
  end if;
  if v_client.name is null then
    raise exception using errcode = 'OPINV', message = 'A client needs a name', hint = 'invalid_client';
  end if;
  return v_client;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong format', hint = 'invalid_client';
end;
$$;

create or replace function public.update_client(client_id uuid, version integer, changes jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_client(client_id, version, changes) $$;

grant execute on function private.update_client(uuid, integer, jsonb) to authenticated;
grant execute on function public.update_client(uuid, integer, jsonb) to authenticated;

comment on function public.update_client(uuid, integer, jsonb) is
  'Returns the client. Changes: name, website, note, is_archived. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
