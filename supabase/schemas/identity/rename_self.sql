-- Gives the caller another name. Repeating the name changes nothing.
-- Raises OPAUT · OPDEN (no organization) · OPINV · OPSTA (version_conflict) · OPLIM.
create or replace function private.rename_self(version integer, name text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
  v_name text := private.require_name(rename_self.name);
  v_before public.people;
  v_after public.people;
begin
  -- Each name stays in the history and as a former name.
  perform private.limit_work_changes(v_viewer);
  v_before := private.lock_person(v_viewer.organization_id, v_viewer.id);
  perform private.refuse_stale_version(
    'person', v_before.id, rename_self.version, v_before.version, private.describe_person(v_before));
  if v_before.name <> v_name then
    perform private.remember_name(v_before, v_name);
    update public.people set name = v_name where people.id = v_before.id returning * into v_after;
    perform private.record_person_change('person.renamed', v_before, v_after);
  end if;
  return private.get_account();
end;
$$;

create or replace function public.rename_self(version integer, name text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.rename_self(version, name) $$;

grant execute on function private.rename_self(integer, text) to authenticated;
grant execute on function public.rename_self(integer, text) to authenticated;

comment on function public.rename_self(integer, text) is
  'Returns the same as get_account. Raises OPAUT · OPDEN · OPINV · OPSTA · OPLIM.';
