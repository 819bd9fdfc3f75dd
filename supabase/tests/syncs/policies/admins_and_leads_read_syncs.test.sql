-- Only admins and leads read the syncs of their organization, and no role writes them.
begin;
select plan(84);
select tests.two_agencies();
select tests.syncs();
insert into public.sync_runs (id, organization_id, stream_id) values
  (tests.id('run'), tests.id('North'), tests.id('tasks stream')), (tests.id('South run'), tests.id('South'), tests.id('South stream'));
insert into public.sync_dead_letters (id, organization_id, stream_id, run_id, external_id, payload, payload_hash, code, reason)
select tests.id(name), tests.id(agency), tests.id(stream), tests.id(run), '1', '{}', encode(sha256('{}'), 'hex'), '23514', 'Bad'
from (values ('letter', 'North', 'tasks stream', 'run'), ('South letter', 'South', 'South stream', 'South run'))
  as cases (name, agency, stream, run);

select tests.sees(persona, format('select id from public.%I', name), case
  when persona in ('admin', 'lead') then north when persona in ('other_admin') then south
  when persona = 'service' then north || south when persona <> 'anonymous' then '{}' end)
from (values
  ('sync_streams', '{tasks stream,hours stream}'::text[], '{South stream}'::text[]), ('sync_runs', '{run}', '{South run}'),
  ('sync_scopes', '{L1,L2,H1}', '{South L1}'), ('sync_dead_letters', '{letter}', '{South letter}')) as cases (name, north, south)
cross join unnest(tests.personas()) as persona;
select tests.act_as('lead');
select throws_ok('select payload from public.sync_dead_letters', '42501', null, 'a lead cannot read the payload of a dead letter, which may be the text of an email');
select tests.act_as('service');
select throws_ok('select payload from public.sync_dead_letters', '42501', null, 'the secret key cannot read the payload of a dead letter');
select tests.act_as('owner');
select tests.refuses_writes('public.sync_streams');
select tests.refuses_writes('public.sync_runs');
select tests.refuses_writes('public.sync_scopes');
select tests.refuses_writes('public.sync_dead_letters');
select throws_ok($$ delete from public.sync_runs where id = tests.id('run') $$, 'OPSTA', null, 'a receipt cannot be deleted');
select throws_ok($$ truncate public.sync_runs cascade $$, 'OPSTA', null, 'receipts cannot be truncated');

select * from finish();
rollback;
