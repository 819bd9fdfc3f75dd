-- Creates an account with a client.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPNFD (no such client) · OPSTA (account_exists).
create or replace function private.create_account(client_id uuid, name text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_account public.accounts;
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a name of 1 to 200 characters', hint = 'invalid_name';
  end if;
  -- Locked until the transaction ends, so that the client is not archived in the meantime.
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
      message = format('The client already has an account called %s. Choose another name', btrim(create_account.name)),
      hint = 'account_exists';
  end;
  perform private.record_audit_event(
    v_viewer.organization_id, 'account.created', 'account', v_account.id, null,
    jsonb_build_object('client_id', v_account.client_id, 'name', v_account.name,
                       'version', v_account.version));
  return to_jsonb(v_account);
end;
$$;

create or replace function public.create_account(client_id uuid, name text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_account(client_id, name) $$;

grant execute on function private.create_account(uuid, text) to authenticated;
grant execute on function public.create_account(uuid, text) to authenticated;

comment on function public.create_account(uuid, text) is
  'Returns the account. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
