-- Proposals per minute, open cards per person and bytes per card are limited, so that no one can flood the inbox.
begin;
select plan(10);
select tests.two_agencies();
select tests.sources();
create function pg_temp.propose(persona text, body text default 'Call', citations jsonb default '[]') returns text language sql as $$
  select tests.answer(persona, format('select public.propose_approval(%L, %L, %L, %L)', 'scope_flag', tests.id('alpha'),
    jsonb_build_object('title', 'Call', 'severity', 'low', 'description', body), citations))
$$;
select is(pg_temp.propose('member'), 'ok', 'a small card is accepted');
select is(pg_temp.propose('member', citations => (
    select jsonb_agg(tests.cite('brief', repeat('long quote ', 300), null)) from generate_series(1, 100))),
  'OPBIG payload_too_large', 'a card with a hundred long quotes is refused');
select is(pg_temp.propose('member', citations => (
    select jsonb_agg(tests.cite('brief')) from generate_series(1, 100))), 'ok', 'a card with a hundred short quotes is accepted');

select is((select string_agg(distinct pg_temp.propose('member'), ', ') from generate_series(1, 28)), 'ok', 'a person can propose thirty cards in a minute');
select is(pg_temp.propose('member'), 'OPLIM rate_limited', 'a person cannot propose more cards in a minute');
select is(pg_temp.propose('lead'), 'ok', 'the limit does not affect another person');

update private.rate_limit_settings set max_calls = 10000 where route = 'propose';
update private.quotas set operator_limit = 30 where name = 'open_cards_per_person';
select is(pg_temp.propose('member'), 'OPSTA too_many_open_cards', 'the number of open cards per person is limited');
create temporary table decided as select tests.answer('lead', format('select public.reject_approval(%L, %L)', id, 'No'))
from (select id from public.approvals where proposed_by = tests.id('member') and status = 'pending' limit 1) as one;
select is(pg_temp.propose('member'), 'ok', 'a person can propose again after a card is decided');

select tests.act_as('lead');
create temporary table page as select public.get_inbox(page_size => 100) as inbox;
select tests.act_as('owner');
select is((select count(*)::integer from page, jsonb_array_elements(inbox -> 'cards') as card where card ? 'evidence'), 0,
  'listing cards checks no evidence; only opening one does');
select is((select count(*)::integer from page, jsonb_array_elements(inbox -> 'cards') as card
    where card -> 'allowed_actions' ? 'approve' and card -> 'readiness' = '[]'), 31, 'the list reports which cards can be approved, from stored checks');

select * from finish();
rollback;
