begin;
select plan(7);
select tests.two_agencies();

select tests.act_as('lead');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"is_archived": true}') $$, 'OPSTA', null,
  'work is going on for the client');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": "garden"}') $$, 'OPSTA', null,
  'another client has the name');
select throws_ok($$ select public.update_client(tests.id('South Harbour'), 1, '{"name": "x"}') $$, 'OPNFD', null,
  'a foreign client is none');
select throws_ok($$ select public.update_client(tests.id('Harbour'), 1, '{"name": null}') $$, 'OPINV', null, 'no name');

select tests.act_as('owner');
update public.projects set status = 'completed' where account_id = tests.id('Harbour shop');
select tests.act_as('lead');
select isnt(public.update_client(tests.id('Harbour'), 1, '{"is_archived": true}') ->> 'archived_at', null,
  'a client whose projects ended is archived');
select is(public.update_client(tests.id('Harbour'), 2, '{"is_archived": false}') ->> 'archived_at', null, 'and back');

select tests.act_as('owner');
select is(array_agg(action order by occurred_at, after ->> 'version'), '{client.updated,client.updated}', 'both are on record')
from public.audit_events where object_id = tests.id('Harbour');

select * from finish();
rollback;
