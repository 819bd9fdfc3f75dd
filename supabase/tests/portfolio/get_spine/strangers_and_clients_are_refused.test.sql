begin;
select plan(6);
select tests.two_agencies();

select tests.act_as('client');
select throws_ok('select public.get_spine()', 'OPDEN', 'Client contacts cannot use this', 'a client contact cannot read the spine');
select throws_ok($$ select public.get_spine(tests.id('nobody')) $$, 'OPDEN', null, 'a client contact is refused before any lookup');
select tests.act_as('outsider');
select throws_ok('select public.get_spine()', 'OPDEN', null, 'an outsider cannot read the spine');
select set_config('request.jwt.claims', '{"role": "authenticated"}', true);
select throws_ok('select public.get_spine()', 'OPAUT', null, 'a token without a user cannot read the spine');
select tests.act_as('anonymous');
select throws_ok('select public.get_spine()', '42501', null, 'an anonymous caller cannot read the spine');
select tests.act_as('service');
select throws_ok('select public.get_spine()', '42501', null, 'the secret key cannot read the spine, because it has no viewer');

select * from finish();
rollback;
