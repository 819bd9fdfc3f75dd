-- The streams that each vendor has: which job reads them and how often. Connecting a vendor creates its streams.
create or replace function private.sync_kinds()
returns table (
  provider public.integration_provider, stream public.sync_stream_name, job_kind text, interval_seconds integer)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select
    entries.provider::public.integration_provider, entries.stream::public.sync_stream_name, entries.job_kind,
    entries.interval_seconds
  from (values
    ('clickup', 'tasks', 'task_sync', 600),
    ('linear', 'tasks', 'task_sync', 600),
    ('harvest', 'hours', 'time_tracking_sync', 1200),
    ('google_calendar', 'events', 'calendar_sync', 3600),
    ('google_calendar', 'busy', 'calendar_sync', 3600),
    ('microsoft_graph', 'events', 'calendar_sync', 3600),
    ('microsoft_graph', 'busy', 'calendar_sync', 3600),
    ('resend', 'emails', 'email_sync', 600),
    ('gmail', 'emails', 'email_sync', 600),
    ('fathom', 'meetings', 'meeting_sync', 900),
    ('google_drive', 'files', 'file_sync', 600),
    ('hubspot', 'companies', 'crm_sync', 1200),
    ('hubspot', 'contacts', 'crm_sync', 1200),
    ('hubspot', 'deals', 'crm_sync', 1200)
  ) as entries (provider, stream, job_kind, interval_seconds)
$$;
comment on function private.sync_kinds() is 'Every stream of every vendor, with its job and its interval.';

-- When a stream runs next: after its interval, shifted by up to a tenth that differs by organization, so that not all
-- organizations call a vendor in the same second. After failures the pause doubles, up to six hours.
create or replace function private.next_sync_at(stream public.sync_streams, retry_after_ms integer default null)
returns timestamptz
language plpgsql
volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_interval numeric;
  v_jitter constant numeric := abs(hashtext(stream.organization_id::text) % 1000) / 10000.0;
begin
  if retry_after_ms is not null then
    return clock_timestamp() + make_interval(secs => least(greatest(retry_after_ms, 0), 86400000) / 1000.0);
  end if;
  select kinds.interval_seconds into v_interval from private.sync_kinds() as kinds
  where kinds.provider = stream.provider and kinds.stream = stream.stream;
  return clock_timestamp() + make_interval(
    secs => least(v_interval * power(2, least(stream.failures, 10)), 21600) * (1 + v_jitter));
end;
$$;
comment on function private.next_sync_at(public.sync_streams, integer) is
  'A pause that the vendor asks for takes precedence, up to a day.';

-- Creates a stream's job, unless it has one. The lock retains the job of a run until the caller commits, so that the end of
-- the run, which deletes its job and then looks for pushes, does not miss the one that the caller stores.
create or replace function private.enqueue_sync(stream public.sync_streams, run_at timestamptz default null)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job_kind text;
begin
  select kinds.job_kind into v_job_kind from private.sync_kinds() as kinds
  where kinds.provider = stream.provider and kinds.stream = stream.stream;
  perform from private.jobs
  where jobs.kind = v_job_kind and jobs.unique_key = stream.id::text and jobs.died_at is null
    and jobs.leased_by is not null
  for key share;
  perform private.enqueue_job(
    stream.organization_id, v_job_kind, jsonb_build_object('stream_id', stream.id),
    unique_key => stream.id::text, run_at => enqueue_sync.run_at);
end;
$$;
comment on function private.enqueue_sync(public.sync_streams, timestamptz) is
  'One job per stream: a stream is never read by two workers.';
