-- Emails from people, as opposed to programs, that have no project yet: one finding for each mailbox with such emails.
create or replace function private.email_findings(organization_id uuid)
returns setof private.finding
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select
    'sync_unassigned_emails', 'sync_stream'::public.finding_subject, streams.id,
    private.stream_name(streams), null::uuid, false, count(*)::numeric,
    jsonb_build_object('provider', streams.provider, 'stream', streams.stream, 'emails', count(*)),
    format('%s %s', count(*), max(emails.received_at)), 1::bigint
  from (
    select emails.provider, emails.received_at
    from public.inbound_emails as emails
    where emails.organization_id = email_findings.organization_id and emails.project_id is null
      and emails.rejected_at is null and emails.removed_at is null and emails.automatic is null
    order by emails.received_at desc, emails.id desc
    limit 1000
  ) as emails
  join public.sync_streams as streams
    on streams.organization_id = email_findings.organization_id and streams.provider = emails.provider
   and streams.stream = 'emails'
  group by streams.id
$$;
comment on function private.email_findings(uuid) is 'The findings about the newest thousand emails that wait for a project.';
