-- Sets the password that the holder of a link chose, and ends all sessions of the sign-in. A link works once. A second
-- factor stays: the next sign-in asks for its code. An edge function calls this with the secret key, because nobody is
-- signed in.
-- Raises OPINV (weak_password) · OPNFD (link_not_valid: unknown, used, replaced or expired; the error is the same for
-- all).
create or replace function private.redeem_password_link(token text, password text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_link private.password_links;
  v_email text;
begin
  perform private.require_password(redeem_password_link.password);
  update private.password_links set used_at = clock_timestamp()
  where password_links.token_hash = sha256(convert_to(coalesce(redeem_password_link.token, ''), 'UTF8'))
    and password_links.used_at is null
    and password_links.revoked_at is null
    and password_links.expires_at > clock_timestamp()
    and exists (
      select from public.people
      where people.id = password_links.person_id
        and people.user_id = password_links.user_id
        and people.archived_at is null)
  returning * into v_link;
  if v_link.person_id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'This link has been used or replaced, or has expired. Ask an admin of your organization for a new one',
      hint = 'link_not_valid';
  end if;

  update auth.users
  set encrypted_password = extensions.crypt(redeem_password_link.password, extensions.gen_salt('bf', 10)),
      updated_at = now()
  where users.id = v_link.user_id
  returning users.email into v_email;
  delete from auth.sessions where sessions.user_id = v_link.user_id;
  perform private.record_audit_event(
    v_link.organization_id, 'person.password_link_used', 'person', v_link.person_id);
  return jsonb_build_object('email', v_email);
end;
$$;

create or replace function private.require_password(password text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Auth's hash reads only 72 bytes, so the rest of a longer password would be ignored silently.
  if char_length(coalesce(password, '')) < 12 then
    raise exception using
      errcode = 'OPINV', message = 'Choose a password of at least 12 characters', hint = 'weak_password';
  elsif octet_length(password) > 72 then
    raise exception using
      errcode = 'OPINV', message = 'Choose a shorter password: at most 72 bytes', hint = 'weak_password';
  end if;
end;
$$;
comment on function private.require_password(text) is 'Raises OPINV (weak_password).';

create or replace function public.redeem_password_link(token text, password text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.redeem_password_link(token, password) $$;

grant execute on function private.redeem_password_link(text, text) to service_role;
grant execute on function public.redeem_password_link(text, text) to service_role;

comment on function public.redeem_password_link(text, text) is
  'Called by password: returns { email }. Raises OPINV · OPNFD.';
