-- Makes a new base live; the learned rules stay.
-- Raises OPAUT · OPDEN (not a prompt owner, second_factor_required) · OPINV · OPSTA (another prompt went live).
create or replace function private.set_base_prompt(base text, expected_version_row_id uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_prompt_owner();
  v_version public.prompt_versions;
begin
  perform private.require_second_factor(v_viewer.organization_id);
  perform private.require_base(base);
  perform private.lock_prompt(v_viewer.organization_id);
  perform private.refuse_stale_prompt(v_viewer.organization_id, expected_version_row_id);

  v_version.organization_id := v_viewer.organization_id;
  v_version.base := base;
  v_version.rules := (private.live_prompt_version(v_viewer.organization_id)).rules;
  v_version.origin := 'set';
  v_version.created_by := v_viewer.id;
  perform private.add_prompt_version(v_version, 'prompt.set');
  return private.prompt_json(v_viewer);
end;
$$;

create or replace function public.set_base_prompt(base text, expected_version_row_id uuid default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_base_prompt(base, expected_version_row_id) $$;

grant execute on function private.set_base_prompt(text, uuid) to authenticated;
grant execute on function public.set_base_prompt(text, uuid) to authenticated;
comment on function public.set_base_prompt(text, uuid) is
  'Returns the same as get_prompt, with the new version live. Raises OPAUT · OPDEN · OPINV · OPSTA.';
