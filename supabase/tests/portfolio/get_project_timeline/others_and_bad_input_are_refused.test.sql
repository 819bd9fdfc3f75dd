begin;
select plan(14);
select tests.two_agencies();

select tests.act_as('client');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, 'OPDEN', null, 'a client contact cannot read a timeline even for their own project');
select tests.act_as('outsider');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, 'OPDEN', null, 'an outsider cannot read a timeline');
select tests.act_as('anonymous');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, '42501', null, 'an anonymous caller cannot read a timeline');
select tests.act_as('service');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, '42501', null, 'the secret key cannot read a timeline');
select tests.act_as('other_admin');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, 'OPNFD', null, 'a project of another agency is not found');
select tests.act_as('lead');
select throws_ok($$ select public.get_project_timeline(tests.id('delta')) $$, 'OPNFD', null, 'a project of the other agency''s client is not found');
select throws_ok($$ select public.get_project_timeline(tests.id('nothing')) $$, 'OPNFD', null, 'an unknown project is not found');
select throws_ok($$ select public.get_project_timeline(null) $$, 'OPNFD', null, 'a missing project is not found');

select throws_ok(format('select public.get_project_timeline(tests.id(''alpha''), day_limit => %s)', day_limit), 'OPINV', null,
  format('a day_limit of %s is refused', day_limit))
from unnest(array['0', '91', 'null']) as day_limit;
select is(jsonb_array_length(public.get_project_timeline(tests.id('alpha'), before) -> 'entries'), entry_count, format('the timeline before %s has %s entries', before, entry_count))
from (values ('infinity'::date, 2), ('5874897-12-31', 2), ('4713-01-01 BC', 0)) as cases (before, entry_count);

select * from finish();
rollback;
