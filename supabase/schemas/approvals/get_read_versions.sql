-- The versions of these cards that the caller's session was shown last, as { id: version }. Cards that it was not
-- shown are absent, whether they exist or not.
-- Raises OPAUT · OPDEN.
create or replace function private.get_read_versions(approval_ids uuid[])
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  return (
    select coalesce(jsonb_object_agg(readings.approval_id, readings.version), '{}')
    from private.approval_readings as readings
    where readings.person_id = v_viewer.id and readings.session_id = coalesce(private.session_id(), '')
      and readings.approval_id = any (get_read_versions.approval_ids));
end;
$$;

create or replace function public.get_read_versions(approval_ids uuid[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_read_versions(approval_ids) $$;

grant execute on function private.get_read_versions(uuid[]) to authenticated;
grant execute on function public.get_read_versions(uuid[]) to authenticated;

comment on function public.get_read_versions(uuid[]) is
  'Returns { id: version } of the cards that the caller''s session was shown. Raises OPAUT · OPDEN.';
