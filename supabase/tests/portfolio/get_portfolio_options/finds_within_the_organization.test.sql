begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('lead');
select is(jsonb_path_query_array(public.get_portfolio_options(), '$.clients[*].name'), '["Garden", "Harbour"]',
  'clients of the own organization, by name');
select is(jsonb_path_query_array(public.get_portfolio_options('HARB'), '$.accounts[*].name'), '["Harbour shop"]',
  'accounts by part of their name');
select is(jsonb_path_query_array(public.get_portfolio_options('member2@tests'), '$.people[*].name'), '["member2"]',
  'people by address');
select is(public.get_portfolio_options('%') -> 'clients', '[]', 'a percent sign is a percent sign');
select is(jsonb_array_length(public.get_portfolio_options(null, 1) -> 'people'), 1, 'at most as many as asked for');
select is(public.get_portfolio_options(null, 1) #>> '{left_out,people}', '6', 'and how many more there are');
select throws_ok($$ select public.get_portfolio_options(null, 101) $$, 'OPINV', null, 'not more than 100');
select tests.act_as('member');
select throws_ok($$ select public.get_portfolio_options() $$, 'OPDEN', null, 'not for members');
select tests.act_as('client');
select throws_ok($$ select public.get_portfolio_options() $$, 'OPDEN', null, 'nor for clients');

select * from finish();
rollback;
