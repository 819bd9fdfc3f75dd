-- The rules about an organization as a whole. They also find everything that waits for people or other systems
-- (approvals, jobs, syncs), in one block each.
create or replace function private.organization_findings(organization_id uuid)
returns setof private.finding
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  with runs as materialized (
    -- The latest run of each file that was not undone, among the runs that the import page shows.
    select distinct on (recent_runs.file_name) recent_runs.*
    from (
      select *
      from public.portfolio_import_runs
      where portfolio_import_runs.organization_id = organization_findings.organization_id
      order by portfolio_import_runs.created_at desc
      limit 20
    ) as recent_runs
    where recent_runs.mode = 'apply' and recent_runs.status in ('succeeded', 'failed') and recent_runs.undone_at is null
    order by recent_runs.file_name, recent_runs.created_at desc, recent_runs.id
  ),
  skipped_lines as (
    select portfolio_import_rows.run_id, count(*) as line_count
    from public.portfolio_import_rows
    where portfolio_import_rows.run_id in (select runs.id from runs)
      and portfolio_import_rows.disposition = 'skipped'
    group by portfolio_import_rows.run_id
  ),
  duplicate_clients as (
    select
      (array_agg(clients.id order by clients.created_at, clients.id))[1] as id,
      (array_agg(clients.name order by clients.created_at, clients.id))[1] as name,
      jsonb_agg(clients.name order by clients.created_at, clients.id) as names,
      string_agg(clients.id::text, ',' order by clients.id) as ids,
      count(*) as client_count
    from public.clients
    where clients.organization_id = organization_findings.organization_id and clients.archived_at is null
    group by private.company_name(clients.name)
    having count(*) > 1
  ),
  uploads as (
    -- The latest upload of each document in use that arrived, and a later one that was announced and never arrived.
    select versions.*, summaries.title, summaries.project_id
    from public.documents
    join public.document_summaries as summaries on summaries.id = documents.id
    join public.document_versions as versions
      on versions.document_id = documents.id
     and (versions.version = summaries.version
          or versions.version = documents.latest_version and versions.status = 'awaiting_upload')
    where documents.organization_id = organization_findings.organization_id
      and summaries.archived_at is null
      and (versions.status <> 'awaiting_upload' or versions.created_at < now() - private.upload_time_limit())
  )
  select
    'import_failed', 'import_run'::public.finding_subject, runs.id, runs.file_name, null::uuid, false, 1::numeric,
    jsonb_build_object('file_name', runs.file_name, 'error', runs.error), runs.error, 1::bigint
  from runs where runs.status = 'failed'

  union all
  select
    'unmatched_import_lines', 'import_run', runs.id, runs.file_name, null, false, skipped_lines.line_count,
    jsonb_build_object('file_name', runs.file_name, 'skipped', skipped_lines.line_count),
    skipped_lines.line_count::text, skipped_lines.line_count
  from runs join skipped_lines on skipped_lines.run_id = runs.id
  where runs.status = 'succeeded'

  union all
  select
    'duplicate_clients', 'client', duplicate_clients.id, duplicate_clients.name, null, false, duplicate_clients.client_count,
    jsonb_build_object('names', duplicate_clients.names), duplicate_clients.ids, duplicate_clients.client_count
  from duplicate_clients

  union all
  select
    'approval_unknown', 'approval', approvals.id, approvals.title, approvals.project_id, false, 1,
    jsonb_build_object('kind', approvals.kind, 'error', approvals.execution_error), approvals.execution_error, 1
  from public.approvals
  where approvals.organization_id = organization_findings.organization_id and approvals.status = 'unknown'

  union all
  select
    'approval_failed', 'approval', approvals.id, approvals.title, approvals.project_id, false, 1,
    jsonb_build_object('kind', approvals.kind, 'error', approvals.execution_error), approvals.execution_error, 1
  from public.approvals
  where approvals.organization_id = organization_findings.organization_id and approvals.status = 'failed'

  union all
  select
    'approval_resting', 'approval', approvals.id, approvals.title, approvals.project_id, false,
    extract(day from now() - approvals.decided_at),
    jsonb_build_object(
      'kind', approvals.kind, 'approved_at', approvals.decided_at,
      'requested_at', case when approvals.execution_job_id is not null then approvals.execution_requested_at end,
      'error', jobs.last_error),
    approvals.decided_hash, 1
  from public.approvals
  left join private.jobs on jobs.id = approvals.execution_job_id
  where approvals.organization_id = organization_findings.organization_id
    and approvals.status in ('approved', 'executing')
    -- An approved card may wait for days, but a requested execution must soon end or fail.
    and case when approvals.execution_job_id is null then approvals.decided_at < now() - interval '3 days'
             else approvals.execution_requested_at < now() - interval '15 minutes' end

  union all
  select
    'job_dead', 'job', jobs.id, replace(jobs.kind, '_', ' '), null, false, 1,
    jsonb_build_object('kind', jobs.kind, 'attempt', jobs.attempt, 'error', jobs.last_error, 'died_at', jobs.died_at),
    jobs.died_at::text, 1
  from private.jobs
  where jobs.organization_id = organization_findings.organization_id and jobs.died_at is not null

  union all
  select
    'job_waiting', 'job', overdue_job.id, replace(overdue_job.kind, '_', ' '), null, false, 1,
    jsonb_build_object('kind', overdue_job.kind, 'due_since', overdue_job.due_at), overdue_job.due_at::text, 1
  from private.job_kinds() as job_kind
  -- The oldest of each kind represents the others.
  cross join lateral (
    select due_jobs.* from (
      (select jobs.id, jobs.kind, jobs.run_at as due_at from private.jobs
       where jobs.kind = job_kind.kind and jobs.organization_id = organization_findings.organization_id
         and jobs.died_at is null and jobs.lease_until is null and jobs.run_at < now() - interval '15 minutes'
       order by jobs.run_at, jobs.id limit 1)
      union all
      (select jobs.id, jobs.kind, jobs.lease_until from private.jobs
       where jobs.kind = job_kind.kind and jobs.organization_id = organization_findings.organization_id
         and jobs.lease_until < now() - interval '15 minutes'
       order by jobs.lease_until, jobs.id limit 1)
    ) as due_jobs
    order by due_jobs.due_at limit 1
  ) as overdue_job

  union all
  select
    'document_failed', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    jsonb_build_object(
      'file_name', uploads.file_name, 'code', uploads.failure_code, 'reason', uploads.failure_reason),
    format('%s %s', uploads.version, uploads.failure_code), 1
  from uploads where uploads.status = 'failed'

  union all
  select
    'document_stuck', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    jsonb_build_object('file_name', uploads.file_name, 'waits_since', uploads.updated_at),
    uploads.version::text, 1
  from uploads
  where uploads.status in ('queued', 'indexing') and not exists (
    select from private.jobs
    where jobs.kind = 'document_index' and jobs.died_at is null
      and jobs.unique_key = private.indexing_key(uploads.document_id, uploads.version))

  union all
  select
    'document_not_uploaded', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    jsonb_build_object('file_name', uploads.file_name, 'announced_at', uploads.created_at),
    uploads.version::text, 1
  from uploads where uploads.status = 'awaiting_upload'

  union all
  -- The latest and the indexed upload of a document: those that are served and cited unless a person requests an
  -- older one.
  select
    'document_file_changed', 'document', documents.id, sources.title, sources.project_id, false, 1,
    jsonb_build_object('file_name', versions.file_name, 'version', versions.version,
                       'noticed_at', versions.file_changed_at),
    versions.version::text, 1
  from public.documents
  join public.sources on sources.id = documents.id
  join lateral (
    select upload.* from public.document_versions as upload
    where upload.document_id = documents.id and upload.status <> 'awaiting_upload'
      and (upload.file_changed_at is not null
           or upload.version in (documents.latest_version, documents.indexed_version)
              and private.is_file_changed(upload))
    order by upload.version desc limit 1
  ) as versions on true
  where documents.organization_id = organization_findings.organization_id and sources.archived_at is null

  union all
  select * from private.sync_findings(organization_findings.organization_id)

  union all
  select * from private.meeting_findings(organization_findings.organization_id)

  union all
  select * from private.email_findings(organization_findings.organization_id)

  union all
  select * from private.estimate_findings(organization_findings.organization_id);
end;
$$;
comment on function private.organization_findings(uuid) is
  'Findings of the rules about clients, imports, cards, documents, background work, syncs and estimates.';

create or replace function private.company_name(name text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  with words as (
    select btrim(regexp_replace(
      regexp_replace(lower(replace(company_name.name, '&', ' and ')), '[.''’]', '', 'g'),
      -- Punctuation is listed, because the locale of the database decides what a letter is.
      '[\s!-/:-@\[-`{-~]+', ' ', 'g')) as plain_name
  )
  -- A name that consists only of a legal form stays as it is.
  select coalesce(
    nullif(regexp_replace(words.plain_name,
      '( (gmbh|mbh|ag|kg|kgaa|ug|ohg|se|ev|sa|sas|sarl|srl|spa|bv|nv|ltd|limited|inc|incorporated|llc|llp|plc|corp|corporation|co|company|pty|ab|as|aps|oy|and))+$',
      ''), ''),
    lower(company_name.name))
  from words
$$;
comment on function private.company_name(text) is
  'A company''s name without case, punctuation and legal form, to compare it with others.';
