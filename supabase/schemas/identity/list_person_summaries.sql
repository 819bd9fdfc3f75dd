-- Everyone in scope by id, at most 2000 people after a given one, with the number of live projects that they are
-- members of or lead. The names of columns and clients are sent once, which keeps the response under 1 MB. Counts
-- replace the list of all projects, which a page about people would otherwise read.
-- Raises OPAUT · OPDEN (no membership, client).
create or replace function public.list_person_summaries(after_id uuid default null)
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
      select people.* from public.people
      where list_person_summaries.after_id is null or people.id > list_person_summaries.after_id
      order by people.id
      limit 2001
    ),
    live_projects as materialized (
      select projects.id, projects.lead_id from public.projects where projects.archived_at is null
    ),
    memberships as (
      select project_members.person_id, count(*) as projects
      from public.project_members
      join live_projects on live_projects.id = project_members.project_id
      group by project_members.person_id
    ),
    leads as (
      select live_projects.lead_id, count(*) as projects from live_projects group by live_projects.lead_id
    ),
    page as materialized (
      select matches.*, coalesce(memberships.projects, 0) as project_count, coalesce(leads.projects, 0) as led_project_count
      from matches
      left join memberships on memberships.person_id = matches.id
      left join leads on leads.lead_id = matches.id
      order by matches.id
      limit 2000
    )
    select jsonb_build_object(
      'columns', '["id", "name", "email", "role", "is_employee", "is_prompt_owner", "client_id", "user_id", "version", "created_at", "archived_at", "merged_into_id", "project_count", "led_project_count"]'::jsonb,
      'rows', coalesce((
        select jsonb_agg(jsonb_build_array(
          id, name, email, role, is_employee, is_prompt_owner, client_id, user_id, version, created_at, archived_at,
          merged_into_id, project_count, led_project_count) order by id)
        from page), '[]'),
      'clients', coalesce((
        select jsonb_object_agg(clients.id, clients.name) from public.clients
        where clients.id in (select page.client_id from page)), '{}'),
      'has_more', (select count(*) > 2000 from matches)));
end;
$$;

grant execute on function public.list_person_summaries(uuid) to authenticated;
comment on function public.list_person_summaries(uuid) is
  'Returns { columns, rows, clients, has_more }: people as arrays in the order of columns, and the names of their clients by id. Raises OPAUT · OPDEN.';
