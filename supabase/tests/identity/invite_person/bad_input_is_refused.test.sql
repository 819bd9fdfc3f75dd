begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('admin');
select throws_ok($$ select public.invite_person('nobody', 'N', 'member') $$, 'OPINV', 'Enter an email address', 'an invitation with an invalid address is refused');
select throws_ok($$ select public.invite_person(null, 'N', 'member') $$, 'OPINV', 'Enter an email address', 'an invitation without an address is refused');
select throws_ok($$ select public.invite_person('n@tests.test', '  ', 'member') $$, 'OPINV', 'Enter a name of 1 to 200 characters', 'an invitation with a blank name is refused');
select throws_ok($$ select public.invite_person('n@tests.test', 'N', 'client') $$, 'OPINV', null, 'an invitation of a client contact without a client is refused');
select throws_ok($$ select public.invite_person('n@tests.test', 'N', 'member', tests.id('Harbour')) $$, 'OPINV', null,
  'an invitation of a member with a client is refused');
select throws_ok($$ select public.invite_person('n@tests.test', 'N', 'client', tests.id('South Harbour')) $$, 'OPNFD',
  'There is no such client', 'an invitation for a client of another organization is refused');
select throws_ok($$ select public.invite_person('n@tests.test', 'N', 'client', tests.id('nowhere')) $$, 'OPNFD',
  'There is no such client', 'an invitation for an unknown client is refused with the same message');
select throws_ok($$ select public.invite_person('LEAD@tests.test', 'N', 'member') $$, 'OPSTA', 'This person has already joined',
  'an invitation of a person who has joined is refused');
select tests.act_as('owner');
select is((select count(*)::integer from public.invitations where organization_id in (tests.id('North'), tests.id('South'))),
  2, 'the refusals create no invitation');

select * from finish();
rollback;
