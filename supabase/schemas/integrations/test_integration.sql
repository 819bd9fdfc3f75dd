-- Tests a connection: a background function soon calls the vendor with the stored secret, and its result becomes the
-- row of connection_tests. A test that is still open is not requested again, so that a connection has one call at a time,
-- with a pause after each. A test changes neither the streams of the vendor nor their rows.
-- Raises OPAUT · OPDEN (not admin) · OPINV (provider_missing) · OPNFD (integration_not_found) · OPLIM (rate_limited: the
-- vendor asked for a pause; detail contains its seconds).
create or replace function private.test_integration(provider public.integration_provider)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_integration public.integrations;
  v_test public.connection_tests;
  v_pause numeric;
begin
  if provider is null then
    raise exception using errcode = 'OPINV', message = 'Name a vendor', hint = 'provider_missing';
  end if;
  select * into v_integration from public.integrations
  where integrations.organization_id = v_viewer.organization_id and integrations.provider = test_integration.provider
  for update;
  if v_integration.organization_id is null then
    raise exception using
      errcode = 'OPNFD', message = 'This vendor is not connected', hint = 'integration_not_found';
  end if;
  select * into v_test from public.connection_tests as tests
  where tests.organization_id = v_integration.organization_id and tests.provider = v_integration.provider
  for update;
  v_pause := extract(epoch from v_test.next_at - clock_timestamp());
  if v_test.ended_at is not null and v_pause > extract(epoch from private.connection_test_pause()) then
    raise exception using
      errcode = 'OPLIM',
      message = private.provider_name(provider::text) || ' is limiting requests. Test again later',
      hint = 'rate_limited',
      detail = jsonb_build_object('retry_after_seconds', ceil(v_pause)::integer)::text;
  end if;
  if v_test.organization_id is null or v_test.ended_at is not null or not exists (
    select from private.jobs
    where jobs.unique_key = private.connection_test_key(v_integration)
      and jobs.kind = private.connection_test_kind(provider) and jobs.died_at is null)
  then
    perform private.request_connection_test(v_integration, v_viewer.id);
    perform private.record_audit_event(
      v_viewer.organization_id, 'integration.test_requested', 'integration', null, null,
      jsonb_build_object('provider', provider, 'version', v_integration.version));
  end if;
  return private.connection_test_json(v_integration);
end;
$$;

-- Opens the test and its job. The caller has locked both rows.
create or replace function private.request_connection_test(integration public.integrations, person_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind constant text := private.connection_test_kind(integration.provider);
  v_next_at timestamptz;
begin
  insert into public.connection_tests as existing_test (organization_id, provider, requested_by)
  values (integration.organization_id, integration.provider, request_connection_test.person_id)
  on conflict on constraint connection_tests_pkey do update
  set requested_by = excluded.requested_by, requested_at = excluded.requested_at, connection_version = null,
      ended_at = null, result = null, http_code = null, resource = null
  returning existing_test.next_at into v_next_at;
  perform private.enqueue_job(
    integration.organization_id, v_kind, jsonb_build_object('tested_provider', integration.provider),
    unique_key => private.connection_test_key(integration), run_at => greatest(v_next_at, now()),
    request_id => private.request_id());
  -- The worker can be woken now: it waits for a job that is due within a few seconds.
  perform private.wake_worker(kinds.function_slug) from private.job_kinds() as kinds where kinds.kind = v_kind;
end;
$$;

create or replace function private.connection_test_key(integration public.integrations)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select format('%s %s', (integration).organization_id, (integration).provider) $$;
comment on function private.connection_test_key(public.integrations) is 'The unique key of the job. A connection has one, so that it is never tested twice at once.';

-- The test runs in the background function that reads the vendor.
create or replace function private.connection_test_kind(provider public.integration_provider)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select min(regexp_replace(kinds.job_kind, '_sync$', '_connection_test'))
  from private.sync_kinds() as kinds where kinds.provider = connection_test_kind.provider
$$;
comment on function private.connection_test_kind(public.integration_provider) is 'The kind of the job that tests a connection.';

-- The pause between two tests of a connection: at most 20 a minute.
create or replace function private.connection_test_pause()
returns interval
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select interval '3 seconds' $$;

create or replace function private.connection_test_json(integration public.integrations)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'requested_at', tests.requested_at, 'ended_at', tests.ended_at, 'next_at', tests.next_at, 'result', tests.result,
    'http_code', tests.http_code, 'resource', tests.resource, 'has_more_lists', tests.has_more_lists,
    'list_count', (
      select count(*) from public.vendor_lists as lists
      where lists.organization_id = tests.organization_id and lists.provider = tests.provider))
  from public.connection_tests as tests
  where tests.organization_id = (integration).organization_id and tests.provider = (integration).provider
    -- A result about an earlier secret or earlier settings says nothing about the present ones.
    and (tests.ended_at is null or tests.result = 'lost' or tests.connection_version = (integration).version)
$$;
comment on function private.connection_test_json(public.integrations) is
  'The test of the present connection; null if it was not tested since its last change.';

create or replace function public.test_integration(provider public.integration_provider)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.test_integration(provider) $$;

grant execute on function private.test_integration(public.integration_provider) to authenticated;
grant execute on function public.test_integration(public.integration_provider) to authenticated;
comment on function public.test_integration(public.integration_provider) is
  'Returns the open test: { requested_at, ended_at, result, … }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPLIM.';
