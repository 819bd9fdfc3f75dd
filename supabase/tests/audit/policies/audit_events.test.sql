-- Admins and leads read the audit events of their organization.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.audit_events', expected)
from (values
  ('admin', array['North event']),
  ('lead', array['North event']),
  ('member', '{}'),
  ('member2', '{}'),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South event']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.audit_events where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North event', 'South event']);

select tests.refuses_writes('public.audit_events');

select * from finish();
rollback;
