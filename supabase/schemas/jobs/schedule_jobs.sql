-- Everything that runs on a schedule. Times are UTC.
create or replace function private.schedules()
returns table (name text, schedule text, command text)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  values
    -- Wakes the workers of due jobs, in case an earlier wake-up was lost.
    ('tick_jobs', '* * * * *', 'select private.tick_jobs()'),
    -- Checks whether another embedding model is configured, and looks for passages without a vector.
    ('tick_embeddings', '*/5 * * * *', 'select private.tick_embeddings()'),
    -- Enqueues the syncs that are due.
    ('tick_syncs', '* * * * *', 'select private.tick_syncs()'),
    -- Scheduled even where no recorder is connected, because this worker also indexes assigned emails.
    ('poll_meetings', '*/5 * * * *', 'select private.wake_worker(''meeting-sync'')'),
    -- pg_cron never deletes its record of runs.
    ('forget_old_runs', '17 3 * * *',
     'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
$$;
comment on function private.schedules() is 'The scheduled work: schedule_jobs() schedules it, and npm run smoke checks it.';

-- Creates these schedules and lets the database wake its workers, as far as pg_cron, pg_net and the vault are
-- available. Running it again adds anything missing. Migrations, npm run deploy and npm start call it; the
-- owner calls it after enabling an extension later. Returns the names of what is scheduled and of what is missing.
create or replace function private.schedule_jobs()
returns jsonb
language plpgsql
-- A scheduled job belongs to the role that created it. A definer always runs as one role, so no job is scheduled twice.
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_schedule record;
  v_names text[] := '{}';
  v_missing_parts text[] := '{}';
begin
  if to_regclass('cron.job') is null then
    v_missing_parts := v_missing_parts || 'pg_cron'::text;
  else
    for v_schedule in select schedules.* from private.schedules() as schedules loop
      perform cron.alter_job(
        cron.schedule(v_schedule.name, v_schedule.schedule, v_schedule.command), active => true);
      v_names := v_names || v_schedule.name;
    end loop;
  end if;

  if to_regnamespace('net') is null then
    v_missing_parts := v_missing_parts || 'pg_net'::text;
  end if;
  if to_regclass('vault.secrets') is null then
    v_missing_parts := v_missing_parts || 'supabase_vault'::text;
  else
    if not exists (select from vault.secrets where secrets.name = 'worker_token_secret') then
      perform vault.create_secret(
        encode(extensions.gen_random_bytes(32), 'hex'), 'worker_token_secret',
        'Keys the tokens with which the database wakes background functions');
    end if;
    -- The address is known only outside of the database, so npm run deploy and npm start store it.
    if not exists (select from vault.secrets where secrets.name = 'functions_url') then
      v_missing_parts := v_missing_parts || 'functions_url'::text;
    end if;
  end if;

  perform private.tick_jobs();
  return jsonb_build_object('scheduled', v_names, 'missing', v_missing_parts);
end;
$$;
comment on function private.schedule_jobs() is
  'Schedules everything in schedules(), creates the secret of the workers'' tokens and wakes the workers. Idempotent.';
