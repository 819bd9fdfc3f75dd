-- Invitations of people who were imported or invited earlier and have not accepted yet.
begin;
select plan(7);
select tests.two_agencies();
update public.people set email = 'freelancer@tests.test' where id = tests.id('freelancer');
insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), tests.id('beta'), tests.id('freelancer'));

select tests.act_as('admin');
select is(public.invite_person('freelancer@tests.test', 'Free Lancer', 'lead') ->> 'person_id', tests.id('freelancer')::text,
  'an invitation finds the person by their address');
select tests.act_as('owner');
select is((name, role, is_employee)::text, '("Free Lancer",lead,f)', 'an invited freelancer does not become an employee')
from public.people where id = tests.id('freelancer');
select isnt_empty($$ select 1 from public.project_members where person_id = tests.id('freelancer') $$, 'an invitation does not end memberships');
select is((before ->> 'role', after ->> 'role', before ->> 'name', after ->> 'name')::text,
  '(member,lead,freelancer,"Free Lancer")', 'the audit log contains the values before the invitation')
from public.audit_events where object_id = tests.id('freelancer');

select tests.act_as('admin');
select public.invite_person('freelancer@tests.test', 'Free Lancer', 'client', tests.id('Harbour'));
select tests.act_as('owner');
select is_empty($$ select 1 from public.project_members where person_id = tests.id('freelancer') $$,
  'a person invited as client contact loses their memberships');
select is((role, client_id)::text, format('(client,%s)', tests.id('Harbour')), 'a person invited as client contact belongs to the client')
from public.people where id = tests.id('freelancer');
select is((after ->> 'version')::integer, version, 'the audit log contains the current version')
from public.audit_events join public.people on people.id = audit_events.object_id
where object_id = tests.id('freelancer') and after ->> 'role' = 'client';

select * from finish();
rollback;
