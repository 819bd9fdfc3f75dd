-- The email of an admin or lead, locked. Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (email_not_found).
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

-- Assigns an email to a project, also when it is in another one. With remember_domain, later emails of exactly the
-- sender's domain belong to it, where the domain may be learned: the assignment does not depend on that.
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
    and (private.listed_email(v_email.id) -> 'domain' -> 'can_remember')::boolean
  then
    perform private.learn_email_domain(v_viewer, v_email, assign_inbound_email.project_id);
    v_is_remembered := true;
  end if;
  return jsonb_build_object('email', private.listed_email(v_email.id), 'remembered', v_is_remembered);
end;
$$;

-- Takes an email out of its project: the inverse of assigning one that had none.
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
  return jsonb_build_object('email', private.listed_email(v_email.id), 'remembered', false);
end;
$$;

-- Hides an email from all other lists and from search. It unlearns nothing.
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
  return jsonb_build_object('email', private.listed_email(v_email.id), 'remembered', false);
end;
$$;

-- Shows a rejected email again where it was. It teaches nothing.
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
  return jsonb_build_object('email', private.listed_email(v_email.id), 'remembered', false);
end;
$$;

create or replace function public.assign_inbound_email(
  email_id uuid, project_id uuid, remember_domain boolean default false)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.assign_inbound_email(email_id, project_id, remember_domain) $$;

create or replace function public.unassign_inbound_email(email_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.unassign_inbound_email(email_id) $$;

create or replace function public.reject_inbound_email(email_id uuid, reason text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.reject_inbound_email(email_id, reason) $$;

create or replace function public.restore_inbound_email(email_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.restore_inbound_email(email_id) $$;

grant execute on function private.assign_inbound_email(uuid, uuid, boolean) to authenticated;
grant execute on function public.assign_inbound_email(uuid, uuid, boolean) to authenticated;
grant execute on function private.unassign_inbound_email(uuid) to authenticated;
grant execute on function public.unassign_inbound_email(uuid) to authenticated;
grant execute on function private.reject_inbound_email(uuid, text) to authenticated;
grant execute on function public.reject_inbound_email(uuid, text) to authenticated;
grant execute on function private.restore_inbound_email(uuid) to authenticated;
grant execute on function public.restore_inbound_email(uuid) to authenticated;

comment on function public.assign_inbound_email(uuid, uuid, boolean) is
  'Answers { email, remembered }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
comment on function public.unassign_inbound_email(uuid) is
  'Answers { email, remembered }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
comment on function public.reject_inbound_email(uuid, text) is
  'Answers { email, remembered }. Raises OPAUT · OPDEN · OPINV · OPNFD.';
comment on function public.restore_inbound_email(uuid) is
  'Answers { email, remembered }. Raises OPAUT · OPDEN · OPNFD.';
