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
  'OPDEN role_not_allowed', 'a lead connects nothing');
select is(pg_temp.connect('member', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_1234567'),
  'OPDEN role_not_allowed', 'nor does a member');
select matches(pg_temp.connect('anonymous', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_1234567'),
  '^42501', 'nor does nobody');
select matches(pg_temp.connect('service', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_1234567'),
  '^42501', 'nor does the secret key');
select is_empty('select 1 from public.integrations', 'and nothing was written');

-- What is not complete is refused, field by field.
select is(pg_temp.connect('admin', 'clickup', wrong.settings, 'pk_1234567'), 'OPINV invalid_settings', wrong.why)
from (values
  ('{}'::jsonb, 'nothing said'),
  ('[]', 'a list'),
  ('{"list_id": "1"}', 'no marker'),
  ('{"list_id": "abc", "marker_field_id": "m"}', 'a list that is no number'),
  ('{"list_id": "1", "marker_field_id": "m", "api_url": "http://10.0.0.1"}', 'an address'),
  ('{"list_id": "1", "marker_field_id": "m", "assignees": {"x": "y"}}', 'assignees that are no users'),
  ('{"list_id": "1", "marker_field_id": "m", "assignees": {"00000000-0000-4000-8000-000000000000": 1}}', 'a stranger')
) as wrong (settings, why);
select is(pg_temp.connect('admin', 'google_calendar', '{"subject": "nobody"}', '{}'),
  'OPINV invalid_settings', 'a person without address');
select is(pg_temp.connect('admin', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', null),
  'OPINV secret_missing', 'no secret');
select is(pg_temp.connect('admin', 'clickup', '{"list_id": "1", "marker_field_id": "m"}', E'pk_1\r\nx: y'),
  'OPINV invalid_secret', 'a token that would be two headers');
select is(pg_temp.connect('admin', 'google_calendar', '{"subject": "office@north.test"}', 'not json'),
  'OPINV invalid_secret', 'a key that is none');

select is(pg_temp.connect('admin', 'clickup',
    jsonb_build_object('list_id', '1', 'marker_field_id', 'm', 'assignees', jsonb_build_object(tests.id('member'), 7)),
    'pk_1234567'),
  'ok', 'an admin connects');
select is(pg_temp.secret_of('clickup'), 'pk_1234567', 'the secret lies in the vault');
select is_empty($$ select 1 from public.integrations as i where to_jsonb(i)::text like '%pk_1234567%'
  union all select 1 from public.audit_events as e where to_jsonb(e)::text like '%pk_1234567%' $$, 'and only there');
select is(pg_temp.connect('admin', 'clickup', '{"list_id": "2", "marker_field_id": "m"}', null),
  'ok', 'other settings keep the secret');
select results_eq(
  $$ select version, settings ->> 'list_id', pg_temp.secret_of('clickup') from public.integrations $$,
  $$ values (2, '2', 'pk_1234567') $$, 'as it was');
select is(tests.answer('other_admin', $$ select public.disconnect_integration('clickup') $$),
  'OPNFD integration_not_found', 'another organization has nothing to disconnect');
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup') $$), 'ok', 'an admin disconnects');
select is(pg_temp.secret_of('clickup'), null, 'and the secret is gone');
select bag_eq(
  $$ select action from public.audit_events where action like 'integration.%' $$,
  array['integration.connected', 'integration.connected', 'integration.disconnected'], 'all of it is recorded');

select * from finish();
rollback;
