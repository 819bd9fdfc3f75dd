begin;
select plan(21);
select tests.two_agencies();
insert into public.reconciliation_resolutions (
  id, organization_id, finding_code, subject_type, subject_id, version, state, facts_hash, reason, decided_by)
select tests.id(agency || ' decision'), tests.id(agency), 'project_without_budget', 'project', tests.id(project), 1,
       'settled', repeat('0', 64), 'Paid by the hour.', tests.id(person)
from (values ('North', 'beta', 'lead'), ('South', 'delta', 'other_admin')) as cases (agency, project, person);

select tests.sees(persona, 'select id from public.reconciliation_resolutions', expected)
from (values
  ('admin', array['North decision']), ('lead', array['North decision']), ('member', '{}'), ('member2', '{}'),
  ('client', '{}'), ('outsider', '{}'), ('other_admin', array['South decision']), ('anonymous', null)
) as cases (persona, expected);
select tests.refuses_writes('public.reconciliation_resolutions');

select tests.act_as('owner');
select throws_ok($$ update public.reconciliation_resolutions set reason = 'Other' $$, 'OPSTA', null,
  'the owner cannot change a resolution');
set local session_replication_role = replica;
select throws_ok($$ delete from public.reconciliation_resolutions $$, 'OPSTA', null, 'a resolution cannot be deleted in replication mode');
set local session_replication_role = origin;

select * from finish();
rollback;
