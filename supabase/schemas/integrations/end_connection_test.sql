-- Stores the result of a connection test and ends its job. Lists replace those of the last test if the vendor
-- accepted the secret. No list and no status that a vendor sends can prevent the end of its test. If the connection
-- changed while it was tested, the result is about an earlier secret, and the test runs again. The same applies if the
-- vendor was disconnected and connected again, even to the same version, because the open test has not begun then. A
-- rejected secret does not stop a stream here, because the next run of each stream reports it itself.
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
  v_max_lists constant integer := 500;
  v_lists jsonb[];
  v_is_other boolean;
  v_test public.connection_tests;
begin
  if result is null or result = 'lost' or jsonb_typeof(lists) is distinct from 'array'
    or (result <> 'accepted' and lists <> '[]')
  then
    raise exception using
      errcode = 'OPINV', message = 'The result of the connection test is not valid', hint = 'invalid_connection_test';
  end if;
  -- Locked, so that no other account is connected before the result is stored.
  perform from public.integrations
  where integrations.organization_id = v_job.organization_id
    and integrations.provider::text = v_job.payload ->> 'tested_provider'
  for share;
  select
    integrations.version is distinct from end_connection_test.version
      or tests.connection_version is distinct from end_connection_test.version
  into v_is_other
  from public.integrations
  join public.connection_tests as tests
    on tests.organization_id = integrations.organization_id and tests.provider = integrations.provider
  where integrations.organization_id = v_job.organization_id
    and integrations.provider::text = v_job.payload ->> 'tested_provider' and tests.ended_at is null;
  if v_is_other then
    perform private.postpone_job(v_job.id, 0);
    return;
  end if;

  v_lists := private.storable_vendor_lists(end_connection_test.lists);
  update public.connection_tests as tests
  set ended_at = clock_timestamp(),
      result = end_connection_test.result,
      http_code = case when end_connection_test.http_code between 100 and 599 then end_connection_test.http_code end,
      resource = end_connection_test.resource,
      has_more_lists = case when end_connection_test.result = 'accepted'
        then coalesce(end_connection_test.has_more_lists, false) or cardinality(v_lists) > v_max_lists
        else tests.has_more_lists end,
      next_at = clock_timestamp() + greatest(
        private.connection_test_pause(),
        make_interval(secs => least(coalesce(end_connection_test.retry_after_ms, 0), 600000) / 1000.0))
  where tests.organization_id = v_job.organization_id and tests.provider::text = v_job.payload ->> 'tested_provider'
    and tests.ended_at is null and tests.connection_version = end_connection_test.version
  returning * into v_test;
  if v_test.result = 'accepted' then
    delete from public.vendor_lists
    where vendor_lists.organization_id = v_test.organization_id and vendor_lists.provider = v_test.provider;
    insert into public.vendor_lists (organization_id, provider, external_id, name)
    select v_test.organization_id, v_test.provider, entries.item ->> 'id', entries.item ->> 'name'
    from unnest(v_lists[:v_max_lists]) as entries (item);
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

-- The lists of a vendor in their order, as { id, name }: each id once, with the name that was listed last, on one line of
-- at most 200 characters. A list without a name is shown by its id. One whose id cannot be stored is left out, because a
-- shortened id would be the id of another list.
create or replace function private.storable_vendor_lists(lists jsonb)
returns jsonb[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select jsonb_build_object('id', options.id, 'name', coalesce(
      nullif(btrim(left(private.plain_line(left(options.name, 2000)), 200)), ''), options.id))
    from (
      select
        entries.item ->> 'id' as id, min(entries.position) as position,
        (array_agg(entries.item ->> 'name' order by entries.position desc))[1] as name
      from jsonb_array_elements(storable_vendor_lists.lists) with ordinality as entries (item, position)
      where btrim(entries.item ->> 'id') <> '' and char_length(entries.item ->> 'id') <= 200
        and entries.item ->> 'id' !~ '[[:cntrl:]]'
      group by 1) as options
    order by options.position);
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
  'Called by the sync functions: stores the result and ends the job. Raises OPSTA · OPINV.';
