-- Demo data, fourth part: the documents among the sources, read and published. Their files are in
-- seeds/files and uploaded by `npm start`, to the paths written here.

insert into public.documents (
  id, organization_id, kind, scope_id, is_restricted, indexed_version, created_by, created_at, updated_at)
select sources.id, sources.organization_id, input.kind::public.document_kind, sources.scope_id,
       sources.is_restricted, 1, pg_temp.demo_id(5, 1, input.person), sources.created_at, sources.created_at
from (values (3, 'contract', 2), (4, 'report', 3)) as input (source, kind, person)
join public.sources on sources.id = pg_temp.demo_id(11, 1, input.source);

insert into public.document_versions (
  document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes,
  progress_done, progress_total, facts, uploaded_by, created_at)
select documents.id, 1, documents.organization_id, documents.scope_id,
       private.document_path(documents.organization_id, documents.id, 1, sources.title), sources.title,
       input.content_type, input.size_bytes, input.passages, input.passages,
       input.facts || jsonb_build_object('pieces', input.passages, 'language', 'en', 'hidden_characters', 0),
       documents.created_by, documents.created_at
from (values
  (3, 'application/pdf', 51399, 2, jsonb_build_object('format', 'pdf', 'pages', 6)),
  (4, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 2702, 3,
   jsonb_build_object('format', 'docx'))
) as input (source, content_type, size_bytes, passages, facts)
join public.documents on documents.id = pg_temp.demo_id(11, 1, input.source)
join public.sources on sources.id = documents.id;

-- The way of every upload; none is born further on.
update public.document_versions
set status = 'queued', queued_at = document_versions.created_at + interval '1 minute'
where document_versions.organization_id = pg_temp.demo_id(1, 1, 1);
update public.document_versions set status = 'indexing', step = 'extract'
where document_versions.organization_id = pg_temp.demo_id(1, 1, 1);
update public.document_versions set status = 'indexed', step = null, indexed_at = document_versions.queued_at
where document_versions.organization_id = pg_temp.demo_id(1, 1, 1);
