-- During an absence, the delegate sees the cards of the absent person and decides them with their own right.
begin;
select plan(41);
select tests.two_agencies();
create temporary table card as select name, tests.propose(persona, kind::public.approval_kind, payload::jsonb, project) as id
from (values
  ('task', 'member', 'task_create', '{"title": "One"}', 'alpha'),
  ('rule', 'member', 'prompt_update', '{"rule": "Be brief."}', null),
  ('by the lead', 'lead', 'task_create', '{"title": "Two"}', 'beta')
) as cases (name, persona, kind, payload, project);
grant select on card to public;
select is(tests.answer('admin', format('select public.assign_approval(%L, %L, null)', id, tests.id('admin'))), 'ok', name || ' is assigned to the admin')
from card;
create temporary table day as select private.organization_today(tests.id('North')) as today;
grant select on day to public;
create function pg_temp.delegate(persona text, to_name text, first_day integer, last_day integer) returns text language sql as $$
  select tests.answer(persona, format('select public.delegate_approvals(%L, %L, %L)', tests.id(to_name), today + first_day, today + last_day))
  from day
$$;
create function pg_temp.assigned_cards(persona text) returns text language plpgsql as $$
declare
  v_inbox jsonb;
begin
  perform tests.act_as(persona);
  v_inbox := public.get_inbox(assigned_to_me => true);
  perform tests.act_as('owner');
  return (select coalesce(string_agg(format('%s for %s', card.name, item #>> '{approval,assigned_to,name}'), ', ' order by card.name), '')
    from jsonb_array_elements(v_inbox -> 'cards') as item join card on card.id::text = item #>> '{approval,id}');
end;
$$;
create function pg_temp.delegations() returns text language sql as $$
  select coalesce(string_agg(format('%s to %s', person_id, delegate_id), ', '), 'none') from private.approval_delegations
$$;

select is(pg_temp.delegate(persona, 'lead', 0, 1), expected, persona || ' cannot delegate')
from (values
  ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'),
  ('other_admin', 'OPNFD person_not_found'), ('anonymous', '42501'), ('service', '42501')
) as cases (persona, expected);
select is(pg_temp.delegate('admin', to_name, first_day, last_day), expected, what)
from (values
  ('member', 0, 1, 'OPINV delegate_may_not_decide', 'a member cannot be a delegate'),
  ('client', 0, 1, 'OPINV delegate_may_not_decide', 'a client contact cannot be a delegate'),
  ('other_admin', 0, 1, 'OPNFD person_not_found', 'a person of another organization cannot be a delegate'),
  ('admin', 0, 1, 'OPINV invalid_delegation', 'a person cannot be their own delegate'),
  ('lead', 2, 1, 'OPINV invalid_delegation', 'an absence that ends before it begins is refused'),
  ('lead', -3, -1, 'OPINV invalid_delegation', 'an absence in the past is refused'),
  ('lead', 0, 367, 'OPINV invalid_delegation', 'an absence of more than a year is refused')
) as cases (to_name, first_day, last_day, expected, what);
select is(tests.answer('admin', format('select public.delegate_approvals(%L)', tests.id('lead'))), 'OPINV invalid_delegation', 'an absence without days is refused');
select is(pg_temp.delegations(), 'none', 'the refusals store no delegation');

select is(pg_temp.assigned_cards('admin'), 'by the lead for admin, rule for admin, task for admin', 'the assigned cards of the admin are listed');
select is(pg_temp.assigned_cards('lead'), '', 'the lead sees no delegated cards before a delegation');
select is(pg_temp.delegate('admin', 'lead', 1, 3), 'ok', 'the admin delegates cards from tomorrow');
select is(pg_temp.assigned_cards('lead'), '', 'the lead sees no delegated cards before the first day');
select is(pg_temp.delegate('admin', 'lead', 0, 0), 'ok', 'the admin delegates cards for today');
select is(pg_temp.assigned_cards('lead'), 'by the lead for admin, task for admin', 'the delegate is shown the assigned cards that they may decide');
select is(pg_temp.assigned_cards('admin'), 'by the lead for admin, rule for admin, task for admin', 'an absent person still sees their own assigned cards');
select is(pg_temp.assigned_cards('member'), '', 'a member sees no delegated cards');
select is(pg_temp.delegations(), format('%s to %s', tests.id('admin'), tests.id('lead')), 'one delegation is stored');

-- No right is transferred.
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'OPDEN prompt_owner_only', 'the delegate of a prompt owner cannot approve a prompt card')
from card where name = 'rule';
insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'OPDEN self_approval_forbidden', 'the delegate cannot approve a card they wrote')
from card where name = 'by the lead';
select is(pg_temp.assigned_cards('lead'), 'task for admin', 'the delegate is not shown a card they wrote');
select is((select count(*)::integer from public.approvals join card using (id) where status = 'pending'), 3, 'the refused decisions leave every card pending');
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'ok', 'the delegate approves another card with their own right')
from card where name = 'task';
select is(decided_by, tests.id('lead'), 'the decision names the delegate') from public.approvals join card using (id) where name = 'task';

-- A delegation ends on its last day, when the person ends it, or when either person loses the role.
update private.approval_delegations set first_on = today - 3, last_on = today - 1 from day where person_id = tests.id('admin');
select is(pg_temp.assigned_cards('lead'), '', 'the lead sees no delegated cards after the last day');
select is(pg_temp.delegate('admin', 'lead', 0, 5), 'ok', 'the admin delegates cards again');
select is(tests.answer('admin', 'select public.delegate_approvals()'), 'ok', 'the admin ends the absence early');
select is(pg_temp.delegations(), 'none', 'an ended delegation is deleted');
select is((select array_agg(action order by action) from public.audit_events where object_id = tests.id('admin') and action like 'person.delegat%'),
  '{person.delegated,person.delegated,person.delegated,person.delegation_ended}', 'the audit log contains each change of the delegation');
select pg_temp.delegate('admin', 'lead', 0, 5);
select is(tests.answer('admin', format('select public.change_person_role(%L, (select version from public.people where id = %1$L), ''member'')',
  tests.id('lead'))), 'ok', 'the delegate loses their role');
select is(pg_temp.delegations(), 'none', 'a delegate who loses their role loses the delegation');

select * from finish();
rollback;
