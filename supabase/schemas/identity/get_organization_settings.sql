-- The settings of the caller's organization.
-- Raises OPAUT · OPDEN (neither admin nor lead).
create or replace function private.get_organization_settings()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_organization public.organizations;
  v_settings public.organization_settings;
begin
  select * into v_organization from public.organizations where organizations.id = v_viewer.organization_id;
  select * into v_settings from public.organization_settings
  where organization_settings.organization_id = v_viewer.organization_id;
  return private.settings_json(v_organization, v_settings);
end;
$$;

create or replace function public.get_organization_settings()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_organization_settings() $$;

grant execute on function private.get_organization_settings() to authenticated;
grant execute on function public.get_organization_settings() to authenticated;
comment on function public.get_organization_settings() is
  'Returns { name, currency, time_zone, forbids_self_approval, requires_second_factor, week_starts_on, working_hours, brand_color, version }. Raises OPAUT · OPDEN.';
