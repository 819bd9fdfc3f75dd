-- A person who sees a project sees the earlier texts of its status updates.
begin;
select plan(20);
select tests.two_agencies();
insert into public.status_update_versions (organization_id, project_id, status_update_id, version, health, summary, written_at)
select organization_id, project_id, id, 1, 'at_risk', 'Late.', created_at from public.status_updates
where organization_id in (tests.id('North'), tests.id('South'));

select tests.sees(persona, 'select status_update_id from public.status_update_versions', expected)
from (values
  ('admin', array['alpha update', 'beta update', 'gamma update', 'shared update']),
  ('lead', array['alpha update', 'beta update', 'gamma update', 'shared update']),
  ('member', array['alpha update', 'shared update']),
  ('member2', array['beta update', 'shared update']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta update']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select status_update_id from public.status_update_versions where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha update', 'beta update', 'gamma update', 'shared update', 'delta update']);

select tests.refuses_writes('public.status_update_versions');

select * from finish();
rollback;
