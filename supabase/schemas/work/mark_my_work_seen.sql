-- Marks the changes up to an instant as seen by the caller; an earlier instant than before changes nothing.
-- Raises OPAUT · OPDEN (no organization, client).
create or replace function private.mark_my_work_seen(until timestamptz default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_seen_at timestamptz;
begin
  insert into private.my_work_last_looks (organization_id, person_id, last_seen_at)
  values (v_viewer.organization_id, v_viewer.id, least(coalesce(mark_my_work_seen.until, now()), now()))
  on conflict (person_id) do update
  set last_seen_at = greatest(my_work_last_looks.last_seen_at, excluded.last_seen_at)
  returning my_work_last_looks.last_seen_at into v_seen_at;
  return jsonb_build_object('last_seen_at', v_seen_at);
end;
$$;

create or replace function public.mark_my_work_seen(until timestamptz default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.mark_my_work_seen(until) $$;

grant execute on function private.mark_my_work_seen(timestamptz) to authenticated;
grant execute on function public.mark_my_work_seen(timestamptz) to authenticated;
comment on function public.mark_my_work_seen(timestamptz) is 'Returns { last_seen_at }. Raises OPAUT · OPDEN.';
