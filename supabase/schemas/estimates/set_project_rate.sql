-- Sets the revenue and the cost of an hour on a project, starting on a given day; null revenue removes the rate of
-- that day.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (project_not_found) · OPINV (invalid_rate).
create or replace function private.set_project_rate(
  project_id uuid, valid_from date, revenue_per_hour numeric, cost_per_hour numeric
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_before public.project_rates;
  v_after public.project_rates;
begin
  perform private.check_rate(valid_from, revenue_per_hour);
  perform private.check_rate(valid_from, cost_per_hour);
  perform from public.projects
  where projects.id = set_project_rate.project_id and projects.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  select * into v_before from public.project_rates
  where project_rates.project_id = set_project_rate.project_id and project_rates.valid_from = set_project_rate.valid_from;
  if revenue_per_hour is null then
    delete from public.project_rates where project_rates.id = v_before.id;
  else
    insert into public.project_rates (organization_id, project_id, revenue_per_hour, cost_per_hour, valid_from)
    values (v_viewer.organization_id, set_project_rate.project_id, set_project_rate.revenue_per_hour,
      set_project_rate.cost_per_hour, set_project_rate.valid_from)
    on conflict on constraint project_rates_project_id_valid_from_key
      do update set revenue_per_hour = excluded.revenue_per_hour, cost_per_hour = excluded.cost_per_hour
    returning * into v_after;
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'project_rate.set', 'project_rate', coalesce(v_after.id, v_before.id),
    case when v_before.id is not null then to_jsonb(v_before) end,
    case when v_after.id is not null then to_jsonb(v_after) end, set_project_rate.project_id, null, true);
  return to_jsonb(v_after) - 'organization_id';
end;
$$;

create or replace function public.set_project_rate(
  project_id uuid, valid_from date, revenue_per_hour numeric, cost_per_hour numeric default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_project_rate(project_id, valid_from, revenue_per_hour, cost_per_hour) $$;

grant execute on function private.set_project_rate(uuid, date, numeric, numeric) to authenticated;
grant execute on function public.set_project_rate(uuid, date, numeric, numeric) to authenticated;
comment on function public.set_project_rate(uuid, date, numeric, numeric) is
  'Returns the rate, or null once removed. Raises OPAUT · OPDEN · OPNFD · OPINV.';
