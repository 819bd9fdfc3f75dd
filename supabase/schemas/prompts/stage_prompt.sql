-- Stages a text for a prompt owner. The live prompt stays unchanged.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPSTA (another prompt went live).
create or replace function private.stage_prompt(base text, expected_version_row_id uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_version public.prompt_versions;
begin
  perform private.require_base(base);
  perform private.lock_prompt(v_viewer.organization_id);
  perform private.refuse_stale_prompt(v_viewer.organization_id, expected_version_row_id);

  v_version.organization_id := v_viewer.organization_id;
  v_version.base := base;
  v_version.rules := (private.live_prompt_version(v_viewer.organization_id)).rules;
  v_version.origin := 'staged';
  v_version.created_by := v_viewer.id;
  perform private.add_prompt_version(v_version, 'prompt.staged');
  return private.prompt_json(v_viewer);
end;
$$;

create or replace function public.stage_prompt(base text, expected_version_row_id uuid default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.stage_prompt(base, expected_version_row_id) $$;

grant execute on function private.stage_prompt(text, uuid) to authenticated;
grant execute on function public.stage_prompt(text, uuid) to authenticated;
comment on function public.stage_prompt(text, uuid) is
  'Returns the same as get_prompt, with the text as staged. Raises OPAUT · OPDEN · OPINV · OPSTA.';
