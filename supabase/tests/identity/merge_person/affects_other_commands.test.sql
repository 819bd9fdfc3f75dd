-- The effects of other commands on a merged person, and of a merge on other commands.
begin;
select plan(15);
select tests.two_agencies();
update public.people set external_key = 'K-7' where id = tests.id('colleague');
select tests.act_as('admin');
select public.merge_person(tests.id('colleague'), 2, tests.id('member'));

select throws_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('colleague'), true) $$, 'OPSTA', null,
  'a merged person cannot join a project');
select throws_ok($$ select public.change_person_role(tests.id('colleague'), 3, 'admin') $$, 'OPSTA', null, 'a merged person cannot change role');
select throws_ok($$ select public.rename_person(tests.id('colleague'), 3, 'Other') $$, 'OPSTA', null, 'a merged person cannot be renamed');
select throws_ok($$ select public.invite_person('new@tests.test', 'New', 'member', null, tests.id('colleague')) $$, 'OPSTA', null,
  'a merged person cannot be invited');
select throws_ok($$ select public.merge_person(tests.id('freelancer'), 1, tests.id('colleague')) $$, 'OPSTA', null,
  'a merged person cannot be a survivor');

-- The offboarded lead returns with another account and keeps their earlier work.
select tests.act_as('owner');
insert into public.approvals (id, organization_id, kind, payload, title, project_id, proposer, proposed_by, is_restricted)
select tests.id('card'), tests.id('North'), 'task_create', '{"title": "Ship"}', 'Ship', tests.id('alpha'), 'person', tests.id('lead'), false;
insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
update public.people set role = 'lead' where id = tests.id('member2');
select is(private.decider_refusal(approvals, tests.id('member2')), null, 'another lead can decide the card of the duplicate')
from public.approvals where id = tests.id('card');
update public.people set archived_at = now(), user_id = null where id = tests.id('lead');
select tests.act_as('admin');
select public.merge_person(tests.id('lead'), 2, tests.id('member2'));
select tests.act_as('owner');
select is(private.decider_refusal(approvals, tests.id('member2')), 'self_approval_forbidden',
  'the survivor cannot decide a card that the duplicate proposed')
from public.approvals where id = tests.id('card');
select is(private.decider_refusal(approvals, tests.id('admin')), null, 'another person can decide a card of the duplicate')
from public.approvals where id = tests.id('card');
select is(proposed_by, tests.id('lead'), 'a merge does not change the proposer of a card') from public.approvals where id = tests.id('card');

-- The execution of a card that names a duplicate uses the survivor.
insert into public.approvals (id, organization_id, kind, payload, title, project_id, proposer, proposed_by, is_restricted)
select tests.id('assigned'), tests.id('North'), 'task_create',
       jsonb_build_object('title', 'Sail', 'assignee_id', tests.id('colleague')), 'Sail', tests.id('alpha'), 'person', tests.id('admin'), false;
select private.create_local_task(approvals) from public.approvals where id = tests.id('assigned');
select is(assignee_id, tests.id('member'), 'a card that names the duplicate gives its task to the survivor')
from public.tasks where external_key = 'approval:' || tests.id('assigned');
select is(private.vendor_assignees(tests.id('North'), jsonb_build_object(tests.id('colleague'), 7, tests.id('admin'), 8)),
  jsonb_build_object(tests.id('colleague'), 7, tests.id('member'), 7, tests.id('admin'), 8),
  'the vendor account of the duplicate is also that of the survivor');
select is(private.vendor_assignees(tests.id('North'), jsonb_build_object(tests.id('colleague'), 7, tests.id('member'), 9)),
  jsonb_build_object(tests.id('colleague'), 7, tests.id('member'), 9), 'a survivor with a vendor account of their own does not get that of the duplicate');

-- Imports recognize the survivor by every name and key.
select tests.act_as('admin');
select public.rename_person(tests.id('freelancer'), 1, 'Free Lancer');
create temporary table runs as
select tests.import('apply', '[
  {"project_code": "P-1", "task_key": "T-9", "person": "Colleague", "hours": 1, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "task_key": "T-9", "person": "k-7", "hours": 2, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "task_key": "T-9", "person": "colleague@tests.test", "hours": 4, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "task_key": "T-9", "person": "member", "hours": 8, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "task_key": "T-9", "person": "freelancer", "hours": 16, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "task_key": "T-9", "person": "Free Lancer", "hours": 32, "spent_on": "2026-02-02"}
]') as run;
select tests.act_as('owner');
select results_eq(
  $$ select person_id, sum(hours) from public.time_entries where spent_on = '2026-02-02' group by person_id order by 2 $$,
  $$ values (tests.id('member'), 15.0), (tests.id('freelancer'), 48.0) $$,
  'an import finds the survivor by each name, key and address, and a renamed person by either name');
select is(tests.dispositions(run), 'create create create create create create', 'no name of a merged person is ambiguous in an import') from runs;
select is_empty($$ select label from private.people_labels(tests.id('North')) where person_id = tests.id('colleague') $$,
  'a merged person has no label of their own');

select * from finish();
rollback;
