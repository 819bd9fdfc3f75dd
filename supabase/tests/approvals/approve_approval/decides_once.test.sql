-- A card is decided once, by a person with the right to decide, at the version that they saw.
begin;
select plan(18);
select tests.two_agencies();
create temporary table card as
select tests.propose('member') as plain, tests.propose('lead') as own, tests.propose('member') as other;
grant select on card to public;

create function pg_temp.approve(persona text, version text default 'null') returns text language sql as $$
  select tests.answer(persona, format('select public.approve_approval(%L, %s)', (select plain from card), version))
$$;

select is(pg_temp.approve('member'), 'OPDEN role_not_allowed', 'a member does not decide');
select is(pg_temp.approve('client'), 'OPDEN role_not_allowed', 'a client does not decide');
select is(pg_temp.approve('outsider'), 'OPDEN no_membership', 'an outsider does not decide');
select is(pg_temp.approve('anonymous'), '42501', 'an anonymous caller does not decide');
select is(pg_temp.approve('service'), '42501', 'the secret key does not decide');
select is(pg_temp.approve('other_admin'), 'OPNFD approval_not_found', 'another agency does not know the card');
select is(tests.status_of((select plain from card)), 'pending', 'the refused decisions leave the card pending');
select is(pg_temp.approve('lead'), 'OPSTA version_required', 'a decision that names no version is refused');
select is(pg_temp.approve('lead', '2'), 'OPSTA version_conflict', 'a version that is not the card''s is refused');
select is(pg_temp.approve('lead', '1'), 'ok', 'a lead decides the version they saw');
select is(pg_temp.approve('admin'), 'ok', 'a repeated decision gets the same answer');
select results_eq(
  $$ select decided_by, decided_hash = payload_hash, decided_version from public.approvals, card where id = plain $$,
  $$ values (tests.id('lead'), true, 1) $$, 'a repeated decision keeps the first decider');
select is(tests.answer('admin', format('select public.reject_approval(%L, %L)', (select plain from card), 'No')),
  'OPSTA approval_already_decided', 'the opposite decision is refused');
select results_eq(
  $$ select type::text from public.approval_events, card where approval_id = plain order by number $$,
  array['proposed', 'approved'], 'the history has both events');
select is((select count(*)::int from private.jobs where kind = 'approval_review'), 1,
  'approving queues one review and no other job');

insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', (select own from card))),
  'OPDEN self_approval_forbidden', 'the proposer does not decide where self-approval is forbidden');
select is(tests.answer('lead', format('select public.reject_approval(%L, %L)', (select other from card), 'Too early')),
  'ok', 'a lead rejects with a reason');
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', (select other from card))),
  'OPSTA approval_already_decided', 'a rejected card stays rejected');

select * from finish();
rollback;
