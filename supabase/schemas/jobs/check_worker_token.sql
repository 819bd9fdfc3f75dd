-- The token with which the database wakes a background function: an HMAC of the function and an expiry, keyed with
-- a secret of the vault. The function calls check_worker_token to verify it.
create or replace function private.worker_token(function_slug text, expires_at bigint)
returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return null;
  end if;
  select secrets.decrypted_secret into v_secret
  from vault.decrypted_secrets as secrets where secrets.name = 'worker_token_secret';
  if v_secret is null then
    return null;
  end if;
  return format(
    'worker.%s.%s', expires_at,
    encode(extensions.hmac(format('%s:%s', worker_token.function_slug, worker_token.expires_at), v_secret, 'sha256'), 'hex'));
end;
$$;
comment on function private.worker_token(text, bigint) is
  'Null where the vault is missing or has no secret. expires_at is in seconds since 1970.';

create or replace function private.check_worker_token(token text, function_slug text)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_end text := substring(token from '^worker\.(\d{1,12})\.[0-9a-f]{64}$');
begin
  if v_end is null or function_slug is null or v_end::bigint <= extract(epoch from clock_timestamp()) then
    return false;
  end if;
  -- A comparison of digests takes a time that reveals nothing about the token.
  return coalesce(
    sha256(convert_to(token, 'UTF8'))
      = sha256(convert_to(private.worker_token(function_slug, v_end::bigint), 'UTF8')), false);
end;
$$;

create or replace function public.check_worker_token(token text, function_slug text)
returns boolean
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.check_worker_token(token, function_slug) $$;

grant execute on function private.check_worker_token(text, text) to service_role;
grant execute on function public.check_worker_token(text, text) to service_role;

comment on function public.check_worker_token(text, text) is
  'Called by background functions: returns whether the database created this token for them within the last two minutes. Raises nothing.';
