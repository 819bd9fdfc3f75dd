begin;
select plan(10);
select tests.two_agencies();
select tests.act_as('lead');

select throws_ok(
  format($$ select public.update_operating_profile(tests.id('Harbour shop'), 0, '{"contacts": %s}') $$, contacts),
  code, null, 'invalid contacts are refused: ' || contacts)
from (values
  ('{}', 'OPINV'), ('"Ada"', 'OPINV'), ('[null]', '23514'), ('[{"name": " "}]', '23514'),
  ('[{"name": "Ada", "age": 7}]', '23514'), ('[{"name": ["Ada"]}]', '23514')
) as cases (contacts, code);
select throws_ok(
  $$ select public.update_operating_profile(tests.id('Harbour shop'), 0, '{"cadence": "hourly"}') $$,
  'OPINV', null, 'an unknown cadence is refused');
select throws_ok(
  $$ select public.update_operating_profile(tests.id('Harbour shop'), 0, '{"standing_facts": "{a,b}"}') $$,
  'OPINV', null, 'a text in the form of a PostgreSQL list is refused');
select is(
  public.update_operating_profile(tests.id('Harbour shop'), 0, '{"contacts": [{"name": "Ada", "role": null}]}')
    -> 'contacts', '[{"name": "Ada", "role": null}]', 'a lead saves the contacts of an account');

select tests.act_as('owner');
select is(count(*), 1::bigint, 'one profile is stored') from public.operating_profiles
where organization_id = tests.id('North');

select * from finish();
rollback;
