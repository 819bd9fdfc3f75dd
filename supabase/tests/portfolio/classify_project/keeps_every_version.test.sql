begin;
select plan(8);
select tests.two_agencies();

select tests.act_as('lead');
select is((public.classify_project(tests.id('alpha'), 0, 'core', 'Web', 'low') ->> 'version')::integer, 1, 'the first');
select is((public.classify_project(tests.id('alpha'), 1, 'core', 'Web', 'high', 'Late') ->> 'version')::integer, 2, 'the next');
select is((public.classify_project(tests.id('alpha'), 2, 'core', 'Web', 'high', 'Late') ->> 'version')::integer, 2,
  'the same again is the one there is');
select throws_ok($$ select public.classify_project(tests.id('alpha'), 1, 'standard') $$, 'OPSTA', null, 'a stale one is refused');
select throws_ok($$ select public.classify_project(tests.id('delta'), 0, 'standard') $$, 'OPNFD', null, 'so is a foreign project');
select tests.act_as('member');
select throws_ok($$ select public.classify_project(tests.id('alpha'), 2, 'standard') $$, 'OPDEN', null, 'and a member');

select tests.act_as('owner');
select results_eq(
  $$ select version, risk::text, reason from public.portfolio_classifications
     where project_id = tests.id('alpha') order by version $$,
  $$ values (1, 'low', null::text), (2, 'high', 'Late') $$, 'both versions are there, and no other');
select throws_ok(
  $$ update public.portfolio_classifications set risk = 'low' $$, 'OPSTA', null, 'history cannot be rewritten');

select * from finish();
rollback;
