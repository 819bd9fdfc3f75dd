-- Admins assign a vendor's lists to projects of their own organization.
begin;
select plan(12);
select tests.two_agencies();
select tests.syncs();
select tests.sync('tasks', array[tests.task('1'), tests.task('9', '1', '{"list_id": "L9"}')]);

select tests.act_as('lead');
select throws_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', 'New', tests.id('beta')) $$, 'OPDEN', null, 'a lead cannot assign a list');
select tests.act_as('other_admin');
select throws_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', 'New', tests.id('delta')) $$, 'OPNFD', null, 'another agency cannot assign a list');
select tests.act_as('admin');
select throws_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', 'New', tests.id('delta')) $$, 'OPNFD', null, 'a list cannot be assigned to a project of another agency');
select throws_ok($$ select public.set_sync_scope(tests.id('tasks stream'), ' ', 'New', tests.id('beta')) $$, 'OPINV', null, 'an assignment without a list is refused');
select tests.act_as('owner');
select is(count(*)::integer, 2, 'the refusals leave the assignments unchanged') from public.sync_scopes where stream_id = tests.id('tasks stream');

select tests.act_as('admin');
select lives_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L1', 'Renamed', tests.id('alpha')) $$, 'an admin renames a list');
select tests.act_as('owner');
select isnt(cursor, null, 'a new name of a list does not start a new listing') from public.sync_streams where id = tests.id('tasks stream');
select tests.act_as('admin');
select lives_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', 'New', tests.id('beta')) $$, 'an admin assigns a list');
select tests.act_as('owner');
select is(tests.counts(tests.sync('tasks', array[tests.task('1'), tests.task('9', '1', '{"list_id": "L9"}')], true)), '{1,0,1,0,0,0}',
  'a new assignment starts a new listing and leaves the rows unchanged');
select tests.act_as('admin');
select lives_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', null, null) $$, 'an admin ends an assignment');
select tests.act_as('owner');
select results_eq(
  $$ select managed_by, archived_at from public.tasks where project_id = tests.id('beta') and external_key = 'clickup:9' $$,
  $$ values (null::text, null::timestamptz) $$, 'rows of a list without an assignment are retained and managed by us');
select is(tests.counts(tests.sync('tasks', array[tests.task('1')], true)), '{0,0,1,0,0,0}', 'a complete listing without the rows of an unassigned list removes nothing');

select * from finish();
rollback;
