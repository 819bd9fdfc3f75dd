-- Stores the result of a connection test and ends its job. Lists replace those of the last test if the vendor
-- accepted the secret. If the connection changed while it was tested, the result is about an earlier secret: the test
-- runs again. A rejected secret does not stop a stream here, because the next run of each stream reports it itself.
-- Raises OPSTA (lease_lost) · OPINV (not_a_connection_test, invalid_connection_test).
create or replace function private.end_connection_test(
  job_id uuid,
  attempt integer,
  version integer,
  result public.connection_test_result,
  http_code integer default null,
  resource text default null,
  retry_after_ms integer default null,
  lists jsonb default '[]',
  has_more_lists boolean default false
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_connection_test(end_connection_test.job_id, end_connection_test.attempt);
  v_version integer;
  v_test public.connection_tests;
begin
  if result is null or result = 'lost' or jsonb_typeof(lists) is distinct from 'array'
    or jsonb_array_length(lists) > 500 or (result <> 'accepted' and lists <> '[]')
  then
    raise exception using
      errcode = 'OPINV', message = 'The result of the connection test is not valid', hint = 'invalid_connection_test';
  end if;
  select integrations.version into v_version from public.integrations
  where integrations.organization_id = v_job.organization_id
    and integrations.provider::text = v_job.payload ->> 'tested_provider';
  if v_version is distinct from end_connection_test.version and v_version is not null then
    perform private.postpone_job(v_job.id, 0);
    return;
  end if;

  update public.connection_tests as tests
  set connection_version = end_connection_test.version, ended_at = clock_timestamp(),
      result = end_connection_test.result, http_code = end_connection_test.http_code,
      resource = end_connection_test.resource,
      has_more_lists = case when end_connection_test.result = 'accepted'
        then coalesce(end_connection_test.has_more_lists, false) else tests.has_more_lists end,
      next_at = clock_timestamp() + greatest(
        private.connection_test_pause(),
        make_interval(secs => least(coalesce(end_connection_test.retry_after_ms, 0), 600000) / 1000.0))
  where tests.organization_id = v_job.organization_id and tests.provider::text = v_job.payload ->> 'tested_provider'
    and tests.ended_at is null
  returning * into v_test;
  if v_test.result = 'accepted' then
    delete from public.vendor_lists
    where vendor_lists.organization_id = v_test.organization_id and vendor_lists.provider = v_test.provider;
    insert into public.vendor_lists (organization_id, provider, external_id, name)
    select v_test.organization_id, v_test.provider, listed.id, listed.name
    from jsonb_to_recordset(end_connection_test.lists) as listed (id text, name text);
  end if;
  if v_test.organization_id is not null then
    perform private.record_audit_event(
      v_test.organization_id, 'integration.tested', 'integration', null, null,
      jsonb_build_object(
        'provider', v_test.provider, 'version', v_test.connection_version, 'result', v_test.result,
        'http_code', v_test.http_code, 'resource', v_test.resource));
  end if;
  perform private.delete_job(v_job.id);
end;
$$;

-- Ends a test whose workers all died, so that the admin does not wait for it forever.
create or replace function private.end_lost_connection_test(job private.jobs)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.connection_tests as tests
  set ended_at = clock_timestamp(), result = 'lost',
      next_at = clock_timestamp() + private.connection_test_pause()
  where tests.organization_id = job.organization_id and tests.provider::text = job.payload ->> 'tested_provider'
    and tests.ended_at is null;
end;
$$;

create or replace function public.end_connection_test(
  job_id uuid, attempt integer, version integer, result public.connection_test_result,
  http_code integer default null, resource text default null, retry_after_ms integer default null,
  lists jsonb default '[]', has_more_lists boolean default false)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.end_connection_test(
    job_id, attempt, version, result, http_code, resource, retry_after_ms, lists, has_more_lists)
$$;

grant execute on function private.end_connection_test(
  uuid, integer, integer, public.connection_test_result, integer, text, integer, jsonb, boolean) to service_role;
grant execute on function public.end_connection_test(
  uuid, integer, integer, public.connection_test_result, integer, text, integer, jsonb, boolean) to service_role;
comment on function public.end_connection_test(
  uuid, integer, integer, public.connection_test_result, integer, text, integer, jsonb, boolean) is
  'For sync workers: stores the result and ends the job. Raises OPSTA · OPINV.';
