-- Scope: the rows that each caller may see. Policies use the helpers of this file and nothing else. The scope of client
-- contacts is in portal/client_scope.sql, and sees_project() of work/work_scope.sql is project_ids_of() for one project.
--
-- A helper of policies returns the scope of the statement's caller, takes no argument, and is called as `(select
-- private.helper())`, so that the planner evaluates it once per statement (an InitPlan) and uses the array as an
-- index condition. A helper that took a column would run once per row. The functions whose names end in _of compute the
-- scope of one person. All are definers because they read people and memberships, which the caller may not see in full.
-- They are written in plpgsql, because it caches plans for the session.

create or replace function private.viewer()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people;
begin
  select * into v_viewer
  from public.people
  where people.user_id = (select private.user_id()) and people.archived_at is null;
  return v_viewer;
end;
$$;
comment on function private.viewer() is
  'The person behind the call; a row of nulls for an outsider, an anonymous caller or a key.';

create or replace function private.viewer_organization_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select private.user_id())
      and people.archived_at is null
      and people.role <> 'client'
  );
end;
$$;
comment on function private.viewer_organization_id() is
  'Organization whose internal rows the caller may see at all; null for clients and outsiders.';

create or replace function private.internal_person_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select people.id
    from public.people
    where people.user_id = (select private.user_id())
      and people.archived_at is null
      and people.role <> 'client'
  );
end;
$$;
comment on function private.internal_person_id() is
  'The caller among the people of their organization; null for clients and outsiders.';

create or replace function private.led_organization_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select private.user_id())
      and people.archived_at is null
      and people.role in ('admin', 'lead')
  );
end;
$$;
comment on function private.led_organization_id() is
  'Organization in which the caller is admin or lead; null for everyone else.';

create or replace function private.administered_organization_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select private.user_id())
      and people.archived_at is null
      and people.role = 'admin'
  );
end;
$$;
comment on function private.administered_organization_id() is
  'Organization in which the caller is admin; null for everyone else.';

create or replace function private.project_ids_of(person public.people)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if person.archived_at is not null then
    return '{}';
  elsif person.role in ('admin', 'lead') then
    return array(select projects.id from public.projects
                 where projects.organization_id = person.organization_id);
  elsif person.role = 'member' then
    return array(select project_members.project_id from public.project_members
                 where project_members.person_id = person.id);
  end if;
  return '{}';
end;
$$;
comment on function private.project_ids_of(public.people) is
  'Projects whose rows a person may see: all of the organization for admin and lead, memberships for a member, none for a client or an archived person.';

create or replace function private.visible_project_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.project_ids_of(private.viewer());
end;
$$;
comment on function private.visible_project_ids() is 'Projects whose rows the caller may see.';

create or replace function private.hidden_task_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_organization_id constant uuid := (private.viewer()).organization_id;
begin
  return array(select tasks.id from public.tasks
               where tasks.organization_id = v_organization_id and tasks.hidden_at is not null
                 and exists (select from public.task_comments where task_comments.task_id = tasks.id));
end;
$$;
comment on function private.hidden_task_ids() is
  'Tasks that have comments but are no longer shown by their vendor: nobody sees these comments.';

create or replace function private.scope_ids_of(person public.people)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if person.archived_at is null and person.role in ('admin', 'lead') then
    return private.project_ids_of(person) || person.organization_id;
  end if;
  return private.project_ids_of(person);
end;
$$;
comment on function private.scope_ids_of(public.people) is
  'Values of scope_id that a person may see: their projects and, for admin and lead, the organization itself, which represents restricted rows and rows without a project.';

create or replace function private.visible_scope_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.scope_ids_of(private.viewer());
end;
$$;
comment on function private.visible_scope_ids() is 'Values of scope_id that the caller may see.';

create or replace function private.visible_account_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
  v_project_ids uuid[];
begin
  if v_viewer.role in ('admin', 'lead') then
    return array(select accounts.id from public.accounts
                 where accounts.organization_id = v_viewer.organization_id);
  end if;
  -- In a variable, because inside the query the call could run once per row.
  v_project_ids := private.project_ids_of(v_viewer);
  return array(select distinct projects.account_id from public.projects
               where projects.id = any (v_project_ids));
end;
$$;
comment on function private.visible_account_ids() is
  'Accounts the caller may see: all of the organization for admin and lead, else those of visible projects.';

create or replace function private.visible_client_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
  v_project_ids uuid[];
begin
  if v_viewer.role in ('admin', 'lead') then
    return array(select clients.id from public.clients
                 where clients.organization_id = v_viewer.organization_id);
  end if;
  v_project_ids := private.project_ids_of(v_viewer);
  return array(select distinct accounts.client_id
               from public.projects
               join public.accounts on accounts.id = projects.account_id
               where projects.id = any (v_project_ids));
end;
$$;
comment on function private.visible_client_ids() is
  'Clients the caller may see: all of the organization for admin and lead, else those of visible accounts.';

create or replace function private.person_ids_of(person public.people)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if person.archived_at is not null then
    return '{}';
  elsif person.role in ('admin', 'lead') then
    return array(select people.id from public.people
                 where people.organization_id = person.organization_id);
  elsif person.role = 'member' then
    return array(select people.id from public.people
                 where people.organization_id = person.organization_id
                   and (people.is_employee or people.id = person.id));
  end if;
  return '{}';
end;
$$;
comment on function private.person_ids_of(public.people) is
  'People a person may see: everyone for admin and lead, colleagues for a member, no one for a client or an archived person.';

create or replace function private.visible_person_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.person_ids_of(private.viewer());
end;
$$;
comment on function private.visible_person_ids() is 'People the caller may see.';

create or replace function private.effective_scope(
  as_person_id uuid,
  out viewer public.people,
  out person public.people,
  out project_ids uuid[],
  out person_ids uuid[],
  out sees_restricted boolean
)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  viewer := private.require_internal_viewer();
  person := viewer;
  project_ids := private.project_ids_of(viewer);
  person_ids := private.person_ids_of(viewer);
  sees_restricted := viewer.role in ('admin', 'lead');
  if as_person_id is null or viewer.role not in ('admin', 'lead') then
    return;
  end if;

  select * into person
  from public.people
  where people.id = as_person_id
    and people.organization_id = viewer.organization_id
    and people.archived_at is null;
  if person.id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'There is no such person to view as',
      hint = 'person_not_found';
  end if;
  project_ids := array(
    select unnest(project_ids) intersect select unnest(private.project_ids_of(person))
  );
  person_ids := array(
    select unnest(person_ids) intersect select unnest(private.person_ids_of(person))
  );
  sees_restricted := sees_restricted and person.role in ('admin', 'lead');
end;
$$;
comment on function private.effective_scope(uuid) is
  'Scope of a read in another person''s view: the intersection of both, so that it never widens the viewer''s own. Ignored for callers who are neither admin nor lead. Raises OPAUT · OPDEN · OPNFD (person_not_found).';

-- Callers may execute only the helpers that policies and invoker functions name.

grant execute on function private.viewer_organization_id() to authenticated;
grant execute on function private.internal_person_id() to authenticated;
grant execute on function private.led_organization_id() to authenticated;
grant execute on function private.administered_organization_id() to authenticated;
grant execute on function private.visible_project_ids() to authenticated;
grant execute on function private.hidden_task_ids() to authenticated;
grant execute on function private.visible_scope_ids() to authenticated;
grant execute on function private.visible_account_ids() to authenticated;
grant execute on function private.visible_client_ids() to authenticated;
grant execute on function private.visible_person_ids() to authenticated;
grant execute on function private.effective_scope(uuid) to authenticated;
