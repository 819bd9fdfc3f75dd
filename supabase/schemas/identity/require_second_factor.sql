-- Where the organization requires a second factor for high stakes, the caller's session must have one. The detail
-- states whether the person has a factor at all: if not, they set one up first.
create or replace function private.require_second_factor(organization_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from public.organization_settings as settings
    where settings.organization_id = require_second_factor.organization_id
      and settings.requires_second_factor = 'high_stakes')
  then
    perform private.require_entered_second_factor();
  end if;
end;
$$;
comment on function private.require_second_factor(uuid) is
  'Raises OPDEN (second_factor_required, with { has_second_factor }) where the organization requires one.';

create or replace function private.require_entered_second_factor()
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_has_factor constant boolean := private.has_second_factor(auth.uid());
begin
  if private.has_entered_second_factor() then
    return;
  end if;
  raise exception using
    errcode = 'OPDEN',
    message = case
      when v_has_factor then 'This needs your second factor. Enter the code from your authenticator app, then try again'
      else 'This needs a second factor. Set one up on your account page, then try again' end,
    hint = 'second_factor_required',
    detail = jsonb_build_object('has_second_factor', v_has_factor)::text;
end;
$$;
comment on function private.require_entered_second_factor() is
  'Raises OPDEN (second_factor_required, with { has_second_factor }) unless the session has a second factor.';
