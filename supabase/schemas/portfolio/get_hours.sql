-- Hours in scope, added up by project, person or month; projects have their budgets. Reads under the caller's own
-- policies, and only within the effective scope of `as`; the hours of people whom only one of the two may see are added
-- up without a name. Using another person's view is recorded, so the function is not stable.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (person_not_found, project_not_found) · OPINV
-- (limit_out_of_range).
create type public.hours_group as enum ('project', 'person', 'month');
comment on type public.hours_group is 'How hours are grouped.';

create or replace function public.get_hours(
  group_by public.hours_group default 'project',
  project_id uuid default null,
  person_id uuid default null,
  spent_from date default null,
  spent_to date default null,
  result_limit integer default 100,
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
begin
  select * into v_scope from private.effective_scope(get_hours.as_person_id);
  perform private.require_limit(result_limit, 200);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, get_hours.project_id);
  if get_hours.as_person_id is not null then
    perform private.record_view_as(get_hours.as_person_id);
  end if;
  perform private.record_chat_materials(private.material_scopes(
    v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted, get_hours.project_id));

  return (
    with totals as materialized (
      select
        case group_by when 'project' then time_entries.project_id::text
          when 'person' then (case when time_entries.person_id = any (v_scope.person_ids)
                              then time_entries.person_id end)::text
          else to_char(time_entries.spent_on, 'YYYY-MM') end as key,
        sum(time_entries.hours) as hours, min(time_entries.spent_on) as first_on, max(time_entries.spent_on) as last_on
      from public.time_entries
      where time_entries.project_id = any (v_project_ids)
        and (get_hours.person_id is null
          or time_entries.person_id = get_hours.person_id and get_hours.person_id = any (v_scope.person_ids))
        and (spent_from is null or time_entries.spent_on >= spent_from)
        and (spent_to is null or time_entries.spent_on <= spent_to)
      group by 1
    ),
    page as (
      select * from totals
      order by case when group_by = 'month' then totals.key end desc, totals.hours desc, totals.key
      limit result_limit
    )
    select jsonb_build_object(
      'group_by', group_by,
      'total_hours', (select coalesce(sum(totals.hours), 0) from totals),
      'groups', coalesce(jsonb_agg(
        case group_by
          when 'project' then jsonb_build_object(
            'project', jsonb_build_object('id', projects.id, 'name', projects.name),
            'budget_hours', projects.budget_hours)
          when 'person' then jsonb_build_object(
            'person', case when people.id is not null then jsonb_build_object('id', people.id, 'name', people.name) end)
          else jsonb_build_object('month', page.key) end
        || jsonb_build_object('hours', page.hours, 'first_on', page.first_on, 'last_on', page.last_on)
        order by case when group_by = 'month' then page.key end desc, page.hours desc, page.key), '[]'),
      'left_out', (select count(*) from totals) - count(page.hours))
    from page
    left join public.projects on group_by = 'project' and projects.id::text = page.key
    left join public.people on group_by = 'person' and people.id::text = page.key);
end;
$$;

grant execute on function public.get_hours(
  public.hours_group, uuid, uuid, date, date, integer, uuid) to authenticated;
comment on function public.get_hours(public.hours_group, uuid, uuid, date, date, integer, uuid) is
  'Returns { group_by, total_hours, groups, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
