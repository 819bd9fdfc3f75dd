-- The access matrix of approvals. Every role, that of the secret key included, may only read: every write is a
-- function, and the functions that decide are for signed-in people.
alter table public.approval_kinds enable row level security;
alter table public.approvals enable row level security;
alter table public.approval_versions enable row level security;
alter table public.approval_citations enable row level security;
alter table public.approval_events enable row level security;
alter table private.approval_readings enable row level security;
alter table private.approval_delegations enable row level security;

revoke all on
  public.approval_kinds, public.approvals, public.approval_versions, public.approval_citations,
  public.approval_events, private.approval_readings, private.approval_delegations
  from public, anon, authenticated, service_role;

grant select on public.approval_kinds to authenticated, service_role;
grant select on public.approvals to authenticated, service_role;
grant select on public.approval_versions to authenticated, service_role;
grant select on public.approval_citations to authenticated, service_role;
grant select on public.approval_events to authenticated, service_role;

create policy approval_kinds_select_insider on public.approval_kinds
  for select to authenticated
  using ((select private.viewer_organization_id()) is not null);
comment on policy approval_kinds_select_insider on public.approval_kinds is
  'Admins, leads and members read the catalog.';

create policy approvals_select_in_scope on public.approvals
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy approvals_select_in_scope on public.approvals is
  'Viewers of a project see its cards; only admins and leads see restricted ones and those without a project.';

create policy approval_versions_select_in_scope on public.approval_versions
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy approval_versions_select_in_scope on public.approval_versions is
  'Viewers of a card see its versions.';

create policy approval_citations_select_in_scope on public.approval_citations
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy approval_citations_select_in_scope on public.approval_citations is
  'Viewers of a card see its citations.';

create policy approval_events_select_in_scope on public.approval_events
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy approval_events_select_in_scope on public.approval_events is
  'Viewers of a card see its history.';
