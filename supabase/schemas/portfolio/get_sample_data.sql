-- Whether the organization has sample data, whether it can be added, and which first steps are done.
-- Raises OPAUT · OPDEN (neither admin nor lead).
create or replace function private.get_sample_data()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
begin
  return private.sample_data_json(v_viewer.organization_id)
    || jsonb_build_object('steps', private.first_steps_json(v_viewer.organization_id));
end;
$$;

create or replace function private.sample_data_json(organization_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'rows', (select count(*) from private.sample_rows as samples
             where samples.organization_id = sample_data_json.organization_id),
    'has_own_projects', exists (
      select from public.projects
      where projects.organization_id = sample_data_json.organization_id
        and not exists (
          select from private.sample_rows as samples where samples.row_id = projects.id)),
    'is_empty', private.is_empty_organization(sample_data_json.organization_id))
$$;
comment on function private.sample_data_json(uuid) is
  'Returns { rows, has_own_projects, is_empty }: how many rows are sample data, and whether there are others.';

create or replace function private.first_steps_json(organization_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'is_named', exists (
      select from public.organization_settings as settings
      where settings.organization_id = first_steps_json.organization_id),
    -- People of an import or of sample data cannot sign in until somebody invites them.
    'has_colleague', exists (
        select from public.invitations
        where invitations.organization_id = first_steps_json.organization_id and invitations.revoked_at is null)
      or (select count(*) from (
            select from public.people
            where people.organization_id = first_steps_json.organization_id and people.user_id is not null
            limit 2) as colleagues) > 1,
    'has_document', exists (
      select from public.documents where documents.organization_id = first_steps_json.organization_id),
    'has_integration', exists (
      select from public.integrations where integrations.organization_id = first_steps_json.organization_id))
$$;
comment on function private.first_steps_json(uuid) is
  'Returns { is_named, has_colleague, has_document, has_integration }: which first steps of an organization are done.';

create or replace function private.is_empty_organization(organization_id uuid)
returns boolean
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select not exists (
      select from public.clients where clients.organization_id = is_empty_organization.organization_id)
    and not exists (
      select from public.projects where projects.organization_id = is_empty_organization.organization_id)
$$;
comment on function private.is_empty_organization(uuid) is 'Whether the organization has neither a client nor a project.';

create or replace function public.get_sample_data()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_sample_data() $$;

grant execute on function private.get_sample_data() to authenticated;
grant execute on function public.get_sample_data() to authenticated;
comment on function public.get_sample_data() is
  'Returns { rows, has_own_projects, is_empty, steps }. Raises OPAUT · OPDEN.';
