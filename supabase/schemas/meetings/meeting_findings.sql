-- Meetings that wait for a project, one finding for each vendor that has some.
create or replace function private.meeting_findings(organization_id uuid)
returns setof private.finding
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select
    'sync_unmatched_meetings', 'sync_stream'::public.finding_subject, streams.id,
    private.stream_name(streams), null::uuid, false, count(*)::numeric,
    jsonb_build_object('provider', streams.provider, 'stream', streams.stream, 'meetings', count(*)),
    format('%s %s', count(*), max(meetings.created_at)), 1::bigint
  from private.unmatched_meeting_ids(meeting_findings.organization_id) as meetings
  join public.sync_streams as streams
    on streams.organization_id = meeting_findings.organization_id and streams.provider = meetings.provider
   and streams.stream = 'meetings'
  group by streams.id
$$;
comment on function private.meeting_findings(uuid) is 'The findings about meetings.';
