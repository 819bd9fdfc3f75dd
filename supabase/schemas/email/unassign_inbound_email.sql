-- Removes an email from its project: the inverse of the first assignment.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (email_not_found) · OPSTA (email_rejected).
create or replace function private.unassign_inbound_email(email_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_email public.inbound_emails := private.email_to_triage(v_viewer, unassign_inbound_email.email_id);
begin
  if v_email.rejected_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The email is rejected. Restore it first', hint = 'email_rejected';
  end if;
  if v_email.project_id is not null then
    perform private.place_email(v_email.id, null, null, format('%s unassigned it', v_viewer.name), null);
    perform private.record_audit_event(
      v_email.organization_id, 'inbound_email.unassigned', 'inbound_email', v_email.id,
      jsonb_build_object('rule', v_email.rule, 'reason', v_email.reason), null, v_email.project_id);
  end if;
  return jsonb_build_object('email', private.inbound_email_json(v_email.id), 'remembered', false);
end;
$$;

create or replace function public.unassign_inbound_email(email_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.unassign_inbound_email(email_id) $$;

grant execute on function private.unassign_inbound_email(uuid) to authenticated;
grant execute on function public.unassign_inbound_email(uuid) to authenticated;

comment on function public.unassign_inbound_email(uuid) is
  'Returns { email, remembered }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
