-- EXPLAIN shows a signed-in caller no estimate: a planned count and a query plan come from the statistics of the
-- whole table, so they reveal rows that no policy shows. check_data_api_request() refuses such requests by their
-- headers, but if a header is repeated, PostgREST shows it only the last one and obeys both. This function checks the
-- statement itself. Declared immutable, although it is not: the planner then calls it once while it plans, even for
-- an EXPLAIN that executes nothing, and the executed statement no longer contains the call.
-- Raises OPINV (only_exact_counts).
create or replace function private.is_no_query_plan()
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_query() ~* '^\s*explain\M' then
    raise exception using
      errcode = 'OPINV',
      message = 'Planned counts and query plans are not available. Send Prefer: count=exact',
      hint = 'only_exact_counts';
  end if;
  return true;
end;
$$;

grant execute on function private.is_no_query_plan() to authenticated;

comment on function private.is_no_query_plan() is
  'For the policies of every table: true, or OPINV while EXPLAIN plans a statement that reads the table.';

create policy accounts_show_no_plan on public.accounts as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy accounts_show_no_plan on public.accounts is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy approval_citations_show_no_plan on public.approval_citations as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy approval_citations_show_no_plan on public.approval_citations is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy approval_events_show_no_plan on public.approval_events as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy approval_events_show_no_plan on public.approval_events is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy approval_kinds_show_no_plan on public.approval_kinds as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy approval_kinds_show_no_plan on public.approval_kinds is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy approval_versions_show_no_plan on public.approval_versions as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy approval_versions_show_no_plan on public.approval_versions is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy approvals_show_no_plan on public.approvals as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy approvals_show_no_plan on public.approvals is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy audit_events_show_no_plan on public.audit_events as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy audit_events_show_no_plan on public.audit_events is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy busy_blocks_show_no_plan on public.busy_blocks as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy busy_blocks_show_no_plan on public.busy_blocks is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy busy_calendars_show_no_plan on public.busy_calendars as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy busy_calendars_show_no_plan on public.busy_calendars is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy calendar_event_project_overrides_show_no_plan on public.calendar_event_project_overrides as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy calendar_event_project_overrides_show_no_plan on public.calendar_event_project_overrides is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy calendar_events_show_no_plan on public.calendar_events as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy calendar_events_show_no_plan on public.calendar_events is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy chat_citations_show_no_plan on public.chat_citations as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy chat_citations_show_no_plan on public.chat_citations is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy chat_messages_show_no_plan on public.chat_messages as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy chat_messages_show_no_plan on public.chat_messages is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy chat_sessions_show_no_plan on public.chat_sessions as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy chat_sessions_show_no_plan on public.chat_sessions is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy connection_tests_show_no_plan on public.connection_tests as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy connection_tests_show_no_plan on public.connection_tests is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy passages_show_no_plan on public.passages as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy passages_show_no_plan on public.passages is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy client_readouts_show_no_plan on public.client_readouts as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy client_readouts_show_no_plan on public.client_readouts is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy clients_show_no_plan on public.clients as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy clients_show_no_plan on public.clients is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy contacts_show_no_plan on public.contacts as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy contacts_show_no_plan on public.contacts is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy deliverable_releases_show_no_plan on public.deliverable_releases as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy deliverable_releases_show_no_plan on public.deliverable_releases is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy document_versions_show_no_plan on public.document_versions as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy document_versions_show_no_plan on public.document_versions is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy documents_show_no_plan on public.documents as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy documents_show_no_plan on public.documents is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy external_links_show_no_plan on public.external_links as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy external_links_show_no_plan on public.external_links is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy import_mappings_show_no_plan on public.import_mappings as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy import_mappings_show_no_plan on public.import_mappings is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy integrations_show_no_plan on public.integrations as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy integrations_show_no_plan on public.integrations is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy invitations_show_no_plan on public.invitations as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy invitations_show_no_plan on public.invitations is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy live_prompts_show_no_plan on public.live_prompts as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy live_prompts_show_no_plan on public.live_prompts is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy operating_profiles_show_no_plan on public.operating_profiles as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy operating_profiles_show_no_plan on public.operating_profiles is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy organization_settings_show_no_plan on public.organization_settings as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy organization_settings_show_no_plan on public.organization_settings is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy organizations_show_no_plan on public.organizations as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy organizations_show_no_plan on public.organizations is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy people_show_no_plan on public.people as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy people_show_no_plan on public.people is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy portfolio_classifications_show_no_plan on public.portfolio_classifications as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy portfolio_classifications_show_no_plan on public.portfolio_classifications is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy portfolio_import_changes_show_no_plan on public.portfolio_import_changes as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy portfolio_import_changes_show_no_plan on public.portfolio_import_changes is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy portfolio_import_memberships_show_no_plan on public.portfolio_import_memberships as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy portfolio_import_memberships_show_no_plan on public.portfolio_import_memberships is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy portfolio_import_rows_show_no_plan on public.portfolio_import_rows as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy portfolio_import_rows_show_no_plan on public.portfolio_import_rows is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy portfolio_import_runs_show_no_plan on public.portfolio_import_runs as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy portfolio_import_runs_show_no_plan on public.portfolio_import_runs is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy project_members_show_no_plan on public.project_members as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy project_members_show_no_plan on public.project_members is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy projects_show_no_plan on public.projects as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy projects_show_no_plan on public.projects is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy prompt_versions_show_no_plan on public.prompt_versions as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy prompt_versions_show_no_plan on public.prompt_versions is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy reconciliation_resolutions_show_no_plan on public.reconciliation_resolutions as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy reconciliation_resolutions_show_no_plan on public.reconciliation_resolutions is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy scope_changes_show_no_plan on public.scope_changes as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy scope_changes_show_no_plan on public.scope_changes is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy skill_versions_show_no_plan on public.skill_versions as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy skill_versions_show_no_plan on public.skill_versions is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy skills_show_no_plan on public.skills as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy skills_show_no_plan on public.skills is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy sources_show_no_plan on public.sources as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy sources_show_no_plan on public.sources is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy sow_drafts_show_no_plan on public.sow_drafts as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy sow_drafts_show_no_plan on public.sow_drafts is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy status_update_versions_show_no_plan on public.status_update_versions as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy status_update_versions_show_no_plan on public.status_update_versions is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy status_updates_show_no_plan on public.status_updates as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy status_updates_show_no_plan on public.status_updates is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy task_comments_show_no_plan on public.task_comments as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy task_comments_show_no_plan on public.task_comments is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy tasks_show_no_plan on public.tasks as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy tasks_show_no_plan on public.tasks is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy time_entries_show_no_plan on public.time_entries as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy time_entries_show_no_plan on public.time_entries is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy vendor_lists_show_no_plan on public.vendor_lists as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy vendor_lists_show_no_plan on public.vendor_lists is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy weekly_updates_show_no_plan on public.weekly_updates as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy weekly_updates_show_no_plan on public.weekly_updates is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy estimate_cases_show_no_plan on public.estimate_cases as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy estimate_cases_show_no_plan on public.estimate_cases is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy person_rates_show_no_plan on public.person_rates as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy person_rates_show_no_plan on public.person_rates is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy project_rates_show_no_plan on public.project_rates as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy project_rates_show_no_plan on public.project_rates is 'EXPLAIN shows a signed-in caller no estimates about this table.';
create policy sync_dead_letters_show_no_plan on public.sync_dead_letters as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy sync_dead_letters_show_no_plan on public.sync_dead_letters is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy sync_runs_show_no_plan on public.sync_runs as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy sync_runs_show_no_plan on public.sync_runs is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy sync_scopes_show_no_plan on public.sync_scopes as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy sync_scopes_show_no_plan on public.sync_scopes is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy sync_streams_show_no_plan on public.sync_streams as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy sync_streams_show_no_plan on public.sync_streams is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy authoring_profiles_show_no_plan on public.authoring_profiles as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy authoring_profiles_show_no_plan on public.authoring_profiles is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy evidence_packs_show_no_plan on public.evidence_packs as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy evidence_packs_show_no_plan on public.evidence_packs is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy drafts_show_no_plan on public.drafts as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy drafts_show_no_plan on public.drafts is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy author_statements_show_no_plan on public.author_statements as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy author_statements_show_no_plan on public.author_statements is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy project_notes_show_no_plan on public.project_notes as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy project_notes_show_no_plan on public.project_notes is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy inbound_emails_show_no_plan on public.inbound_emails as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy inbound_emails_show_no_plan on public.inbound_emails is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy email_domains_show_no_plan on public.email_domains as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy email_domains_show_no_plan on public.email_domains is 'EXPLAIN shows a signed-in caller no estimates about this table.';

create policy meetings_show_no_plan on public.meetings as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy meetings_show_no_plan on public.meetings is 'EXPLAIN shows a signed-in caller no estimates about this table.';
