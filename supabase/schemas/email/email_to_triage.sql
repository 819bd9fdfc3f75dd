-- Locks an email that an admin or lead triages. Raises OPNFD (email_not_found).
create or replace function private.email_to_triage(viewer public.people, email_id uuid)
returns public.inbound_emails
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email public.inbound_emails;
begin
  select * into v_email
  from public.inbound_emails
  where inbound_emails.id = email_to_triage.email_id and inbound_emails.organization_id = viewer.organization_id
    and inbound_emails.removed_at is null
  for update;
  if v_email.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such email', hint = 'email_not_found';
  end if;
  return v_email;
end;
$$;
