-- An admin or lead assigns a card to a person who may decide it. The assignment gives no right.
begin;
select plan(36);
select tests.two_agencies();
create temporary table card as select name, tests.propose(persona, kind::public.approval_kind, payload::jsonb, project) as id
from (values
  ('task', 'member', 'task_create', '{"title": "One"}', 'alpha'),
  ('rule', 'lead', 'prompt_update', '{"rule": "Be brief."}', null),
  ('own', 'lead', 'task_create', '{"title": "Two"}', 'alpha'),
  ('rejected', 'lead', 'task_create', '{"title": "Never"}', 'alpha')
) as cases (name, persona, kind, payload, project);
grant select on card to public;
select tests.answer('admin', format('select public.reject_approval(%L, ''No'')', id)) from card where name = 'rejected';
create function pg_temp.assign(persona text, assigned text, to_name text, was text default null) returns text language sql as $$
  select tests.answer(persona, format('select public.assign_approval(%L, %L, %L)', id,
    case when to_name is not null then tests.id(to_name) end, case when was is not null then tests.id(was) end))
  from card where card.name = assigned
$$;
create function pg_temp.assignee(assigned text) returns uuid language sql as $$
  select approvals.assigned_to from public.approvals join card using (id) where card.name = assigned
$$;

select is(pg_temp.assign(persona, 'task', 'lead'), expected, persona || ' cannot assign a card')
from (values
  ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'),
  ('other_admin', 'OPNFD approval_not_found'), ('anonymous', '42501'), ('service', '42501')
) as cases (persona, expected);
select is(pg_temp.assignee('task'), null, 'the refusals leave the card unassigned');

select is(pg_temp.assign('lead', 'task', to_name), expected, what)
from (values
  ('member', 'OPINV assignee_may_not_decide', 'a card cannot be assigned to a member, who cannot decide it'),
  ('client', 'OPINV assignee_may_not_decide', 'a card cannot be assigned to a client contact, who cannot decide it'),
  ('other_admin', 'OPNFD person_not_found', 'a person of another organization is not found'),
  ('nobody', 'OPNFD person_not_found', 'an unknown person is not found')
) as cases (to_name, expected, what);
select is(pg_temp.assign('lead', 'rule', 'lead'), 'OPINV assignee_may_not_decide', 'a prompt card cannot be assigned to a person who does not own the prompt');
select is(pg_temp.assign('lead', 'rule', 'admin'), 'ok', 'a prompt card can be assigned to the prompt owner');
select is(pg_temp.assign('lead', 'rejected', 'admin'), 'OPSTA approval_settled', 'a rejected card cannot be assigned');

select is(pg_temp.assign('lead', 'task', 'admin'), 'ok', 'a lead assigns a card to the admin');
select is(pg_temp.assignee('task'), tests.id('admin'), 'an assigned card has its assignee');
select is(pg_temp.assign('admin', 'task', 'lead'), 'OPSTA assignment_changed', 'an assignee cannot replace an assignment they did not see');
select is(pg_temp.assignee('task'), tests.id('admin'), 'a refused assignment leaves the earlier one in place');
select is(pg_temp.assign('admin', 'task', 'lead', 'admin'), 'ok', 'an assignment that the caller saw is replaced');
select is(pg_temp.assign('admin', 'task', 'lead', 'lead'), 'ok', 'assigning the same person again changes nothing');
select is(pg_temp.assign('admin', 'task', null, 'lead'), 'ok', 'an assignment to no one removes the assignment');
select is(pg_temp.assignee('task'), null, 'a card whose assignment was removed has no assignee');
select is(
  (select array_agg(format('%s > %s', details #>> '{from,id}', details #>> '{to,id}') order by number)
   from public.approval_events join card on card.id = approval_id where name = 'task' and type = 'assigned'),
  array[format(' > %s', tests.id('admin')), format('%s > %s', tests.id('admin'), tests.id('lead')), format('%s > ', tests.id('lead'))],
  'the history has each assignment once');
select is((select count(*)::integer from public.audit_events join card on card.id = object_id
  where name = 'task' and action = 'approval.assigned'), 3, 'the audit log contains each assignment once');
select results_eq(
  $$ select version, status::text from public.approvals join card using (id) where name = 'task' $$,
  $$ values (1, 'pending') $$, 'an assignment does not change the version or status of the card');

-- The assignment gives no right, and it can be removed from a person without one.
insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
select is(pg_temp.assign('admin', 'own', 'lead'), 'OPINV assignee_may_not_decide', 'a card cannot be assigned to its author where self-approval is forbidden');
select is(pg_temp.assign('admin', 'task', 'lead'), 'ok', 'a card of another person can be assigned to the lead');
select is(tests.answer('lead', format('select public.edit_approval(%L, ''{"title": "Uno"}'', 1)', id)), 'ok', 'the lead edits the assigned card')
from card where name = 'task';
select is(tests.answer('lead', format('select public.approve_approval(%L, 2)', id)), 'OPDEN self_approval_forbidden', 'an assignee who edited the card cannot decide it where self-approval is forbidden')
from card where name = 'task';
select tests.act_as('lead');
select is(public.get_inbox((select id from card where name = 'task')) #> '{cards,0,approval,assigned_to}', 'null', 'a card counts as unassigned when its assignee can no longer decide it');
select tests.act_as('owner');
select is(pg_temp.assign('admin', 'task', 'admin'), 'ok', 'a card whose assignee cannot decide it can be assigned to another person');

-- The rule applies to every writer.
select throws_ok(format('update public.approvals set assigned_to = %L where id = %L', tests.id('member'), id),
  'OPINV', null, 'not even the owner of the table can assign a card to a member') from card where name = 'task';
select is(pg_temp.assignee('task'), tests.id('admin'), 'the refused write of the owner leaves the assignment unchanged');
select is(tests.answer('admin', format('select public.change_person_role(%L, (select version from public.people where id = %1$L), ''member'')',
  tests.id('lead'))), 'ok', 'a lead becomes a member');
select is((select count(*)::integer from public.approvals where assigned_to = tests.id('lead') and private.assignee_json(approvals) is not null),
  0, 'a card does not count as assigned to a former lead');

select * from finish();
rollback;
