-- Three proposals of one turn are three cards with separate decisions.
begin;
select plan(7);
select tests.two_agencies();
select tests.sources();
create temporary table turn (number integer, id uuid);
grant select on turn to public;
create function pg_temp.propose(session uuid, kind public.approval_kind, payload jsonb, citations jsonb default '[]') returns uuid language plpgsql as $$
declare
  v_id uuid;
begin
  perform tests.act_as('member');
  v_id := public.propose_approval(kind, tests.id('alpha'), payload, citations, 'agent', session) ->> 'id';
  perform tests.act_as('owner');
  return v_id;
end;
$$;
insert into turn values
  (1, pg_temp.propose(tests.id('session'), 'task_create', '{"title": "Call"}')),
  (2, pg_temp.propose(tests.id('session'), 'task_create', '{"title": "Call"}')),
  (3, pg_temp.propose(tests.id('session'), 'client_readout', tests.readout(), jsonb_build_array(tests.cite('brief', 'never said'))));

select is(count(distinct id)::int, 3, 'identical proposals become separate cards') from turn;
select tests.act_as('lead');
create temporary table inbox as
select card #>> '{approval,id}' as id, card #>> '{approval,proposer,type}' as proposer, card #>> '{approval,proposer,agent_session_id}' as session
from jsonb_array_elements(public.get_inbox() -> 'cards') as card;
create temporary table answer as select public.batch_approve(
  array(select id from turn order by number), (select jsonb_object_agg(id, 1) from turn)) -> 'results' as results;
select tests.act_as('owner');
select results_eq('select id from inbox order by id', 'select id::text from turn order by id::text', 'the inbox lists all three cards');
select is((select string_agg(distinct concat_ws(' ', proposer, session), ',') from inbox), 'agent ' || tests.id('session'), 'each card names the assistant and its session');
select is((select string_agg(result ->> 'ok', ' ' order by number) from answer, jsonb_array_elements(results) with ordinality as entries (result, number)),
  'true true false', 'each card has its own answer');
select is((select results #>> '{2,error,hint}' from answer), 'draft_not_ready', 'a refused approval reports the reason');
select results_eq('select status::text from turn join public.approvals using (id) order by number', array['approved', 'approved', 'pending'],
  'a card that cannot be approved does not affect the others');
select is((select count(*)::int from public.approval_events join turn on turn.id = approval_id where type = 'approved'), 2, 'the history of each approved card contains its approval')
from (values (1)) as once;

select * from finish();
rollback;
