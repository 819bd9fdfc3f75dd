-- The API roles' privileges in a new project. Runs only once, before the first migration, because a second run would
-- restore rights that a migration has revoked.
grant usage on schema auth, extensions, public, storage to anon, authenticated, service_role;

-- This is a project that still exposes new tables by default: the worst case for a first migration.
alter default privileges in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public
  grant all on functions to anon, authenticated, service_role;

-- Every role has the privilege; row-level security decides.
grant select, insert, update, delete on storage.buckets, storage.objects
  to anon, authenticated, service_role;
