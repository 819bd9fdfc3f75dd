begin;
select plan(4);
select tests.two_agencies();

select tests.act_as('outsider');
select throws_ok('select public.get_portfolio()', 'OPDEN', null, 'an outsider cannot read the portfolio');
select set_config('request.jwt.claims', '{"role": "authenticated"}', true);
select throws_ok('select public.get_portfolio()', 'OPAUT', null, 'a token without a user cannot read the portfolio');
select tests.act_as('anonymous');
select throws_ok('select public.get_portfolio()', '42501', null, 'an anonymous caller cannot read the portfolio');
select tests.act_as('service');
select throws_ok('select public.get_portfolio()', '42501', null, 'the secret key cannot read the portfolio, because it has no viewer');

select * from finish();
rollback;
