-- Gives an email to a person who has none; null removes it, unless an account or an open invitation uses it.
-- Repeating the email changes nothing.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD · OPSTA (changed in the meantime; has left; has another email;
-- somebody else has the address; the email is in use).
create or replace function private.set_person_email(person_id uuid, version integer, email text default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_email text := case when set_person_email.email is not null then private.require_email(set_person_email.email) end;
  v_before public.people := private.lock_person_version(
    v_viewer.organization_id, person_id, set_person_email.version);
  v_after public.people;
begin
  if v_before.email is not distinct from v_email then
    return private.person_change_json(v_before);
  elsif v_email is null and (v_before.user_id is not null or exists (
    select from public.invitations
    where invitations.person_id = v_before.id
      and invitations.accepted_at is null
      and invitations.revoked_at is null))
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'A sign-in or an open invitation uses this email. Revoke an open invitation, then remove the email',
      hint = 'email_in_use';
  elsif v_email is not null and v_before.email is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person already has an email',
      hint = 'email_present';
  end if;
  perform private.refuse_taken_email(v_viewer.organization_id, v_email, v_before.id);

  update public.people set email = v_email where people.id = v_before.id
  returning * into v_after;
  perform private.record_person_change('person.email_changed', v_before, v_after);
  return private.person_change_json(v_after);
end;
$$;

create or replace function public.set_person_email(person_id uuid, version integer, email text default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_person_email(person_id, version, email) $$;

grant execute on function private.set_person_email(uuid, integer, text) to authenticated;
grant execute on function public.set_person_email(uuid, integer, text) to authenticated;

comment on function public.set_person_email(uuid, integer, text) is
  'Returns { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
