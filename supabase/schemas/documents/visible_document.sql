-- The common part of commands on documents: the row as a permitted person sees it, and the response.

-- A document that the person may see.
-- Raises OPNFD (document_not_found: missing or not visible).
create or replace function private.visible_document(viewer public.people, document_id uuid)
returns public.documents
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_document public.documents;
begin
  select * into v_document
  from public.documents
  where documents.id = visible_document.document_id
    and documents.organization_id = viewer.organization_id
    and documents.scope_id = any (private.scope_ids_of(viewer));
  if v_document.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such document', hint = 'document_not_found';
  end if;
  return v_document;
end;
$$;

-- Locks a document that the person may see until the transaction ends: the source first, then the document, in every
-- command.
-- Raises OPNFD (document_not_found).
create or replace function private.lock_document(viewer public.people, document_id uuid)
returns public.documents
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from public.sources
  where sources.id = lock_document.document_id and sources.organization_id = viewer.organization_id
  for update;
  perform from public.documents
  where documents.id = lock_document.document_id and documents.organization_id = viewer.organization_id
  for update;
  -- Read after the lock, so that a call that waited sees the current state.
  return private.visible_document(viewer, lock_document.document_id);
end;
$$;

-- The document as routes return it.
create or replace function private.document_json(document_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'document_id', documents.id, 'title', sources.title, 'kind', documents.kind,
    'is_restricted', documents.is_restricted, 'project_id', sources.project_id,
    'archived_at', sources.archived_at)
  from public.documents
  join public.sources on sources.id = documents.id
  where documents.id = document_json.document_id
$$;

comment on function private.visible_document(public.people, uuid) is 'Raises OPNFD (document_not_found).';
comment on function private.lock_document(public.people, uuid) is 'Raises OPNFD (document_not_found).';
