-- Sets the cost of an hour of a person's work, starting on a given day; null removes the rate of that day.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (person_not_found) · OPINV (invalid_rate).
create or replace function private.set_person_rate(person_id uuid, valid_from date, cost_per_hour numeric)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_before public.person_rates;
  v_after public.person_rates;
begin
  perform private.check_rate(valid_from, cost_per_hour);
  perform from public.people
  where people.id = set_person_rate.person_id and people.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  end if;
  select * into v_before from public.person_rates
  where person_rates.person_id = set_person_rate.person_id and person_rates.valid_from = set_person_rate.valid_from;
  if cost_per_hour is null then
    delete from public.person_rates where person_rates.id = v_before.id;
  else
    insert into public.person_rates (organization_id, person_id, cost_per_hour, valid_from)
    values (v_viewer.organization_id, set_person_rate.person_id, set_person_rate.cost_per_hour, set_person_rate.valid_from)
    on conflict on constraint person_rates_person_id_valid_from_key
      do update set cost_per_hour = excluded.cost_per_hour
    returning * into v_after;
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'person_rate.set', 'person_rate', coalesce(v_after.id, v_before.id),
    case when v_before.id is not null then to_jsonb(v_before) end,
    case when v_after.id is not null then to_jsonb(v_after) end, null, null, true);
  return to_jsonb(v_after) - 'organization_id';
end;
$$;

-- Raises OPINV (invalid_rate).
create or replace function private.check_rate(valid_from date, rate numeric)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if valid_from is null or valid_from not between '0001-01-01' and '9999-12-31' or private.is_rate_out_of_range(rate) then
    raise exception using
      errcode = 'OPINV',
      message = 'Enter a rate from 0 to 999,999,999.99 and the day from which it is valid',
      hint = 'invalid_rate';
  end if;
end;
$$;

create or replace function private.is_rate_out_of_range(rate numeric)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select coalesce(rate < 0 or rate > 999999999.99 or rate = 'NaN', false) $$;

create or replace function public.set_person_rate(person_id uuid, valid_from date, cost_per_hour numeric)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_person_rate(person_id, valid_from, cost_per_hour) $$;

grant execute on function private.set_person_rate(uuid, date, numeric) to authenticated;
grant execute on function public.set_person_rate(uuid, date, numeric) to authenticated;
comment on function public.set_person_rate(uuid, date, numeric) is
  'Returns the rate, or null once removed. Raises OPAUT · OPDEN · OPNFD · OPINV.';
