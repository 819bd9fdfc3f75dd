-- The rows that a stream would remove and a person has to decide about, at most 500 of them.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (sync_stream_not_found).
create or replace function private.list_removals(stream_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_stream public.sync_streams := private.lock_sync_stream(v_viewer, list_removals.stream_id);
begin
  return private.removals_json(v_stream);
end;
$$;

create or replace function private.removals_json(stream public.sync_streams)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  with held as (select private.held_removal_ids(stream) as ids)
  select jsonb_build_object(
    'count', cardinality(held.ids),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'external_id', records.external_id, 'row_id', records.row_id, 'project_id', records.project_id,
        'project_name', projects.name, 'reason', records.removal_reason,
        'title', titles.title)
        order by records.external_id), '[]')
      from private.sync_records as records
      left join public.projects
        on projects.organization_id = records.organization_id and projects.id = records.project_id
      left join private.synced_titles(stream, array(
        select removed.row_id from private.sync_records as removed
        where removed.organization_id = (stream).organization_id and removed.stream_id = (stream).id
          and removed.external_id = any (held.ids[:500]))) as titles on titles.row_id = records.row_id
      where records.organization_id = (stream).organization_id and records.stream_id = (stream).id
        and records.external_id = any (held.ids[:500])))
  from held
$$;
comment on function private.removals_json(public.sync_streams) is
  'The removals of a stream that wait for a decision: { count, rows }, at most 500 rows.';

create or replace function public.list_removals(stream_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.list_removals(stream_id) $$;

grant execute on function private.list_removals(uuid) to authenticated;
grant execute on function public.list_removals(uuid) to authenticated;
comment on function public.list_removals(uuid) is
  'Returns { count, rows: [{ external_id, row_id, project_id, project_name, reason, title }] }. Raises OPAUT · OPDEN · OPNFD.';
