-- Hand-written, and first: it closes the database before anything is made, so that the generated
-- migrations after it grant only what supabase/schemas grants.
alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
