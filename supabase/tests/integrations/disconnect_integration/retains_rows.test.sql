-- Synced rows are retained when a vendor is disconnected. The vendor still manages them, unless they are released.
begin;
select plan(13);
select tests.two_agencies();
select tests.syncs();
select tests.sync('tasks', array[tests.task('1')]);
select tests.sync('hours', array[tests.hours('1')]);

-- Only an admin can disconnect a vendor.
select is(tests.answer(persona, $$ select public.disconnect_integration('clickup', true) $$), 'OPDEN role_not_allowed',
  persona || ' cannot disconnect a vendor') from unnest(array['lead', 'member', 'client']) as persona;
select matches(tests.answer('service', $$ select public.disconnect_integration('clickup', true) $$), '^42501',
  'the secret key cannot disconnect a vendor');
select is(count(*)::integer, 2, 'the refusals leave the lists assigned') from public.sync_scopes
where stream_id = tests.id('tasks stream');

select is(tests.answer('admin', $$ select public.disconnect_integration('harvest') $$), 'ok', 'an admin disconnects');
select results_eq(
  $$ select managed_by from public.time_entries where external_key = 'harvest:1' $$, array['harvest'],
  'the vendor still manages the hours');
select is(count(*)::integer, 1, 'disconnecting does not end the assignment of the list') from public.sync_scopes
where stream_id = tests.id('hours stream');

select is(tests.answer('admin', $$ select public.disconnect_integration('clickup', true) $$), 'ok',
  'an admin disconnects and releases the rows');
select results_eq(
  $$ select managed_by, archived_at from public.tasks where external_key = 'clickup:1' $$,
  $$ values (null::text, null::timestamptz) $$, 'released tasks are retained and managed by us');
select is_empty($$ select 1 from public.sync_scopes where stream_id = tests.id('tasks stream') $$,
  'releasing the rows ends the assignment of the list');
select is(count(*)::integer, 1, 'releasing rows does not affect the lists of another organization') from public.sync_scopes
where stream_id = tests.id('South stream');
select results_eq(
  $$ select after -> 'releases_rows' from public.audit_events where action = 'integration.disconnected' order by 1 $$,
  $$ values ('false'::jsonb), ('true') $$, 'the audit event states whether rows were released');

select * from finish();
rollback;
