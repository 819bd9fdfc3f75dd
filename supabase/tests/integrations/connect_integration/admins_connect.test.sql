begin;
select plan(25);
select tests.two_agencies();

create function pg_temp.connect(persona text, provider text, settings jsonb, secret text) returns text
language sql as $$
  select tests.answer(persona, format(
    'select public.connect_integration(%L, %L, %L)', provider, settings, secret))
$$;
create function pg_temp.secret_of(provider text) returns text language sql as $$
  select decrypted_secret from vault.decrypted_secrets
  where name = format('integration_%s_%s', provider, tests.id('North'))
$$;

select is(pg_temp.connect('lead', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_1234567'),
  'OPDEN role_not_allowed', 'a lead cannot connect a vendor');
select is(pg_temp.connect('member', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_1234567'),
  'OPDEN role_not_allowed', 'a member cannot connect a vendor');
select matches(pg_temp.connect('anonymous', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_1234567'),
  '^42501', 'an anonymous caller cannot connect a vendor');
select matches(pg_temp.connect('service', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_1234567'),
  '^42501', 'the secret key cannot connect a vendor');
select is_empty('select 1 from public.integrations', 'the refusals write nothing');

-- Invalid settings are refused.
select is(pg_temp.connect('admin', 'clickup', cases.settings, 'pk_1234567'), 'OPINV invalid_settings', cases.why || ' is refused')
from (values
  ('{}'::jsonb, 'an empty object'),
  ('[]', 'a list instead of an object'),
  ('{"list_id": "1"}', 'an object without a marker'),
  ('{"list_id": "abc", "marker_field_id": "m"}', 'a list that is not a number'),
  ('{"list_id": "1", "marker_field_id": "m", "api_url": "http://10.0.0.1"}', 'an unknown setting'),
  ('{"list_id": "1", "marker_field_id": "m", "assignees": {"x": "y"}}', 'an assignee that is not an id'),
  ('{"list_id": "1", "marker_field_id": "m", "assignees": {"00000000-0000-4000-8000-000000000000": 1}}', 'an unknown assignee')
) as cases (settings, why);
select is(pg_temp.connect('admin', 'google_calendar', '{"subject": "nobody"}', '{}'),
  'OPINV invalid_settings', 'an invalid address is refused');
select is(pg_temp.connect('admin', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', null),
  'OPINV secret_missing', 'a missing secret is refused');
select is(pg_temp.connect('admin', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', E'pk_1\r\nx: y'),
  'OPINV invalid_secret', 'a token with a line break is refused');
select is(pg_temp.connect('admin', 'google_calendar', '{"subject": "office@north.test"}', 'not json'),
  'OPINV invalid_secret', 'an invalid key is refused');

select is(pg_temp.connect('admin', 'clickup',
    jsonb_build_object('list_id', '1', 'marker_field_id', 'm', 'assignees', jsonb_build_object(tests.id('member'), 7)),
    'pk_1234567'),
  'ok', 'an admin connects a vendor');
select is(pg_temp.secret_of('clickup'), 'pk_1234567', 'the secret of a connection is in the vault');
select is_empty($$ select 1 from public.integrations as i where to_jsonb(i)::text like '%pk_1234567%'
  union all select 1 from public.audit_events as e where to_jsonb(e)::text like '%pk_1234567%' $$, 'neither the connection nor the audit log contains the secret');
select is(pg_temp.connect('admin', 'clickup', '{"list_id": "2", "marker_field_id": "m"}', null),
  'ok', 'new settings without a secret are accepted');
select results_eq(
  $$ select version, settings ->> 'list_id', pg_temp.secret_of('clickup') from public.integrations $$,
  $$ values (2, '2', 'pk_1234567') $$, 'new settings without a secret leave the earlier secret in place');
select is(tests.answer('other_admin', $$ select public.disconnect_integration('clickup') $$),
  'OPNFD integration_not_found', 'an admin of another organization does not find the connection');
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup') $$), 'ok', 'an admin disconnects the vendor');
select is(pg_temp.secret_of('clickup'), null, 'disconnecting deletes the secret');
select bag_eq(
  $$ select action from public.audit_events where action like 'integration.%' $$,
  array['integration.connected', 'integration.connected', 'integration.disconnected'], 'the audit log contains each change of the connection');

select * from finish();
rollback;
