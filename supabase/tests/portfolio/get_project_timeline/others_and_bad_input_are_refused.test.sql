begin;
select plan(14);
select tests.two_agencies();

select tests.act_as('client');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, 'OPDEN', null, 'a client contact is refused, for their own project too');
select tests.act_as('outsider');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, 'OPDEN', null, 'an outsider is refused');
select tests.act_as('anonymous');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, '42501', null, 'anonymous may not even ask');
select tests.act_as('service');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, '42501', null, 'nor may the secret key');
select tests.act_as('other_admin');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, 'OPNFD', null, 'another agency''s project is not there');
select tests.act_as('lead');
select throws_ok($$ select public.get_project_timeline(tests.id('delta')) $$, 'OPNFD', null, 'nor is theirs');
select throws_ok($$ select public.get_project_timeline(tests.id('nothing')) $$, 'OPNFD', null, 'nor one that never was');
select throws_ok($$ select public.get_project_timeline(null) $$, 'OPNFD', null, 'nor none');

select throws_ok(format('select public.get_project_timeline(tests.id(''alpha''), day_limit => %s)', given), 'OPINV', null,
  format('a day_limit of %s is refused', given))
from unnest(array['0', '91', 'null']) as given;
select is(jsonb_array_length(public.get_project_timeline(tests.id('alpha'), before) -> 'entries'), found, format('before %s', before))
from (values ('infinity'::date, 2), ('5874897-12-31', 2), ('4713-01-01 BC', 0)) as given (before, found);

select * from finish();
rollback;
