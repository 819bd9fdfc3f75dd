-- Deletes a profile without evidence packs and drafts. Otherwise it is part of their record: archive it instead.
-- Raises OPAUT · OPDEN (not an admin) · OPNFD (profile_not_found) · OPINV (version_missing) · OPSTA (version_conflict,
-- profile_in_use).
create or replace function private.delete_authoring_profile(profile_id uuid, version integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_profile public.authoring_profiles;
begin
  select * into v_profile from public.authoring_profiles
  where authoring_profiles.id = delete_authoring_profile.profile_id
    and authoring_profiles.organization_id = v_viewer.organization_id
  for update;
  if v_profile.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such authoring profile', hint = 'profile_not_found';
  end if;
  perform private.refuse_stale_version(
    'authoring_profile', v_profile.id, delete_authoring_profile.version, v_profile.version, to_jsonb(v_profile));
  begin
    delete from public.authoring_profiles where authoring_profiles.id = v_profile.id;
  exception when foreign_key_violation then
    raise exception using
      errcode = 'OPSTA', message = 'This profile has been used for drafts. Archive it instead', hint = 'profile_in_use';
  end;
  perform private.record_audit_event(
    v_viewer.organization_id, 'authoring_profile.deleted', 'authoring_profile', v_profile.id,
    to_jsonb(v_profile) - 'organization_id', null, null, null, true);
  return to_jsonb(v_profile) - 'organization_id';
end;
$$;

create or replace function public.delete_authoring_profile(profile_id uuid, version integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.delete_authoring_profile(profile_id, version) $$;

grant execute on function private.delete_authoring_profile(uuid, integer) to authenticated;
grant execute on function public.delete_authoring_profile(uuid, integer) to authenticated;
comment on function public.delete_authoring_profile(uuid, integer) is
  'Returns the deleted profile; version is the one seen. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA.';
