-- Restores a rejected email: it is shown again in its project or among the unassigned emails. No domain is learned from
-- it.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (email_not_found).
create or replace function private.restore_inbound_email(email_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_email public.inbound_emails := private.email_to_triage(v_viewer, restore_inbound_email.email_id);
begin
  if v_email.rejected_at is not null then
    update public.inbound_emails set rejected_at = null, rejected_by = null, reject_reason = null
    where inbound_emails.id = v_email.id;
    perform private.show_email(v_email.id);
    perform private.record_audit_event(
      v_email.organization_id, 'inbound_email.restored', 'inbound_email', v_email.id,
      jsonb_build_object('reason', v_email.reject_reason), null, v_email.project_id);
  end if;
  return jsonb_build_object('email', private.inbound_email_json(v_email.id), 'remembered', false);
end;
$$;

create or replace function public.restore_inbound_email(email_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.restore_inbound_email(email_id) $$;

grant execute on function private.restore_inbound_email(uuid) to authenticated;
grant execute on function public.restore_inbound_email(uuid) to authenticated;

comment on function public.restore_inbound_email(uuid) is
  'Returns { email, remembered }. Raises OPAUT · OPDEN · OPNFD.';
