-- Wakes a background function after this transaction has committed, once per transaction. It is only a hint: if
-- pg_net or the vault is missing, or the request is lost, the next tick wakes it. Others can read pg_net's queue,
-- so it contains only a token for one function that expires in two minutes.
create or replace function private.wake_worker(function_slug text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_slugs text := coalesce(current_setting('countersign.woken', true), '');
  v_url text;
  v_token text;
begin
  if v_slugs like '%,' || wake_worker.function_slug || ',%'
    or to_regnamespace('net') is null or to_regclass('vault.decrypted_secrets') is null
  then
    return;
  end if;
  begin
    select secrets.decrypted_secret into v_url
    from vault.decrypted_secrets as secrets where secrets.name = 'functions_url';
    v_token := private.worker_token(
      wake_worker.function_slug, extract(epoch from clock_timestamp())::bigint + 120);
    if v_url is null or v_token is null then
      return;
    end if;
    perform net.http_post(
      url => v_url || '/' || wake_worker.function_slug,
      headers => jsonb_build_object(
        'content-type', 'application/json', 'authorization', 'Bearer ' || v_token, 'prefer', 'respond-async'));
    perform set_config('countersign.woken', v_slugs || ',' || wake_worker.function_slug || ',', true);
  exception when others then
    -- A failed hint must not roll back the change that caused the job.
    raise warning 'The worker % could not be woken: %', wake_worker.function_slug, sqlerrm;
  end;
end;
$$;
