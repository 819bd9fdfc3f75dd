-- Makes an earlier prompt live again, byte for byte, as a new version.
-- Raises OPAUT · OPDEN (not a prompt owner, second_factor_required) · OPINV · OPNFD · OPSTA (another prompt went
-- live, or the version is already live or was never live).
create or replace function private.rollback_prompt(version_row_id uuid, expected_version_row_id uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_prompt_owner();
  v_earlier_version public.prompt_versions;
  v_new_version public.prompt_versions;
begin
  perform private.require_second_factor(v_viewer.organization_id);
  if version_row_id is null then
    raise exception using
      errcode = 'OPINV', message = 'Name the version to go back to', hint = 'version_missing';
  end if;
  perform private.lock_prompt(v_viewer.organization_id);
  select * into v_earlier_version from public.prompt_versions
  where prompt_versions.id = version_row_id and prompt_versions.organization_id = v_viewer.organization_id;
  if v_earlier_version.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such version of the prompt', hint = 'prompt_version_not_found';
  end if;
  perform private.refuse_stale_prompt(v_viewer.organization_id, expected_version_row_id);
  if v_earlier_version.origin = 'staged' then
    raise exception using
      errcode = 'OPSTA',
      message = 'That text was staged but never live. Make it live instead',
      hint = 'version_was_never_live';
  elsif v_earlier_version.id = (private.live_prompt_version(v_viewer.organization_id)).id then
    raise exception using
      errcode = 'OPSTA', message = 'That version is already live', hint = 'version_is_live';
  end if;

  v_new_version.organization_id := v_viewer.organization_id;
  v_new_version.base := v_earlier_version.base;
  v_new_version.rules := v_earlier_version.rules;
  v_new_version.origin := 'rollback';
  v_new_version.restores_id := v_earlier_version.id;
  v_new_version.created_by := v_viewer.id;
  perform private.add_prompt_version(v_new_version, 'prompt.rolled_back');
  return private.prompt_json(v_viewer);
end;
$$;

create or replace function public.rollback_prompt(version_row_id uuid, expected_version_row_id uuid default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.rollback_prompt(version_row_id, expected_version_row_id) $$;

grant execute on function private.rollback_prompt(uuid, uuid) to authenticated;
grant execute on function public.rollback_prompt(uuid, uuid) to authenticated;
comment on function public.rollback_prompt(uuid, uuid) is
  'Returns the same as get_prompt, with the earlier text live again. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
