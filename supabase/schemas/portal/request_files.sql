-- The files of a request: checked and bound when it is sent, listed on its card, accepted when the card is executed.

-- The files that a contact uploaded for a project and has not sent yet, locked until the transaction ends. A file
-- of another person looks like a missing one.
-- Raises OPINV (too_many_files) · OPNFD (request_file_not_found) · OPSTA (file_already_sent, not_uploaded,
-- size_differs).
create or replace function private.lock_request_files(viewer public.people, project_id uuid, file_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid;
  v_file private.request_files;
  v_size bigint;
begin
  if cardinality(file_ids) > 5 then
    raise exception using
      errcode = 'OPINV', message = 'A request can have at most 5 files', hint = 'too_many_files';
  end if;
  for v_id in select distinct input from unnest(file_ids) as input order by input loop
    select * into v_file
    from private.request_files as files
    where files.id = v_id and files.organization_id = viewer.organization_id and files.uploaded_by = viewer.id
      and files.client_id = viewer.client_id and files.project_id = lock_request_files.project_id
      and files.removed_at is null
    for update;
    if v_file.id is null
      or v_file.request_id is null and v_file.created_at <= now() - private.upload_time_limit()
    then
      raise exception using
        errcode = 'OPNFD', message = 'A file is no longer available. Attach it again', hint = 'request_file_not_found';
    elsif v_file.request_id is not null then
      raise exception using
        errcode = 'OPSTA', message = format('%s is already part of a request', v_file.file_name),
        hint = 'file_already_sent';
    end if;
    v_size := private.stored_size(v_file.path);
    if v_size is null then
      raise exception using
        errcode = 'OPSTA', message = format('%s is not uploaded yet', v_file.file_name), hint = 'not_uploaded';
    elsif v_size <> v_file.size_bytes then
      raise exception using
        errcode = 'OPSTA', message = format('%s was not uploaded completely. Attach it again', v_file.file_name),
        hint = 'size_differs';
    end if;
  end loop;
end;
$$;
comment on function private.lock_request_files(public.people, uuid, uuid[]) is 'Raises OPINV · OPNFD · OPSTA.';

-- Binds locked files to a new request. From then on, the client's contacts and the leads see them.
create or replace function private.attach_request_files(request private.client_requests, file_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_names jsonb;
begin
  with attachments as (
    update private.request_files as files
    set request_id = request.id, object_tag = private.stored_tag(files.path)
    where files.organization_id = request.organization_id and files.id = any (attach_request_files.file_ids)
    returning files.file_name, files.created_at, files.id)
  select jsonb_agg(attachments.file_name order by attachments.created_at, attachments.id) into v_names from attachments;
  if v_names is not null then
    perform private.record_audit_event(
      request.organization_id, 'client_request.files_sent', 'approval', request.approval_id, null,
      jsonb_build_object('file_names', v_names), request.project_id, null, true);
  end if;
end;
$$;
comment on function private.attach_request_files(private.client_requests, uuid[]) is 'Binds locked files to a new request.';

-- Whether Storage has a different file from the one that was sent, or none.
create or replace function private.is_request_file_changed(file private.request_files)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.stored_tag(file.path) is distinct from file.object_tag;
end;
$$;
comment on function private.is_request_file_changed(private.request_files) is
  'Whether Storage has a different file from the one that was sent, or none.';

-- The files of the request behind a card, for admins and leads; none for everyone else.
create or replace function private.card_files(approval public.approvals, viewer public.people)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', files.id, 'name', files.file_name, 'size_bytes', files.size_bytes,
      'is_changed', private.is_request_file_changed(files), 'document_id', files.document_id)
      order by files.created_at, files.id), '[]')
    from private.client_requests as requests
    join private.request_files as files
      on files.organization_id = requests.organization_id and files.request_id = requests.id
    where requests.organization_id = approval.organization_id and requests.approval_id = approval.id
      and viewer.role in ('admin', 'lead') and viewer.organization_id = approval.organization_id);
end;
$$;
comment on function private.card_files(public.approvals, public.people) is
  'Returns [{ id, name, size_bytes, is_changed, document_id }] for admins and leads.';

-- The files of an executed card become documents of the project and are then processed. A file is left out if its
-- bytes have changed since the request was sent, or if the project is archived or belongs to another client now.
create or replace function private.accept_request_files(approval public.approvals)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_file private.request_files;
begin
  for v_file in
    select files.*
    from private.client_requests as requests
    join private.request_files as files
      on files.organization_id = requests.organization_id and files.request_id = requests.id
    where requests.organization_id = approval.organization_id and requests.approval_id = approval.id
      and files.document_id is null
      and files.project_id = any (private.client_project_ids(files.organization_id, files.client_id))
    order by files.created_at, files.id
    for update of files
  loop
    if not private.is_request_file_changed(v_file) then
      perform private.add_request_document(v_file, approval.is_restricted);
    end if;
  end loop;
end;
$$;
comment on function private.accept_request_files(public.approvals) is 'Turns the files of an executed request into documents.';

-- A name that suggests a contract makes the document restricted, like the name of a synced file.
create or replace function private.add_request_document(file private.request_files, is_restricted boolean)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind constant public.document_kind := coalesce(private.document_kind_of_name(file.file_name), 'other');
  v_source public.sources;
  v_document public.documents;
begin
  insert into public.sources (id, organization_id, kind, project_id, title, is_restricted, occurred_at)
  values (
    file.id, file.organization_id, 'document', file.project_id, file.file_name,
    add_request_document.is_restricted or private.is_restricted_name(file.file_name), file.created_at)
  returning * into v_source;
  insert into public.documents (id, organization_id, kind, scope_id, is_restricted, created_by)
  values (v_source.id, v_source.organization_id, v_kind, v_source.scope_id, v_source.is_restricted, file.uploaded_by)
  returning * into v_document;
  insert into public.document_versions (
    document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes, sha256, uploaded_by)
  values (
    v_document.id, 1, v_document.organization_id, v_document.scope_id, file.path, file.file_name, file.content_type,
    file.size_bytes, file.sha256, file.uploaded_by);
  update public.document_versions
  set status = 'queued', object_tag = file.object_tag, queued_at = clock_timestamp()
  where document_versions.document_id = v_document.id and document_versions.version = 1;
  perform private.enqueue_job(
    v_document.organization_id, 'document_index',
    jsonb_build_object('document_id', v_document.id, 'version', 1, 'cursor', null),
    unique_key => private.indexing_key(v_document.id, 1));
  update private.request_files set document_id = v_document.id
  where request_files.organization_id = file.organization_id and request_files.id = file.id;
  perform private.record_audit_event(
    v_document.organization_id, 'document.accepted', 'document', v_document.id, null,
    jsonb_build_object('version', 1, 'file_name', file.file_name, 'size_bytes', file.size_bytes),
    file.project_id, null, v_document.is_restricted);
end;
$$;
comment on function private.add_request_document(private.request_files, boolean) is
  'Adds a client''s file to the documents of its project.';
