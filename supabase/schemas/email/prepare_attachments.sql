-- Creates a document of the project for each attachment that can be processed. Contracts and statements of work,
-- recognized by their names, are restricted, as in an upload by a person.
create or replace function private.prepare_attachments(email public.inbound_emails)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_service public.people;
  v_attachment private.email_attachments;
  v_name text;
  v_kind public.document_kind;
  v_document public.documents;
begin
  v_service.organization_id := email.organization_id;
  for v_attachment in
    select * from private.email_attachments as attachments
    where attachments.email_id = email.id and attachments.document_id is null and not attachments.is_inline
      and attachments.size_bytes between 1 and 26214400
      and private.is_document_type(lower(attachments.content_type), private.plain_file_name(attachments.file_name))
    order by attachments.position
  loop
    v_name := private.plain_file_name(v_attachment.file_name);
    v_kind := coalesce(private.document_kind_of_name(v_name), 'other');
    v_document := private.new_document(
      v_service, email.project_id, v_name, v_kind, private.is_restricted_kind(v_kind));
    insert into public.document_versions (
      document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes)
    values (
      v_document.id, 1, v_document.organization_id, v_document.scope_id,
      private.document_path(v_document.organization_id, v_document.id, 1, v_name), v_name,
      lower(v_attachment.content_type), v_attachment.size_bytes);
    update private.email_attachments set document_id = v_document.id
    where email_attachments.email_id = v_attachment.email_id and email_attachments.position = v_attachment.position;
    perform private.record_audit_event(
      v_document.organization_id, 'document.received', 'document', v_document.id, null,
      jsonb_build_object('email_id', email.id, 'file_name', v_name, 'kind', v_kind), email.project_id, null,
      v_document.is_restricted);
  end loop;
end;
$$;

create or replace function private.plain_file_name(file_name text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(nullif(right(private.plain_line(translate(plain_file_name.file_name, '/\', '--')), 255), ''), 'attachment')
$$;
