-- The title, diff and snapshot of a card that withdraws a publication contain its text. So that card is restricted when
-- the publishing card is, from the beginning or later.
begin;
select plan(13);
select tests.two_agencies();
select tests.sources();

create function pg_temp.publish(source text) returns uuid language plpgsql as $$
declare
  v_id uuid := tests.propose('lead', 'weekly_update',
    '{"week_of": "2026-11-23", "headline": "Secret margin", "body": "High."}', 'alpha', jsonb_build_array(tests.cite(source)));
begin
  perform tests.carry_out(v_id);
  return v_id;
end;
$$;
create function pg_temp.undo_of(card uuid) returns uuid language plpgsql as $$
declare
  v_id uuid;
begin
  perform tests.act_as('lead');
  v_id := public.propose_undo(card) #>> '{approval,id}';
  perform tests.act_as('owner');
  return v_id;
end;
$$;
create function pg_temp.sees(persona text, card uuid) returns integer language plpgsql as $$
declare
  v_seen integer;
begin
  perform tests.act_as(persona);
  v_seen := (select count(*) from public.approvals where id = card) + (select count(*) from public.approval_versions where approval_id = card)
    + (select count(*) from public.approval_events where approval_id = card);
  perform tests.act_as('owner');
  return v_seen;
end;
$$;

create temporary table card as select pg_temp.publish('contract') as secret, pg_temp.publish('brief') as open;
select is((select is_restricted from public.approvals where id = secret), true, 'a card based on a contract is restricted') from card;
create temporary table undo as select pg_temp.undo_of(secret) as secret, pg_temp.undo_of(open) as open,
  tests.propose('lead', 'weekly_update', jsonb_build_object('withdraw', open)) as by_hand from card;
select is(pg_temp.sees('member', secret), 0, 'the undo of a restricted card is restricted') from undo;
select is(pg_temp.sees('lead', secret), 3, 'a lead sees the undo of a restricted card') from undo;
select is(pg_temp.sees('member', open), 3, 'the undo of an unrestricted card is not restricted') from undo;
select is(pg_temp.sees('member', by_hand), 3, 'a member sees a withdrawal that was proposed by hand') from undo;

-- A proposal to withdraw a restricted card does not reveal it.
select is(tests.answer('member', format('select public.propose_approval(%L, %L, %L)', 'weekly_update', tests.id('alpha'),
  jsonb_build_object('withdraw', secret))), 'OPINV invalid_payload', 'a member cannot withdraw a restricted card') from card;
select is(tests.answer('lead', format('select public.propose_approval(%L, %L, %L)', 'weekly_update', tests.id('alpha'),
  jsonb_build_object('withdraw', secret))), 'ok', 'a lead can withdraw a restricted card') from card;

-- An edit does not reveal it either.
create temporary table edited as select tests.propose('member', 'weekly_update',
  '{"week_of": "2026-11-23", "headline": "On time", "body": "As planned."}') as id;
select is(pg_temp.sees('member', id), 3, 'a member sees their own card') from edited;
select is(tests.answer('lead', format('select public.edit_approval(%L, %L)', edited.id, jsonb_build_object('withdraw', secret))), 'ok',
  'a lead can edit a card so that it withdraws a restricted one') from edited, card;
select is(pg_temp.sees('member', id), 0, 'the edited card is restricted') from edited;

update public.sources set is_restricted = true where id = tests.id('brief');
select is((select is_restricted from public.approvals where id = open), true, 'restricting a source restricts the card that cites it') from card;
select is(pg_temp.sees('member', open), 0, 'restricting a source restricts the undo of the card that cites it') from undo;
select is(pg_temp.sees('member', by_hand), 0, 'restricting a source restricts a withdrawal that was proposed by hand') from undo;

select * from finish();
rollback;
