-- The access matrix of identity. Reads only: people change through functions.
alter table public.organizations enable row level security;
alter table public.people enable row level security;
alter table public.invitations enable row level security;
alter table public.organization_settings enable row level security;

revoke all on public.organizations, public.people, public.invitations, public.organization_settings
  from public, anon, authenticated, service_role;

grant select on public.organizations to authenticated, service_role;
grant select on public.people to authenticated, service_role;
grant select on public.organization_settings to authenticated, service_role;
-- token_hash is not granted.
grant select (
    id, organization_id, person_id, email, invited_by, project_ids, created_at, expires_at, accepted_at, revoked_at)
  on public.invitations to authenticated, service_role;

create policy organizations_select_insider on public.organizations
  for select to authenticated
  using (id = (select private.viewer_organization_id()));
comment on policy organizations_select_insider on public.organizations is
  'Admins, leads and members read their own organization; clients do not.';

create policy people_select_colleague on public.people
  for select to authenticated
  using (id = any ((select private.visible_person_ids())::uuid[]));
comment on policy people_select_colleague on public.people is
  'Admins and leads read everyone of their organization, members their colleagues.';

create policy invitations_select_admin on public.invitations
  for select to authenticated
  using (organization_id = (select private.administered_organization_id()));
comment on policy invitations_select_admin on public.invitations is
  'Admins read the invitations of their organization, never the token.';

create policy organization_settings_select_lead on public.organization_settings
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy organization_settings_select_lead on public.organization_settings is
  'Admins and leads read the settings of their organization.';
