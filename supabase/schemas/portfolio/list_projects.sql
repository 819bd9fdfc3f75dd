-- Projects in scope with problems, the worst first, with the figures that show them. Reads under the caller's own
-- policies, and only within the effective scope of `as`. Using another person's view is recorded, so the function
-- is not stable.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (person_not_found, project_not_found) · OPINV
-- (limit_out_of_range).
-- over_plan, only for over_budget: how many of the total have spent more than the budget or estimate.
create type public.project_concern as enum ('late', 'over_budget', 'at_risk');
comment on type public.project_concern is
  'late: active and past its due date. over_budget: 90% or more of the budget is spent, or of the estimate if there is no budget. at_risk: planned or active, with a status other than on track or a high risk.';

create or replace function public.list_projects(
  concern public.project_concern default null,
  project_id uuid default null,
  result_limit integer default 50,
  as_person_id uuid default null
)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_today date;
  v_total integer;
begin
  select * into v_scope from private.effective_scope(list_projects.as_person_id);
  perform private.require_limit(result_limit, 100);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_projects.project_id);
  if list_projects.as_person_id is not null then
    perform private.record_view_as(list_projects.as_person_id);
  end if;
  perform private.record_chat_materials(private.material_scopes(
    v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted, list_projects.project_id));
  select (now() at time zone organizations.time_zone)::date into v_today
  from public.organizations
  where organizations.id = (v_scope.viewer).organization_id;

  -- Figures are the most expensive part, so they are computed only for projects to which the concern can apply, or,
  -- without a concern, only for those shown.
  v_project_ids := array(
    select projects.id from public.projects
    where projects.id = any (v_project_ids) and projects.archived_at is null
      and case list_projects.concern
        when 'late' then projects.status = 'active' and projects.due_on < v_today
        when 'at_risk' then projects.status in ('planned', 'active')
        else true end
    order by projects.name, projects.id);
  if list_projects.concern is null then
    v_total := cardinality(v_project_ids);
    v_project_ids := v_project_ids[1:result_limit];
  end if;

  return (
    with figures as materialized (
      select
        project_summaries.*,
        coalesce(nullif(project_summaries.budget_hours, 0), nullif(project_summaries.estimate_hours, 0)) as planned_hours
      from public.project_summaries
      where project_summaries.id = any (v_project_ids)
    ),
    matches as materialized (
      select
        figures.*,
        round(100 * figures.actual_hours / figures.planned_hours, 1) as percent_spent,
        case list_projects.concern
          when 'late' then v_today - figures.due_on
          when 'over_budget' then figures.actual_hours / figures.planned_hours
          when 'at_risk' then
            coalesce(case figures.health when 'off_track' then 4 when 'at_risk' then 2 end, 0)
            + coalesce(case figures.risk when 'high' then 1 end, 0)
        end as severity
      from figures
      where case list_projects.concern
        when 'over_budget' then figures.actual_hours >= 0.9 * figures.planned_hours
        when 'at_risk' then figures.health in ('at_risk', 'off_track') or figures.risk = 'high'
        else true end
    ),
    page as (
      select * from matches
      order by matches.severity desc nulls last, matches.name, matches.id
      limit result_limit
    )
    select jsonb_build_object(
      'today', v_today,
      'projects', coalesce(jsonb_agg(
        jsonb_build_object(
          'id', page.id, 'name', page.name, 'status', page.status, 'due_on', page.due_on,
          'lead', case when page.lead_id = any (v_scope.person_ids) then page.lead_name end,
          'budget_hours', page.budget_hours, 'estimate_hours', page.estimate_hours,
          'actual_hours', page.actual_hours, 'percent_spent', page.percent_spent,
          'risk', page.risk, 'health', page.health,
          'status_update', (
            select jsonb_build_object(
              'id', status_updates.id, 'summary', status_updates.summary,
              'posted_on', status_updates.created_at::date)
            from public.status_updates
            where status_updates.project_id = page.id
            order by status_updates.created_at desc
            limit 1))
        order by page.severity desc nulls last, page.name, page.id), '[]'),
      'total', coalesce(v_total, (select count(*) from matches)),
      'left_out', coalesce(v_total, (select count(*) from matches)) - count(page.id))
      || case when list_projects.concern = 'over_budget' then jsonb_build_object(
        'over_plan', (select count(*) from matches where matches.actual_hours > matches.planned_hours)) else '{}' end
    from page);
end;
$$;

grant execute on function public.list_projects(public.project_concern, uuid, integer, uuid) to authenticated;
comment on function public.list_projects(public.project_concern, uuid, integer, uuid) is
  'Returns { today, projects, total, left_out, over_plan? }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
