begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('admin');
select throws_ok($$ select public.invite_person('nobody', 'N', 'member') $$, 'OPINV', 'That is not an e-mail address', 'no address');
select throws_ok($$ select public.invite_person(null, 'N', 'member') $$, 'OPINV', 'That is not an e-mail address', 'null');
select throws_ok($$ select public.invite_person('n@tests.test', '  ', 'member') $$, 'OPINV', 'Enter a name of 1 to 200 characters', 'no name');
select throws_ok($$ select public.invite_person('n@tests.test', 'N', 'client') $$, 'OPINV', null, 'a client contact without client');
select throws_ok($$ select public.invite_person('n@tests.test', 'N', 'member', tests.id('Harbour')) $$, 'OPINV', null,
  'a member with client');
select throws_ok($$ select public.invite_person('n@tests.test', 'N', 'client', tests.id('South Harbour')) $$, 'OPNFD',
  'There is no such client', 'a client of another organization');
select throws_ok($$ select public.invite_person('n@tests.test', 'N', 'client', tests.id('nowhere')) $$, 'OPNFD',
  'There is no such client', 'and an unknown one look the same');
select throws_ok($$ select public.invite_person('LEAD@tests.test', 'N', 'member') $$, 'OPSTA', 'This person has joined already',
  'somebody who has joined');
select tests.act_as('owner');
select is((select count(*)::integer from public.invitations where organization_id in (tests.id('North'), tests.id('South'))),
  2, 'no invitation was made');

select * from finish();
rollback;
