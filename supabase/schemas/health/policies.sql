-- The access matrix of health. Reads only: every write is a function.
alter table public.reconciliation_resolutions enable row level security;
revoke all on public.reconciliation_resolutions from public, anon, authenticated, service_role;
grant select on public.reconciliation_resolutions to authenticated, service_role;

-- Accessed through functions only.
alter table private.health_settings enable row level security;
revoke all on private.health_settings from public, anon, authenticated, service_role;

create policy reconciliation_resolutions_select_lead on public.reconciliation_resolutions
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy reconciliation_resolutions_select_lead on public.reconciliation_resolutions is
  'Admins and leads read what was decided about the findings of their organization.';
