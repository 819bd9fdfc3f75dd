-- Creates a document, or its next version, that awaits its file. The response contains the path to which Storage lets
-- the same person upload.
-- Raises OPAUT · OPDEN (role_not_allowed: clients, kind_needs_lead: a member names a restricted kind) · OPINV
-- (invalid_document, unsupported_file_type, version_keeps_title) · OPBIG (file_too_large, storage_quota_exceeded) ·
-- OPNFD (project_not_found, document_not_found) · OPSTA (project_archived, document_archived).
create or replace function private.create_document_upload(
  project_id uuid,
  file_name text,
  content_type text,
  size_bytes bigint,
  title text default null,
  kind public.document_kind default null,
  document_id uuid default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_sees_all constant boolean := v_viewer.role in ('admin', 'lead');
  v_is_restricted constant boolean := coalesce(private.is_restricted_kind(create_document_upload.kind), false);
  v_file_name constant text := btrim(create_document_upload.file_name);
  v_content_type constant text := lower(btrim(split_part(create_document_upload.content_type, ';', 1)));
  v_title constant text := btrim(coalesce(create_document_upload.title, create_document_upload.file_name));
  v_document public.documents;
  v_version public.document_versions;
begin
  if v_is_restricted and not v_sees_all then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only an admin or a lead can add a contract or a statement of work',
      hint = 'kind_needs_lead';
  end if;
  perform private.check_upload(v_file_name, v_content_type, size_bytes, v_title);
  perform private.require_open_project(v_viewer, project_id);

  if document_id is null then
    v_document := private.new_document(
      v_viewer, project_id, v_title, coalesce(create_document_upload.kind, 'other'), v_is_restricted);
  else
    v_document := private.next_document_version(
      v_viewer, document_id, project_id, create_document_upload.title, create_document_upload.kind);
  end if;

  insert into public.document_versions (
    document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes, uploaded_by)
  values (
    v_document.id, v_document.latest_version, v_document.organization_id, v_document.scope_id,
    private.document_path(v_document.organization_id, v_document.id, v_document.latest_version, v_file_name),
    v_file_name, v_content_type, create_document_upload.size_bytes, v_viewer.id)
  returning * into v_version;
  perform private.record_audit_event(
    v_document.organization_id, 'document.upload_begun', 'document', v_document.id, null,
    jsonb_build_object('version', v_version.version, 'file_name', v_version.file_name,
                       'size_bytes', v_version.size_bytes, 'kind', v_document.kind),
    create_document_upload.project_id, null, v_document.is_restricted);
  perform private.reserve_storage(v_viewer, 'documents', v_version.size_bytes);
  return jsonb_build_object('document_id', v_document.id, 'version', v_version.version,
                            'bucket', 'documents', 'path', v_version.path);
end;
$$;

-- Refuses a file that cannot be processed. Raises OPINV · OPBIG.
create or replace function private.check_upload(file_name text, content_type text, size_bytes bigint, title text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(file_name, '') = '' or char_length(file_name) > 255 or file_name ~ '[[:cntrl:]/\\]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A file needs a name of at most 255 characters, without slashes',
      hint = 'invalid_document';
  elsif coalesce(title, '') = '' or char_length(title) > 500 or title ~ '[[:cntrl:]]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A document needs a title of at most 500 characters, on one line',
      hint = 'invalid_document';
  elsif coalesce(size_bytes, 0) < 1 then
    raise exception using errcode = 'OPINV', message = 'The file is empty', hint = 'invalid_document';
  elsif size_bytes > 26214400 then
    raise exception using
      errcode = 'OPBIG', message = 'Files can be at most 25 MiB', hint = 'file_too_large';
  elsif private.is_document_type(content_type, file_name) is not true then
    raise exception using
      errcode = 'OPINV',
      message = 'This file type isn''t supported. Upload PDF, Word, PowerPoint, Excel, CSV, Markdown, HTML, text, email, calendars (.ics) or transcripts',
      hint = 'unsupported_file_type';
  end if;
end;
$$;

-- Refuses a project that is not the viewer's, or is archived.
-- Raises OPNFD (project_not_found) · OPSTA (project_archived).
create or replace function private.require_open_project(viewer public.people, project_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_project public.projects;
begin
  select * into v_project
  from public.projects
  where projects.id = require_open_project.project_id and projects.id = any (private.project_ids_of(viewer));
  if v_project.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif v_project.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived. Restore it first', hint = 'project_archived';
  end if;
end;
$$;

create or replace function private.new_document(
  viewer public.people, project_id uuid, title text, kind public.document_kind, is_restricted boolean
)
returns public.documents
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
  v_document public.documents;
begin
  insert into public.sources (organization_id, kind, project_id, title, is_restricted, occurred_at)
  values (viewer.organization_id, 'document', new_document.project_id, new_document.title,
          new_document.is_restricted, now())
  returning * into v_source;
  insert into public.documents (id, organization_id, kind, scope_id, is_restricted, created_by)
  values (v_source.id, v_source.organization_id, new_document.kind, v_source.scope_id, v_source.is_restricted,
          viewer.id)
  returning * into v_document;
  return v_document;
end;
$$;

-- Increments the number of a document's newest version and returns the document. Its title and kind stay the same,
-- because a change would affect the readers of the old version.
-- Raises OPNFD (document_not_found) · OPSTA (document_archived) · OPINV (version_keeps_title).
create or replace function private.next_document_version(
  viewer public.people, document_id uuid, project_id uuid, title text, kind public.document_kind
)
returns public.documents
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_document public.documents := private.lock_document(viewer, document_id);
  v_source public.sources;
begin
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.project_id is distinct from next_document_version.project_id then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such document', hint = 'document_not_found';
  elsif v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived. Restore it first', hint = 'document_archived';
  elsif coalesce(btrim(next_document_version.title), v_source.title) <> v_source.title
    or coalesce(next_document_version.kind, v_document.kind) <> v_document.kind
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A new version keeps the title and the kind of its document. Change them separately',
      hint = 'version_keeps_title';
  end if;
  update public.documents set latest_version = documents.latest_version + 1
  where documents.id = v_document.id
  returning * into v_document;
  return v_document;
end;
$$;

create or replace function public.create_document_upload(
  project_id uuid,
  file_name text,
  content_type text,
  size_bytes bigint,
  title text default null,
  kind public.document_kind default null,
  document_id uuid default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.create_document_upload(project_id, file_name, content_type, size_bytes, title, kind, document_id)
$$;

grant execute on function
  private.create_document_upload(uuid, text, text, bigint, text, public.document_kind, uuid) to authenticated;
grant execute on function
  public.create_document_upload(uuid, text, text, bigint, text, public.document_kind, uuid) to authenticated;

comment on function private.next_document_version(public.people, uuid, uuid, text, public.document_kind) is
  'Raises OPNFD · OPSTA · OPINV.';
comment on function public.create_document_upload(uuid, text, text, bigint, text, public.document_kind, uuid) is
  'Returns { document_id, version, bucket, path }: where the caller may now upload the file, once. Raises OPAUT · OPDEN · OPINV · OPBIG · OPNFD · OPSTA.';
