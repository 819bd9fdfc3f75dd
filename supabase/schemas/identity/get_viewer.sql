-- The caller and their projects. Client contacts may call it too.
-- Raises OPAUT (no one is signed in) · OPDEN (no organization).
create or replace function private.get_viewer()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  return jsonb_build_object(
    'viewer', jsonb_build_object(
      'id', v_viewer.id,
      'user_id', v_viewer.user_id,
      'email', v_viewer.email,
      'name', v_viewer.name,
      'role', v_viewer.role,
      'is_prompt_owner', v_viewer.is_prompt_owner,
      'picture_hash', private.picture_hash(v_viewer.id),
      'organization', (
        select jsonb_build_object(
          'id', organizations.id, 'name', organizations.name, 'currency', organizations.currency)
        from public.organizations
        where organizations.id = v_viewer.organization_id
      )
    ),
    'project_ids', to_jsonb(private.project_ids_of(v_viewer)),
    'unread_account_notices', (
      select count(*) from private.account_notices(v_viewer) as notices where not notices.is_read),
    -- A person who became a client contact may have left a timer running.
    'timer', (
      select private.timer_json(timers) from private.timers
      where timers.person_id = v_viewer.id and v_viewer.role <> 'client')
  );
end;
$$;

create or replace function public.get_viewer()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_viewer() $$;

grant execute on function private.get_viewer() to authenticated;
grant execute on function public.get_viewer() to authenticated;

comment on function public.get_viewer() is
  'Returns { viewer: { id, user_id, email, name, role, is_prompt_owner, picture_hash, organization }, project_ids, unread_account_notices, timer }. Raises OPAUT · OPDEN.';
