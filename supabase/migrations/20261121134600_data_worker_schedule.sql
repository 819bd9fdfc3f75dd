-- The secret behind the tokens that wake background functions, and the tick that finds what was not woken.
-- Both only where the platform has them; functions_url is stored by whoever knows the service's address.
do $$
begin
  if to_regclass('vault.secrets') is not null
    and not exists (select from vault.secrets where name = 'worker_token_secret')
  then
    perform vault.create_secret(
      encode(extensions.gen_random_bytes(32), 'hex'), 'worker_token_secret',
      'Keys the tokens with which the database wakes background functions');
  end if;
  if to_regclass('cron.job') is not null then
    perform cron.schedule('tick_jobs', '* * * * *', 'select private.tick_jobs()');
  end if;
end
$$;
