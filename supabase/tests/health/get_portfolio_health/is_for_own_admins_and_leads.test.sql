begin;
select plan(13);
select tests.two_agencies();

select tests.act_as('member');
select throws_ok('select public.get_portfolio_health()', 'OPDEN', null, 'a member cannot read portfolio health');
select tests.act_as('client');
select throws_ok('select public.get_portfolio_health()', 'OPDEN', null, 'a client contact cannot read portfolio health');
select tests.act_as('outsider');
select throws_ok('select public.get_portfolio_health()', 'OPDEN', null, 'an outsider cannot read portfolio health');
select tests.act_as('anonymous');
select throws_ok('select public.get_portfolio_health()', '42501', null, 'an anonymous caller cannot read portfolio health');
select tests.act_as('service');
select throws_ok('select public.get_portfolio_health()', '42501', null, 'the secret key cannot read portfolio health');

select tests.act_as('other_admin');
select is(public.get_portfolio_health() #>> '{board,project_count}', '1', 'another agency counts only its own project');
select is((select array_agg(distinct finding #>> '{subject,name}') from jsonb_array_elements(public.get_portfolio_health() -> 'findings') as finding),
  array['delta'], 'another agency has findings only about its own project');
select throws_ok(format('select public.get_portfolio_health(project_id => %L)', tests.id('alpha')), 'OPNFD', 'There is no such project',
  'a project of another organization is not found');
select throws_ok(format('select public.get_portfolio_health(project_id => %L)', tests.id('nothing')), 'OPNFD', 'There is no such project',
  'an unknown project is not found');

-- The rules do not compare the two agencies: each has a client Harbour and an import run.
select tests.act_as('admin');
select is((public.get_portfolio_health() #>> '{board,project_count}'), '3', 'an admin counts the projects of North');
select is_empty(
  $$ select finding from jsonb_array_elements(public.get_portfolio_health() -> 'findings') as finding
     where finding ->> 'code' = 'duplicate_clients' $$, 'clients of two organizations are not duplicates');
select is_empty(
  format($$ select from jsonb_array_elements(public.get_portfolio_health() -> 'findings') as finding where finding::text like %L $$,
         '%' || tests.id('delta') || '%'), 'an answer for North contains nothing of South');
select is(public.get_portfolio_health(code => 'project_without_lead') #>> '{findings,0,subject,name}', 'beta', 'an admin gets the findings of their organization');

select * from finish();
rollback;
