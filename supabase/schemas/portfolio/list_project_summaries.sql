-- The projects in scope that follow a given project by name, at most 2000, in a form that keeps the response under 1
-- MB: it has the names of columns, accounts and people only once. Thousands of projects then need few requests, and the
-- sums of hours and tasks are computed once per response. Without `after_id` it starts at the first project. Archived
-- projects are left out.
-- Raises OPAUT · OPDEN (no membership, client).
create or replace function public.list_project_summaries(after_name text default null, after_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  perform private.effective_scope(null);
  return (
    with matches as materialized (
      select project_summaries.*
      from public.project_summaries
      where project_summaries.archived_at is null
        and (list_project_summaries.after_id is null
          or (project_summaries.name, project_summaries.id)
            > (list_project_summaries.after_name, list_project_summaries.after_id))
      order by project_summaries.name, project_summaries.id
      limit 2001
    ),
    page as materialized (
      select * from matches
      order by matches.name, matches.id
      limit 2000
    )
    select jsonb_build_object(
      'columns', '["id", "account_id", "code", "name", "status", "lead_id", "starts_on", "due_on", "budget_hours", "budget_amount", "version", "actual_hours", "estimate_hours", "task_count", "open_task_count", "health", "health_reported_at", "last_activity_on", "tier", "service_line", "risk", "classification_version"]'::jsonb,
      'rows', coalesce((
        select jsonb_agg(jsonb_build_array(
          id, account_id, code, name, status, lead_id, starts_on, due_on, budget_hours, budget_amount, version,
          actual_hours, estimate_hours, task_count, open_task_count, health, health_reported_at, last_activity_on,
          tier, service_line, risk, classification_version) order by name, id)
        from page), '[]'),
      'accounts', coalesce((
        select jsonb_object_agg(account_id, jsonb_build_object(
          'account_name', account_name, 'client_id', client_id, 'client_name', client_name))
        from page), '{}'),
      'people', coalesce((
        select jsonb_object_agg(lead_id, lead_name) from page where lead_id is not null), '{}'),
      'has_more', (select count(*) > 2000 from matches)));
end;
$$;

grant execute on function public.list_project_summaries(text, uuid) to authenticated;
comment on function public.list_project_summaries(text, uuid) is
  'Returns { columns, rows, accounts, people, has_more }: rows of project_summaries as arrays in the order of columns. Raises OPAUT · OPDEN.';
