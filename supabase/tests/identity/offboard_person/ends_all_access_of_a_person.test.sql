begin;
select plan(19);
select tests.two_agencies();
update public.people set is_prompt_owner = true where id = tests.id('lead');
insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), tests.id('beta'), tests.id('lead')), (tests.id('North'), tests.id('gamma'), tests.id('lead'));

select tests.act_as('admin');
create temporary table answers as select public.offboard_person(tests.id('lead'), 2) as answer;
select is((answer #>> '{person,id}', answer #> '{person,is_prompt_owner}', answer #> '{person,version}')::text,
  format('(%s,false,3)', tests.id('lead')), 'the answer to an offboarding has the person') from answers;
select is(jsonb_path_query_array(answer, '$.leads[*].name'), '["alpha", "shared"]',
  'the answer lists the active projects that the person leads') from answers;

select tests.act_as('owner');
select is((user_id, is_prompt_owner, archived_at is not null, version)::text, '(,f,t,3)', 'an offboarded person loses the sign-in and the prompt')
from public.people where id = tests.id('lead');
select is_empty($$ select 1 from public.project_members where person_id = tests.id('lead') $$, 'an offboarded person loses all memberships');
select bag_eq($$ select id from public.projects where lead_id = tests.id('lead') $$, tests.ids(array['alpha', 'gamma', 'shared']),
  'an offboarded person stays the lead of their projects until a colleague takes over');
select isnt_empty($$ select 1 from public.status_updates where author_id = tests.id('lead') $$, 'the status updates of an offboarded person are retained');
select isnt_empty($$ select 1 from auth.users where id = tests.id('lead user') $$, 'the user of an offboarded person is retained at the identity provider');

select is((action, actor_person_id, before -> 'version', after -> 'version', before ->> 'user_id', after ->> 'user_id')::text,
  format('(person.offboarded,%s,2,3,%s,)', tests.id('admin'), tests.id('lead user')), 'the offboarding has an audit event')
from public.audit_events where object_id = tests.id('lead');
select bag_eq($$ select jsonb_array_elements_text(before -> 'member_of')::uuid from public.audit_events
    where object_id = tests.id('lead') $$, tests.ids(array['beta', 'gamma']), 'the audit event lists the ended memberships');

select tests.act_as('lead');
select throws_ok('select public.get_viewer()', 'OPDEN', null, 'an offboarded person is an outsider from the next statement on');
select is_empty('select 1 from public.projects', 'an offboarded person sees nothing');

-- An invited person who has not accepted yet.
select tests.act_as('admin');
select public.offboard_person(tests.id('colleague'), 1);
select tests.act_as('owner');
select ok(revoked_at is not null, 'the open invitation of an offboarded person is revoked') from public.invitations where id = tests.id('North invitation');
select is(after -> 'revoked_invitations', jsonb_build_array(tests.id('North invitation')), 'the audit event lists the revoked invitation')
from public.audit_events where object_id = tests.id('colleague');

-- An offboarded person stays offboarded.
select tests.act_as('admin');
select throws_ok($$ select public.offboard_person(tests.id('lead'), 3) $$, 'OPSTA',
  'This person was offboarded. Invite them again to bring them back', 'a person cannot be offboarded twice');
select throws_ok($$ select public.change_person_role(tests.id('lead'), 3, 'member') $$, 'OPSTA', null, 'an offboarded person cannot get a role');
select throws_ok($$ select public.set_prompt_owner(tests.id('lead'), 3, true) $$, 'OPSTA', null, 'an offboarded person cannot become prompt owner');
select throws_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('lead'), true) $$, 'OPSTA', null, 'an offboarded person cannot join a project');

-- A new invitation creates a new person.
select isnt(public.invite_person('lead@tests.test', 'Lead again', 'member') ->> 'person_id', tests.id('lead')::text,
  'an invitation to the address of an offboarded person creates another person');
select tests.act_as('owner');
select is((name, role, archived_at is not null)::text, '(lead,lead,t)', 'the new invitation does not change the offboarded person')
from public.people where id = tests.id('lead');

select * from finish();
rollback;
