-- The spine: what somebody would need to answer for their projects, each fact with an id that can be
-- cited. Reads under the caller's own policies and, on top, only the effective scope of `as`: projects of
-- both, accounts of those projects, names of people whom both may see.
-- At most 200 projects, liveliest first, with three status updates each; spine_work and spine_activity
-- cap the rest. left_out counts what is not shown: open_tasks in all projects of the scope, the other
-- lists in the projects shown.
-- Looking as somebody else is recorded, so it is not stable.
-- With project_id, of that project alone.
-- Raises OPAUT · OPDEN (no membership, client) · OPNFD (unknown person to view as, project_not_found).
create or replace function public.get_spine(as_person_id uuid default null, project_id uuid default null)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
  v_project_ids uuid[];
  v_organization public.organizations;
  v_names jsonb;
  v_today date;
  v_project_limit constant integer := 200;
  v_update_limit constant integer := 3;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, get_spine.project_id);
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;
  select * into v_organization
  from public.organizations
  where organizations.id = (v_scope.viewer).organization_id;
  v_today := (now() at time zone v_organization.time_zone)::date;

  v_names := (
    select coalesce(jsonb_object_agg(people.id, people.name), '{}')
    from public.people
    where people.id = any (v_scope.person_ids)
  );

  return (
    with in_scope as materialized (
      select *
      from public.project_summaries
      where id = any (v_project_ids) and archived_at is null
    ),
    shown as materialized (
      select in_scope.*, row_number() over (
        order by status in ('active', 'planned', 'on_hold') desc,
                 last_activity_on desc nulls last, name, id
      ) as relevance
      from in_scope
      order by relevance
      limit v_project_limit
    ),
    work as materialized (
      select *
      from private.spine_work(array(select id from shown), v_names, v_today)
    ),
    activity as materialized (
      select *
      from private.spine_activity(
        array(select id from shown), v_names, v_today, v_organization.time_zone)
    ),
    told as materialized (
      select shown.id as project_id, counted.told_count, latest.items
      from shown
      cross join lateral (
        select count(*) as told_count
        from public.status_updates
        where status_updates.project_id = shown.id
      ) as counted
      cross join lateral (
        select
          jsonb_agg(
            jsonb_build_object(
              'id', recent.id,
              'author', jsonb_build_object('id', recent.author_id, 'name', v_names -> recent.author_id::text),
              'health', recent.health,
              'summary', recent.summary,
              'risks', recent.risks,
              'next_steps', recent.next_steps,
              'created_at', recent.created_at
            )
            order by recent.created_at desc
          ) as items
        from (
          select *
          from public.status_updates
          where status_updates.project_id = shown.id
          order by status_updates.created_at desc
          limit v_update_limit
        ) as recent
      ) as latest
    ),
    run as (
      select distinct account_id, account_name, client_id, client_name from shown
    )
    select jsonb_build_object(
      'viewer', jsonb_build_object(
        'id', (v_scope.viewer).id, 'name', (v_scope.viewer).name, 'role', (v_scope.viewer).role),
      'as', case when (v_scope.person).id <> (v_scope.viewer).id then jsonb_build_object(
        'id', (v_scope.person).id, 'name', (v_scope.person).name, 'role', (v_scope.person).role) end,
      'organization', jsonb_build_object(
        'id', v_organization.id, 'name', v_organization.name, 'currency', v_organization.currency,
        'time_zone', v_organization.time_zone),
      'today', v_today,
      'accounts', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', run.account_id,
            'name', run.account_name,
            'client', jsonb_build_object('id', run.client_id, 'name', run.client_name),
            'operating_profile', case when profiles.account_id is not null then jsonb_build_object(
              'version', profiles.version,
              'cadence', profiles.cadence,
              'contacts', profiles.contacts,
              'standing_facts', profiles.standing_facts,
              'definition_of_done', profiles.definition_of_done,
              'updated_by', case when profiles.updated_by is not null then
                jsonb_build_object('id', profiles.updated_by, 'name', v_names -> profiles.updated_by::text) end,
              'updated_at', profiles.updated_at) end
          )
          order by run.account_name, run.account_id), '[]')
        from run
        left join public.operating_profiles as profiles on profiles.account_id = run.account_id
      ),
      'projects', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', shown.id,
            'code', shown.code,
            'name', shown.name,
            'summary', shown.summary,
            'status', shown.status,
            'account_id', shown.account_id,
            'lead', case when shown.lead_id is not null then
              jsonb_build_object('id', shown.lead_id, 'name', v_names -> shown.lead_id::text) end,
            'starts_on', shown.starts_on,
            'due_on', shown.due_on,
            'last_activity_on', shown.last_activity_on,
            'classification', case when classified.id is not null then jsonb_build_object(
              'id', classified.id,
              'version', classified.version,
              'tier', classified.tier,
              'service_line', classified.service_line,
              'risk', classified.risk,
              'reason', classified.reason,
              'by', jsonb_build_object(
                'id', classified.classified_by, 'name', v_names -> classified.classified_by::text),
              'since', classified.created_at) end,
            'burn', jsonb_build_object(
              'budget_hours', shown.budget_hours,
              'budget_amount', shown.budget_amount,
              'estimate_hours', shown.estimate_hours,
              'actual_hours', shown.actual_hours,
              'hours_last_30_days', activity.recent_hours,
              'percent_of_budget', round(100 * shown.actual_hours / nullif(shown.budget_hours, 0), 1),
              'last_entry', activity.last_entry),
            'task_count', shown.task_count,
            'open_items', work.open_items,
            'open_tasks', work.open_tasks,
            'people', activity.people,
            'status_updates', coalesce(told.items, '[]'),
            'activity', activity.activity,
            'left_out', jsonb_build_object(
              'open_tasks', work.task_left_out,
              'people', activity.people_left_out,
              'status_updates', greatest(told.told_count - v_update_limit, 0),
              'activity', activity.activity_left_out)
          )
          order by shown.relevance
        ), '[]'),
      'left_out', jsonb_build_object(
        'projects', (select count(*) from in_scope) - count(*),
        'open_tasks', (select coalesce(sum(in_scope.open_task_count), 0) from in_scope)
                      - coalesce(sum(jsonb_array_length(work.open_tasks)), 0),
        'people', coalesce(sum(activity.people_left_out), 0),
        'status_updates', coalesce(sum(greatest(told.told_count - v_update_limit, 0)), 0),
        'activity', coalesce(sum(activity.activity_left_out), 0)
      )
    )
    from shown
    join work on work.project_id = shown.id
    join activity on activity.project_id = shown.id
    join told on told.project_id = shown.id
    left join public.portfolio_classifications as classified
      on classified.project_id = shown.id and classified.version = shown.classification_version
  );
end;
$$;

revoke execute on function public.get_spine(uuid, uuid) from public;
grant execute on function public.get_spine(uuid, uuid) to authenticated;

comment on function public.get_spine(uuid, uuid) is
  'Answers { viewer, as, organization, today, accounts, projects, left_out }. Hours in hours, money in the organization''s currency. Raises OPAUT · OPDEN · OPNFD.';
