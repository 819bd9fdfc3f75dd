begin;
select plan(8);
select tests.two_agencies();

select tests.act_as('admin');
create temporary table invited as
select public.invite_person('Outsider@tests.test', 'Former Outsider', 'member') as answer;
grant select on invited to authenticated;

select tests.act_as('outsider');
create temporary table accepted as select public.accept_invitation(answer ->> 'token') as answer from invited;
select is((accepted.answer #>> '{viewer,id}', accepted.answer #>> '{viewer,role}'), (invited.answer ->> 'person_id', 'member'::text),
  'the answer has the new viewer of the user')
from accepted, invited;
select is(public.get_viewer() #>> '{viewer,name}', 'Former Outsider', 'get_viewer returns the invited person to the user');

select tests.act_as('owner');
select is(user_id, tests.id('outsider user'), 'accepting an invitation links the person to the user')
from public.people where email = 'outsider@tests.test';
select ok(accepted_at is not null, 'an accepted invitation is marked as used')
from public.invitations, invited where invitations.id = (answer ->> 'invitation_id')::uuid;
select is(actor_user_id, tests.id('outsider user'), 'the audit event names the user who accepted')
from public.audit_events where action = 'invitation.accepted';

select tests.act_as('outsider');
select throws_ok($$ select public.accept_invitation((select answer ->> 'token' from invited)) $$, 'OPSTA',
  'You already belong to an organization', 'the same user cannot accept again');

-- A used token cannot be used again, even if its user is no longer linked to the person.
select tests.act_as('owner');
update public.people set user_id = null where email = 'outsider@tests.test';
select tests.act_as('outsider');
select throws_ok($$ select public.accept_invitation((select answer ->> 'token' from invited)) $$, 'OPNFD', null,
  'a used token is not found');
select tests.act_as('owner');
select is(user_id, null, 'the refused token links no one') from public.people where email = 'outsider@tests.test';

select * from finish();
rollback;
