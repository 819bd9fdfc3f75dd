create policy "portfolio_import_memberships_show_no_plan" on "public"."portfolio_import_memberships"
  as restrictive
  for select
  to "authenticated"
  using (private.is_no_query_plan());

comment on policy "portfolio_import_memberships_show_no_plan"
  on "public"."portfolio_import_memberships" is 'EXPLAIN estimates nothing of it for a signed-in caller.';
