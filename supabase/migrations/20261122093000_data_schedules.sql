-- Extensions that a new hosted project has and does not enable, then everything that depends on them. Where one
-- cannot be created, the service works without it, npm run smoke names it, and private.schedule_jobs() schedules
-- everything once it is there. A database with stand-ins keeps them.
do $$
declare
  v_extension record;
begin
  for v_extension in
    select wanted.statement
    from (values
      ('pg_cron', 'cron.job', 'create extension pg_cron with schema pg_catalog'),
      ('pg_net', 'net.http_request_queue', 'create extension pg_net with schema extensions'),
      ('supabase_vault', 'vault.secrets', 'create extension supabase_vault')
    ) as wanted (name, made, statement)
    join pg_available_extensions as available on available.name = wanted.name
    where to_regclass(wanted.made) is null
  loop
    begin
      execute v_extension.statement;
    exception when others then
      raise warning '% failed: %', v_extension.statement, sqlerrm;
    end;
  end loop;
  perform private.schedule_jobs();
end
$$;
