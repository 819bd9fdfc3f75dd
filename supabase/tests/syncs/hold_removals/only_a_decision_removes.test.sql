-- Only a sync creates a card about removals; no person edits it, and it is executed only after a decision.
begin;
select plan(22);
select tests.two_agencies();
select tests.syncs();
create function pg_temp.here() returns bigint language sql as $$
  select count(*) from private.sync_records where stream_id = tests.id('tasks stream') and is_here
$$;
create function pg_temp.tasks(first integer, last integer) returns jsonb[] language sql as $$
  select array_agg(tests.task(number::text)) from generate_series(first, last) as number
$$;
create function pg_temp.card() returns public.approvals language sql as $$
  select approvals from public.approvals where kind = 'sync_removal' and target_id = tests.id('tasks stream')
  order by status in ('pending', 'approved') desc, status = 'rejected' limit 1
$$;

select tests.sync('tasks', pg_temp.tasks(1, 30), true);
select tests.sync('tasks', '{}', true);
create temporary table card as select (pg_temp.card()).id;
grant select on card to authenticated, service_role;

select is((is_restricted, scope_id, proposer::text)::text, (true, tests.id('North'), 'background')::text,
  'a card about removals is restricted and has a background function as its proposer') from public.approvals where id = (select id from card);
select is(stakes::text, 'high', 'removals have high stakes') from public.approval_kinds where kind = 'sync_removal';
select tests.sees('member', 'select id from public.approvals', '{}');
select tests.sees('client', 'select id from public.approvals', '{}');
select tests.sees('other_admin', 'select id from public.approvals', '{}');
select tests.act_as('lead');
select is(title, 'Remove 30 tasks synced from ClickUp', 'a lead sees the card about removals') from public.approvals;
select tests.act_as('owner');
select is(jsonb_path_exists(to_jsonb(approvals), '$.** ? (@.type() == "string" && @ like_regex "Task 1")'), false,
  'a card about removals stores no title of a row') from public.approvals where id = (select id from card);
select is(cardinality(string_to_array(private.approval_diff(pg_temp.card()) #>> '{0,before}', E'\n')), 30, 'the diff of a card about removals lists the rows');
select matches(private.approval_diff(pg_temp.card()) #>> '{0,before}', '^Task 1 · ', 'the diff of a card about removals names rows by title and project');

select is(tests.answer('admin', format(
  $$ select public.propose_approval('sync_removal', null, %L) $$, (pg_temp.card()).payload)), 'OPINV invalid_proposal',
  'an admin cannot propose removals by hand');
select is(tests.answer('service', format(
  $$ select public.propose_approval('sync_removal', null, %L) $$, (pg_temp.card()).payload)), '42501', 'the secret key cannot propose removals');
select is(tests.answer('service', $$ insert into public.approvals (organization_id, kind, title, payload, proposer)
  values (tests.id('North'), 'sync_removal', 'Remove', '{}', 'background') $$), '42501', 'the secret key cannot insert a card');
select is(tests.answer('service', $$ select public.approve_and_execute_approval((select id from card), 1) $$), '42501', 'the secret key cannot decide the card');
select is(tests.answer('member', $$ select public.approve_and_execute_approval((select id from card), 1) $$), 'OPDEN role_not_allowed',
  'a member cannot approve the card');
select is(tests.answer('member', $$ select public.reject_approval((select id from card), 'Keep') $$), 'OPDEN role_not_allowed', 'a member cannot reject the card');
select is(tests.answer('other_admin', $$ select public.approve_and_execute_approval((select id from card), 1) $$),
  'OPNFD approval_not_found', 'an admin of another agency does not find the card');
select is(tests.answer('admin', $$ select public.edit_approval((select id from card), '{"rows": "1 row", "fingerprint": "x"}', 1) $$),
  'OPSTA card_not_editable', 'the rows of a card about removals cannot be edited');
select is(tests.answer('lead', $$ select public.approve_and_execute_approval((select id from card)) $$), 'OPSTA version_required',
  'a decision without a version is refused');
select is(tests.answer('lead', $$ select public.execute_approval((select id from card)) $$), 'OPSTA approval_not_approved',
  'a pending card cannot be executed');
select throws_ok($$ insert into public.approvals (organization_id, kind, title, payload, is_restricted, target_id, proposer)
  select organization_id, kind, title, payload, true, target_id, 'background' from public.approvals where id = (select id from card) $$,
  '23505', null, 'a stream has at most one open card');
select is((tests.status_of((select id from card)), pg_temp.here())::text, '(pending,30)', 'the refusals leave the card pending and every row in place');
select bag_eq($$ select action from public.audit_events where object_type = 'sync_stream' $$, '{}'::text[], 'the refusals record no decision');

select * from finish();
rollback;
