-- Hand-written: settings of roles are no part of a schema diff. The Data API cancels a statement that takes
-- longer than its role may. These are the platform's own defaults, set here so that a project on which they
-- were raised, or a database that is no Supabase project, has them too. Where the platform does not let this
-- role change them, its defaults stay.
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  raise notice 'The statement time of the API roles stays as the platform has it: %', sqlerrm;
end;
$$;

notify pgrst, 'reload config';
