-- Renames, replaces, shares, deletes or restores a view: only the fields that `changes` names. Its owner may do
-- this, and an admin if the view is shared.
-- Raises OPAUT · OPDEN (no organization, client, not_the_owner) · OPINV (malformed, invalid_view) · OPNFD
-- (saved_view_not_found) · OPSTA (version_conflict, saved_view_exists) · OPLIM.
create or replace function private.update_saved_view(view_id uuid, version integer, changes jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_before private.saved_views;
  v_after private.saved_views;
begin
  perform private.limit_work_changes(v_viewer);
  perform private.require_changes(changes, array['name', 'query', 'is_shared', 'is_archived']);
  select * into v_before
  from private.saved_views
  where saved_views.id = view_id and saved_views.organization_id = v_viewer.organization_id
    and (saved_views.owner_id = v_viewer.id
         or (saved_views.is_shared and (saved_views.archived_at is null or v_viewer.role = 'admin')))
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such view', hint = 'saved_view_not_found';
  elsif v_before.owner_id <> v_viewer.id and v_viewer.role <> 'admin' then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only its owner or an admin can change a shared view. Save your own view instead',
      hint = 'not_the_owner';
  end if;
  perform private.refuse_stale_version(
    'saved_view', v_before.id, version, v_before.version, private.saved_view_json(v_before, v_viewer));

  begin
    v_after := jsonb_populate_record(v_before, changes);
    if changes ? 'is_archived' then
      v_after.archived_at := case when (changes ->> 'is_archived')::boolean
                                  then coalesce(v_before.archived_at, now()) end;
    end if;
    v_after.name := btrim(v_after.name);
    if v_after is distinct from v_before then
      update private.saved_views
      set name = v_after.name, query = v_after.query, is_shared = v_after.is_shared,
          archived_at = v_after.archived_at
      where saved_views.id = v_before.id
      returning * into v_after;
    end if;
  exception
    when check_violation or not_null_violation or data_exception then perform private.refuse_invalid_view();
    when unique_violation then perform private.refuse_taken_view_name();
  end;
  if v_after.version <> v_before.version then
    perform private.record_row_change(
      v_after.organization_id, 'saved_view.updated', 'saved_view', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
  end if;
  return private.saved_view_json(v_after, v_viewer);
end;
$$;

create or replace function public.update_saved_view(view_id uuid, version integer, changes jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_saved_view(view_id, version, changes) $$;

grant execute on function private.update_saved_view(uuid, integer, jsonb) to authenticated;
grant execute on function public.update_saved_view(uuid, integer, jsonb) to authenticated;
comment on function public.update_saved_view(uuid, integer, jsonb) is
  'Returns the view. Changes: name, query, is_shared, is_archived. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPLIM.';
