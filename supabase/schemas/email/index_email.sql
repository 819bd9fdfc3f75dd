-- Publishes the text of an assigned email, writes its entry of the project note and queues its attachments. It
-- does nothing if the email was moved, hidden or indexed in the meantime.
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
  -- An automatic reply is filed without an entry in the note, unless a person assigned it.
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

create or replace function public.index_email(
  email_id uuid, project_id uuid, passages jsonb, note text, uploaded_ids uuid[])
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.index_email(email_id, project_id, passages, note, uploaded_ids) $$;

grant execute on function private.index_email(uuid, uuid, jsonb, text, uuid[]) to service_role;
grant execute on function public.index_email(uuid, uuid, jsonb, text, uuid[]) to service_role;

comment on function public.index_email(uuid, uuid, jsonb, text, uuid[]) is
  'For meeting-sync: { state: indexed | gone }. Raises OPINV · OPSTA.';
