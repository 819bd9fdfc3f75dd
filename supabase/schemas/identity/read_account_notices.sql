-- Marks the notices about the caller's account as read, up to the latest one that they saw.
-- Raises OPAUT · OPDEN (no organization) · OPINV.
create or replace function private.read_account_notices(until timestamptz)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if read_account_notices.until is null then
    raise exception using errcode = 'OPINV', message = 'Name the time of the latest notice', hint = 'malformed_fields';
  end if;
  insert into private.account_notice_readings (person_id, organization_id, read_until)
  values (v_viewer.id, v_viewer.organization_id, least(read_account_notices.until, now()))
  on conflict (person_id) do update
    set read_until = greatest(account_notice_readings.read_until, excluded.read_until);
  return private.get_account();
end;
$$;

create or replace function public.read_account_notices(until timestamptz)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.read_account_notices(until) $$;

grant execute on function private.read_account_notices(timestamptz) to authenticated;
grant execute on function public.read_account_notices(timestamptz) to authenticated;

comment on function public.read_account_notices(timestamptz) is
  'Returns the same as get_account. Raises OPAUT · OPDEN · OPINV.';
