-- A page of large cards ends early, and the next one continues without a gap.
begin;
select plan(5);
select tests.two_agencies();
update private.rate_limit_settings set max_calls = 10000 where route = 'propose';
create temporary table fixtures as
select tests.propose('lead', 'sow_draft', jsonb_build_object('title', 'Terms', 'sections', (
  select jsonb_agg(jsonb_build_object('heading', 'Part ' || part, 'body', repeat('m', 4400)))
  from generate_series(1, 40) as part))) as id
from generate_series(1, 8);
create temporary table page_cards (route text, page integer, bytes integer, id uuid);
grant all on page_cards to public;
create function pg_temp.walk(route text) returns void language plpgsql as $$
declare
  v_cursor text;
  v_answer jsonb;
begin
  perform tests.act_as('lead');
  for v_page in 1 .. 50 loop
    v_answer := case route when 'inbox' then public.get_inbox(page_size => 100, cursor => v_cursor)
      else public.list_approvals(page_size => 100, cursor => v_cursor) end;
    insert into page_cards
    select route, v_page, octet_length(v_answer::text), coalesce(card #>> '{approval,id}', card ->> 'id')::uuid
    from jsonb_array_elements(coalesce(v_answer -> 'cards', v_answer -> 'approvals')) as card;
    v_cursor := v_answer ->> 'next_cursor';
    exit when v_cursor is null;
  end loop;
  perform tests.act_as('owner');
end;
$$;
select pg_temp.walk('inbox'), pg_temp.walk('list');
select is((select count(*)::integer from page_cards where bytes > 1200000), 0, 'no page is larger than 1.2 MB');
select bag_eq(format('select id from page_cards where route = %L', route), 'select id from fixtures', format('the pages of the %s contain each card once', route))
from unnest(array['inbox', 'list']) as route;
select ok((select max(page) > 1 from page_cards where page_cards.route = cases.route), format('the %s of large cards has more than one page', route)) from unnest(array['inbox', 'list']) as cases (route);

select * from finish();
rollback;
