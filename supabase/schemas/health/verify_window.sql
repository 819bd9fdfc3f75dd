-- The two measures of time that every rule shares.

create or replace function private.verify_window_days()
returns integer
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$ select 14 $$;
comment on function private.verify_window_days() is
  'How many days a sign of life holds: an open task without one in this window is not verified.';

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
comment on function private.organization_today(uuid) is 'The day it is where the organization counts its days.';

-- So that a finding once settled comes back when it has become twice as bad, and not every day.
create or replace function private.doublings(amount numeric, unit numeric)
returns integer
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$ select floor(log(2, greatest(amount / unit, 1)))::integer $$;
comment on function private.doublings(numeric, numeric) is 'How often an amount has doubled since it was one unit.';

revoke execute on function private.verify_window_days() from public;
revoke execute on function private.organization_today(uuid) from public;
revoke execute on function private.doublings(numeric, numeric) from public;
