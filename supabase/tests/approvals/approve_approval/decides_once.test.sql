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

select is(pg_temp.approve('member'), 'OPDEN role_not_allowed', 'a member cannot decide a card');
select is(pg_temp.approve('client'), 'OPDEN role_not_allowed', 'a client cannot decide a card');
select is(pg_temp.approve('outsider'), 'OPDEN no_membership', 'an outsider cannot decide a card');
select is(pg_temp.approve('anonymous'), '42501', 'an anonymous caller cannot decide a card');
select is(pg_temp.approve('service'), '42501', 'the secret key cannot decide a card');
select is(pg_temp.approve('other_admin'), 'OPNFD approval_not_found', 'an admin of another agency does not find the card');
select is(tests.status_of((select plain from card)), 'pending', 'the refused decisions leave the card pending');
select is(pg_temp.approve('lead'), 'OPSTA version_required', 'a decision that names no version is refused');
select is(pg_temp.approve('lead', '2'), 'OPSTA version_conflict', 'a decision about another version is refused');
select is(pg_temp.approve('lead', '1'), 'ok', 'a lead decides the version they saw');
select is(pg_temp.approve('admin'), 'ok', 'a repeated decision gets the same answer');
select results_eq(
  $$ select decided_by, decided_hash = payload_hash, decided_version from public.approvals, card where id = plain $$,
  $$ values (tests.id('lead'), true, 1) $$, 'a repeated decision does not change the decider');
select is(tests.answer('admin', format('select public.reject_approval(%L, %L)', (select plain from card), 'No')),
  'OPSTA approval_already_decided', 'the opposite decision is refused');
select results_eq(
  $$ select type::text from public.approval_events, card where approval_id = plain order by number $$,
  array['proposed', 'approved'], 'the history contains the proposal and the approval');
select is((select count(*)::int from private.jobs where kind = 'approval_review'), 1,
  'an approval queues one review');

insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', (select own from card))),
  'OPDEN self_approval_forbidden', 'the proposer cannot approve where self-approval is forbidden');
select is(tests.answer('lead', format('select public.reject_approval(%L, %L)', (select other from card), 'Too early')),
  'ok', 'a lead rejects a card with a reason');
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', (select other from card))),
  'OPSTA approval_already_decided', 'a rejected card cannot be approved');

select * from finish();
rollback;
