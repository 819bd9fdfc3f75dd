-- The trigger checks that the recorded decider may decide, whichever role writes the row.
begin;
select plan(26);
select tests.two_agencies();
select tests.cards();

create function pg_temp.refusal(card text, person text, decision public.approval_status default 'approved')
returns text language plpgsql as $$
declare
  v_detail text;
begin
  begin
    perform tests.decide(tests.id(card), person, decision);
    raise exception using errcode = 'ZZ001';
  exception
    when sqlstate 'ZZ001' then return 'decided';
    when sqlstate 'OPDEN' then
      get stacked diagnostics v_detail = pg_exception_detail;
      return v_detail::jsonb ->> 'reason';
    when others then return sqlstate;
  end;
end;
$$;

select is(pg_temp.refusal('alpha note card', person), expected, format('the answer to %s who approves a card of alpha is %s', person, expected))
from (values
  ('admin', 'decided'), ('lead', 'decided'), ('member', 'role_not_allowed'), ('member2', 'role_not_allowed'),
  ('client', 'role_not_allowed'), ('colleague', 'role_not_allowed'), ('freelancer', 'role_not_allowed'),
  ('other_admin', 'role_not_allowed'), ('nobody', 'role_not_allowed')
) as cases (person, expected);
select is(pg_temp.refusal('alpha note card', 'member', 'rejected'), 'role_not_allowed', 'a member cannot reject a card');
select is(pg_temp.refusal('delta note card', 'admin'), 'role_not_allowed', 'an admin cannot approve a card of another agency');

select is(pg_temp.refusal('North memo card', 'lead'), 'prompt_owner_only', 'a lead who does not own the prompt cannot approve a rule');
select is(pg_temp.refusal('North memo card', 'lead', 'rejected'), 'prompt_owner_only', 'a lead who does not own the prompt cannot reject a rule');
select is(pg_temp.refusal('North memo card', 'admin'), 'decided', 'the prompt owner approves a rule');
update public.people set is_prompt_owner = false where id = tests.id('admin');
select is(pg_temp.refusal('North memo card', 'admin'), 'prompt_owner_only', 'a former prompt owner cannot approve a rule');

select is(pg_temp.refusal('alpha note card', 'lead'), 'decided', 'the proposer can approve where self-approval is allowed');
update public.organization_settings set forbids_self_approval = true where organization_id = tests.id('North');
select is(pg_temp.refusal('alpha note card', 'lead'), 'self_approval_forbidden', 'the proposer cannot approve where self-approval is forbidden');
select is(pg_temp.refusal('alpha note card', 'lead', 'rejected'), 'self_approval_forbidden', 'the proposer cannot reject where self-approval is forbidden');
select is(pg_temp.refusal('alpha note card', 'admin'), 'decided', 'a person who did not propose a card can approve it where self-approval is forbidden');
update public.approvals set version = 2, payload = '{"title": "Edited"}', last_edited_by = tests.id('admin')
where id = tests.id('alpha note card');
select is(pg_temp.refusal('alpha note card', 'admin'), 'self_approval_forbidden', 'the last editor cannot approve a card where self-approval is forbidden');
select is(pg_temp.refusal('delta note card', 'other_admin'), 'decided', 'forbidding self-approval in one agency does not affect another');

-- The decider changes between the decision and the execution.
update public.organization_settings set forbids_self_approval = false where organization_id = tests.id('North');
select tests.decide(tests.id('beta note card'), 'lead');
update public.people set role = 'member' where id = tests.id('lead');
select throws_ok($$ select tests.set_executing(tests.id('beta note card'), 'lead') $$, 'OPDEN', null,
  'a card approved by a lead who has become a member is not executed');
update public.people set role = 'lead' where id = tests.id('lead');
update public.people set archived_at = now(), user_id = null where id = tests.id('lead');
select throws_ok($$ select tests.set_executing(tests.id('beta note card'), 'lead') $$, 'OPDEN', null, 'a card approved by a person who has left is not executed');
set local session_replication_role = replica;
select is(pg_temp.refusal('shared note card', 'member'), 'role_not_allowed', 'replication mode gives no right to decide');
set local session_replication_role = origin;
select is(status::text, 'approved', 'the refused executions leave the card approved') from public.approvals where id = tests.id('beta note card');
select is(status::text, 'pending', 'the refused decision in replication mode leaves the card pending') from public.approvals where id = tests.id('shared note card');

select * from finish();
rollback;
