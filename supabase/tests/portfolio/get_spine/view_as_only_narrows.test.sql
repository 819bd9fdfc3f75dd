-- `as` gives the intersection of both scopes: a view as another person never shows more than the viewer's own scope.
begin;
select plan(17);
select tests.two_agencies();

create function pg_temp.projects(as_name text default null) returns setof uuid language sql as $$
  select (item ->> 'id')::uuid from jsonb_array_elements(public.get_spine(tests.id(as_name)) -> 'projects') as item
$$;
grant execute on function pg_temp.projects(text) to authenticated;

select tests.sees(persona, format('select pg_temp.projects(%L)', as_name), expected)
from (values
  ('admin', null, array['alpha', 'beta', 'gamma', 'shared']),
  ('lead', null, array['alpha', 'beta', 'gamma', 'shared']),
  ('member', null, array['alpha', 'shared']),
  ('other_admin', null, array['delta']),
  -- A lead who views as a member gets the member's projects. A lead who views as an admin gets the lead's own.
  ('lead', 'member', array['alpha', 'shared']),
  ('lead', 'member2', array['beta', 'shared']),
  ('lead', 'admin', array['alpha', 'beta', 'gamma', 'shared']),
  ('lead', 'client', '{}'),
  ('lead', 'colleague', '{}'),
  -- `as` is ignored for members.
  ('member', 'admin', array['alpha', 'shared']),
  ('member', 'member2', array['alpha', 'shared']),
  ('member', 'nobody', array['alpha', 'shared'])
) as cases (persona, as_name, expected);

select tests.act_as('lead');
select is(public.get_spine(tests.id('member')) -> 'viewer' || public.get_spine(tests.id('member')) -> 'as',
  jsonb_build_object('id', tests.id('member'), 'name', 'member', 'role', 'member'), 'the answer names the person viewed as');
select is(public.get_spine(tests.id('member')) #>> '{viewer,id}', tests.id('lead')::text, 'the answer names the viewer');
select throws_ok($$ select public.get_spine(tests.id('nobody')) $$, 'OPNFD', 'There is no such person to view as', 'an unknown person is refused');
select throws_ok($$ select public.get_spine(tests.id('other_admin')) $$, 'OPNFD', 'There is no such person to view as',
  'a person of another organization is refused with the same message');
select tests.act_as('owner');
update public.people set archived_at = now() where id = tests.id('colleague');
select tests.act_as('lead');
select throws_ok($$ select public.get_spine(tests.id('colleague')) $$, 'OPNFD', null, 'a person who has left is refused');

select * from finish();
rollback;
