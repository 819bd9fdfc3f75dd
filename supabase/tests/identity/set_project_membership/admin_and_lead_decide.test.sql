begin;
select plan(14);
select tests.two_agencies();

select tests.act_as('lead');
select is(public.set_project_membership(tests.id('gamma'), tests.id('member'), true) #>> '{person,id}', tests.id('member')::text,
  'a lead adds a member');
select lives_ok($$ select public.set_project_membership(tests.id('gamma'), tests.id('member'), true) $$, 'once more is no error');
select tests.sees('member', 'select id from public.projects', array['alpha', 'shared', 'gamma']);
select tests.act_as('admin');
select lives_ok($$ select public.set_project_membership(tests.id('gamma'), tests.id('member'), false) $$, 'an admin ends it');
select lives_ok($$ select public.set_project_membership(tests.id('gamma'), tests.id('member'), false) $$, 'once more is no error');
select tests.sees('member', 'select id from public.projects', array['alpha', 'shared']);

select tests.act_as('lead');
select lives_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('freelancer'), true) $$,
  'somebody who is no employee may work on a project');
select throws_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('client'), true) $$, 'OPSTA', null,
  'a client contact may not');
select throws_ok($$ select public.set_project_membership(tests.id('nowhere'), tests.id('member'), true) $$, 'OPNFD',
  'There is no such project', 'no such project');
select throws_ok($$ select public.set_project_membership(tests.id('delta'), tests.id('member'), true) $$, 'OPNFD',
  'There is no such project', 'one of another organization looks the same');
select throws_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('other_member'), true) $$, 'OPNFD',
  'There is no such person', 'and so does somebody of another organization');
select throws_ok($$ select public.set_project_membership(tests.id('beta'), tests.id('member'), null) $$, 'OPINV', null, 'yes or no');

select tests.act_as('owner');
select bag_eq($$ select (person_id, project_id)::text from public.project_members where organization_id = tests.id('North') $$,
  array[(tests.id('member'), tests.id('alpha'))::text, (tests.id('member'), tests.id('shared'))::text,
        (tests.id('member2'), tests.id('beta'))::text, (tests.id('member2'), tests.id('shared'))::text,
        (tests.id('freelancer'), tests.id('beta'))::text], 'read back, these are the members');
select bag_eq($$ select (actor_person_id, object_id, project_id, after -> 'is_member')::text
    from public.audit_events where action = 'person.membership_changed' $$,
  array[(tests.id('lead'), tests.id('member'), tests.id('gamma'), 'true'::jsonb)::text,
        (tests.id('admin'), tests.id('member'), tests.id('gamma'), 'false'::jsonb)::text,
        (tests.id('lead'), tests.id('freelancer'), tests.id('beta'), 'true'::jsonb)::text],
  'what changed is on record once, what did not is not');

select * from finish();
rollback;
