alter table public.audit_events enable row level security;

revoke all on public.audit_events from public, anon, authenticated, service_role;
grant select on public.audit_events to authenticated, service_role;

create policy audit_events_select_lead on public.audit_events
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy audit_events_select_lead on public.audit_events is
  'Admins and leads read the audit log of their organization.';
