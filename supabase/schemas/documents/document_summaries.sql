-- A document as lists show it, with its source's title and one upload: the latest that arrived, or the awaited one if
-- none did. Runs as the caller: the policies of all three tables apply.
create or replace view public.document_summaries
with (security_invoker = true)
as
select
  documents.id,
  sources.title,
  documents.kind,
  sources.project_id,
  documents.is_restricted,
  sources.archived_at,
  documents.latest_version,
  documents.indexed_version,
  upload.version,
  upload.file_name,
  upload.content_type,
  upload.size_bytes,
  upload.status,
  upload.step,
  upload.progress_done,
  upload.progress_total,
  upload.failure_reason,
  upload.flags,
  upload.uploaded_by,
  upload.created_at as uploaded_at,
  documents.origin,
  documents.origin_url
from public.documents
join public.sources
  on sources.organization_id = documents.organization_id and sources.id = documents.id
cross join lateral (
  select document_versions.*
  from public.document_versions
  where document_versions.organization_id = documents.organization_id
    and document_versions.document_id = documents.id
    and document_versions.scope_id = documents.scope_id
  order by document_versions.status <> 'awaiting_upload' desc, document_versions.version desc
  limit 1
) as upload;

revoke all on public.document_summaries from public, anon, authenticated, service_role;
grant select on public.document_summaries to authenticated, service_role;

comment on view public.document_summaries is
  'Documents with title, latest arrived upload and the progress of its processing, in the caller''s scope.';
comment on column public.document_summaries.version is 'The upload whose file and status are shown.';
