-- How long activity verifies a task, as used by the health rules and the spine; and the current day of an organization.

-- Definer, because no caller may read the settings.
create or replace function private.verification_window_days()
returns integer
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$ select coalesce((select health_settings.verification_window_days from private.health_settings), 14) $$;
comment on function private.verification_window_days() is
  'The number of days for which activity verifies a task. An open task without activity in that time is not verified.';

create or replace function private.organization_today(organization_id uuid)
returns date
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select (now() at time zone organizations.time_zone)::date
  from public.organizations
  where organizations.id = organization_today.organization_id
$$;
comment on function private.organization_today(uuid) is 'Today in the organization''s time zone.';

grant execute on function private.verification_window_days() to authenticated;
