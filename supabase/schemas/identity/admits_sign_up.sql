-- Whether a person with this token may choose a password for this address: there is an open invitation
-- for exactly that address, and no user has that address yet. The identity provider calls this as the owner, in the
-- transaction that creates the user. The invitation stays locked until that transaction ends, so that two calls create
-- one user. No confirmation email is needed, because an admin gave the token to the person.
create or replace function private.admits_sign_up(email text, token text)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform 1
  from public.invitations
  join public.people on people.id = invitations.person_id
  where invitations.token_hash = sha256(convert_to(admits_sign_up.token, 'UTF8'))
    and invitations.email = lower(btrim(admits_sign_up.email))
    and invitations.accepted_at is null
    and invitations.revoked_at is null
    and invitations.expires_at > now()
    and people.archived_at is null
  for update of invitations;
  return found and not exists (
    select 1 from auth.users where lower(users.email) = lower(btrim(admits_sign_up.email)));
end;
$$;
comment on function private.admits_sign_up(text, text) is
  'Whether the token belongs to an open invitation for this address, which no user has yet. Only the identity provider calls this function.';
