-- A new payload is a new version: earlier decisions and queued executions no longer count.
begin;
select plan(11);
select tests.two_agencies();
create temporary table card as select tests.propose('member') as id;
grant select on card to public;
create function pg_temp.edit(persona text, title text, version text default 'null') returns text language sql as $$
  select tests.answer(persona, format('select public.edit_approval(%L, %L, %s)',
    (select id from card), jsonb_build_object('title', title), version))
$$;

select is(pg_temp.edit('member', 'Mine'), 'OPDEN role_not_allowed', 'a member cannot edit a card');
select is(pg_temp.edit('lead', 'Send it', '7'), 'OPSTA version_conflict', 'an edit of another version is refused');
select is(tests.answer('lead', format('select public.edit_approval(%L, %L)', (select id from card), '{"titel": "x"}')),
  'OPINV invalid_payload', 'a payload with an unknown field is refused');
select is(tests.answer('admin', format('select public.approve_and_execute_approval(%L, 1)', (select id from card))),
  'ok', 'an admin approves a card and requests its execution');
select is(pg_temp.edit('lead', 'Send it'), 'ok', 'an approved card can be edited');
select results_eq(
  $$ select status::text, version, decided_by, execution_job_id, payload ->> 'title' from public.approvals, card where approvals.id = card.id $$,
  $$ values ('pending', 2, null::uuid, null::uuid, 'Send it') $$, 'an edited card is pending again, at its second version');
select results_eq(
  $$ select version, payload ->> 'title' from public.approval_versions, card where approval_id = card.id order by version $$,
  $$ values (1, 'Send the proposal'), (2, 'Send it') $$, 'an edited card has both versions');

create temporary table lease as select * from tests.lease_job_of((select id from card));
grant select on lease to public;
select isnt((select job_id from lease), null, 'a worker takes the job that was queued before the edit');
select is(tests.answer('service', format('select public.lease_execution(%L, %s)', job_id, attempt)), 'ok',
  'the job that was queued before the edit has nothing to execute') from lease;
select is((select count(*)::int from private.jobs, card where payload ->> 'approval_id' = card.id::text and kind = 'task_act'), 0, 'the job that was queued before the edit is deleted');
select is(tests.status_of((select id from card)), 'pending', 'the job leaves the edited card pending');

select * from finish();
rollback;
