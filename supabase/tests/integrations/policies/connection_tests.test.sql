-- Only admins see whether their vendors accept the secrets, and the names of the lists at the vendors.
begin;
select plan(49);
select tests.two_agencies();
select tests.syncs();
insert into public.connection_tests (organization_id, provider, requested_by) values
  (tests.id('North'), 'clickup', tests.id('admin')), (tests.id('South'), 'clickup', tests.id('other_admin'));
insert into public.vendor_lists (organization_id, provider, external_id, name) values
  (tests.id('North'), 'clickup', '901', 'Secret launch'), (tests.id('South'), 'clickup', '902', 'Shop');

select tests.sees(persona, format('select organization_id from public.%I', name), case persona
  when 'admin' then array['North'] when 'other_admin' then array['South']
  when 'service' then array['North', 'South'] when 'anonymous' then null else '{}' end)
from unnest(array['connection_tests', 'vendor_lists']) as name
cross join unnest(tests.personas()) as persona;
select tests.act_as('owner');
select tests.refuses_writes('public.connection_tests');
select tests.refuses_writes('public.vendor_lists');

-- Constraints refuse contradictory rows.
create function pg_temp.violates(change text, name text) returns text language sql as $$
  select throws_ok('update public.connection_tests set ' || change, '23514', null, name || ' cannot be stored')
$$;
select pg_temp.violates($$ result = 'accepted' $$, 'a result of an open test');
select pg_temp.violates($$ ended_at = now() $$, 'an ended test without a result');
select pg_temp.violates($$ http_code = 401 $$, 'an HTTP status of an open test');
select pg_temp.violates($$ result = 'accepted', ended_at = now(), http_code = 401 $$, 'an HTTP status of an accepted test');
select pg_temp.violates($$ result = 'rejected', ended_at = now(), http_code = 7 $$, 'an invalid HTTP status');
select pg_temp.violates($$ result = 'rejected', ended_at = now(), resource = 'Token pk_1 is invalid' $$, 'a text of the vendor');
select throws_ok($$ update public.vendor_lists set name = ' ' $$, '23514', null, 'a list without a name cannot be stored');

-- Disconnecting deletes the test and the lists.
select tests.act_as('admin');
select public.disconnect_integration('clickup');
select tests.act_as('owner');
select results_eq('select organization_id from public.connection_tests', $$ select tests.id('South') $$,
  'disconnecting deletes the test of the connection');
select results_eq('select external_id from public.vendor_lists', $$ values ('902') $$,
  'disconnecting deletes the lists of the vendor');

select * from finish();
rollback;
