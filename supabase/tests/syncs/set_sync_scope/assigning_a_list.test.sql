-- Admins assign a vendor's lists to projects of their own organization.
begin;
select plan(12);
select tests.two_agencies();
select tests.syncs();
select tests.sync('tasks', array[tests.task('1'), tests.task('9', '1', '{"list_id": "L9"}')]);

select tests.act_as('lead');
select throws_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', 'New', tests.id('beta')) $$, 'OPDEN', null, 'a lead assigns nothing');
select tests.act_as('other_admin');
select throws_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', 'New', tests.id('delta')) $$, 'OPNFD', null, 'nor another agency');
select tests.act_as('admin');
select throws_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', 'New', tests.id('delta')) $$, 'OPNFD', null, 'not to a project of another agency');
select throws_ok($$ select public.set_sync_scope(tests.id('tasks stream'), ' ', 'New', tests.id('beta')) $$, 'OPINV', null, 'not without a list');
select tests.act_as('owner');
select is(count(*)::integer, 2, 'read back as the owner, nothing changed') from public.sync_scopes where stream_id = tests.id('tasks stream');

select tests.act_as('admin');
select lives_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L1', 'Renamed', tests.id('alpha')) $$, 'a list is renamed');
select tests.act_as('owner');
select isnt(cursor, null, 'which reads nothing again') from public.sync_streams where id = tests.id('tasks stream');
select tests.act_as('admin');
select lives_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', 'New', tests.id('beta')) $$, 'a list is assigned');
select tests.act_as('owner');
select is(tests.counts(tests.sync('tasks', array[tests.task('1'), tests.task('9', '1', '{"list_id": "L9"}')], true)), '{1,0,1,0,0,0}',
  'everything is read again, and what is here is unchanged');
select tests.act_as('admin');
select lives_ok($$ select public.set_sync_scope(tests.id('tasks stream'), 'L9', null, null) $$, 'an assignment ends');
select tests.act_as('owner');
select results_eq(
  $$ select managed_by, archived_at from public.tasks where project_id = tests.id('beta') and external_key = 'clickup:9' $$,
  $$ values (null::text, null::timestamptz) $$, 'its rows stay and are ours');
select is(tests.counts(tests.sync('tasks', array[tests.task('1')], true)), '{0,0,1,0,0,0}', 'and a listing without them removes nothing');

select * from finish();
rollback;
