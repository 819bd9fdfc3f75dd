-- Money and predictions are for admins and leads. Every write is a function.
alter table public.person_rates enable row level security;
alter table public.project_rates enable row level security;
alter table public.estimate_cases enable row level security;

revoke all on public.person_rates, public.project_rates, public.estimate_cases
  from public, anon, authenticated, service_role;
grant select on public.person_rates to authenticated, service_role;
grant select on public.project_rates to authenticated, service_role;
grant select on public.estimate_cases to authenticated, service_role;

create policy person_rates_select_lead on public.person_rates
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy person_rates_select_lead on public.person_rates is
  'Admins and leads read the cost rates of their organization''s people.';

create policy project_rates_select_lead on public.project_rates
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy project_rates_select_lead on public.project_rates is
  'Admins and leads read the rates of their organization''s projects.';

create policy estimate_cases_select_lead on public.estimate_cases
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy estimate_cases_select_lead on public.estimate_cases is
  'Admins and leads read the estimate cases of their organization.';
