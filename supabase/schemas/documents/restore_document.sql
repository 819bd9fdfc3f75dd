-- Restores an archived document unchanged. The response for a document that is not archived is the same.
-- Raises OPAUT · OPDEN (role_not_allowed, not_your_document) · OPNFD (document_not_found) · OPLIM.
create or replace function private.restore_document(document_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.set_document_archived(restore_document.document_id, false);
end;
$$;

create or replace function public.restore_document(document_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.restore_document(document_id) $$;

grant execute on function private.restore_document(uuid) to authenticated;
grant execute on function public.restore_document(uuid) to authenticated;

comment on function public.restore_document(uuid) is
  'Returns the document. Raises OPAUT · OPDEN · OPNFD · OPLIM.';
