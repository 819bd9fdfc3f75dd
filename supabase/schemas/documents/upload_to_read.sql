-- How long an announced file is waited for: after that its upload is begun anew.
create or replace function private.upload_patience()
returns interval
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select interval '1 day' $$;

-- The upload of a document that is to be read when somebody asks: the latest that has arrived and is not read
-- yet; else the latest of those that are there or may still come. So a file that was announced and never
-- sent keeps nobody from having another one read. Nulls where there is none.
create or replace function private.upload_to_read(document_id uuid)
returns public.document_versions
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_upload public.document_versions;
begin
  select versions.* into v_upload
  from public.document_versions as versions
  cross join lateral (select private.stored_size(versions.path) is not null as is_there) as file
  where versions.document_id = upload_to_read.document_id and versions.status <> 'superseded'
    and (file.is_there or versions.created_at > now() - private.upload_patience())
  order by file.is_there and versions.status in ('awaiting_upload', 'queued', 'indexing') desc, versions.version desc
  limit 1
  for update of versions;
  return v_upload;
end;
$$;

revoke execute on function private.upload_patience() from public;
revoke execute on function private.upload_to_read(uuid) from public;
