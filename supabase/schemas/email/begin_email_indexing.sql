-- Assigned emails that are not indexed yet, oldest first, with the documents that their attachments become: a row and
-- a path for each, to which the worker writes the file. If two workers do the same work at once, the second changes
-- nothing.
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
      -- An email whose removal awaits a decision gets no new documents.
      and not exists (select from public.sources where sources.id = emails.id and sources.is_restricted)
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

create or replace function public.begin_email_indexing(page_size integer default 20)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_email_indexing(page_size) $$;

grant execute on function private.begin_email_indexing(integer) to service_role;
grant execute on function public.begin_email_indexing(integer) to service_role;

comment on function public.begin_email_indexing(integer) is
  'For meeting-sync: [{ id, project_id, text, raw_path, attachments }]. Raises nothing.';
