-- Plans who becomes a member of the imported projects: people with hours or a task there, and people whom the file
-- names for it. The choice is `new` for people whom this import adds or `all` for everyone in the file; nothing
-- else in an import widens a person's scope. Admins and leads see every project anyway, so they get no membership.
create or replace function private.plan_import_memberships(choice text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  create temporary table import_memberships on commit drop as
  with contributors as (
    select project_id, person_id from pg_temp.import_lines
    where problem is null and hours is not null
    union
    select project_id, assignee_id from pg_temp.import_lines
    where problem is null and task_id is not null
    union
    select import_lines.project_id, import_people.id
    from pg_temp.import_mentions
    join pg_temp.import_lines on import_lines.line = import_mentions.line
    join pg_temp.import_people on import_people.person_key = import_mentions.person_key
    where import_mentions.part = 'member' and import_lines.problem is null
  )
  select
    contributors.project_id,
    contributors.person_id,
    min(import_projects.name) as project_name,
    min(coalesce(people.name, import_people.label)) as person_name,
    min(import_projects.project_key) as project_key,
    min(import_people.person_key) as person_key,
    not exists (
      select 1 from public.project_members as memberships
      where memberships.project_id = contributors.project_id and memberships.person_id = contributors.person_id) as is_new
  from contributors
  join pg_temp.import_projects on import_projects.id = contributors.project_id
  join pg_temp.import_people on import_people.id = contributors.person_id
  left join public.people on people.id = contributors.person_id
  where (plan_import_memberships.choice = 'all' or (plan_import_memberships.choice = 'new' and import_people.is_new))
    and (import_people.is_new or (people.role = 'member' and people.archived_at is null))
  group by contributors.project_id, contributors.person_id;
end;
$$;
