-- Creates a client. Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPSTA (client_exists).
create or replace function private.create_client(name text, website text default null, note text default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_client public.clients;
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a name of 1 to 200 characters', hint = 'invalid_name';
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
$$;

-- Raises OPSTA with the client that has the name.
create or replace function private.refuse_taken_client_name(organization_id uuid, name text)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPSTA',
    message = format('There is already a client called %s. Choose another name', name),
    hint = 'client_exists',
    detail = (
      select jsonb_build_object('client_id', clients.id)::text
      from public.clients
      where clients.organization_id = refuse_taken_client_name.organization_id
        and lower(clients.name) = lower(refuse_taken_client_name.name)
        and clients.archived_at is null);
end;
$$;

create or replace function public.create_client(name text, website text default null, note text default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_client(name, website, note) $$;

grant execute on function private.create_client(text, text, text) to authenticated;
grant execute on function public.create_client(text, text, text) to authenticated;

comment on function public.create_client(text, text, text) is
  'Returns the client. Raises OPAUT · OPDEN · OPINV · OPSTA.';
