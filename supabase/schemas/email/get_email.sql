-- The text of an email, for those who see its project; without one, or while it is hidden, for admins and leads.
-- Raises OPAUT · OPDEN (clients) · OPNFD (email_not_found).
create or replace function private.get_email(source_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_email public.inbound_emails;
begin
  select emails.* into v_email
  from public.inbound_emails as emails
  join public.sources on sources.id = emails.id
  where emails.id = get_email.source_id and emails.organization_id = v_viewer.organization_id
    and sources.scope_id = any (private.scope_ids_of(v_viewer))
    and (sources.archived_at is null or v_viewer.role in ('admin', 'lead'));
  if v_email.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such email', hint = 'email_not_found';
  end if;
  return (
    select jsonb_build_object(
      'id', v_email.id, 'subject', v_email.subject,
      'from', jsonb_build_object('name', v_email.from_name, 'address', v_email.from_address),
      'to', coalesce(v_email.recipients -> 'to', '[]'), 'cc', coalesce(v_email.recipients -> 'cc', '[]'), 'received_at', v_email.received_at,
      'project', (
        select jsonb_build_object('id', projects.id, 'name', projects.name) from public.projects
        where projects.id = v_email.project_id),
      'text', texts.text, 'problems', to_jsonb(texts.problems),
      'thread_addresses', private.thread_addresses(v_email, private.scope_ids_of(v_viewer)),
      'attachments', coalesce((
        select jsonb_agg(jsonb_build_object(
          'file_name', attachments.file_name, 'content_type', attachments.content_type,
          'size_bytes', attachments.size_bytes,
          'document_id', documents.id)
          order by attachments.position)
        from private.email_attachments as attachments
        left join public.documents on documents.id = attachments.document_id
        where attachments.email_id = v_email.id and not attachments.is_inline
          -- A member must not learn that a restricted file, such as a contract, exists.
          and case
            when v_viewer.role in ('admin', 'lead') then true
            when documents.id is not null then documents.scope_id = any (private.scope_ids_of(v_viewer))
            else private.document_kind_of_name(private.plain_file_name(attachments.file_name)) is null end), '[]'))
    from private.email_texts as texts where texts.email_id = v_email.id);
end;
$$;

-- Everyone who wrote or received one of the last hundred emails of a thread, as far as the scopes show them. An email that
-- waits in another project, or whose sender is not verified, adds no one: anybody can reply to a thread.
create or replace function private.thread_addresses(email public.inbound_emails, scope_ids uuid[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(distinct people.address), '[]')
  from (
    select emails.from_address, emails.recipients
    from public.inbound_emails as emails
    join public.sources on sources.id = emails.id
    where emails.organization_id = email.organization_id and emails.thread_id = email.thread_id
      and (emails.id = email.id or (
        emails.project_id = email.project_id and emails.auth_verdict = 'pass'
        and sources.archived_at is null and sources.scope_id = any (thread_addresses.scope_ids)))
    order by emails.id = email.id desc, emails.received_at desc
    limit 100) as emails
  cross join lateral (
    select lower(btrim(addresses.address)) as address
    from (
      select emails.from_address as address
      union all
      select recipient ->> 'address' from jsonb_path_query(emails.recipients, '$.*[*]') as recipient) as addresses
    where btrim(addresses.address) <> '') as people
$$;

create or replace function public.get_email(source_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_email(source_id) $$;

grant execute on function private.get_email(uuid) to authenticated;
grant execute on function public.get_email(uuid) to authenticated;
comment on function public.get_email(uuid) is
  'Returns { id, subject, from, to, cc, received_at, project, text, problems, thread_addresses, attachments }. Raises OPAUT · OPDEN · OPNFD.';
