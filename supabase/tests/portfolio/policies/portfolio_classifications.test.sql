-- A person who sees a project sees its classifications. Not even the owner of the table can change one.
begin;
select plan(23);
select tests.two_agencies();
insert into public.portfolio_classifications (id, organization_id, project_id, version, tier, classified_by)
select tests.id(projects.name || ' tier'), projects.organization_id, projects.id, 1, 'core',
       tests.id(case projects.name when 'delta' then 'other_admin' else 'lead' end)
from public.projects where projects.organization_id in (tests.id('North'), tests.id('South'));

select tests.sees(persona, 'select id from public.portfolio_classifications', expected)
from (values
  ('admin', array['alpha tier', 'beta tier', 'gamma tier', 'shared tier']),
  ('lead', array['alpha tier', 'beta tier', 'gamma tier', 'shared tier']),
  ('member', array['alpha tier', 'shared tier']),
  ('member2', array['beta tier', 'shared tier']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta tier']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.portfolio_classifications where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha tier', 'beta tier', 'gamma tier', 'shared tier', 'delta tier']);

select tests.refuses_writes('public.portfolio_classifications');

select tests.act_as('owner');
select throws_ok($$ update public.portfolio_classifications set tier = 'standard' $$, null, null, 'the owner cannot change a classification');
select throws_ok($$ delete from public.portfolio_classifications $$, null, null, 'the owner cannot delete a classification');
select throws_ok($$ truncate public.portfolio_classifications $$, null, null, 'the owner cannot truncate the table');

select * from finish();
rollback;
