begin;
select plan(17);
select tests.two_agencies();
select tests.act_as('lead');

create function pg_temp.keys(health jsonb) returns text[] language sql as $$
  select coalesce(array_agg(concat_ws('/', finding ->> 'code', finding #>> '{subject,name}') order by number), '{}')
  from jsonb_array_elements(health -> 'findings') with ordinality as listed (finding, number)
$$;
create temporary table whole as select public.get_portfolio_health() as health;

-- Reads the whole list in pages of one finding.
create temporary table paged as
with recursive pages (number, health) as (
  select 1, public.get_portfolio_health(result_limit => 1)
  union all
  select number + 1, public.get_portfolio_health(result_limit => 1, page_cursor => health ->> 'next_cursor')
  from pages where health ->> 'next_cursor' is not null and number < 100
)
select * from pages;
select is((select array_agg(key order by number) from paged, unnest(pg_temp.keys(health)) as key), pg_temp.keys(health),
  'pages with one finding each make up the whole list without repeats') from whole;
select cmp_ok((select count(*) from paged), '>', 10::bigint, 'the list has more than ten pages');
select is((select count(*) from paged join whole on paged.health -> 'counts' <> whole.health -> 'counts'
           or paged.health -> 'totals' <> whole.health -> 'totals' or paged.health -> 'board' <> whole.health -> 'board'), 0::bigint,
  'counts and board are the same on every page');

select is(pg_temp.keys(public.get_portfolio_health(code => 'project_without_lead')), array['project_without_lead/beta'], 'a filter lists findings of one code');
select is((public.get_portfolio_health(code => 'project_without_lead') -> 'totals'), health -> 'totals', 'a filter by code does not change the totals') from whole;
select is(pg_temp.keys(public.get_portfolio_health(state => 'settled')), '{}', 'a filter by a state that no finding has lists none');
select is((select count(distinct finding ->> 'state') from jsonb_array_elements(public.get_portfolio_health(state => 'unverified') -> 'findings') as finding),
  1::bigint, 'a filter by state lists no other state');

select is((select array_agg(distinct finding #>> '{subject,name}') from jsonb_array_elements(public.get_portfolio_health(project_id => tests.id('beta')) -> 'findings') as finding),
  array['beta'], 'a filter lists findings of one project');
select is(public.get_portfolio_health(project_id => tests.id('beta')) #>> '{board,project_count}', '1', 'a filter by project narrows the board');
select is(public.get_portfolio_health(project_id => tests.id('beta')) #>> '{open_items,open}', '1', 'a filter by project narrows the open items');
select is(public.get_portfolio_health(project_id => tests.id('gamma')) #>> '{board,project_count}', '0', 'a completed project is not on the board');

select throws_ok(format('select public.get_portfolio_health(page_cursor => %L)', page_cursor), 'OPINV', null, 'an invalid cursor is refused: ' || page_cursor)
from unnest(array['', 'false_1_1', 'false_1_NaN_' || tests.id('beta'), 'false_99999_1_' || tests.id('beta')]) as page_cursor;
select throws_ok($$ select public.get_portfolio_health(result_limit => 101) $$, 'OPINV', null, 'a page of more than 100 is refused');
select throws_ok($$ select public.get_portfolio_health(code => 'no_such_rule') $$, 'OPINV', null, 'an unknown code is refused');

select * from finish();
rollback;
