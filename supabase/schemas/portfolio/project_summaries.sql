-- A project with everything a portfolio line shows, computed on read. Runs as the caller, so that the policy of
-- each table applies. The aggregates are grouped before they are joined, so that one index scan per table serves a whole
-- scope and a single project alike. A viewer who sees a project sees its account and client; they are still left
-- joins, because the planner would multiply its estimates for three policies, expect one project, and repeat the
-- aggregates for each.
create or replace view public.project_summaries
with (security_invoker = true)
as
select
  projects.id,
  projects.organization_id,
  projects.account_id,
  accounts.name as account_name,
  accounts.client_id,
  clients.name as client_name,
  projects.code,
  projects.name,
  projects.summary,
  projects.status,
  projects.lead_id,
  leads.name as lead_name,
  projects.starts_on,
  projects.due_on,
  projects.budget_hours,
  projects.budget_amount,
  projects.version,
  projects.updated_at,
  projects.archived_at,
  coalesce(hours.actual_hours, 0) as actual_hours,
  coalesce(work.estimate_hours, 0) as estimate_hours,
  coalesce(work.task_count, 0) as task_count,
  coalesce(work.open_task_count, 0) as open_task_count,
  updates.health,
  updates.created_at as health_reported_at,
  greatest(hours.last_spent_on, work.last_completed_on, updates.created_at::date) as last_activity_on,
  classifications.tier,
  classifications.service_line,
  classifications.risk,
  coalesce(classifications.version, 0) as classification_version
from public.projects
left join public.accounts on accounts.id = projects.account_id
left join public.clients on clients.id = accounts.client_id
left join public.people as leads on leads.id = projects.lead_id
left join (
  select
    time_entries.project_id,
    sum(time_entries.hours) as actual_hours,
    max(time_entries.spent_on) as last_spent_on
  from public.time_entries
  group by time_entries.project_id
) as hours on hours.project_id = projects.id
left join (
  select
    tasks.project_id,
    sum(tasks.estimate_hours) as estimate_hours,
    count(*) as task_count,
    count(*) filter (where tasks.status in ('open', 'in_progress', 'blocked')) as open_task_count,
    max(tasks.completed_on) as last_completed_on
  from public.tasks
  where tasks.archived_at is null
  group by tasks.project_id
) as work on work.project_id = projects.id
left join (
  select distinct on (status_updates.project_id)
    status_updates.project_id,
    status_updates.health,
    status_updates.created_at
  from public.status_updates
  order by status_updates.project_id, status_updates.created_at desc
) as updates on updates.project_id = projects.id
left join (
  select distinct on (portfolio_classifications.project_id)
    portfolio_classifications.project_id,
    portfolio_classifications.version,
    portfolio_classifications.tier,
    portfolio_classifications.service_line,
    portfolio_classifications.risk
  from public.portfolio_classifications
  order by portfolio_classifications.project_id, portfolio_classifications.version desc
) as classifications on classifications.project_id = projects.id;

revoke all on public.project_summaries from public, anon, authenticated, service_role;
grant select on public.project_summaries to authenticated, service_role;

comment on view public.project_summaries is
  'Projects in the caller''s scope with account, client, lead, hours, tasks, latest health and classification.';
comment on column public.project_summaries.actual_hours is 'Sum of time entries, in hours.';
comment on column public.project_summaries.last_activity_on is
  'Day of the latest hours, completed task or status update; null when there is none yet.';
comment on column public.project_summaries.classification_version is
  'Version of the current classification; 0 if the project has none.';
