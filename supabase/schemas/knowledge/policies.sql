-- The access matrix of sources and passages. Reads only: every write is a function.
alter table public.sources enable row level security;
alter table public.passages enable row level security;

revoke all on public.sources, public.passages from public, anon, authenticated, service_role;

grant select on public.sources to authenticated, service_role;
grant select on public.passages to authenticated, service_role;

create policy sources_select_in_scope on public.sources
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy sources_select_in_scope on public.sources is
  'Viewers of a project see its sources; only admins and leads see restricted ones and those without a project.';

create policy passages_select_in_scope on public.passages
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy passages_select_in_scope on public.passages is 'Viewers of a source see its text.';

-- Workers use the registry of models through functions; install_vectors.sql creates passage_embeddings.
alter table private.embedding_models enable row level security;
revoke all on private.embedding_models from public, anon, authenticated, service_role;

alter table public.project_notes enable row level security;
revoke all on public.project_notes from public, anon, authenticated, service_role;
grant select on public.project_notes to authenticated, service_role;

create policy project_notes_select_in_scope on public.project_notes
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy project_notes_select_in_scope on public.project_notes is
  'Viewers of a project read its note; entries of restricted sources are for admins and leads.';
