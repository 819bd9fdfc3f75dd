-- Changes what an organization is set to: only the fields that `changes` names. The first change makes the
-- row. The same again changes nothing.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPSTA (version_conflict).
create or replace function private.update_organization_settings(changes jsonb, version integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_before public.organization_settings;
  v_after public.organization_settings;
begin
  perform private.require_changes(changes, array['forbids_self_approval']);
  if jsonb_typeof(changes -> 'forbids_self_approval') <> 'boolean' then
    raise exception using
      errcode = 'OPINV', message = 'Say yes or no', hint = 'malformed_fields',
      detail = '{"fields": ["forbids_self_approval"]}';
  end if;
  -- The organization's row is the lock: two first changes come one after the other.
  perform from public.organizations where organizations.id = v_viewer.organization_id for no key update;
  select * into v_before from public.organization_settings
  where organization_settings.organization_id = v_viewer.organization_id;
  perform private.refuse_stale_version(
    'organization_settings', v_viewer.organization_id, update_organization_settings.version,
    coalesce(v_before.version, 0),
    case when v_before.organization_id is not null then to_jsonb(v_before) - 'organization_id' end);

  if v_before.organization_id is null then
    insert into public.organization_settings (organization_id, forbids_self_approval, updated_by)
    values (v_viewer.organization_id, (changes -> 'forbids_self_approval')::boolean, v_viewer.id)
    returning * into v_after;
  elsif v_before.forbids_self_approval = (changes -> 'forbids_self_approval')::boolean then
    return to_jsonb(v_before);
  else
    update public.organization_settings
    set forbids_self_approval = (changes -> 'forbids_self_approval')::boolean, updated_by = v_viewer.id
    where organization_settings.organization_id = v_viewer.organization_id
    returning * into v_after;
  end if;
  perform private.record_row_change(
    v_viewer.organization_id, 'organization_settings.updated', 'organization_settings',
    v_viewer.organization_id, to_jsonb(v_before), to_jsonb(v_after));
  return to_jsonb(v_after);
end;
$$;

create or replace function public.update_organization_settings(changes jsonb, version integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_organization_settings(changes, version) $$;

grant execute on function private.update_organization_settings(jsonb, integer) to authenticated;
grant execute on function public.update_organization_settings(jsonb, integer) to authenticated;

comment on function public.update_organization_settings(jsonb, integer) is
  'Answers the settings; version is the one seen, 0 for none. Changes: forbids_self_approval. Raises OPAUT · OPDEN · OPINV · OPSTA.';
