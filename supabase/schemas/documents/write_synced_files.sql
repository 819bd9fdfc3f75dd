-- The hooks of the stream `files`. A page only records the files: one job per file fetches its bytes, and readers see the
-- document when its text is published. Restriction, project and name of a document follow the vendor at once.
-- Raises OPBIG (file_too_large).
create or replace function private.write_synced_files(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_links constant text := private.links_of(stream.provider::text);
  -- Only these files can be stored already and have a document.
  v_known_ids constant uuid[] := array(select change.row_id from unnest(changes) as change where not change.has_new_id);
  v_fetch_ids uuid[];
begin
  if exists (
    select from unnest(changes) as change where (change.data ->> 'size_bytes')::bigint > private.max_document_bytes())
  then
    raise exception using
      errcode = 'OPBIG', message = 'The file is larger than 25 MiB', hint = 'file_too_large';
  end if;
  -- A document that the sync archived is restored with its file; one that a person archived stays archived.
  if v_known_ids <> '{}' then
    update public.sources set archived_at = null
    from private.synced_files as files
    where files.id = any (v_known_ids) and files.removed_at is not null
      and sources.organization_id = files.organization_id and sources.id = files.id and sources.archived_at is not null;
  end if;
  with written_files as (
    insert into private.synced_files as existing_file (
      id, organization_id, stream_id, external_id, project_id, name, media_type, size_bytes, content_version,
      is_restricted, url, record)
    select
      change.row_id, stream.organization_id, stream.id, change.external_id, change.project_id,
      private.synced_file_name(change.data), change.data ->> 'media_type', (change.data ->> 'size_bytes')::bigint,
      change.data ->> 'content_version', private.is_restricted_file(change.data),
      case when private.is_link(change.data ->> 'url', v_links) then change.data ->> 'url' end,
      jsonb_build_object(
        'externalId', change.external_id, 'version', change.version, 'isDeleted', false, 'filteredBecause', null,
        'data', change.data)
    from unnest(changes) as change
    on conflict (id) do update
    set project_id = excluded.project_id, name = excluded.name, media_type = excluded.media_type,
        size_bytes = excluded.size_bytes, content_version = excluded.content_version,
        is_restricted = excluded.is_restricted, url = excluded.url, record = excluded.record, removed_at = null
    returning existing_file.id, existing_file.fetched_version, existing_file.content_version
  )
  select coalesce(array_agg(written_files.id), '{}') into v_fetch_ids from written_files
  where written_files.fetched_version is distinct from written_files.content_version;
  perform private.update_synced_documents(stream.organization_id, v_known_ids);
  perform private.enqueue_jobs(
    stream.organization_id, 'file_fetch',
    array(select jsonb_build_object('file_id', file_id) from unnest(v_fetch_ids) as file_id), v_fetch_ids::text[]);
end;
$$;

-- Documents follow their files: a contract is restricted whatever its sharing, and a kind that a person chose stays.
create or replace function private.update_synced_documents(organization_id uuid, file_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  -- A file has no document before its bytes are fetched.
  v_document_ids constant uuid[] := array(
    select documents.id from public.documents where documents.id = any (update_synced_documents.file_ids));
begin
  if v_document_ids = '{}' then
    return;
  end if;
  update public.sources
  set title = files.name, project_id = files.project_id,
      is_restricted = files.is_restricted or private.is_restricted_kind(documents.kind)
  from private.synced_files as files
  join public.documents on documents.id = files.id
  where files.organization_id = update_synced_documents.organization_id
    and files.id = any (v_document_ids)
    and sources.organization_id = files.organization_id and sources.id = files.id
    and (sources.title, sources.project_id, sources.is_restricted)
      is distinct from (files.name, files.project_id, files.is_restricted or private.is_restricted_kind(documents.kind));
  update public.documents set origin_url = files.url
  from private.synced_files as files
  where files.organization_id = update_synced_documents.organization_id
    and files.id = any (v_document_ids)
    and documents.organization_id = files.organization_id and documents.id = files.id
    and documents.origin_url is distinct from files.url;
end;
$$;

-- Members read a file only if its whole organization may: unknown sharing counts as private, and a file whose
-- name or folder suggests a contract or confidential content is for admins and leads.
create or replace function private.is_restricted_file(data jsonb)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(data ->> 'sharing', 'private') not in ('organization', 'public') then
    return true;
  end if;
  return private.is_restricted_name(data ->> 'name')
    or exists (
      select from jsonb_array_elements_text(data -> 'folder_path') as folder
      where private.is_restricted_name(folder));
end;
$$;

create or replace function private.is_restricted_name(name text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.document_kind_of_name(name) is not null
    or name ~* '(^|[^a-z])(confidential|vertraulich|salar(y|ies)|payroll|nda)($|[^a-z])';
end;
$$;

-- A name on one line without slashes, as uploads require.
create or replace function private.synced_file_name(data jsonb)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce(
    nullif(left(btrim(regexp_replace(data ->> 'name', '[[:cntrl:]/\\]+', ' ', 'g')), 240), ''), 'Untitled');
end;
$$;

create or replace function private.max_document_bytes()
returns bigint
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 26214400::bigint $$;

-- The type to which a document of the vendor is exported; null if it has no text to read.
create or replace function private.export_type(media_type text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case media_type
    when 'application/vnd.google-apps.document' then 'text/markdown'
    when 'application/vnd.google-apps.spreadsheet'
      then 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    when 'application/vnd.google-apps.presentation'
      then 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  end;
end;
$$;

create or replace function private.filter_reason_of_files(data jsonb)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case
    when (data ->> 'size_bytes')::bigint = 0 then 'empty_file'
    -- A file of such a type can have any name.
    when private.document_type_endings() -> (data ->> 'media_type') = 'null' then null
    when private.export_type(data ->> 'media_type') is null
      and not private.is_document_type(data ->> 'media_type', private.synced_file_name(data)) then 'unsupported_type'
  end;
end;
$$;

create or replace function private.find_synced_files(stream public.sync_streams, external_ids text[])
returns table (external_id text, row_id uuid)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
  select entry.external_id, matches.id
  from unnest(find_synced_files.external_ids) as entry (external_id)
  cross join lateral (
    select files.id from private.synced_files as files
    where files.organization_id = stream.organization_id and files.stream_id = stream.id
      and files.external_id = entry.external_id
    limit 1) as matches;
end;
$$;

create or replace function private.titles_of_synced_files(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select files.id, files.name from private.synced_files as files
  where files.organization_id = (stream).organization_id and files.id = any (titles_of_synced_files.row_ids)
$$;

-- The document of a file that was trashed, unshared or moved out can be neither found nor opened.
create or replace function private.delete_synced_files(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update private.synced_files set removed_at = now()
  where synced_files.organization_id = (stream).organization_id and synced_files.id = any (delete_synced_files.row_ids)
    and not exists (select from public.sources where sources.id = synced_files.id and sources.archived_at is not null);
  update public.sources set archived_at = now()
  where sources.organization_id = (stream).organization_id and sources.id = any (delete_synced_files.row_ids)
    and sources.archived_at is null
$$;

-- Only admins and leads see the files from now on, as if their sharing were unknown.
create or replace function private.hide_synced_files(stream public.sync_streams, row_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update private.synced_files set is_restricted = true
  where synced_files.organization_id = stream.organization_id and synced_files.id = any (hide_synced_files.row_ids)
    and not synced_files.is_restricted;
  perform private.update_synced_documents(stream.organization_id, hide_synced_files.row_ids);
end;
$$;

create or replace function private.restore_synced_files(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.sources set archived_at = null
  from private.synced_files as files
  where files.organization_id = (stream).organization_id and files.id = any (restore_synced_files.row_ids)
    and files.removed_at is not null and sources.organization_id = files.organization_id and sources.id = files.id;
  update private.synced_files set removed_at = null
  where synced_files.organization_id = (stream).organization_id and synced_files.id = any (restore_synced_files.row_ids)
$$;

-- The document keeps its latest upload and no longer names its vendor. A restricted document stays restricted.
create or replace function private.detach_synced_files(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.documents set origin = null, origin_url = null
  where documents.organization_id = (stream).organization_id and documents.id = any (detach_synced_files.row_ids)
$$;
