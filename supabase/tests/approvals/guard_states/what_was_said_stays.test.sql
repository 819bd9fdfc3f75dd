-- What was proposed, decided and done is not rewritten, by the owner of the tables neither.
begin;
select plan(32);
select tests.two_agencies();
select tests.cards();
create temporary table decided as select tests.id('alpha note card') as id;
select tests.decide(id, 'admin') from decided;
create temporary table before as
select md5(string_agg(approvals::text, ',' order by id)) as cards from public.approvals
where organization_id in (tests.id('North'), tests.id('South'));

create function pg_temp.refused(change text, description text, code text default 'OPSTA') returns text language sql as $$
  select throws_ok(format('update public.approvals set %s where id = %L', change, (select id from decided)), code, null, description)
$$;

select pg_temp.refused($$ payload = '{"title": "Another"}' $$, 'another payload is another version');
select pg_temp.refused($$ title = 'Another' $$, 'and so is another title');
select pg_temp.refused($$ target_snapshot = '{}' $$, 'and another target');
select pg_temp.refused($$ last_edited_by = tests.id('admin') $$, 'a person who did not edit cannot become the editor');
select pg_temp.refused($$ version = 2, payload = '{"title": "Another"}', last_edited_by = tests.id('admin') $$,
  'an approved card is not edited and still approved');
select pg_temp.refused($$ version = 3, status = 'pending', decided_by = null, decided_at = null, decided_version = null,
  decided_hash = null, last_edited_by = tests.id('admin') $$, 'versions are counted one by one');
select pg_temp.refused($$ version = 2, status = 'pending', decided_by = null, decided_at = null, decided_version = null,
  decided_hash = null $$, 'a version has an editor');
select pg_temp.refused('id = gen_random_uuid()', 'a card keeps its id');
select pg_temp.refused($$ kind = 'weekly_update' $$, 'its kind');
select pg_temp.refused($$ project_id = tests.id('beta') $$, 'its project');
select pg_temp.refused($$ organization_id = tests.id('South') $$, 'its organization');
select pg_temp.refused($$ proposed_by = tests.id('member') $$, 'who proposed it');
select pg_temp.refused($$ proposer = 'background', proposed_by = null $$, 'and what did');
select pg_temp.refused('agent_session_id = gen_random_uuid()', 'in which session');
select pg_temp.refused($$ undo_of_id = tests.id('beta note card') $$, 'the target of an undo');
select pg_temp.refused($$ created_at = now() - interval '1 day' $$, 'and since when it is there');
select pg_temp.refused($$ decided_by = tests.id('lead') $$, 'another decider is written over none');
select pg_temp.refused($$ decided_at = now() - interval '1 day' $$, 'nor another time');
select pg_temp.refused($$ decided_hash = repeat('0', 64) $$, 'nor what the decision binds to');
select pg_temp.refused($$ status = 'executing', decided_by = tests.id('lead'), execution_requested_by = tests.id('lead'),
  execution_requested_at = now(), execution_job_id = gen_random_uuid(), execution_attempt = 1 $$,
  'nor on the way to its execution');
select pg_temp.refused($$ result = '{}' $$, 'and no result before there is one');
select lives_ok(format($$ update public.approvals set payload_hash = repeat('0', 64) where id = %L $$, id),
  'a hash that is written by hand') from decided;
select is(payload_hash, private.approval_hash(approvals), 'is computed all the same')
from public.approvals join decided using (id);

select throws_ok($$ update public.approvals set is_restricted = false where id = tests.id('alpha contract card') $$,
  'OPSTA', 'A restricted card stays restricted', 'a restricted card cannot be opened');
select throws_ok('delete from public.approvals', 'OPSTA', null, 'cards are not deleted');
select throws_ok('truncate public.approvals cascade', 'OPSTA', null, 'nor swept away');
select throws_ok('truncate public.organizations cascade', 'OPSTA', null, 'nor with their organization');
set local session_replication_role = replica;
select pg_temp.refused($$ payload = '{"title": "Another"}' $$, 'the rights of replication change none of it');
select throws_ok('delete from public.approvals', 'OPSTA', null, 'nor do they delete');
select throws_ok('truncate public.approvals cascade', 'OPSTA', null, 'nor sweep');
set local session_replication_role = origin;
select is(
  (select md5(string_agg((approvals.*)::text, ',' order by id)) from public.approvals
   where organization_id in (tests.id('North'), tests.id('South')) and id <> (select id from decided)),
  (select md5(string_agg((approvals.*)::text, ',' order by id)) from public.approvals
   where organization_id in (tests.id('North'), tests.id('South')) and id not in (select id from decided)),
  'the others are there')
;
select results_eq(
  'select payload, version, status::text, decided_by, is_restricted from public.approvals join decided using (id)',
  $$ values ('{"title": "Card"}'::jsonb, 1, 'approved', tests.id('admin'), false) $$, 'read back, the card is as it was');

select * from finish();
rollback;
