begin;
select plan(3);
select tests.two_agencies();
update public.people set role = 'admin' where id = tests.id('member');

select tests.act_as('admin');
select lives_ok($$ select public.offboard_person(tests.id('admin'), 1) $$, 'an admin may leave while another one stays');
select throws_ok($$ select public.offboard_person(tests.id('member2'), 1) $$, 'OPDEN', null, 'an admin who left runs no command in the next statement');
select tests.act_as('owner');
select is((action, actor_person_id)::text, format('(person.offboarded,%s)', tests.id('admin')), 'it is on record that it was them')
from public.audit_events where object_id = tests.id('admin');

select * from finish();
rollback;
