-- The access matrix of documents. Reads only: every write is a function.
alter table public.documents enable row level security;
alter table public.document_versions enable row level security;
alter table private.staged_passages enable row level security;
alter table private.download_tickets enable row level security;

revoke all on public.documents, public.document_versions, private.staged_passages, private.download_tickets
  from public, anon, authenticated, service_role;

grant select on public.documents to authenticated, service_role;
grant select on public.document_versions to authenticated, service_role;

create policy documents_select_in_scope on public.documents
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy documents_select_in_scope on public.documents is
  'Viewers of a project see its documents; only admins and leads see restricted ones.';

create policy document_versions_select_in_scope on public.document_versions
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy document_versions_select_in_scope on public.document_versions is
  'Viewers of a document see its uploads.';
