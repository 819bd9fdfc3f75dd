-- The connection that a worker tests, with its secret, while the worker has the test's job. The test notes the version, so
-- that its result is never taken for that of another connection. A vendor that was disconnected in the meantime is not
-- tested, and the job ends.
-- Raises OPSTA (lease_lost) · OPINV (not_a_connection_test).
create or replace function private.begin_connection_test(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_connection_test(begin_connection_test.job_id, begin_connection_test.attempt);
  v_integration public.integrations;
  v_secret text;
begin
  select integrations.* into v_integration from public.integrations
  join public.connection_tests as tests
    on tests.organization_id = integrations.organization_id and tests.provider = integrations.provider
  where integrations.organization_id = v_job.organization_id
    and integrations.provider::text = v_job.payload ->> 'tested_provider' and tests.ended_at is null
  for share of integrations;
  if v_integration.organization_id is null then
    perform private.delete_job(v_job.id);
    return jsonb_build_object('state', 'gone');
  end if;
  update public.connection_tests as tests set connection_version = v_integration.version
  where tests.organization_id = v_integration.organization_id and tests.provider = v_integration.provider;
  select secrets.decrypted_secret into v_secret
  from vault.decrypted_secrets as secrets where secrets.name = v_integration.secret_name;
  return jsonb_build_object(
    'state', 'begun', 'provider', v_integration.provider, 'version', v_integration.version, 'secret', v_secret,
    'settings', coalesce((
      select private.calendar_sync_settings(streams) from public.sync_streams as streams
      where streams.organization_id = v_integration.organization_id and streams.provider = v_integration.provider
        and streams.stream = 'events'), '{}') || v_integration.settings);
end;
$$;

-- The job of a worker with a valid lease, if it is a connection test.
-- Raises OPSTA (lease_lost) · OPINV (not_a_connection_test).
create or replace function private.require_connection_test(job_id uuid, attempt integer)
returns private.jobs
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(require_connection_test.job_id, require_connection_test.attempt);
begin
  if not v_job.payload ? 'tested_provider' then
    raise exception using
      errcode = 'OPINV', message = 'This job is not a connection test', hint = 'not_a_connection_test';
  end if;
  return v_job;
end;
$$;

create or replace function public.begin_connection_test(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_connection_test(job_id, attempt) $$;

grant execute on function private.begin_connection_test(uuid, integer) to service_role;
grant execute on function public.begin_connection_test(uuid, integer) to service_role;
comment on function public.begin_connection_test(uuid, integer) is
  'Called by the sync functions: returns { state: begun, provider, version, settings, secret } or { state: gone }. Raises OPSTA · OPINV.';
