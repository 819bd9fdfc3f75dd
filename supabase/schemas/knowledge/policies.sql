-- The access matrix of sources and chunks. Reads only: every write is a function.
alter table public.sources enable row level security;
alter table public.chunks enable row level security;

revoke all on public.sources, public.chunks from public, anon, authenticated, service_role;

grant select on public.sources to authenticated, service_role;
grant select on public.chunks to authenticated, service_role;

create policy sources_select_in_scope on public.sources
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy sources_select_in_scope on public.sources is
  'Whoever sees a project sees its sources; restricted ones and those without project are for admins and leads.';

create policy chunks_select_in_scope on public.chunks
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy chunks_select_in_scope on public.chunks is 'Whoever sees a source sees its text.';

-- The registry of models is the workers', through functions; chunk_embeddings is made in install_vectors.sql.
alter table private.embedding_models enable row level security;
revoke all on private.embedding_models from public, anon, authenticated, service_role;
