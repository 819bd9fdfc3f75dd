begin;
select plan(11);
select tests.two_agencies();

select tests.act_as('admin');
create temporary table answers as
select public.invite_person('  New.Person@Tests.test ', ' New Person ', 'member') as answer;
select bag_eq('select jsonb_object_keys(answer) from answers', array['invitation_id', 'person_id', 'token', 'expires_at'],
  'the answer has exactly the listed fields');
select ok((select answer ->> 'token' ~ '^[0-9a-f]{64}$' from answers), 'the token of an invitation has 64 characters');
select ok((answer ->> 'expires_at')::timestamptz between now() + interval '6 days' and now() + interval '8 days',
  'an invitation expires after a week') from answers;

select tests.act_as('owner');
select is((people.email, people.name, people.role, people.is_employee, people.user_id)::text,
  '(new.person@tests.test,"New Person",member,t,)', 'an invited person exists without a sign-in, with their name and address in normal form')
from public.people, answers where people.id = (answer ->> 'person_id')::uuid;
select is(invitations.token_hash, sha256(convert_to(answer ->> 'token', 'UTF8')), 'only the hash of the token is stored')
from public.invitations, answers where invitations.id = (answer ->> 'invitation_id')::uuid;
select is((actor_person_id, action, object_id)::text,
  format('(%s,person.invited,%s)', tests.id('admin'), answer ->> 'person_id'), 'the audit log contains the invitation')
from public.audit_events, answers where action = 'person.invited';
select ok(after::text !~ (answer ->> 'token'), 'the audit log does not contain the token')
from public.audit_events, answers where action = 'person.invited';

select tests.act_as('admin');
create temporary table again as
select public.invite_person('new.person@tests.test', 'New Person', 'client', tests.id('Harbour')) as answer;
select tests.act_as('owner');
select is((select count(*)::integer from public.people where email = 'new.person@tests.test'), 1,
  'a repeated invitation creates no second person');
select is((role, client_id, is_employee)::text, format('(client,%s,f)', tests.id('Harbour')), 'a repeated invitation changes the role')
from public.people where email = 'new.person@tests.test';
select ok(revoked_at is not null, 'a repeated invitation revokes the old one')
from public.invitations, answers where invitations.id = (answer ->> 'invitation_id')::uuid;
select ok(revoked_at is null, 'a repeated invitation is open')
from public.invitations, again where invitations.id = (answer ->> 'invitation_id')::uuid;

select * from finish();
rollback;
