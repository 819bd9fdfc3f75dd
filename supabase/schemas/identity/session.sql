-- Whether a session of Auth still exists. A sign-out and a change of password delete sessions; their access
-- tokens stay genuine until they expire, so the database asks. A token without a session names none to ask about.
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

-- The session of the caller's token; null where the token names none.
create or replace function private.session_id()
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', '')
$$;

-- The signed-in user behind the call: null for anonymous callers, for keys, and when the session has ended.
create or replace function private.user_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return case when private.is_open_session(private.session_id()) then auth.uid() end;
end;
$$;

comment on function private.session_id() is 'Id of the session of the caller''s token.';
comment on function private.user_id() is 'The signed-in user behind the call, while their session exists.';
