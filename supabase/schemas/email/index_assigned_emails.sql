-- Assigned emails that are not indexed yet, oldest first, with the documents that their attachments become: a row and a
-- path for each, to which the worker writes the file. Two workers at once do the same work, and the second changes nothing.
-- Raises nothing.
create or replace function private.begin_email_indexing(page_size integer default 20)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_emails public.inbound_emails[];
  v_email public.inbound_emails;
begin
  v_emails := array(
    select emails from public.inbound_emails as emails
    where emails.project_id is not null and emails.indexed_at is null and emails.rejected_at is null
      and emails.removed_at is null and emails.index_attempts < 5
    order by emails.received_at
    limit least(greatest(coalesce(page_size, 20), 1), 100)
    for update skip locked);
  foreach v_email in array v_emails loop
    update public.inbound_emails set index_attempts = inbound_emails.index_attempts + 1
    where inbound_emails.id = v_email.id;
    perform private.prepare_attachments(v_email);
  end loop;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', emails.id, 'project_id', emails.project_id, 'text', texts.text, 'raw_path', texts.raw_path,
      'attachments', coalesce((
        select jsonb_agg(jsonb_build_object(
          'position', attachments.position, 'document_id', attachments.document_id, 'path', versions.path,
          'content_type', versions.content_type) order by attachments.position)
        from private.email_attachments as attachments
        join public.document_versions as versions
          on versions.document_id = attachments.document_id and versions.version = 1
         and versions.status = 'awaiting_upload'
        where attachments.email_id = emails.id), '[]')) order by emails.received_at)
    from unnest(v_emails) as emails
    join private.email_texts as texts on texts.email_id = emails.id), '[]');
end;
$$;

-- A document of the project for each attachment of a kind that is read. Contracts and statements of work are
-- restricted, as where a person uploads them; their names say what they are.
create or replace function private.prepare_attachments(email public.inbound_emails)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_nobody public.people;
  v_attachment private.email_attachments;
  v_name text;
  v_kind public.document_kind;
  v_document public.documents;
begin
  v_nobody.organization_id := email.organization_id;
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
      v_nobody, email.project_id, v_name, v_kind, private.is_restricted_kind(v_kind));
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

-- Publishes the text of an assigned email, writes its entry of the project note, and has its attachments read. Nothing
-- happens where the email was moved, hidden or indexed in the meantime.
-- Raises OPINV (invalid_passages) · OPSTA (source_without_project).
create or replace function private.index_email(
  email_id uuid, project_id uuid, passages jsonb, note text, uploaded_ids uuid[])
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email public.inbound_emails;
  v_upload public.document_versions;
begin
  select * into v_email from public.inbound_emails where inbound_emails.id = index_email.email_id for update;
  if v_email.id is null or v_email.project_id is distinct from index_email.project_id or v_email.project_id is null
    or v_email.indexed_at is not null or v_email.rejected_at is not null or v_email.removed_at is not null
  then
    return jsonb_build_object('state', 'gone');
  end if;
  perform private.publish_passages(v_email.id, index_email.passages);
  -- An automatic reply is filed. It is no news of the project, unless a person assigned it.
  if v_email.automatic is null or v_email.rule = 'person' then
    perform private.append_project_note(
      v_email.organization_id, v_email.project_id, v_email.id,
      (v_email.received_at at time zone (
        select organizations.time_zone from public.organizations where organizations.id = v_email.organization_id))::date,
      coalesce(nullif(btrim(v_email.subject), ''), '(no subject)'), index_email.note);
  end if;
  for v_upload in
    update public.document_versions as versions
    set status = 'queued', object_tag = private.stored_tag(versions.path), queued_at = clock_timestamp()
    from private.email_attachments as attachments
    where attachments.email_id = v_email.id and versions.document_id = attachments.document_id and versions.version = 1
      and versions.document_id = any (index_email.uploaded_ids) and versions.status = 'awaiting_upload'
      and private.stored_size(versions.path) = versions.size_bytes
    returning versions.*
  loop
    perform private.enqueue_job(
      v_upload.organization_id, 'document_index',
      jsonb_build_object('document_id', v_upload.document_id, 'version', v_upload.version, 'cursor', null),
      private.indexing_key(v_upload.document_id, v_upload.version));
  end loop;
  update public.inbound_emails set indexed_at = clock_timestamp() where inbound_emails.id = v_email.id;
  perform private.record_audit_event(
    v_email.organization_id, 'inbound_email.indexed', 'inbound_email', v_email.id, null,
    jsonb_build_object('passages', jsonb_array_length(index_email.passages)), v_email.project_id);
  return jsonb_build_object('state', 'indexed');
end;
$$;

create or replace function public.begin_email_indexing(page_size integer default 20)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_email_indexing(page_size) $$;

create or replace function public.index_email(
  email_id uuid, project_id uuid, passages jsonb, note text, uploaded_ids uuid[])
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.index_email(email_id, project_id, passages, note, uploaded_ids) $$;

grant execute on function private.begin_email_indexing(integer) to service_role;
grant execute on function public.begin_email_indexing(integer) to service_role;
grant execute on function private.index_email(uuid, uuid, jsonb, text, uuid[]) to service_role;
grant execute on function public.index_email(uuid, uuid, jsonb, text, uuid[]) to service_role;

comment on function public.begin_email_indexing(integer) is
  'For meeting-sync: [{ id, project_id, text, raw_path, attachments }]. Raises nothing.';
comment on function public.index_email(uuid, uuid, jsonb, text, uuid[]) is
  'For meeting-sync: { state: indexed | gone }. Raises OPINV · OPSTA.';
