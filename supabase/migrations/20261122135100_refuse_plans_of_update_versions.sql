-- The table is newer than the policies of the migration before.
create policy status_update_versions_show_no_plan on public.status_update_versions as restrictive
  for select to authenticated using (private.is_no_query_plan());
comment on policy status_update_versions_show_no_plan on public.status_update_versions is 'EXPLAIN estimates nothing of it for a signed-in caller.';
