-- Two schemas only. `public` contains the objects that a signed-in caller may access, through RLS or RPC. `private`
-- contains the definers and everything internal; the Data API never exposes it.
create schema if not exists private;

comment on schema private is
  'Definer functions and internals. Never in the exposed schemas of the Data API.';

-- Policies run as the caller and name helpers in `private`, so callers need to reach the schema. Each function in it
-- is granted separately.
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;
