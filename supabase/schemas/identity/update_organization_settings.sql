-- Changes an organization's settings: only the fields that `changes` names. The first change creates the row.
-- Repeating a change has no effect. A new currency does not convert amounts, so once there are amounts the caller
-- must confirm it.
-- Raises OPAUT · OPDEN (not admin, second_factor_required) · OPINV (malformed, invalid_settings, invalid_text,
-- unknown_time_zone) · OPSTA (version_conflict, currency_in_use).
create or replace function private.update_organization_settings(
  changes jsonb, version integer, confirms_currency boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_organization public.organizations;
  v_before public.organization_settings;
  v_after public.organization_settings;
  v_current_settings jsonb;
  v_settings jsonb;
begin
  -- Only working_hours may be an object; check_organization_settings checks its content.
  perform private.require_changes(
    case when jsonb_typeof(changes -> 'working_hours') = 'object' then changes || '{"working_hours": null}'
         else changes end,
    array['forbids_self_approval', 'requires_second_factor', 'name', 'currency', 'time_zone', 'week_starts_on', 'working_hours', 'brand_color']);
  -- Locks the organization's row, so that two first changes wait for each other.
  select * into v_organization from public.organizations
  where organizations.id = v_viewer.organization_id
  for no key update;
  select * into v_before from public.organization_settings
  where organization_settings.organization_id = v_viewer.organization_id;
  v_current_settings := private.settings_json(v_organization, v_before);
  perform private.refuse_stale_version(
    'organization_settings', v_viewer.organization_id, update_organization_settings.version,
    coalesce(v_before.version, 0), v_current_settings);
  v_settings := v_current_settings || private.check_organization_settings(changes);
  -- The first save records that an admin has seen the settings, even if they keep the defaults.
  if v_settings = v_current_settings and v_before.version is not null then
    return v_current_settings;
  end if;
  -- An admin without a factor would lock themselves out, and a stolen password must not turn the rule off.
  if v_settings -> 'requires_second_factor' <> v_current_settings -> 'requires_second_factor' then
    perform private.require_entered_second_factor();
  end if;
  if v_settings -> 'currency' <> v_current_settings -> 'currency' and not coalesce(confirms_currency, false)
    and exists (
      select from public.projects
      where projects.organization_id = v_viewer.organization_id and projects.budget_amount is not null)
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'Projects have amounts in the former currency, which will not be converted. Confirm the change',
      hint = 'currency_in_use';
  end if;

  update public.organizations
  set name = v_settings ->> 'name', currency = v_settings ->> 'currency', time_zone = v_settings ->> 'time_zone'
  where organizations.id = v_organization.id
    and (organizations.name, organizations.currency, organizations.time_zone)
      <> (v_settings ->> 'name', v_settings ->> 'currency', v_settings ->> 'time_zone')
  returning * into v_organization;
  if v_organization.id is null then
    select * into v_organization from public.organizations where organizations.id = v_viewer.organization_id;
  end if;
  insert into public.organization_settings as settings (
    organization_id, forbids_self_approval, requires_second_factor, week_starts_on, working_hours, brand_color, updated_by)
  values (
    v_viewer.organization_id, (v_settings -> 'forbids_self_approval')::boolean,
    (v_settings ->> 'requires_second_factor')::public.second_factor_rule,
    (v_settings -> 'week_starts_on')::smallint, v_settings -> 'working_hours', v_settings ->> 'brand_color', v_viewer.id)
  on conflict (organization_id) do update
  set forbids_self_approval = excluded.forbids_self_approval,
      requires_second_factor = excluded.requires_second_factor, week_starts_on = excluded.week_starts_on,
      working_hours = excluded.working_hours, brand_color = excluded.brand_color, updated_by = excluded.updated_by
  returning * into v_after;
  v_settings := private.settings_json(v_organization, v_after);
  perform private.record_row_change(
    v_viewer.organization_id, 'organization_settings.updated', 'organization_settings',
    v_viewer.organization_id, v_current_settings, v_settings);
  return v_settings;
end;
$$;

-- The current settings: an organization without a row has the defaults, as version 0.
create or replace function private.settings_json(
  organization public.organizations, settings public.organization_settings
)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'name', organization.name,
    'currency', organization.currency,
    'time_zone', organization.time_zone,
    'forbids_self_approval', coalesce(settings.forbids_self_approval, false),
    'requires_second_factor', coalesce(settings.requires_second_factor, 'never'),
    'week_starts_on', coalesce(settings.week_starts_on, 1),
    'working_hours', coalesce(settings.working_hours, private.default_working_hours()),
    'brand_color', settings.brand_color,
    'version', coalesce(settings.version, 0))
$$;

-- The changes in the form in which they are stored.
-- Raises OPINV (invalid_settings, invalid_text, unknown_time_zone).
create or replace function private.check_organization_settings(changes jsonb)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_settings jsonb := changes;
begin
  if changes ? 'name' then
    v_settings := v_settings || jsonb_build_object(
      'name', private.require_visible_text(changes ->> 'name', true, 200, 'name'));
  end if;
  if coalesce(jsonb_typeof(changes -> 'forbids_self_approval') <> 'boolean', false)
    or (changes ? 'requires_second_factor'
      and coalesce(changes ->> 'requires_second_factor', '') <> all (enum_range(null::public.second_factor_rule)::text[]))
    or coalesce(jsonb_typeof(v_settings -> 'name') <> 'string', false)
    or (changes ? 'currency' and coalesce(changes ->> 'currency', '') !~ '^[A-Z]{3}$')
    or (changes ? 'week_starts_on' and (changes -> 'week_starts_on')::text !~ '^[1-7]$')
    or (changes ? 'brand_color' and changes -> 'brand_color' <> 'null' and coalesce(changes ->> 'brand_color', '') !~ '^#[0-9a-f]{6}$')
    or (changes ? 'working_hours' and not private.are_working_hours(changes -> 'working_hours'))
  then
    raise exception using
      errcode = 'OPINV',
      message = 'Enter a name, a currency such as EUR, a weekday from 1 to 7, and hours from 0 to 24 per weekday',
      hint = 'invalid_settings';
  elsif changes ? 'time_zone' and not private.is_time_zone(changes ->> 'time_zone') then
    raise exception using
      errcode = 'OPINV', message = 'There is no such time zone. Enter one such as Europe/Berlin',
      hint = 'unknown_time_zone';
  end if;
  return v_settings;
end;
$$;

-- Whether a name is one of the IANA zones, such as Europe/Berlin or UTC: neither an abbreviation nor an offset.
create or replace function private.is_time_zone(name text)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if name is null or name !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then
    return false;
  end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end;
$$;

create or replace function public.update_organization_settings(
  changes jsonb, version integer, confirms_currency boolean default false
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_organization_settings(changes, version, confirms_currency) $$;

grant execute on function private.update_organization_settings(jsonb, integer, boolean) to authenticated;
grant execute on function public.update_organization_settings(jsonb, integer, boolean) to authenticated;

comment on function public.update_organization_settings(jsonb, integer, boolean) is
  'Returns the settings. version is the one that the caller saw, 0 if there was none. Changes: forbids_self_approval, requires_second_factor, name, currency, time_zone, week_starts_on, working_hours, brand_color. Raises OPAUT · OPDEN · OPINV · OPSTA.';
