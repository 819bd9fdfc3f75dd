-- The spine of these projects, in their order, with the numbers of projects and open tasks in scope: for each, the
-- fields of spine_lines; with is_whole also summary, open tasks, people, status updates and activity, which are
-- null otherwise. Reads as the caller, under their policies; the viewer and the people whom both may see come from
-- the effective scope. json instead of jsonb, because nothing is looked up in it and nothing is copied between levels.
create or replace function private.spine(
  viewer public.people,
  person public.people,
  person_ids uuid[],
  shown_ids uuid[],
  is_whole boolean,
  project_count bigint,
  open_task_count bigint
)
returns json
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_organization public.organizations;
  v_names jsonb;
  v_today date;
  v_whole_ids constant uuid[] := case when is_whole then shown_ids else '{}' end;
  v_update_limit constant integer := 3;
begin
  select * into v_organization
  from public.organizations
  where organizations.id = (spine.viewer).organization_id;
  v_today := (now() at time zone v_organization.time_zone)::date;
  v_names := (
    select coalesce(jsonb_object_agg(people.id, people.name), '{}')
    from public.people
    where people.id = any (spine.person_ids)
  );

  return (
    with lines as materialized (
      select *
      from private.spine_lines(shown_ids, v_names, v_today)
    ),
    work as materialized (
      select *
      from private.spine_work(v_whole_ids, v_names, v_today)
    ),
    activity as materialized (
      select *
      from private.spine_activity(v_whole_ids, v_names, v_today, v_organization.time_zone)
    ),
    updates as materialized (
      select input.id as project_id, update_lists.items
      from unnest(v_whole_ids) as input (id)
      cross join lateral (
        select
          jsonb_agg(
            jsonb_build_object(
              'id', recent_updates.id,
              'author', jsonb_build_object('id', recent_updates.author_id, 'name', v_names -> recent_updates.author_id::text),
              'health', recent_updates.health,
              'summary', recent_updates.summary,
              'risks', recent_updates.risks,
              'next_steps', recent_updates.next_steps,
              'created_at', recent_updates.created_at
            )
            order by recent_updates.created_at desc
          ) as items
        from (
          select *
          from public.status_updates
          where status_updates.project_id = input.id
          order by status_updates.created_at desc
          limit v_update_limit
        ) as recent_updates
      ) as update_lists
    ),
    page as materialized (
      select
        input.position,
        (lines.project).account_id,
        activity.people_left_out,
        activity.activity_left_out,
        jsonb_array_length(work.open_tasks) as task_count,
        greatest(lines.update_count - v_update_limit, 0) as updates_left_out,
        json_build_object(
          'id', lines.project_id,
          'code', (lines.project).code,
          'name', (lines.project).name,
          'summary', case when is_whole then (lines.project).summary end,
          'status', (lines.project).status,
          'account_id', (lines.project).account_id,
          'lead', case when (lines.project).lead_id is not null then jsonb_build_object(
            'id', (lines.project).lead_id, 'name', v_names -> (lines.project).lead_id::text) end,
          'starts_on', (lines.project).starts_on,
          'due_on', (lines.project).due_on,
          'last_activity_on', lines.last_activity_on,
          'classification', lines.classification,
          'burn', json_build_object(
            'budget_hours', (lines.project).budget_hours,
            'budget_amount', (lines.project).budget_amount,
            'estimate_hours', lines.estimate_hours,
            'actual_hours', lines.actual_hours,
            'hours_last_30_days', lines.recent_hours,
            'percent_of_budget', round(100 * lines.actual_hours / nullif((lines.project).budget_hours, 0), 1),
            'last_entry', activity.last_entry),
          'task_count', lines.task_count,
          'open_items', coalesce(work.open_items, lines.open_items),
          'open_tasks', work.open_tasks,
          'people', activity.people,
          'status_updates', case when is_whole then coalesce(updates.items, '[]') end,
          'activity', activity.activity,
          'left_out', case when is_whole then json_build_object(
            'open_tasks', work.task_left_out,
            'people', activity.people_left_out,
            'status_updates', greatest(lines.update_count - v_update_limit, 0),
            'activity', activity.activity_left_out) end) as item
      from unnest(shown_ids) with ordinality as input (id, position)
      join lines on lines.project_id = input.id
      left join work on work.project_id = input.id
      left join activity on activity.project_id = input.id
      left join updates on updates.project_id = input.id
    )
    select json_build_object(
      'viewer', jsonb_build_object(
        'id', (spine.viewer).id, 'name', (spine.viewer).name, 'role', (spine.viewer).role),
      'as', case when (person).id <> (spine.viewer).id then jsonb_build_object(
        'id', (person).id, 'name', (person).name, 'role', (person).role) end,
      'organization', jsonb_build_object(
        'id', v_organization.id, 'name', v_organization.name, 'currency', v_organization.currency,
        'time_zone', v_organization.time_zone),
      'today', v_today,
      'accounts', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', accounts.id,
            'name', accounts.name,
            'client', jsonb_build_object('id', accounts.client_id, 'name', clients.name),
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
          order by accounts.name, accounts.id), '[]')
        from public.accounts
        left join public.clients on clients.id = accounts.client_id
        left join public.operating_profiles as profiles on profiles.account_id = accounts.id
        where accounts.id = any (array(select distinct page.account_id from page))
      ),
      'projects', coalesce(json_agg(page.item order by page.position), '[]'),
      'left_out', json_build_object(
        'projects', project_count - count(*),
        'open_tasks', open_task_count - coalesce(sum(page.task_count), 0),
        'people', coalesce(sum(page.people_left_out), 0),
        'status_updates', coalesce(sum(page.updates_left_out), 0),
        'activity', coalesce(sum(page.activity_left_out), 0))
    )
    from page
  );
end;
$$;

create or replace function private.current_projects(project_ids uuid[])
returns uuid[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select projects.id from public.projects
    where projects.id = any (current_projects.project_ids) and projects.archived_at is null);
end;
$$;

grant execute on function private.spine(
  public.people, public.people, uuid[], uuid[], boolean, bigint, bigint) to authenticated;
grant execute on function private.current_projects(uuid[]) to authenticated;
comment on function private.spine(public.people, public.people, uuid[], uuid[], boolean, bigint, bigint) is
  'Builds the result of get_spine and get_chat_spine.';
comment on function private.current_projects(uuid[]) is 'Ids of projects that the caller sees and that are not archived.';
