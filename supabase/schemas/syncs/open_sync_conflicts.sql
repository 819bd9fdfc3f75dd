-- The conflicts that a person should look at. Once the finding about a stream is settled, these are only the later
-- ones. Without later ones, they are all conflicts, so that the facts of the finding are the settled ones.
create or replace function private.open_sync_conflicts(organization_id uuid)
returns table (stream_id uuid, row_id uuid, project_id uuid, conflict_at timestamptz, conflict_fields jsonb)
language sql
stable
rows 10
set search_path = pg_catalog, pg_temp
as $$
  with settlements as (
    select distinct on (resolutions.subject_id)
      resolutions.subject_id as stream_id, case resolutions.state when 'settled' then resolutions.created_at end as settled_at
    from public.reconciliation_resolutions as resolutions
    where resolutions.organization_id = open_sync_conflicts.organization_id and resolutions.finding_code = 'sync_conflicts'
    order by resolutions.subject_id, resolutions.version desc
  ),
  conflicts as (
    select
      records.stream_id, records.row_id, records.project_id, records.conflict_at, records.conflict_fields,
      max(records.conflict_at) over (partition by records.stream_id) as latest
    from public.sync_streams as streams
    join private.sync_records as records on records.stream_id = streams.id and records.conflict_at is not null
    where streams.organization_id = open_sync_conflicts.organization_id
  )
  select conflicts.stream_id, conflicts.row_id, conflicts.project_id, conflicts.conflict_at, conflicts.conflict_fields
  from conflicts
  left join settlements on settlements.stream_id = conflicts.stream_id
  where settlements.settled_at is null or conflicts.latest <= settlements.settled_at
    or conflicts.conflict_at > settlements.settled_at
$$;
