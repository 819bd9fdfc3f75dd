-- Changes an account: only the fields that `changes` names.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPNFD · OPSTA (version_conflict, account_exists).
create or replace function private.update_account(account_id uuid, version integer, changes jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
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
      message = format('The client already has an account called %s. Choose another name', v_name),
      hint = 'account_exists';
  end;
  perform private.record_row_change(
    v_viewer.organization_id, 'account.updated', 'account', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
  return to_jsonb(v_after);
end;
$$;

create or replace function public.update_account(account_id uuid, version integer, changes jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_account(account_id, version, changes) $$;

grant execute on function private.update_account(uuid, integer, jsonb) to authenticated;
grant execute on function public.update_account(uuid, integer, jsonb) to authenticated;

comment on function public.update_account(uuid, integer, jsonb) is
  'Returns the account. Changes: name. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
