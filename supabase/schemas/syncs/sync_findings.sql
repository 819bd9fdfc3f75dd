-- The rules about syncs: streams that stopped, that have no room, that wait for a person, that have read nothing for a while, and records
-- that were not applied or were changed on both sides.
create or replace function private.sync_findings(organization_id uuid)
returns setof private.finding
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  with streams as (
    select
      sync_streams.*, private.has_required_scope(sync_streams) as has_scope, private.stream_name(sync_streams) as name,
      jsonb_build_object('provider', sync_streams.provider, 'stream', sync_streams.stream) as facts,
      coalesce(sync_streams.completed_at, sync_streams.created_at) as fresh_at
    from public.sync_streams
    where sync_streams.organization_id = sync_findings.organization_id
  ),
  letters as (
    select letters.stream_id, count(*) as letter_count, max(letters.created_at) as latest
    from public.sync_dead_letters as letters
    where letters.organization_id = sync_findings.organization_id and letters.resolved_at is null
    group by letters.stream_id
  ),
  removals as (
    select card.target_id as stream_id, card.id as approval_id, card.version, counts.record_count
    from public.approvals as card
    cross join lateral (
      select count(*) as record_count from private.sync_records as records
      where records.organization_id = card.organization_id and records.removal_approval_id = card.id and records.is_here
    ) as counts
    where card.organization_id = sync_findings.organization_id and card.kind = 'sync_removal'
      and card.undo_of_id is null and card.status in ('pending', 'approved', 'failed')
  ),
  conflicts as (
    select
      conflicts.stream_id, count(distinct conflicts.row_id) as record_count, max(conflicts.conflict_at) as latest,
      jsonb_agg(distinct fields.name order by fields.name) as fields
    from private.open_sync_conflicts(sync_findings.organization_id) as conflicts
    cross join lateral jsonb_object_keys(conflicts.conflict_fields) as fields (name)
    group by conflicts.stream_id
  )
  select
    'sync_needs_reconnect', 'sync_stream'::public.finding_subject, streams.id, streams.name, null::uuid, false, 1::numeric,
    streams.facts, streams.id::text, 1::bigint
  from streams where streams.state = 'needs_reconnect'

  union all
  select
    'sync_removals_held', 'sync_stream', streams.id, streams.name, null, false, removals.record_count,
    streams.facts || jsonb_build_object('removals', removals.record_count),
    format('%s %s', removals.approval_id, removals.version), 1
  from streams join removals on removals.stream_id = streams.id

  union all
  select
    'sync_stale', 'sync_stream', streams.id, streams.name, null, false,
    round(extract(epoch from now() - streams.fresh_at) / 3600),
    streams.facts || jsonb_build_object('fresh_at', streams.fresh_at), streams.fresh_at::text, 1
  from streams
  join private.sync_kinds() as kinds on kinds.provider = streams.provider and kinds.stream = streams.stream
  where streams.state = 'active'
    and streams.fresh_at < now() - greatest(make_interval(secs => 3 * kinds.interval_seconds), interval '1 hour')
    and streams.has_scope

  union all
  select
    'sync_storage_full', 'sync_stream', streams.id, streams.name, null, false, 1,
    streams.facts || jsonb_build_object('limit_mib', private.quota_of('email_bytes_per_organization') / 1048576), streams.id::text, 1
  from streams
  join public.sync_streams as stream_rows on stream_rows.id = streams.id
  where streams.state = 'active' and private.is_sync_storage_full(stream_rows)

  union all
  select
    'sync_dead_letters', 'sync_stream', streams.id, streams.name, null, false, letters.letter_count,
    streams.facts || jsonb_build_object('records', letters.letter_count),
    format('%s %s', letters.letter_count, letters.latest), 1
  from streams join letters on letters.stream_id = streams.id

  union all
  select
    'sync_conflicts', 'sync_stream', streams.id, streams.name, null, false, conflicts.record_count,
    streams.facts || jsonb_build_object('records', conflicts.record_count, 'fields', conflicts.fields),
    conflicts.latest::text, 1
  from streams join conflicts on conflicts.stream_id = streams.id

  union all
  select
    'crm_records_to_review', 'sync_stream', streams.id, streams.name, null, false, orphans.record_count,
    streams.facts || jsonb_build_object('records', orphans.record_count),
    format('%s %s', orphans.record_count, orphans.latest), 1
  from (
    select records.provider, records.kind, count(*) as record_count, max(records.created_at) as latest
    from private.crm_records_to_review(sync_findings.organization_id) as records
    group by records.provider, records.kind
  ) as orphans
  join streams on streams.provider = orphans.provider and streams.stream = orphans.kind;
end;
$$;
comment on function private.sync_findings(uuid) is 'The findings about syncs.';
