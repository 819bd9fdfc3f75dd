-- Profiles are for admins and leads. A pack has the readers of its sources; a draft and its statements have those of
-- their card.
-- Every write is a function.
alter table public.authoring_profiles enable row level security;
alter table public.evidence_packs enable row level security;
alter table public.drafts enable row level security;
alter table public.author_statements enable row level security;

revoke all on public.authoring_profiles, public.evidence_packs, public.drafts, public.author_statements
  from public, anon, authenticated, service_role;
grant select on public.authoring_profiles to authenticated, service_role;
grant select on public.evidence_packs to authenticated, service_role;
grant select on public.drafts to authenticated, service_role;
grant select on public.author_statements to authenticated, service_role;

create policy authoring_profiles_select_lead on public.authoring_profiles
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy authoring_profiles_select_lead on public.authoring_profiles is
  'Admins and leads read the authoring profiles of their organization.';

create policy evidence_packs_select_in_scope on public.evidence_packs
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy evidence_packs_select_in_scope on public.evidence_packs is
  'Viewers of a project see its evidence packs; restricted ones are for admins and leads.';

create policy drafts_select_in_scope on public.drafts
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy drafts_select_in_scope on public.drafts is 'Viewers of a card see how it was drafted.';

create policy author_statements_select_in_scope on public.author_statements
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy author_statements_select_in_scope on public.author_statements is
  'Viewers of a card see its author statements.';

-- No role of the Data API reads or writes the dictionary: functions of the owner look words up.
alter table private.dictionary_words enable row level security;
revoke all on private.dictionary_words from public, anon, authenticated, service_role;
