-- Whether a value describes the working time of weekdays: { "1": { hours, from?, to? } }, by ISO weekday.
create or replace function private.are_working_hours(value jsonb)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when jsonb_typeof(value) is distinct from 'object' then false
    else not exists (
      select from jsonb_each(value) as weekday (number, time)
      where weekday.number !~ '^[1-7]$' or not private.is_working_time(weekday.time))
  end
$$;

create or replace function private.is_working_time(value jsonb)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(case
    when jsonb_typeof(value) <> 'object' or jsonb_typeof(value -> 'hours') is distinct from 'number' then false
    when value - 'hours' - 'from' - 'to' <> '{}' or (value ? 'from') <> (value ? 'to') then false
    when (value ->> 'hours')::numeric not between 0 and 24
      or (value ->> 'hours')::numeric <> round((value ->> 'hours')::numeric, 2) then false
    when value ? 'from' then
      value ->> 'from' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and value ->> 'to' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      and value ->> 'from' <= value ->> 'to'
    else true
  end, false)
$$;

-- Monday to Friday, eight hours each.
create or replace function private.default_working_hours()
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '{"1": {"hours": 8}, "2": {"hours": 8}, "3": {"hours": 8}, "4": {"hours": 8}, "5": {"hours": 8}}'::jsonb
$$;
