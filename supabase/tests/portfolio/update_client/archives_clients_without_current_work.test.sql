begin;
select plan(13);
select tests.two_agencies();

select tests.act_as('lead');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"is_archived": true}') $$, 'OPSTA', null,
  'a client with current work cannot be archived');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": "garden"}') $$, 'OPSTA', null,
  'the name of another client is refused');
select throws_ok($$ select public.update_client(tests.id('South Harbour'), 1, '{"name": "x"}') $$, 'OPNFD', null,
  'a client of another organization is not found');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": null}') $$, 'OPINV', null, 'a missing name is refused');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": {"first": "Harbour"}}') $$, 'OPINV',
  null, 'a name that is not a string is refused');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": " Garden "}') $$, 'OPSTA', null,
  'the name of another client with spaces around it is refused');

select tests.act_as('owner');
update public.projects set status = 'completed' where account_id = tests.id('Harbour shop');
select tests.act_as('lead');
select isnt(public.update_client(tests.id('Harbour'), 1, '{"is_archived": true}') ->> 'archived_at', null,
  'a client whose projects ended is archived');
select throws_ok($$ select public.update_project(tests.id('alpha'), 2, '{"status": "active"}') $$,
  'OPSTA', null, 'a project of an archived client cannot become active');
select throws_ok(format($$ select public.update_project(tests.id('beta'), 1, '{"account_id": "%s"}') $$, tests.id('Harbour shop')),
  'OPSTA', null, 'a project cannot move to an archived client');
select is(public.update_project(tests.id('alpha'), 2, '{"name": "Alpha"}') ->> 'version', '3', 'a project of an archived client can be renamed');
select is(public.update_client(tests.id('Harbour'), 2, '{"is_archived": false}') ->> 'archived_at', null, 'a lead restores the client');
select is(public.update_project(tests.id('alpha'), 3, '{"status": "active"}') ->> 'status', 'active', 'a project of a restored client can become active');

select tests.act_as('owner');
select is(array_agg(action order by occurred_at, after ->> 'version'), '{client.updated,client.updated}', 'the audit log contains both changes')
from public.audit_events where object_id = tests.id('Harbour');

select * from finish();
rollback;
