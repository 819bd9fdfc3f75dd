begin;
select plan(12);
select tests.two_agencies();

select tests.act_as('admin');
select is(
  public.get_viewer() -> 'viewer',
  jsonb_build_object(
    'id', tests.id('admin'), 'user_id', tests.id('admin user'), 'email', 'admin@tests.test', 'name', 'admin',
    'role', 'admin', 'is_prompt_owner', true, 'picture_hash', null,
    'organization', jsonb_build_object('id', tests.id('North'), 'name', 'North', 'currency', 'EUR')),
  'the viewer is the person behind the token, with these fields and no others');

select tests.act_as('owner');
create function pg_temp.project_ids() returns setof uuid language sql as $$
  select value::uuid from jsonb_array_elements_text(public.get_viewer() -> 'project_ids') as value
$$;
grant execute on function pg_temp.project_ids() to authenticated;

select tests.sees(persona, 'select pg_temp.project_ids()', expected)
from (values
  ('lead', array['alpha', 'beta', 'gamma', 'shared']),
  ('member', array['alpha', 'shared']),
  ('client', '{}'),
  ('other_admin', array['delta'])
) as cases (persona, expected);

select tests.act_as('client');
select is(public.get_viewer() #>> '{viewer,role}', 'client', 'a client contact gets their viewer');

select tests.act_as('member');
select is(public.get_viewer() -> 'timer', 'null', 'the answer has no timer when none is running');
select public.start_timer(tests.id('alpha'), null, 'Draft');
select is(public.get_viewer() -> 'timer', public.get_timer(), 'the answer has the running timer of the person');
select tests.act_as('owner');
update public.people set role = 'client', is_employee = false, client_id = (select client_id from public.people where id = tests.id('client'))
where id = tests.id('member');
select tests.act_as('member');
select is(public.get_viewer() -> 'timer', 'null', 'a client contact has no timer, even if one is still running');

select tests.act_as('outsider');
select throws_ok('select public.get_viewer()', 'OPDEN',
  'You are signed in, but don''t belong to an organization yet. Ask an admin for an invitation', 'an outsider has no viewer');
select set_config('request.jwt.claims', '{"role": "authenticated"}', true);
select throws_ok('select public.get_viewer()', 'OPAUT', 'Sign in first', 'a token without a user has no viewer');
select tests.act_as('anonymous');
select throws_ok('select public.get_viewer()', '42501', null, 'an anonymous caller cannot read a viewer');

select * from finish();
rollback;
