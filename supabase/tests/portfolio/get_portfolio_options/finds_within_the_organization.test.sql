begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('lead');
select is(jsonb_path_query_array(public.get_portfolio_options(), '$.clients[*].name'), '["Garden", "Harbour"]',
  'a lead gets the clients of their organization, by name');
select is(jsonb_path_query_array(public.get_portfolio_options('HARB'), '$.accounts[*].name'), '["Harbour shop"]',
  'a lead finds accounts by a part of their name');
select is(jsonb_path_query_array(public.get_portfolio_options('member2@tests'), '$.people[*].name'), '["member2"]',
  'a lead finds people by their address');
select is(public.get_portfolio_options('%') -> 'clients', '[]', 'a percent sign is not a wildcard');
select is(jsonb_array_length(public.get_portfolio_options(null, 1) -> 'people'), 1, 'the answer contains at most the requested number of people');
select is(public.get_portfolio_options(null, 1) #>> '{left_out,people}', '6', 'the answer counts the rows left out');
select throws_ok($$ select public.get_portfolio_options(null, 101) $$, 'OPINV', null, 'a limit above 100 is refused');
select tests.act_as('member');
select throws_ok($$ select public.get_portfolio_options() $$, 'OPDEN', null, 'a member cannot list options');
select tests.act_as('client');
select throws_ok($$ select public.get_portfolio_options() $$, 'OPDEN', null, 'a client cannot list options');

select * from finish();
rollback;
