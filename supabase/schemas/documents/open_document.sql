-- Creates a ticket for a document's file, valid for one person, their session and one version, for a minute. It opens
-- nothing by itself: the function that serves the file redeems it and checks access again.
-- Raises OPAUT · OPDEN (clients) · OPNFD (document_not_found, version_not_found)
-- · OPSTA (document_archived, not_uploaded, file_changed).
create or replace function private.open_document(document_id uuid, version integer default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_upload public.document_versions :=
    private.document_file(v_viewer, open_document.document_id, open_document.version);
begin
  return private.create_download_ticket(v_viewer, v_upload);
end;
$$;

-- Creates the ticket of a person for a file that they may open.
create or replace function private.create_download_ticket(viewer public.people, upload public.document_versions)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object('document_id', upload.document_id, 'version', upload.version)
    || private.issue_ticket(viewer, upload.document_id, upload.version);
end;
$$;
comment on function private.create_download_ticket(public.people, public.document_versions) is
  'Returns { document_id, version, ticket, expires_at }.';

-- Stores the hash of a new ticket for one file: a version of a document, or a file of a client's request.
create or replace function private.issue_ticket(
  viewer public.people, document_id uuid default null, version integer default null, request_file_id uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ticket constant text := encode(extensions.gen_random_bytes(32), 'hex');
  v_expires_at constant timestamptz := date_trunc('milliseconds', clock_timestamp()) + interval '60 seconds';
begin
  -- Deletes expired tickets here, because nothing else does.
  delete from private.download_tickets
  where download_tickets.person_id = viewer.id and download_tickets.expires_at <= clock_timestamp();
  insert into private.download_tickets (
    ticket_hash, organization_id, person_id, user_id, session_id, document_id, version, request_file_id, expires_at)
  values (
    sha256(convert_to(v_ticket, 'UTF8')), viewer.organization_id, viewer.id, viewer.user_id,
    private.session_id(), issue_ticket.document_id, issue_ticket.version, issue_ticket.request_file_id, v_expires_at);
  return jsonb_build_object('ticket', v_ticket, 'expires_at', v_expires_at);
end;
$$;
comment on function private.issue_ticket(public.people, uuid, integer, uuid) is 'Returns { ticket, expires_at }.';

create or replace function public.open_document(document_id uuid, version integer default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.open_document(document_id, version) $$;

grant execute on function private.open_document(uuid, integer) to authenticated;
grant execute on function public.open_document(uuid, integer) to authenticated;

comment on function public.open_document(uuid, integer) is
  'Returns { document_id, version, ticket, expires_at }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
