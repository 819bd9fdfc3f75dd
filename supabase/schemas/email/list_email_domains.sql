-- The domains that the organization has learned, by name.
-- Raises OPAUT · OPDEN (neither admin nor lead).
create or replace function private.list_email_domains()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', domains.id, 'domain', domains.domain,
      'project', jsonb_build_object('id', projects.id, 'name', projects.name),
      'learned_at', domains.created_at,
      'learned_by', jsonb_build_object('id', people.id, 'name', people.name)) order by domains.domain, projects.name)
    from public.email_domains as domains
    join public.projects on projects.id = domains.project_id
    join public.people on people.id = domains.learned_by
    where domains.organization_id = v_viewer.organization_id and domains.removed_at is null), '[]');
end;
$$;

create or replace function public.list_email_domains()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.list_email_domains() $$;

grant execute on function private.list_email_domains() to authenticated;
grant execute on function public.list_email_domains() to authenticated;

comment on function public.list_email_domains() is
  'Returns [{ id, domain, project, learned_at, learned_by }]. Raises OPAUT · OPDEN.';
