-- A ticket for a file of a client's request: for a contact of that client, or for an admin or a lead, in their session,
-- for a minute.
-- Raises OPAUT · OPDEN (role member, or no organization) · OPNFD (request_file_not_found) · OPSTA (file_changed).
create or replace function private.open_request_file(file_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people;
  v_file private.request_files;
begin
  perform private.require_portal_viewer();
  v_viewer := private.require_viewer();
  v_file := private.request_file_of(v_viewer, open_request_file.file_id);
  if v_file.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such file', hint = 'request_file_not_found';
  end if;
  return private.issue_ticket(v_viewer, request_file_id => v_file.id);
end;
$$;

-- A sent file that the person may open now; null if there is none. Raises OPSTA (file_changed).
create or replace function private.request_file_of(viewer public.people, file_id uuid)
returns private.request_files
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_file private.request_files;
begin
  select * into v_file
  from private.request_files as files
  where files.id = request_file_of.file_id and files.organization_id = viewer.organization_id
    and files.request_id is not null
    and case viewer.role
      when 'client' then files.client_id = viewer.client_id
        and files.project_id = any (private.client_project_ids(viewer.organization_id, viewer.client_id))
      else viewer.role in ('admin', 'lead') end;
  if v_file.id is not null and private.is_request_file_changed(v_file) then
    raise exception using
      errcode = 'OPSTA',
      message = 'The stored file differs from the one that the client sent, so it can''t be opened. Ask for it again',
      hint = 'file_changed';
  end if;
  return v_file;
end;
$$;
comment on function private.request_file_of(public.people, uuid) is 'Raises OPSTA (file_changed).';

create or replace function public.open_request_file(file_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.open_request_file(file_id) $$;

grant execute on function private.open_request_file(uuid) to authenticated;
grant execute on function public.open_request_file(uuid) to authenticated;

comment on function public.open_request_file(uuid) is
  'Returns { ticket, expires_at }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
