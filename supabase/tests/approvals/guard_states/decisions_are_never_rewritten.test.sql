-- Proposals, decisions and results cannot be rewritten, not even by the owner of the tables.
begin;
select plan(32);
select tests.two_agencies();
select tests.cards();
create temporary table decided as select tests.id('alpha note card') as id;
select tests.decide(id, 'admin') from decided;
create temporary table before as
select md5(string_agg(approvals::text, ',' order by id)) as cards from public.approvals
where organization_id in (tests.id('North'), tests.id('South')) and id not in (select id from decided);

create function pg_temp.is_refused(change text, description text, code text default 'OPSTA') returns text language sql as $$
  select throws_ok(format('update public.approvals set %s where id = %L', change, (select id from decided)), code, null, description)
$$;

select pg_temp.is_refused($$ payload = '{"title": "Another"}' $$, 'a new payload needs a new version');
select pg_temp.is_refused($$ title = 'Another' $$, 'a new title needs a new version');
select pg_temp.is_refused($$ target_snapshot = '{}' $$, 'a new target needs a new version');
select pg_temp.is_refused($$ last_edited_by = tests.id('admin') $$, 'a person who did not edit cannot become the editor');
select pg_temp.is_refused($$ version = 2, payload = '{"title": "Another"}', last_edited_by = tests.id('admin') $$,
  'an edit must make the card pending');
select pg_temp.is_refused($$ version = 3, status = 'pending', decided_by = null, decided_at = null, decided_version = null,
  decided_hash = null, last_edited_by = tests.id('admin') $$, 'version numbers have no gaps');
select pg_temp.is_refused($$ version = 2, status = 'pending', decided_by = null, decided_at = null, decided_version = null,
  decided_hash = null $$, 'a version needs an editor');
select pg_temp.is_refused('id = gen_random_uuid()', 'the id of a card cannot change');
select pg_temp.is_refused($$ kind = 'weekly_update' $$, 'the kind of a card cannot change');
select pg_temp.is_refused($$ project_id = tests.id('beta') $$, 'the project of a card cannot change');
select pg_temp.is_refused($$ organization_id = tests.id('South') $$, 'the organization of a card cannot change');
select pg_temp.is_refused($$ proposed_by = tests.id('member') $$, 'the proposer of a card cannot change');
select pg_temp.is_refused($$ proposer = 'background', proposed_by = null $$, 'the kind of proposer of a card cannot change');
select pg_temp.is_refused('agent_session_id = gen_random_uuid()', 'the session of a card cannot change');
select pg_temp.is_refused($$ undo_of_id = tests.id('beta note card') $$, 'the card that a card undoes cannot change');
select pg_temp.is_refused($$ created_at = now() - interval '1 day' $$, 'the time of creation of a card cannot change');
select pg_temp.is_refused($$ decided_by = tests.id('lead') $$, 'the decider cannot be overwritten');
select pg_temp.is_refused($$ decided_at = now() - interval '1 day' $$, 'the time of the decision cannot be overwritten');
select pg_temp.is_refused($$ decided_hash = repeat('0', 64) $$, 'the hash of the decision cannot be overwritten');
select pg_temp.is_refused($$ status = 'executing', decided_by = tests.id('lead'), execution_requested_by = tests.id('lead'),
  execution_requested_at = now(), execution_job_id = gen_random_uuid(), execution_attempt = 1 $$,
  'the start of the execution cannot overwrite the decider');
select pg_temp.is_refused($$ result = '{}' $$, 'a card without an execution cannot get a result');
select lives_ok(format($$ update public.approvals set payload_hash = repeat('0', 64) where id = %L $$, id),
  'a write to the hash column succeeds') from decided;
select is(payload_hash, private.approval_hash(approvals), 'a written hash is replaced by the computed one')
from public.approvals join decided using (id);

select throws_ok($$ update public.approvals set is_restricted = false where id = tests.id('alpha contract card') $$,
  'OPSTA', 'A restricted card stays restricted', 'the restriction of a card cannot be lifted');
select throws_ok('delete from public.approvals', 'OPSTA', null, 'cards cannot be deleted');
select throws_ok('truncate public.approvals cascade', 'OPSTA', null, 'cards cannot be truncated');
select throws_ok('truncate public.organizations cascade', 'OPSTA', null, 'cards cannot be truncated with their organizations');
set local session_replication_role = replica;
select pg_temp.is_refused($$ payload = '{"title": "Another"}' $$, 'replication mode does not permit a change of a payload');
select throws_ok('delete from public.approvals', 'OPSTA', null, 'replication mode does not permit deleting cards');
select throws_ok('truncate public.approvals cascade', 'OPSTA', null, 'replication mode does not permit truncating cards');
set local session_replication_role = origin;
select is(
  (select md5(string_agg(approvals::text, ',' order by id)) from public.approvals
   where organization_id in (tests.id('North'), tests.id('South')) and id not in (select id from decided)),
  cards, 'the other cards are unchanged')
from before;
select results_eq(
  'select payload, version, status::text, decided_by, is_restricted from public.approvals join decided using (id)',
  $$ values ('{"title": "Card"}'::jsonb, 1, 'approved', tests.id('admin'), false) $$, 'the refused changes leave the card unchanged');

select * from finish();
rollback;
