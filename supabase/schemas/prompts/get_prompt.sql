-- The live prompt, and the staged one.
-- Raises OPAUT · OPDEN (neither admin nor lead).

-- The base as it was written, then the learned rules as a numbered list.
create or replace function private.render_prompt(base text, rules text[])
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select base || coalesce(
    E'\n\n# Learned rules\n\n' || (
      select string_agg(number || '. ' || rule, E'\n' order by number)
      from unnest(rules) with ordinality as input (rule, number)),
    '')
$$;
comment on function private.render_prompt(text, text[]) is 'The whole prompt exactly as the assistant gets it.';

create or replace function private.prompt_version_json(version public.prompt_versions)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case when version.id is not null then jsonb_build_object(
    'version_row_id', version.id,
    'number', version.number,
    'base', version.base,
    'rules', to_jsonb(version.rules),
    'origin', version.origin,
    'note', version.note,
    'restores', (
      select jsonb_build_object('version_row_id', source_versions.id, 'number', source_versions.number)
      from public.prompt_versions as source_versions where source_versions.id = version.restores_id),
    'approval_id', version.approval_id,
    'created_by', (
      select jsonb_build_object('id', people.id, 'name', people.name)
      from public.people where people.id = version.created_by),
    'created_at', version.created_at,
    'is_live', exists (
      select from public.live_prompts
      where live_prompts.organization_id = version.organization_id and live_prompts.live_version_id = version.id),
    'is_staged', exists (
      select from public.live_prompts
      where live_prompts.organization_id = version.organization_id and live_prompts.staged_version_id = version.id))
  end
$$;
comment on function private.prompt_version_json(public.prompt_versions) is 'A version as the API returns it.';

create or replace function private.prompt_json(viewer public.people)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'live', private.prompt_version_json(live_versions),
    'staged', private.prompt_version_json(staged_versions),
    'text', private.render_prompt(live_versions.base, live_versions.rules),
    'is_prompt_owner', viewer.is_prompt_owner)
  from (select viewer.organization_id) as scope
  left join public.live_prompts on live_prompts.organization_id = scope.organization_id
  left join public.prompt_versions as live_versions on live_versions.id = live_prompts.live_version_id
  left join public.prompt_versions as staged_versions on staged_versions.id = live_prompts.staged_version_id
$$;
comment on function private.prompt_json(public.people) is
  'Returns { live, staged, text, is_prompt_owner } of the viewer''s organization.';

create or replace function private.get_prompt()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.prompt_json(private.require_lead());
end;
$$;

create or replace function public.get_prompt()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_prompt() $$;

grant execute on function private.get_prompt() to authenticated;
grant execute on function public.get_prompt() to authenticated;
comment on function public.get_prompt() is
  'Returns { live, staged, text, is_prompt_owner }; live and text are null before the first prompt. Raises OPAUT · OPDEN.';
