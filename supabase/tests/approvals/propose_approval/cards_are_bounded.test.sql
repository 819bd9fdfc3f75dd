-- Nobody fills the inbox of everybody else: proposals are limited per minute, open cards per person, bytes per card.
begin;
select plan(10);
select tests.two_agencies();
select tests.sources();
create function pg_temp.propose(persona text, body text default 'Call', citations jsonb default '[]') returns text language sql as $$
  select tests.answer(persona, format('select public.propose_approval(%L, %L, %L, %L)', 'scope_flag', tests.id('alpha'),
    jsonb_build_object('title', 'Call', 'severity', 'low', 'description', body), citations))
$$;
select is(pg_temp.propose('member'), 'ok', 'a plain card');
select is(pg_temp.propose('member', citations => (
    select jsonb_agg(tests.cite('brief', repeat('long quote ', 300), null)) from generate_series(1, 100))),
  'OPBIG payload_too_large', 'a hundred long quotes are too much for a card');
select is(pg_temp.propose('member', citations => (
    select jsonb_agg(tests.cite('brief')) from generate_series(1, 100))), 'ok', 'a hundred short ones are not');

select is((select string_agg(distinct pg_temp.propose('member'), ', ') from generate_series(1, 28)), 'ok', 'thirty in a minute');
select is(pg_temp.propose('member'), 'OPLIM rate_limited', 'and no more');
select is(pg_temp.propose('lead'), 'ok', 'which stops nobody else');

update private.rate_limit_settings set max_calls = 10000 where route = 'propose';
update private.quotas set operator_limit = 30 where name = 'open_cards_per_person';
select is(pg_temp.propose('member'), 'OPSTA too_many_open_cards', 'cards that wait are bounded as well');
create temporary table decided as select tests.answer('lead', format('select public.reject_approval(%L, %L)', id, 'No'))
from (select id from public.approvals where proposed_by = tests.id('member') and status = 'pending' limit 1) as one;
select is(pg_temp.propose('member'), 'ok', 'a decided one makes room');

select tests.act_as('lead');
create temporary table page as select public.get_inbox(page_size => 100) as inbox;
select tests.act_as('owner');
select is((select count(*)::integer from page, jsonb_array_elements(inbox -> 'cards') as card where card ? 'evidence'), 0,
  'a list looks nothing up: evidence is for the opened card');
select is((select count(*)::integer from page, jsonb_array_elements(inbox -> 'cards') as card
    where card -> 'allowed_actions' ? 'approve' and card -> 'readiness' = '[]'), 31, 'and says from what was found before what may be approved');

select * from finish();
rollback;
