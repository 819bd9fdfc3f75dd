-- Hides an email from all other lists and from search. Remembered domains stay.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (reason_missing) · OPNFD (email_not_found).
create or replace function private.reject_inbound_email(email_id uuid, reason text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_email public.inbound_emails := private.email_to_triage(v_viewer, reject_inbound_email.email_id);
  v_reason constant text := left(private.plain_line(reject_inbound_email.reason), 500);
begin
  if v_reason = '' then
    raise exception using errcode = 'OPINV', message = 'Give a reason for rejecting the email', hint = 'reason_missing';
  end if;
  if v_email.rejected_at is null then
    update public.inbound_emails set rejected_at = now(), rejected_by = v_viewer.id, reject_reason = v_reason
    where inbound_emails.id = v_email.id;
    perform private.show_email(v_email.id);
    perform private.record_audit_event(
      v_email.organization_id, 'inbound_email.rejected', 'inbound_email', v_email.id, null,
      jsonb_build_object('reason', v_reason), v_email.project_id);
  end if;
  return jsonb_build_object('email', private.inbound_email_json(v_email.id), 'remembered', false);
end;
$$;

create or replace function public.reject_inbound_email(email_id uuid, reason text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.reject_inbound_email(email_id, reason) $$;

grant execute on function private.reject_inbound_email(uuid, text) to authenticated;
grant execute on function public.reject_inbound_email(uuid, text) to authenticated;

comment on function public.reject_inbound_email(uuid, text) is
  'Returns { email, remembered }. Raises OPAUT · OPDEN · OPINV · OPNFD.';
