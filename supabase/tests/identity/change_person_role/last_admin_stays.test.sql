begin;
select plan(8);
select tests.two_agencies();

select tests.act_as('admin');
select throws_ok($$ select public.change_person_role(tests.id('admin'), 1, 'lead') $$, 'OPSTA',
  'This is the last admin of the organization. Make another person admin first', 'the last admin cannot step down');
select throws_ok($$ select public.offboard_person(tests.id('admin'), 1) $$, 'OPSTA',
  'This is the last admin of the organization. Make another person admin first', 'the last admin cannot leave');
select throws_ok($$ select public.preview_person_change(tests.id('admin'), '{"to": "offboarded"}') $$, 'OPSTA',
  'This is the last admin of the organization. Make another person admin first', 'the preview refuses to offboard the last admin');
select tests.act_as('owner');
select is((role, is_prompt_owner, version)::text, '(admin,t,1)', 'the refusals do not change the last admin')
from public.people where id = tests.id('admin');

select tests.act_as('admin');
select public.change_person_role(tests.id('member'), 1, 'admin');
select lives_ok($$ select public.change_person_role(tests.id('admin'), 1, 'member') $$, 'an admin can step down while another one remains');
select throws_ok($$ select public.change_person_role(tests.id('admin'), 2, 'admin') $$, 'OPDEN', 'Only an admin can do this',
  'a former admin cannot reverse the change in the next statement');
select tests.act_as('member');
select throws_ok($$ select public.offboard_person(tests.id('member'), 2) $$, 'OPSTA', null, 'the remaining admin cannot leave');
select tests.act_as('owner');
select bag_eq($$ select id from public.people where role = 'admin' and organization_id = tests.id('North') $$,
  tests.ids(array['member']), 'the remaining admin is the only admin of the organization');

select * from finish();
rollback;
