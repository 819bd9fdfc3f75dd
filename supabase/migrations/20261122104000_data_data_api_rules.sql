-- The Data API asks this function before every request. A setting of a role is never computed. It is for this
-- database alone: roles belong to a whole server, which may have several.
do $$
begin
  execute format(
    'alter role authenticator in database %I set pgrst.db_pre_request = %L',
    current_database(), 'private.check_data_api_request');
exception
  when insufficient_privilege then
    -- Only Supabase has this role. The embedded stack has no PostgREST and checks requests at its gateway.
    if not exists (select from pg_roles where rolname = 'supabase_admin') then
      return;
    end if;
    -- Every request would work without it, and planned counts would reveal how many rows there are.
    raise exception 'The role authenticator cannot be told to check requests: set pgrst.db_pre_request = private.check_data_api_request for it as an administrator, then push again.';
end
$$;

notify pgrst, 'reload config';
