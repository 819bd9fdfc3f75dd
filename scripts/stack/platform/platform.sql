-- The objects of a Supabase project before its first migration, for any other database. Runs again at every start,
-- so everything here may already exist, and it grants nothing: platform-privileges.sql sets the rights of the API
-- roles once, and the migrations own them from then on. The auth and storage tables come before this file: they
-- are those of @supabase/lite.

-- Roles belong to the whole server, so another database may be creating them at the same time.
do $$
declare
  v_role record;
  -- From 16 on the creator of a role is a member of it who may not yet act as it.
  v_acting text := case
    when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member'
  end;
begin
  for v_role in
    select *
    from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit')
    ) as roles (name, attributes)
    where not exists (select from pg_catalog.pg_roles r where r.rolname = roles.name)
  loop
    begin
      execute format('create role %I %s', v_role.name, v_role.attributes);
    exception
      when duplicate_object or unique_violation then null;
    end;
  end loop;

  if not pg_catalog.pg_has_role('authenticator', 'service_role', 'member') then
    grant anon, authenticated, service_role to authenticator;
  end if;
  if not pg_catalog.pg_has_role(current_user, 'service_role', v_acting) then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
  execute format(
    'alter database %I set search_path = "$user", public, extensions',
    current_database()
  );
end
$$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

-- auth: the caller. Reads both forms in which claims arrive, as the platform's functions do.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )::text
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )::text
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
