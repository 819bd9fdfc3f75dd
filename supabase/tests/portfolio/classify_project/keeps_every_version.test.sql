begin;
select plan(8);
select tests.two_agencies();

select tests.act_as('lead');
select is((public.classify_project(tests.id('alpha'), 0, 'core', 'Web', 'low') ->> 'version')::integer, 1, 'a lead adds the first classification');
select is((public.classify_project(tests.id('alpha'), 1, 'core', 'Web', 'high', 'Late') ->> 'version')::integer, 2, 'a lead adds another classification');
select is((public.classify_project(tests.id('alpha'), 2, 'core', 'Web', 'high', 'Late') ->> 'version')::integer, 2,
  'the same classification makes no new version');
select throws_ok($$ select public.classify_project(tests.id('alpha'), 1, 'standard') $$, 'OPSTA', null, 'a classification at a stale version is refused');
select throws_ok($$ select public.classify_project(tests.id('delta'), 0, 'standard') $$, 'OPNFD', null, 'a project of another organization is not found');
select tests.act_as('member');
select throws_ok($$ select public.classify_project(tests.id('alpha'), 2, 'standard') $$, 'OPDEN', null, 'a member cannot classify a project');

select tests.act_as('owner');
select results_eq(
  $$ select version, risk::text, reason from public.portfolio_classifications
     where project_id = tests.id('alpha') order by version $$,
  $$ values (1, 'low', null::text), (2, 'high', 'Late') $$, 'only the two accepted versions are stored');
select throws_ok(
  $$ update public.portfolio_classifications set risk = 'low' $$, 'OPSTA', null, 'a classification cannot be rewritten');

select * from finish();
rollback;
