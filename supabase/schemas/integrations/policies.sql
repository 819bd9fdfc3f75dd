-- The access matrix of integrations. Reads only: vendors are connected through functions.
alter table public.integrations enable row level security;
alter table public.connection_tests enable row level security;
alter table public.vendor_lists enable row level security;
alter table public.external_links enable row level security;

revoke all on public.integrations, public.connection_tests, public.vendor_lists, public.external_links
  from public, anon, authenticated, service_role;

grant select on public.integrations to authenticated, service_role;
grant select on public.connection_tests to authenticated, service_role;
grant select on public.vendor_lists to authenticated, service_role;
grant select on public.external_links to authenticated, service_role;

create policy integrations_select_admin on public.integrations
  for select to authenticated
  using (organization_id = (select private.administered_organization_id()));
comment on policy integrations_select_admin on public.integrations is
  'Admins see which vendors their organization has connected.';

create policy connection_tests_select_admin on public.connection_tests
  for select to authenticated
  using (organization_id = (select private.administered_organization_id()));
comment on policy connection_tests_select_admin on public.connection_tests is
  'Admins see whether the vendors of their organization accept its secrets.';

create policy vendor_lists_select_admin on public.vendor_lists
  for select to authenticated
  using (organization_id = (select private.administered_organization_id()));
comment on policy vendor_lists_select_admin on public.vendor_lists is
  'Admins see the names of the lists that they can assign to projects.';

create policy external_links_select_in_scope on public.external_links
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy external_links_select_in_scope on public.external_links is
  'Viewers of a card see the objects that it created in other systems.';
