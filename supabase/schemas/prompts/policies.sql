-- Policies for readers of prompts and skills. No policy allows writes: only functions change these tables.
alter table public.prompt_versions enable row level security;
alter table public.live_prompts enable row level security;
alter table public.skills enable row level security;
alter table public.skill_versions enable row level security;

revoke all on public.prompt_versions, public.live_prompts, public.skills, public.skill_versions
  from public, anon, authenticated, service_role;

grant select on public.prompt_versions to authenticated, service_role;
grant select on public.live_prompts to authenticated, service_role;
grant select on public.skills to authenticated, service_role;
grant select on public.skill_versions to authenticated, service_role;

create policy prompt_versions_select_lead on public.prompt_versions
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy prompt_versions_select_lead on public.prompt_versions is
  'Admins and leads read every version of their organization''s prompt.';

create policy live_prompts_select_lead on public.live_prompts
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy live_prompts_select_lead on public.live_prompts is
  'Admins and leads see which version is live.';

create policy skills_select_insider on public.skills
  for select to authenticated
  using (organization_id = (select private.viewer_organization_id()));
comment on policy skills_select_insider on public.skills is
  'Admins, leads and members see the skills of their organization.';

create policy skill_versions_select_insider on public.skill_versions
  for select to authenticated
  using (organization_id = (select private.viewer_organization_id()));
comment on policy skill_versions_select_insider on public.skill_versions is
  'Admins, leads and members read the skills of their organization.';
