-- The access matrix of the portal. Policies are only for the organization's own people; clients read through functions.
alter table public.weekly_updates enable row level security;
alter table public.scope_changes enable row level security;
alter table public.sow_drafts enable row level security;
alter table public.client_readouts enable row level security;
alter table public.deliverable_releases enable row level security;
alter table private.request_files enable row level security;

revoke all on
  public.weekly_updates, public.scope_changes, public.sow_drafts,
  public.client_readouts, public.deliverable_releases, private.request_files
  from public, anon, authenticated, service_role;

grant select on public.weekly_updates to authenticated, service_role;
grant select on public.scope_changes to authenticated, service_role;
grant select on public.sow_drafts to authenticated, service_role;
grant select on public.client_readouts to authenticated, service_role;
grant select on public.deliverable_releases to authenticated, service_role;

create policy weekly_updates_select_in_scope on public.weekly_updates
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy weekly_updates_select_in_scope on public.weekly_updates is 'Viewers of a project see its weekly updates; only admins and leads see restricted ones.';

create policy scope_changes_select_in_scope on public.scope_changes
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy scope_changes_select_in_scope on public.scope_changes is 'Viewers of a project see its scope changes; only admins and leads see restricted ones.';

create policy sow_drafts_select_in_scope on public.sow_drafts
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy sow_drafts_select_in_scope on public.sow_drafts is 'Statements of work are restricted: admins and leads read them.';

create policy client_readouts_select_in_scope on public.client_readouts
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy client_readouts_select_in_scope on public.client_readouts is 'Viewers of a project see its readouts; only admins and leads see restricted ones.';

create policy deliverable_releases_select_in_scope on public.deliverable_releases
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy deliverable_releases_select_in_scope on public.deliverable_releases is 'Viewers of a project see its released deliverables; only admins and leads see restricted ones.';
