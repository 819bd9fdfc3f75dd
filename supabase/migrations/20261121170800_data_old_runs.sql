-- pg_cron keeps a row for every run for ever, and the tick runs every minute: what is older than a week is forgotten.
do $$
begin
  if to_regclass('cron.job_run_details') is not null then
    perform cron.schedule('forget_old_runs', '17 3 * * *',
      $sql$delete from cron.job_run_details where end_time < now() - interval '7 days'$sql$);
  end if;
end
$$;
