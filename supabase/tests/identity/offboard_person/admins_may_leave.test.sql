begin;
select plan(3);
select tests.two_agencies();
update public.people set role = 'admin' where id = tests.id('member');

select tests.act_as('admin');
select lives_ok($$ select public.offboard_person(tests.id('admin'), 1) $$, 'an admin can leave while another one remains');
select throws_ok($$ select public.offboard_person(tests.id('member2'), 1) $$, 'OPDEN', null, 'an admin who left cannot run a command in the next statement');
select tests.act_as('owner');
select is((action, actor_person_id)::text, format('(person.offboarded,%s)', tests.id('admin')), 'the audit log names the admin who left as the actor')
from public.audit_events where object_id = tests.id('admin');

select * from finish();
rollback;
