-- Creates a link with which a person chooses a new password, and invalidates earlier links. The token is returned
-- once. At their next sign-in the person sees who created the link. Admins cannot create one for their own account,
-- because changing one's own password requires the current one.
-- Raises OPAUT · OPDEN (not admin, own_account, second_factor_required) · OPNFD · OPSTA (no_sign_in).
create or replace function private.create_password_link(person_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_person public.people := private.lock_person(v_viewer.organization_id, create_password_link.person_id);
begin
  perform private.require_second_factor(v_viewer.organization_id);
  if v_person.id = v_viewer.id then
    raise exception using
      errcode = 'OPDEN',
      message = 'Change your own password on your account page, with the current one',
      hint = 'own_account';
  elsif v_person.user_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'This person has no sign-in. Invite them instead', hint = 'no_sign_in';
  end if;
  return private.new_password_link(v_person, v_viewer.id);
end;
$$;

create or replace function private.new_password_link(person public.people, created_by uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_link private.password_links;
begin
  delete from private.password_links
  where password_links.person_id = person.id and password_links.expires_at < now() - interval '30 days';
  update private.password_links set revoked_at = now()
  where password_links.person_id = person.id
    and password_links.used_at is null and password_links.revoked_at is null;
  insert into private.password_links (token_hash, organization_id, person_id, user_id, created_by, expires_at)
  values (sha256(convert_to(v_token, 'UTF8')), person.organization_id, person.id, person.user_id,
          new_password_link.created_by, now() + interval '1 hour')
  returning * into v_link;
  perform private.record_audit_event(
    person.organization_id, 'person.password_link_created', 'person', person.id, null,
    jsonb_build_object('expires_at', v_link.expires_at));
  return jsonb_build_object(
    'token', v_token,
    'expires_at', v_link.expires_at,
    'email', (select users.email from auth.users where users.id = person.user_id));
end;
$$;
comment on function private.new_password_link(public.people, uuid) is
  'A link for a person who can sign in: { token, expires_at, email }. The owner calls it for the first admin.';

create or replace function public.create_password_link(person_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_password_link(person_id) $$;

grant execute on function private.create_password_link(uuid) to authenticated;
grant execute on function public.create_password_link(uuid) to authenticated;

comment on function public.create_password_link(uuid) is
  'Returns { token, expires_at, email }; the token is shown only here. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
