-- The access matrix of the portfolio. Reads only: every write is a function.
alter table public.clients enable row level security;
alter table public.accounts enable row level security;
alter table public.projects enable row level security;
alter table public.project_members enable row level security;
alter table public.tasks enable row level security;
alter table public.time_entries enable row level security;
alter table public.status_updates enable row level security;
alter table public.status_update_versions enable row level security;
alter table public.operating_profiles enable row level security;
alter table public.portfolio_classifications enable row level security;
alter table public.portfolio_import_runs enable row level security;
alter table public.portfolio_import_rows enable row level security;
alter table public.portfolio_import_changes enable row level security;
alter table public.portfolio_import_memberships enable row level security;
alter table public.import_mappings enable row level security;

revoke all on
  public.clients, public.accounts, public.projects, public.project_members, public.tasks,
  public.time_entries, public.status_updates, public.status_update_versions, public.operating_profiles,
  public.portfolio_classifications, public.portfolio_import_runs, public.portfolio_import_rows,
  public.portfolio_import_changes, public.portfolio_import_memberships, public.import_mappings
  from public, anon, authenticated, service_role;

grant select on public.clients to authenticated, service_role;
grant select on public.accounts to authenticated, service_role;
grant select on public.projects to authenticated, service_role;
grant select on public.project_members to authenticated, service_role;
grant select on public.tasks to authenticated, service_role;
grant select on public.time_entries to authenticated, service_role;
grant select on public.status_updates to authenticated, service_role;
grant select on public.status_update_versions to authenticated, service_role;
grant select on public.operating_profiles to authenticated, service_role;
grant select on public.portfolio_classifications to authenticated, service_role;
grant select on public.portfolio_import_runs to authenticated, service_role;
grant select on public.portfolio_import_rows to authenticated, service_role;
grant select on public.portfolio_import_changes to authenticated, service_role;
grant select on public.portfolio_import_memberships to authenticated, service_role;
grant select on public.import_mappings to authenticated, service_role;

create policy clients_select_in_scope on public.clients
  for select to authenticated
  using (id = any ((select private.visible_client_ids())::uuid[]));
comment on policy clients_select_in_scope on public.clients is
  'Admins and leads read every client, members those of their projects.';

create policy accounts_select_in_scope on public.accounts
  for select to authenticated
  using (id = any ((select private.visible_account_ids())::uuid[]));
comment on policy accounts_select_in_scope on public.accounts is
  'Admins and leads read every account, members those of their projects.';

create policy projects_select_in_scope on public.projects
  for select to authenticated
  using (id = any ((select private.visible_project_ids())::uuid[]));
comment on policy projects_select_in_scope on public.projects is
  'Admins and leads read every project, members their own.';

create policy project_members_select_in_scope on public.project_members
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy project_members_select_in_scope on public.project_members is
  'Viewers of a project see its members.';

create policy tasks_select_in_scope on public.tasks
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]) and hidden_at is null);
comment on policy tasks_select_in_scope on public.tasks is
  'Viewers of a project see its tasks, except those that their vendor no longer shows.';

create policy time_entries_select_in_scope on public.time_entries
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy time_entries_select_in_scope on public.time_entries is
  'Viewers of a project see its hours.';

create policy status_updates_select_in_scope on public.status_updates
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy status_updates_select_in_scope on public.status_updates is
  'Viewers of a project see its status updates.';

create policy status_update_versions_select_in_scope on public.status_update_versions
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy status_update_versions_select_in_scope on public.status_update_versions is
  'Viewers of a project see earlier versions of its status updates.';

create policy operating_profiles_select_in_scope on public.operating_profiles
  for select to authenticated
  using (account_id = any ((select private.visible_account_ids())::uuid[]));
comment on policy operating_profiles_select_in_scope on public.operating_profiles is
  'Viewers of an account see its operating profile.';

create policy portfolio_classifications_select_in_scope on public.portfolio_classifications
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy portfolio_classifications_select_in_scope on public.portfolio_classifications is
  'Viewers of a project see its classification.';

create policy portfolio_import_runs_select_lead on public.portfolio_import_runs
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy portfolio_import_runs_select_lead on public.portfolio_import_runs is
  'Admins and leads read the import runs of their organization.';

create policy portfolio_import_rows_select_lead on public.portfolio_import_rows
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy portfolio_import_rows_select_lead on public.portfolio_import_rows is
  'Admins and leads read what an import run did with each line.';

create policy portfolio_import_changes_select_lead on public.portfolio_import_changes
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy portfolio_import_changes_select_lead on public.portfolio_import_changes is
  'Admins and leads read what an import run created and changed.';

create policy portfolio_import_memberships_select_lead on public.portfolio_import_memberships
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy portfolio_import_memberships_select_lead on public.portfolio_import_memberships is
  'Admins and leads read who sees which project through an import run.';

create policy import_mappings_select_lead on public.import_mappings
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy import_mappings_select_lead on public.import_mappings is
  'Admins and leads read the saved mappings of their organization.';
