-- The path of a ticket's file, if the ticket's person may open it now. The refusal is the same for an unknown ticket,
-- an expired one, one whose session has ended, and one whose person may no longer see the document.
-- Raises OPNFD (link_not_valid) · OPSTA (file_changed).
create or replace function private.redeem_ticket(ticket text)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ticket private.download_tickets;
  v_person public.people;
  v_upload public.document_versions;
  v_file private.request_files;
  v_hint text;
begin
  select * into v_ticket
  from private.download_tickets
  where download_tickets.ticket_hash = sha256(convert_to(coalesce(redeem_ticket.ticket, ''), 'UTF8'))
    and download_tickets.expires_at > clock_timestamp()
    and private.is_open_session(download_tickets.session_id);
  select * into v_person
  from public.people
  where people.id = v_ticket.person_id and people.user_id = v_ticket.user_id
    and people.archived_at is null;
  begin
    if v_ticket.request_file_id is not null then
      v_file := private.request_file_of(v_person, v_ticket.request_file_id);
    elsif v_person.role = 'client' then
      v_upload := private.released_file(v_person, v_ticket.document_id, v_ticket.version);
    else
      v_upload := private.document_file(v_person, v_ticket.document_id, v_ticket.version);
    end if;
  exception
    when sqlstate 'OPNFD' or sqlstate 'OPSTA' then
      get stacked diagnostics v_hint = pg_exception_hint;
      if v_hint = 'file_changed' then
        raise;
      end if;
  end;
  if v_file.id is not null then
    return jsonb_build_object(
      'document_id', v_file.id, 'version', 1, 'bucket', 'documents', 'path', v_file.path,
      'file_name', v_file.file_name, 'content_type', v_file.content_type, 'sha256', v_file.sha256);
  elsif v_upload.document_id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'This link is no longer valid. Open the document again',
      hint = 'link_not_valid';
  end if;
  return jsonb_build_object(
    'document_id', v_upload.document_id, 'version', v_upload.version, 'bucket', 'documents',
    'path', v_upload.path, 'file_name', v_upload.file_name, 'content_type', v_upload.content_type,
    'sha256', v_upload.sha256);
end;
$$;

create or replace function public.redeem_ticket(ticket text)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.redeem_ticket(ticket) $$;

grant execute on function private.redeem_ticket(text) to service_role;
grant execute on function public.redeem_ticket(text) to service_role;

comment on function public.redeem_ticket(text) is
  'Called by doc-file: returns { document_id, version, bucket, path, file_name, content_type, sha256 }. Raises OPNFD · OPSTA.';
