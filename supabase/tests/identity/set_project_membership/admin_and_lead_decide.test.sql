begin;
select plan(14);
select tests.two_agencies();

select tests.act_as('lead');
select is(public.set_project_membership(tests.id('gamma'), tests.id('member'), true) #>> '{person,id}', tests.id('member')::text,
  'a lead adds a member');
select lives_ok($$ select public.set_project_membership(tests.id('gamma'), tests.id('member'), true) $$, 'adding a member twice succeeds');
select tests.sees('member', 'select id from public.projects', array['alpha', 'shared', 'gamma']);
select tests.act_as('admin');
select lives_ok($$ select public.set_project_membership(tests.id('gamma'), tests.id('member'), false) $$, 'an admin removes a member');
select lives_ok($$ select public.set_project_membership(tests.id('gamma'), tests.id('member'), false) $$, 'removing a member twice succeeds');
select tests.sees('member', 'select id from public.projects', array['alpha', 'shared']);

select tests.act_as('lead');
select lives_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('freelancer'), true) $$,
  'a freelancer can join a project');
select throws_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('client'), true) $$, 'OPSTA', null,
  'a client contact cannot join a project');
select throws_ok($$ select public.set_project_membership(tests.id('nowhere'), tests.id('member'), true) $$, 'OPNFD',
  'There is no such project', 'an unknown project is refused');
select throws_ok($$ select public.set_project_membership(tests.id('delta'), tests.id('member'), true) $$, 'OPNFD',
  'There is no such project', 'a project of another organization is refused with the same message');
select throws_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('other_member'), true) $$, 'OPNFD',
  'There is no such person', 'a person of another organization cannot join a project');
select throws_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('member'), null) $$, 'OPINV', null, 'a call that neither adds nor removes is refused');

select tests.act_as('owner');
select bag_eq($$ select (person_id, project_id)::text from public.project_members where organization_id = tests.id('North') $$,
  array[(tests.id('member'), tests.id('alpha'))::text, (tests.id('member'), tests.id('shared'))::text,
        (tests.id('member2'), tests.id('beta'))::text, (tests.id('member2'), tests.id('shared'))::text,
        (tests.id('freelancer'), tests.id('beta'))::text], 'only the accepted changes are stored');
select bag_eq($$ select (actor_person_id, object_id, project_id, after -> 'is_member')::text
    from public.audit_events where action = 'person.membership_changed' $$,
  array[(tests.id('lead'), tests.id('member'), tests.id('gamma'), 'true'::jsonb)::text,
        (tests.id('admin'), tests.id('member'), tests.id('gamma'), 'false'::jsonb)::text,
        (tests.id('lead'), tests.id('freelancer'), tests.id('beta'), 'true'::jsonb)::text],
  'each change has one audit event, and an unchanged membership has none');

select * from finish();
rollback;
