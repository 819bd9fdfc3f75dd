begin;
select plan(8);
select tests.two_agencies();

select tests.act_as('admin');
select throws_ok($$ select public.change_person_role(tests.id('admin'), 1, 'lead') $$, 'OPSTA',
  'This is the last admin of the organization. Make somebody else admin first', 'the last admin cannot step down');
select throws_ok($$ select public.offboard_person(tests.id('admin'), 1) $$, 'OPSTA',
  'This is the last admin of the organization. Make somebody else admin first', 'nor leave');
select throws_ok($$ select public.preview_person_change(tests.id('admin'), '{"to": "offboarded"}') $$, 'OPSTA',
  'This is the last admin of the organization. Make somebody else admin first', 'and the preview says so before');
select tests.act_as('owner');
select is((role, is_prompt_owner, version)::text, '(admin,t,1)', 'read back, the last admin is unchanged')
from public.people where id = tests.id('admin');

select tests.act_as('admin');
select public.change_person_role(tests.id('member'), 1, 'admin');
select lives_ok($$ select public.change_person_role(tests.id('admin'), 1, 'member') $$, 'with another one they may');
select throws_ok($$ select public.change_person_role(tests.id('admin'), 2, 'admin') $$, 'OPDEN', 'Only an admin can do this',
  'and cannot take it back in the next statement');
select tests.act_as('member');
select throws_ok($$ select public.offboard_person(tests.id('member'), 2) $$, 'OPSTA', null, 'the other one is the last now');
select tests.act_as('owner');
select bag_eq($$ select id from public.people where role = 'admin' and organization_id = tests.id('North') $$,
  tests.ids(array['member']), 'read back, there is one');

select * from finish();
rollback;
