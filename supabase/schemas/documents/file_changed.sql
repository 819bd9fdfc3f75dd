-- Whether an upload's file is no longer the uploaded one: serving or processing found other bytes, or its object
-- in Storage has been overwritten or deleted since. Storage lets the secret key do both.
create or replace function private.is_file_changed(version public.document_versions)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return version.file_changed_at is not null
    or (version.object_tag is not null
        and private.stored_tag(version.path) is distinct from version.object_tag)
    or (version.sha256 is not null and private.stored_tag(version.path) is null);
end;
$$;

-- Whether the published text of a source comes from a file that has changed since.
create or replace function private.is_source_file_changed(source_id uuid)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select
    from public.documents
    join public.document_versions as versions
      on versions.document_id = documents.id
     and versions.version = coalesce(documents.indexed_version, documents.latest_version)
    where documents.id = is_source_file_changed.source_id and private.is_file_changed(versions));
end;
$$;

-- The entity tag of a file in the bucket documents; null if it is missing.
create or replace function private.stored_tag(path text)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(objects.metadata ->> 'eTag', '')
    from storage.objects
    where objects.bucket_id = 'documents' and objects.name = stored_tag.path);
end;
$$;

comment on function private.is_file_changed(public.document_versions) is
  'Whether Storage has a different file from the one that was uploaded.';

comment on function private.is_source_file_changed(uuid) is
  'Whether the file behind a source has changed since it was read.';
