-- An announced file must arrive within this time; after that the upload must begin again.
create or replace function private.upload_time_limit()
returns interval
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select interval '1 day' $$;

-- The upload that begin_indexing processes: the latest one that arrived, even if a later one was announced. If that one
-- is already processed, the announced one is returned, so that a call before its file arrives is refused. A row of
-- nulls if there is neither.
create or replace function private.upload_to_read(document_id uuid)
returns public.document_versions
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stored_upload public.document_versions;
  v_awaited_upload public.document_versions;
begin
  select versions.* into v_stored_upload
  from public.document_versions as versions
  where versions.document_id = upload_to_read.document_id and versions.status <> 'superseded'
    and private.stored_size(versions.path) is not null
  order by versions.version desc
  limit 1
  for update;
  if v_stored_upload.status is distinct from 'indexed' then
    return v_stored_upload;
  end if;
  select versions.* into v_awaited_upload
  from public.document_versions as versions
  where versions.document_id = upload_to_read.document_id and versions.version > v_stored_upload.version
    and versions.status = 'awaiting_upload' and versions.created_at > now() - private.upload_time_limit()
  order by versions.version desc
  limit 1
  for update;
  return case when v_awaited_upload.document_id is null then v_stored_upload else v_awaited_upload end;
end;
$$;
