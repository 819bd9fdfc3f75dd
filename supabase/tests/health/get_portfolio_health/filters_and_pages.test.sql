begin;
select plan(17);
select tests.two_agencies();
select tests.act_as('lead');

create function pg_temp.keys(health jsonb) returns text[] language sql as $$
  select coalesce(array_agg(concat_ws('/', finding ->> 'code', finding #>> '{subject,name}') order by number), '{}')
  from jsonb_array_elements(health -> 'findings') with ordinality as entries (finding, number)
$$;
create temporary table full_list as select public.get_portfolio_health() as health;

-- Reads the whole list in pages with one finding each.
create temporary table page_results as
with recursive pages (number, health) as (
  select 1, public.get_portfolio_health(result_limit => 1)
  union all
  select number + 1, public.get_portfolio_health(result_limit => 1, page_cursor => health ->> 'next_cursor')
  from pages where health ->> 'next_cursor' is not null and number < 100
)
select * from pages;
select is((select array_agg(key order by number) from page_results, unnest(pg_temp.keys(health)) as key), pg_temp.keys(health),
  'pages with one finding each make up the whole list without repeats') from full_list;
select cmp_ok((select count(*) from page_results), '>', 10::bigint, 'the list has more than ten pages');
select is((select count(*) from page_results join full_list on page_results.health -> 'counts' <> full_list.health -> 'counts'
           or page_results.health -> 'totals' <> full_list.health -> 'totals' or page_results.health -> 'board' <> full_list.health -> 'board'), 0::bigint,
  'counts, totals and board are the same on every page');

select is(pg_temp.keys(public.get_portfolio_health(code => 'project_without_lead')), array['project_without_lead/beta'], 'a filter by code lists only findings with that code');
select is((public.get_portfolio_health(code => 'project_without_lead') -> 'totals'), health -> 'totals', 'a filter by code does not change the totals') from full_list;
select is(pg_temp.keys(public.get_portfolio_health(state => 'settled')), '{}', 'a filter by a state that no finding has lists none');
select is((select count(distinct finding ->> 'state') from jsonb_array_elements(public.get_portfolio_health(state => 'unverified') -> 'findings') as finding),
  1::bigint, 'a filter by state lists no other state');

select is((select array_agg(distinct finding #>> '{subject,name}') from jsonb_array_elements(public.get_portfolio_health(project_id => tests.id('beta')) -> 'findings') as finding),
  array['beta'], 'a filter by project lists only findings of that project');
select is(public.get_portfolio_health(project_id => tests.id('beta')) #>> '{board,project_count}', '1', 'a filter by project narrows the board');
select is(public.get_portfolio_health(project_id => tests.id('beta')) #>> '{open_items,open}', '1', 'a filter by project narrows the open items');
select is(public.get_portfolio_health(project_id => tests.id('gamma')) #>> '{board,project_count}', '0', 'a completed project is not on the board');

select throws_ok(format('select public.get_portfolio_health(page_cursor => %L)', page_cursor), 'OPINV', null, 'an invalid cursor is refused: ' || page_cursor)
from unnest(array['', 'false_1_1', 'false_1_NaN_' || tests.id('beta'), 'false_99999_1_' || tests.id('beta')]) as page_cursor;
select throws_ok($$ select public.get_portfolio_health(result_limit => 101) $$, 'OPINV', null, 'a page of more than 100 is refused');
select throws_ok($$ select public.get_portfolio_health(code => 'no_such_rule') $$, 'OPINV', null, 'an unknown code is refused');

select * from finish();
rollback;
