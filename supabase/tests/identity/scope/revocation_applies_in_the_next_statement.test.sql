-- Every statement reads role and membership from tables, never from the token.
begin;
select plan(8);
select tests.two_agencies();

select tests.sees('member', 'select id from public.projects', array['alpha', 'shared']);
select tests.act_as('owner');
delete from public.project_members where project_id = tests.id('alpha') and person_id = tests.id('member');
select tests.sees('member', 'select id from public.projects', array['shared']);

select tests.sees('lead', 'select id from public.projects', array['alpha', 'beta', 'gamma', 'shared']);
select tests.act_as('owner');
update public.people set role = 'member' where id = tests.id('lead');
select tests.sees('lead', 'select id from public.projects', '{}');

select tests.act_as('owner');
select throws_ok($$ update public.people set archived_at = now() where id = tests.id('member2') $$, '23514', null,
  'an archived person cannot have a sign-in');
update public.people set archived_at = now(), user_id = null where id = tests.id('member2');
select tests.sees('member2', 'select id from public.projects', '{}');
select throws_ok('select public.get_viewer()', 'OPDEN', null, 'an offboarded person is an outsider at once');

select tests.act_as('member');
select set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', tests.id('member user'),
  'app_metadata', '{"role": "admin"}'::jsonb, 'user_role', 'admin')::text, true);
select bag_eq('select id from public.projects', array[tests.id('shared')], 'a role that a token claims is ignored');

select * from finish();
rollback;
