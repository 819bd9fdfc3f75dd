-- A large portfolio is read in pages, each with the cursor of the next one.
begin;
select plan(11);
select tests.two_agencies();

select tests.act_as('lead');
create temporary table pages on commit drop as
with recursive walk as (
  select public.get_portfolio(1) as answer, 1 as number
  union all
  select public.get_portfolio(1, answer ->> 'next_cursor'), number + 1 from walk
  where answer ->> 'next_cursor' is not null and number < 100
)
select * from walk;
select is(
  (select jsonb_agg(answer #> '{projects,0}' order by number) from pages), public.get_portfolio() -> 'projects',
  'pages of one project make the whole list');
select is((select count(distinct answer -> 'totals') from pages), 1::bigint, 'each page has the totals of all projects');
select is(public.get_portfolio() -> 'next_cursor', 'null'::jsonb, 'an answer with all projects has no cursor');
select is(public.get_portfolio(4) -> 'next_cursor', 'null'::jsonb, 'a full last page has no cursor');

select throws_ok($$ select public.get_portfolio(0) $$, 'OPINV', null, 'a page size below one is refused');
select throws_ok($$ select public.get_portfolio(1001) $$, 'OPINV', null, 'a page size above the maximum is refused');
select throws_ok(format($$ select public.get_portfolio(1, %L) $$, cursor), 'OPINV', 'Invalid page cursor', 'an invalid cursor is refused: ' || cursor)
from unnest(array['x', '', encode('["a"]', 'base64'), encode('["a", "b"]', 'base64'), encode('{}', 'base64')]) as cursor;

select * from finish();
rollback;
