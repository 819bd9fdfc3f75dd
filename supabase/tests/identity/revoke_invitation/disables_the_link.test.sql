begin;
select plan(8);
select tests.two_agencies();

select tests.act_as('admin');
create temporary table invited as select public.invite_person('outsider@tests.test', 'Outsider', 'member') as answer;
grant select on invited to authenticated;
create temporary table revoked as
select public.revoke_invitation((answer ->> 'invitation_id')::uuid) as answer from invited;
select is((revoked.answer ->> 'id', revoked.answer ->> 'revoked_at' is not null)::text,
  format('(%s,t)', invited.answer ->> 'invitation_id'), 'the answer has the time of the revocation') from invited, revoked;
select is(public.revoke_invitation((invited.answer ->> 'invitation_id')::uuid), revoked.answer, 'revoking an invitation again changes nothing')
from invited, revoked;

select tests.act_as('outsider');
select throws_ok($$ select public.accept_invitation((select answer ->> 'token' from invited)) $$, 'OPNFD', null, 'a revoked invitation cannot be accepted');
select tests.act_as('owner');
select is(count(*)::integer, 1, 'the audit log contains one event for a revocation') from public.audit_events where action = 'invitation.revoked';

select tests.act_as('admin');
create temporary table renewed as select public.invite_person('outsider@tests.test', 'Outsider', 'member') as answer;
grant select on renewed to authenticated;
select tests.act_as('outsider');
select lives_ok($$ select public.accept_invitation((select answer ->> 'token' from renewed)) $$, 'a new invitation can be accepted');
select tests.act_as('admin');
select throws_ok($$ select public.revoke_invitation((select (answer ->> 'invitation_id')::uuid from renewed)) $$, 'OPSTA',
  'The invitation has already been accepted. Offboard the person instead', 'an accepted invitation cannot be revoked');
select tests.act_as('owner');
select is(user_id, tests.id('outsider user'), 'the refused revocation leaves the person''s sign-in in place')
from public.people where email = 'outsider@tests.test' and archived_at is null;
select is((revoked_at, accepted_at is not null)::text, '(,t)', 'an accepted invitation is not revoked by the refusal')
from public.invitations, renewed where invitations.id = (answer ->> 'invitation_id')::uuid;

select * from finish();
rollback;
