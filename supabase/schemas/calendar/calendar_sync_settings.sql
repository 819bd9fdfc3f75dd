-- The settings that an adapter needs to read a stream of events or busy times: the addresses of the calendars, which are
-- those of all employees and the one that cards write to, and the first day. Google's adapters read `calendar_ids`,
-- Microsoft's read `mailboxes`. `since` never changes, so that each snapshot covers the period of the previous one.
create or replace function private.calendar_sync_settings(stream public.sync_streams)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_addresses jsonb;
begin
  if stream.stream not in ('events', 'busy') then
    return '{}';
  end if;
  select coalesce(jsonb_agg(addresses.address order by addresses.address collate "C"), '[]') into v_addresses
  from (
    select employees.email as address from private.employees(stream.organization_id) as employees
    union
    select integrations.settings ->> 'calendar_id' from public.integrations
    where integrations.organization_id = stream.organization_id and integrations.provider = stream.provider
      and integrations.settings ->> 'calendar_id' like '%_@_%'
  ) as addresses;
  return jsonb_build_object(
    'calendar_ids', v_addresses, 'mailboxes', v_addresses,
    'since', (stream.created_at at time zone 'UTC')::date - 60);
end;
$$;

-- The people whose calendars are read and shown to colleagues.
create or replace function private.employees(organization_id uuid)
returns setof public.people
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select people.*
  from public.people
  join public.organizations on organizations.id = people.organization_id
  where people.organization_id = employees.organization_id and people.is_employee and people.archived_at is null
    and private.email_domain(people.email) = organizations.email_domain
$$;
comment on function private.employees(uuid) is 'Employees with an address in the organization''s own domain.';
