-- A vendor decides which lists it sends, and every one of its answers ends the test.
begin;
select plan(12);
select tests.two_agencies();
select tests.syncs();
-- The helper's connection has no secret.
delete from public.integrations where provider = 'harvest';
select tests.act_as('admin');
select public.connect_integration('harvest', '{"account_id": "7"}', 'secret-token');
select tests.act_as('owner');

-- Tests the connection, and ends the test with these lists.
create function pg_temp.settle(lists jsonb, rest text default '') returns text language plpgsql as $$
declare
  v_job record;
begin
  perform private.request_connection_test(integrations, tests.id('admin')) from public.integrations
  where organization_id = tests.id('North') and provider = 'harvest';
  update private.jobs
  set attempt = jobs.attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where jobs.kind = 'time_tracking_connection_test' and jobs.died_at is null returning jobs.id, jobs.attempt into v_job;
  perform private.begin_connection_test(v_job.id, v_job.attempt);
  return tests.answer('service', format(
    'select public.end_connection_test(%L, %s, 1, ''accepted'', lists => %L%s)', v_job.id, v_job.attempt, lists, rest));
end;
$$;
create function pg_temp.vendor_lists() returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(external_id, name), '{}') from public.vendor_lists
  where organization_id = tests.id('North') and provider = 'harvest'
$$;
create function pg_temp.state() returns text language sql as $$
  select concat_ws(' ', result, case when has_more_lists then 'has more' end, (
    select count(*) from private.jobs where kind = 'time_tracking_connection_test' and died_at is null))
  from public.connection_tests where organization_id = tests.id('North') and provider = 'harvest'
$$;

select is(pg_temp.settle('[{"id": "1", "name": "Old"}, {"id": "2", "name": "B"}, {"id": "1", "name": "New"}]'),
  'ok', 'a worker may list an id twice');
select is(pg_temp.vendor_lists(), '{"1": "New", "2": "B"}'::jsonb, 'a list has the name that was listed last');
select is(pg_temp.state(), 'accepted 0', 'the test is accepted, and its job ends');

select is(pg_temp.settle((
  select jsonb_agg(item) from unnest(array[
    '{"id": "", "name": "Empty"}', '{"id": "  ", "name": "Blank"}', '{"name": "Without an id"}', '{"id": null, "name": "Null"}',
    '{"id": "1\n2", "name": "Two lines"}', '"text"', '7', 'null', '[]',
    jsonb_build_object('id', repeat('x', 201), 'name', 'Long id'), '{"id": "4", "name": "Kept"}']::jsonb[]) as item)),
  'ok', 'a worker may list ids that cannot be stored');
select is(pg_temp.vendor_lists(), '{"4": "Kept"}'::jsonb, 'lists without such an id are left out, and the others are stored');
select is(pg_temp.state(), 'accepted 0', 'their test ends');

select is(pg_temp.settle((
  select jsonb_agg(item) from unnest(array[
    '{"id": "1", "name": "\u0001Web\u0007\r\n\tsite\u001b "}', '{"id": "2", "name": " \u0002 "}', '{"id": "3"}',
    jsonb_build_object('id', '4', 'name', repeat('long ', 2048))]::jsonb[]) as item)),
  'ok', 'a worker may list names that cannot be shown');
select is(pg_temp.vendor_lists(),
  jsonb_build_object('1', 'Web site', '2', '2', '3', '3', '4', rtrim(repeat('long ', 40))),
  'a name is one line of at most 200 characters, and a list without one is shown by its id');

select is(pg_temp.settle((
  select jsonb_agg(jsonb_build_object('id', number::text, 'name', 'List')) from generate_series(1, 10000) as number)),
  'ok', 'a worker may list 10,000 lists');
select results_eq($$ select count(*), max(external_id::integer) from public.vendor_lists $$, $$ values (500::bigint, 500) $$,
  'the first 500 are stored');
select is(pg_temp.state(), 'accepted has more 0', 'an admin learns that there are more');

-- A status outside the range of HTTP.
select private.request_connection_test(integrations, tests.id('admin')) from public.integrations
where organization_id = tests.id('North') and provider = 'harvest';
update private.jobs
set attempt = jobs.attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
where kind = 'time_tracking_connection_test';
select is(
  (select tests.answer('service', format(
    'select public.end_connection_test(%L, %s, 1, ''invalid_response'', http_code => 999)', jobs.id, jobs.attempt))
   from private.jobs where kind = 'time_tracking_connection_test'),
  'ok', 'a vendor may answer with a status that HTTP does not have');

select * from finish();
rollback;
