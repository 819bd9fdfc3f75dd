-- Sets a storage quota, from the operator's environment; null restores the default. Background functions pass it
-- on, because no person may change it.
-- Raises OPINV (unknown_quota, invalid_quota).
create or replace function private.set_quota(name text, quota bigint)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if quota < 1 or quota > 1000000000000000 then
    raise exception using
      errcode = 'OPINV', message = 'A quota is between 1 and 1,000,000,000,000,000', hint = 'invalid_quota';
  elsif not exists (select from private.quotas where quotas.name = set_quota.name) then
    raise exception using errcode = 'OPINV', message = 'There is no such quota', hint = 'unknown_quota';
  end if;
  update private.quotas set operator_limit = quota
  where quotas.name = set_quota.name and quotas.operator_limit is distinct from quota;
end;
$$;

create or replace function private.quota_of(name text)
returns bigint
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(quotas.operator_limit, quotas.default_limit) from private.quotas where quotas.name = quota_of.name
$$;
comment on function private.quota_of(text) is 'The current quota.';

create or replace function public.set_quota(name text, quota bigint)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_quota(name, quota) $$;

grant execute on function private.set_quota(text, bigint) to service_role;
grant execute on function public.set_quota(text, bigint) to service_role;
comment on function public.set_quota(text, bigint) is
  'Sets how much may be stored; null restores the default. Raises OPINV.';
