-- Admins and leads read the vendors and syncs of their own organization; other roles are refused.
begin;
select plan(28);
select tests.two_agencies();
select tests.syncs();
select vault.create_secret('pk_hidden_1', format('integration_clickup_%s', tests.id('North')), '');
select tests.sync('tasks', array[tests.task('1'), tests.task('2', '1', '{"due_on": "no day", "description": "Private words"}')]);
select tests.sync('tasks', array[tests.task('1')]) from generate_series(1, 10);

create function pg_temp.read(persona text, provider text) returns jsonb
language plpgsql as $$
declare
  v_answer jsonb;
begin
  perform tests.act_as(persona);
  select one into v_answer from jsonb_array_elements(public.get_integrations() -> 'providers') as one
  where one ->> 'provider' = provider;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;

-- Refusals.
select is(tests.answer(persona, 'select public.get_integrations()'), refusal, persona || ' cannot list vendors')
from (values
  ('member', 'OPDEN role_not_allowed'), ('member2', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'),
  ('outsider', 'OPDEN no_membership')) as cases (persona, refusal);
select matches(tests.answer(persona, 'select public.get_integrations()'), '^42501', persona || ' has no permission to list vendors')
from unnest(array['anonymous', 'service']) as persona;

-- The answer to an admin.
select is(pg_temp.read('admin', 'clickup') -> 'connection' -> 'settings', '{"list_id": "1", "marker_field_id": "m"}',
  'an admin reads the settings');
select is(pg_temp.read('admin', 'clickup') -> 'connection' -> 'connected_by' ->> 'id', tests.id('admin')::text,
  'an admin reads who connected a vendor');
select is(pg_temp.read('admin', 'linear') -> 'connection', 'null', 'a vendor that is not connected has no connection');
select is(pg_temp.read('admin', 'linear') -> 'streams', '[]', 'a vendor that is not connected has no stream');
select is(pg_temp.read('admin', 'linear') -> 'reads', '["tasks"]', 'the data that a vendor can provide is listed before it is connected');
select is(pg_temp.read('admin', 'google_calendar') ->> 'secret_type', 'service_account', 'a vendor has the type of its secret');
select is(pg_temp.read('admin', 'clickup') #>> '{fields,0,name}', 'list_id', 'a vendor has its fields in the order of the form');

-- A stream.
create temporary table stream as select pg_temp.read('lead', 'clickup') #> '{streams,0}' as it;
select is(it ->> 'id', tests.id('tasks stream')::text, 'a lead reads the stream') from stream;
select is((it ->> 'confirmed_at')::timestamptz, '2026-03-02T10:00:00.123456Z', 'a stream has the time of its newest confirmed record') from stream;
select is(it -> 'row_count', '1', 'a stream has its number of rows') from stream;
select is(jsonb_path_query_array(it, '$.scopes[*].external_id'), '["L1", "L2"]', 'a stream has its lists') from stream;
select is(it #>> '{scopes,0,project_id}', tests.id('alpha')::text, 'a list has its project') from stream;
select is(jsonb_array_length(it -> 'runs'), 10, 'a stream has its last ten receipts') from stream;
select is(it #> '{runs,0,record_count}', '1', 'the newest receipt comes first') from stream;
select is(it -> 'dead_letters' -> 'count', '1', 'a stream has its open dead letters') from stream;
select is(it #>> '{dead_letters,rows,0,title}', 'Task 2', 'a dead letter has its title') from stream;
select is(it -> 'removals', 'null', 'a stream without waiting removals lists none') from stream;

-- The answer never contains secrets or payloads.
select is(pg_temp.read('lead', 'clickup') -> 'connection' -> 'settings', 'null', 'a lead cannot read the settings');
select unalike(pg_temp.read('admin', 'clickup')::text, '%pk_hidden_1%', 'the answer contains no secret');
select unalike(pg_temp.read('admin', 'clickup')::text, '%secret_name%', 'the answer contains no name of a secret');
select unalike(pg_temp.read('admin', 'clickup')::text, '%Private words%', 'the answer contains no payload of a dead letter');
select is(jsonb_path_query_array(pg_temp.read('other_admin', 'clickup'), '$.streams[*].id'),
  jsonb_build_array(tests.id('South stream')), 'another organization reads its own stream');

select * from finish();
rollback;
