-- Assigns an email to a project, even if it is in another one. With remember_domain, later emails from exactly the
-- sender's domain belong to the project too, if the domain may be learned; if not, only this email is assigned.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (email_not_found, project_not_found)
-- · OPSTA (email_rejected, project_archived).
create or replace function private.assign_inbound_email(
  email_id uuid, project_id uuid, remember_domain boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_email public.inbound_emails := private.email_to_triage(v_viewer, assign_inbound_email.email_id);
  v_is_remembered boolean := false;
begin
  if v_email.rejected_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The email is rejected. Restore it before you assign it', hint = 'email_rejected';
  end if;
  perform private.require_open_project(v_viewer, assign_inbound_email.project_id);
  if v_email.project_id is distinct from assign_inbound_email.project_id then
    perform private.place_email(
      v_email.id, assign_inbound_email.project_id, 'person', format('%s assigned it', v_viewer.name), v_viewer.id);
    perform private.record_audit_event(
      v_email.organization_id, 'inbound_email.assigned', 'inbound_email', v_email.id,
      jsonb_build_object('project_id', v_email.project_id), jsonb_build_object('rule', 'person'),
      assign_inbound_email.project_id);
  end if;
  if coalesce(assign_inbound_email.remember_domain, false)
    and (private.inbound_email_json(v_email.id) -> 'domain' -> 'can_remember')::boolean
  then
    perform private.learn_email_domain(v_viewer, v_email, assign_inbound_email.project_id);
    v_is_remembered := true;
  end if;
  return jsonb_build_object('email', private.inbound_email_json(v_email.id), 'remembered', v_is_remembered);
end;
$$;

create or replace function public.assign_inbound_email(
  email_id uuid, project_id uuid, remember_domain boolean default false)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.assign_inbound_email(email_id, project_id, remember_domain) $$;

grant execute on function private.assign_inbound_email(uuid, uuid, boolean) to authenticated;
grant execute on function public.assign_inbound_email(uuid, uuid, boolean) to authenticated;

comment on function public.assign_inbound_email(uuid, uuid, boolean) is
  'Returns { email, remembered }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
