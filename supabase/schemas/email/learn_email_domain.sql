-- Remembers the sender's domain for a project, even after a lead removed it.
create or replace function private.learn_email_domain(viewer public.people, email public.inbound_emails, project_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_domain_id uuid;
begin
  insert into public.email_domains as existing_domain (organization_id, domain, project_id, email_id, learned_by)
  values (email.organization_id, email.from_domain, learn_email_domain.project_id, email.id, viewer.id)
  on conflict on constraint email_domains_domain_project_key do update
  set email_id = excluded.email_id, learned_by = excluded.learned_by, created_at = now(), removed_at = null
  where existing_domain.removed_at is not null
  returning existing_domain.id into v_domain_id;
  if v_domain_id is not null then
    perform private.record_audit_event(
      email.organization_id, 'email_domain.learned', 'email_domain', v_domain_id, null,
      jsonb_build_object('domain', email.from_domain), learn_email_domain.project_id);
  end if;
end;
$$;
