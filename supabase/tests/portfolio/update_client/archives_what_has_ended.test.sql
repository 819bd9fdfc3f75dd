begin;
select plan(13);
select tests.two_agencies();

select tests.act_as('lead');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"is_archived": true}') $$, 'OPSTA', null,
  'work is going on for the client');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": "garden"}') $$, 'OPSTA', null,
  'another client has the name');
select throws_ok($$ select public.update_client(tests.id('South Harbour'), 1, '{"name": "x"}') $$, 'OPNFD', null,
  'a client of another organization is not found');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": null}') $$, 'OPINV', null, 'no name');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": {"first": "Harbour"}}') $$, 'OPINV',
  null, 'no text');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": " Garden "}') $$, 'OPSTA', null,
  'a name is the same with spaces around it');

select tests.act_as('owner');
update public.projects set status = 'completed' where account_id = tests.id('Harbour shop');
select tests.act_as('lead');
select isnt(public.update_client(tests.id('Harbour'), 1, '{"is_archived": true}') ->> 'archived_at', null,
  'a client whose projects ended is archived');
select throws_ok($$ select public.update_project(tests.id('alpha'), 2, '{"status": "active"}') $$,
  'OPSTA', null, 'work does not begin again behind its back');
select throws_ok(format($$ select public.update_project(tests.id('beta'), 1, '{"account_id": "%s"}') $$, tests.id('Harbour shop')),
  'OPSTA', null, 'nor is other work moved there');
select is(public.update_project(tests.id('alpha'), 2, '{"name": "Alpha"}') ->> 'version', '3', 'an archived client can be renamed');
select is(public.update_client(tests.id('Harbour'), 2, '{"is_archived": false}') ->> 'archived_at', null, 'and back');
select is(public.update_project(tests.id('alpha'), 3, '{"status": "active"}') ->> 'status', 'active', 'so is the work');

select tests.act_as('owner');
select is(array_agg(action order by occurred_at, after ->> 'version'), '{client.updated,client.updated}', 'both are on record')
from public.audit_events where object_id = tests.id('Harbour');

select * from finish();
rollback;
