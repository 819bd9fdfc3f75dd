-- The order in which to report these projects: planned, active and on hold before others, then by the day of the last
-- activity, as in project_summaries. After them, up to 50 more that a question may name: those of which the question
-- contains the name, the code, or the name of the account or client. The service decides which of them it really names.
-- Archived projects are left out. Definer, because row-level security would compare each index lookup with the whole
-- scope: this function determines once which of the projects the caller may see, and reads only those. It returns ids;
-- their facts are then read under row-level security.
create or replace function private.most_active_projects(
  project_ids uuid[],
  result_limit integer,
  question text default null
)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  -- In a variable, because inside the query the planner would call it too.
  v_visible_ids uuid[] := private.visible_project_ids();
  v_project_ids uuid[] := array(
    select unnest(most_active_projects.project_ids) intersect select unnest(v_visible_ids));
  v_question text := lower(normalize(left(question, 8000)));
  v_named_limit constant integer := 50;
begin
  return array(
    with ranking as (
      select
        projects.id,
        (
          select bool_or(strpos(v_question, lower(normalize(btrim(names.name)))) > 0)
          from (values (projects.name), (projects.code), (accounts.name), (clients.name)) as names (name)
        ) as may_be_named,
        row_number() over (
          order by projects.status in ('active', 'planned', 'on_hold') desc,
                   greatest(
                     (select time_entries.spent_on from public.time_entries
                      where time_entries.project_id = projects.id
                      order by time_entries.spent_on desc limit 1),
                     (select max(tasks.completed_on) from public.tasks
                      where tasks.project_id = projects.id and tasks.archived_at is null),
                     (select status_updates.created_at from public.status_updates
                      where status_updates.project_id = projects.id
                      order by status_updates.created_at desc limit 1)::date) desc nulls last,
                   projects.name, projects.id
        ) as position
      from public.projects
      join public.accounts on accounts.id = projects.account_id
      join public.clients on clients.id = accounts.client_id
      where projects.id = any (v_project_ids) and projects.archived_at is null
    )
    select ranking.id
    from ranking
    where ranking.position <= result_limit or ranking.may_be_named
    order by ranking.position
    limit result_limit + v_named_limit);
end;
$$;

grant execute on function private.most_active_projects(uuid[], integer, text) to authenticated;
comment on function private.most_active_projects(uuid[], integer, text) is
  'Ids of projects that the caller sees, most active first, and of those that a question may name.';
