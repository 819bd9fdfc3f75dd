create or replace function private.learn_email_domain(viewer public.people, email public.inbound_emails, project_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_domain_id uuid;
begin
  insert into public.email_domains as present (organization_id, domain, project_id, email_id, learned_by)
  values (email.organization_id, email.from_domain, learn_email_domain.project_id, email.id, viewer.id)
  on conflict on constraint email_domains_domain_project_key do update
  set email_id = excluded.email_id, learned_by = excluded.learned_by, created_at = now(), removed_at = null
  where present.removed_at is not null
  returning present.id into v_domain_id;
  if v_domain_id is not null then
    perform private.record_audit_event(
      email.organization_id, 'email_domain.learned', 'email_domain', v_domain_id, null,
      jsonb_build_object('domain', email.from_domain), learn_email_domain.project_id);
  end if;
end;
$$;

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

-- Removes a learned domain, or learns it again where it was removed. Emails stay where they are.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (email_domain_not_found).
create or replace function private.set_email_domain(email_domain_id uuid, is_removed boolean)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_domain public.email_domains;
begin
  select * into v_domain from public.email_domains
  where email_domains.id = set_email_domain.email_domain_id
    and email_domains.organization_id = v_viewer.organization_id
  for update;
  if v_domain.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such domain', hint = 'email_domain_not_found';
  end if;
  if (v_domain.removed_at is not null) is distinct from coalesce(set_email_domain.is_removed, false) then
    update public.email_domains
    set removed_at = case when set_email_domain.is_removed then now() end
    where email_domains.id = v_domain.id;
    perform private.record_audit_event(
      v_domain.organization_id,
      case when set_email_domain.is_removed then 'email_domain.removed' else 'email_domain.learned' end,
      'email_domain', v_domain.id, null, jsonb_build_object('domain', v_domain.domain), v_domain.project_id);
  end if;
  return private.list_email_domains();
end;
$$;

create or replace function public.list_email_domains()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.list_email_domains() $$;

create or replace function public.set_email_domain(email_domain_id uuid, is_removed boolean)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_email_domain(email_domain_id, is_removed) $$;

grant execute on function private.list_email_domains() to authenticated;
grant execute on function public.list_email_domains() to authenticated;
grant execute on function private.set_email_domain(uuid, boolean) to authenticated;
grant execute on function public.set_email_domain(uuid, boolean) to authenticated;

comment on function public.list_email_domains() is
  'Answers [{ id, domain, project, learned_at, learned_by }]. Raises OPAUT · OPDEN.';
comment on function public.set_email_domain(uuid, boolean) is
  'Answers the list as it is then. Raises OPAUT · OPDEN · OPNFD.';
