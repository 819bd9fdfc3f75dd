-- Whether a session of Auth still exists. A sign-out and a change of password delete sessions; their access tokens
-- stay valid until they expire, so the database checks the session. Accepts a token that names no session.
create or replace function private.is_open_session(session_id text)
returns boolean
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return session_id is null or exists (
    select from auth.sessions
    where sessions.id = case when is_open_session.session_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then is_open_session.session_id::uuid end);
end;
$$;

-- The session of the caller's token; null if the token names none.
create or replace function private.session_id()
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', '')
$$;

-- Whether a person has a second factor. Auth servers without factors lack the table.
create or replace function private.has_second_factor(user_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if to_regclass('auth.mfa_factors') is null then
    return false;
  end if;
  return exists (
    select from auth.mfa_factors
    where mfa_factors.user_id = has_second_factor.user_id and mfa_factors.status::text = 'verified');
end;
$$;

-- Whether the code of a second factor was entered in the caller's session. Both the token and the session must confirm
-- it, because removing the factor downgrades the session at once, while the token stays valid until it expires.
create or replace function private.has_entered_second_factor()
returns boolean
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  return coalesce(v_claims ->> 'aal', '') = 'aal2' and exists (
    select from auth.sessions
    where sessions.id = case
        when v_claims ->> 'session_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then (v_claims ->> 'session_id')::uuid end
      and sessions.user_id = auth.uid()
      and to_jsonb(sessions) ->> 'aal' = 'aal2');
end;
$$;

-- Whether the caller still has to enter the code of their second factor: the password alone does not sign them in.
create or replace function private.must_enter_second_factor()
returns boolean
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.has_second_factor(auth.uid()) and not private.has_entered_second_factor();
end;
$$;

-- The signed-in user behind the call: null for anonymous callers, for keys, when the session has ended, and before
-- the code of a second factor.
create or replace function private.user_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return case
    when private.is_open_session(private.session_id()) and not private.must_enter_second_factor() then auth.uid() end;
end;
$$;

comment on function private.session_id() is 'Id of the session of the caller''s token.';
comment on function private.has_second_factor(uuid) is 'Whether a user has a verified second factor.';
comment on function private.has_entered_second_factor() is
  'Whether the code of a second factor was entered in the caller''s session.';
comment on function private.must_enter_second_factor() is 'Whether the caller has a second factor and has not entered its code.';
comment on function private.user_id() is
  'The signed-in user behind the call, if their session exists and needs no code of a second factor.';
