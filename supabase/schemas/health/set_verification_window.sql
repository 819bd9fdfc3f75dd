-- Sets for how many days activity verifies a task, from the operator's environment; null restores the default.
-- Background functions pass it on, because no person may decide it.
-- Raises OPINV (invalid_verification_window).
create or replace function private.set_verification_window(days integer)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if days < 1 or days > 365 then
    raise exception using
      errcode = 'OPINV', message = 'The window must be between 1 and 365 days', hint = 'invalid_verification_window';
  end if;
  insert into private.health_settings (verification_window_days) values (days)
  on conflict (is_only) do update set verification_window_days = excluded.verification_window_days
    where health_settings.verification_window_days is distinct from excluded.verification_window_days;
end;
$$;

create or replace function public.set_verification_window(days integer)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_verification_window(days) $$;

grant execute on function private.set_verification_window(integer) to service_role;
grant execute on function public.set_verification_window(integer) to service_role;
comment on function public.set_verification_window(integer) is
  'Sets for how many days activity verifies a task; null restores the default. Raises OPINV.';
