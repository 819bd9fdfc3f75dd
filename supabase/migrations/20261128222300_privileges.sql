-- Nothing is granted by default: every table, column and function states its own grants in its file. The first
-- migration runs the same lines, so that no later object is open by default.
alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
