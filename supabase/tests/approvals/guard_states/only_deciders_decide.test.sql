-- Whoever stands as decider may decide: the trigger asks, whatever wrote the row.
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

select is(pg_temp.refusal('alpha note card', person), expected, format('%s and a card of alpha: %s', person, expected))
from (values
  ('admin', 'decided'), ('lead', 'decided'), ('member', 'role_not_allowed'), ('member2', 'role_not_allowed'),
  ('client', 'role_not_allowed'), ('colleague', 'role_not_allowed'), ('freelancer', 'role_not_allowed'),
  ('other_admin', 'role_not_allowed'), ('nobody', 'role_not_allowed')
) as given (person, expected);
select is(pg_temp.refusal('alpha note card', 'member', 'rejected'), 'role_not_allowed', 'a member does not reject either');
select is(pg_temp.refusal('delta note card', 'admin'), 'role_not_allowed', 'nor an admin a card of another agency');

select is(pg_temp.refusal('North memo card', 'lead'), 'prompt_owner_only', 'a lead who owns no prompt decides no rule of it');
select is(pg_temp.refusal('North memo card', 'lead', 'rejected'), 'prompt_owner_only', 'nor rejects one');
select is(pg_temp.refusal('North memo card', 'admin'), 'decided', 'the prompt owner does');
update public.people set is_prompt_owner = false where id = tests.id('admin');
select is(pg_temp.refusal('North memo card', 'admin'), 'prompt_owner_only', 'until they are it no more');

select is(pg_temp.refusal('alpha note card', 'lead'), 'decided', 'the proposer decides where nothing forbids it');
update public.organization_settings set forbids_self_approval = true where organization_id = tests.id('North');
select is(pg_temp.refusal('alpha note card', 'lead'), 'self_approval_forbidden', 'where it is forbidden they do not');
select is(pg_temp.refusal('alpha note card', 'lead', 'rejected'), 'self_approval_forbidden', 'nor reject');
select is(pg_temp.refusal('alpha note card', 'admin'), 'decided', 'somebody else does');
update public.approvals set version = 2, payload = '{"title": "Edited"}', last_edited_by = tests.id('admin')
where id = tests.id('alpha note card');
select is(pg_temp.refusal('alpha note card', 'admin'), 'self_approval_forbidden', 'but not who edited it last');
select is(pg_temp.refusal('delta note card', 'other_admin'), 'decided', 'the other agency forbids nothing');

-- Between the decision and the execution the decider changed.
update public.organization_settings set forbids_self_approval = false where organization_id = tests.id('North');
select tests.decide(tests.id('beta note card'), 'lead');
update public.people set role = 'member' where id = tests.id('lead');
select throws_ok($$ select tests.set_executing(tests.id('beta note card'), 'lead') $$, 'OPDEN', null,
  'a card approved by a lead who is a member now is not executed');
update public.people set role = 'lead' where id = tests.id('lead');
update public.people set archived_at = now(), user_id = null where id = tests.id('lead');
select throws_ok($$ select tests.set_executing(tests.id('beta note card'), 'lead') $$, 'OPDEN', null, 'nor of somebody who has left');
set local session_replication_role = replica;
select is(pg_temp.refusal('shared note card', 'member'), 'role_not_allowed', 'replication''s rights are no role');
set local session_replication_role = origin;
select is(status::text, 'approved', 'read back, it waits') from public.approvals where id = tests.id('beta note card');
select is(status::text, 'pending', 'and the other is undecided') from public.approvals where id = tests.id('shared note card');

select * from finish();
rollback;
