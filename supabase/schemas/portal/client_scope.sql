-- The scope of client contacts: the current projects of their client, and only what was published for that client.

-- Raises OPAUT · OPDEN (no organization, not a client contact).
create or replace function private.require_client()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if v_viewer.role <> 'client' then
    raise exception using
      errcode = 'OPDEN', message = 'Only a client contact can do this', hint = 'role_not_allowed';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_client() is 'The client contact behind the call. Raises OPAUT · OPDEN.';

create or replace function private.client_project_ids(organization_id uuid, client_id uuid)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select projects.id
    from public.accounts
    join public.clients on clients.id = accounts.client_id and clients.archived_at is null
    join public.projects on projects.account_id = accounts.id
    where accounts.organization_id = client_project_ids.organization_id
      and accounts.client_id = client_project_ids.client_id
      and projects.archived_at is null);
end;
$$;
comment on function private.client_project_ids(uuid, uuid) is 'The projects of a client that are not archived; none of an archived client.';

create or replace function private.client_of_project(organization_id uuid, project_id uuid)
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select accounts.client_id
    from public.projects
    join public.accounts on accounts.id = projects.account_id
    where projects.organization_id = client_of_project.organization_id and projects.id = client_of_project.project_id);
end;
$$;
comment on function private.client_of_project(uuid, uuid) is 'The current client of a project.';

-- The deliverables that a client may see: those that were released for the client and not withdrawn, whose project is
-- still the client's, and whose sources have not been restricted since.
create or replace function private.client_deliverables(organization_id uuid, client_id uuid)
returns table (
  id uuid, approval_id uuid, project_id uuid, title text, note text, released_at timestamptz, content_hash text,
  document_id uuid, document_version integer, file_name text, file_sha256 text, first_read_at timestamptz)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_project_ids constant uuid[] :=
    private.client_project_ids(client_deliverables.organization_id, client_deliverables.client_id);
begin
  return query
    select releases.id, releases.approval_id, releases.project_id, releases.title, releases.note,
      releases.published_at, publications.content_hash, publications.document_id, publications.document_version,
      publications.file_name, publications.file_sha256, publications.first_read_at
    from private.portal_publications as publications
    join public.deliverable_releases as releases
      on releases.organization_id = publications.organization_id and releases.approval_id = publications.approval_id
    where publications.organization_id = client_deliverables.organization_id
      and publications.client_id = client_deliverables.client_id
      and publications.project_id = any (v_project_ids)
      and releases.withdrawn_at is null and not releases.is_restricted;
end;
$$;
comment on function private.client_deliverables(uuid, uuid) is 'The deliverables that a client may see.';

-- A contact can use a deliverable only after its first reading is recorded.
create or replace function private.require_first_reading(first_read_at timestamptz)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if first_read_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'The view isn''t recorded yet. Open the portal again', hint = 'view_not_recorded';
  end if;
end;
$$;
comment on function private.require_first_reading(timestamptz) is 'Raises OPSTA (view_not_recorded).';
