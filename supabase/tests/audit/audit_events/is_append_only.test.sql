-- Audit events cannot be rewritten, not even by their owner.
begin;
select plan(10);
select tests.two_agencies();

create function pg_temp.is_refused(statement text, description text) returns text language sql as $$
  select throws_ok(statement, 'OPSTA', 'audit_events is append-only', description)
$$;
create function pg_temp.record() returns text language sql as $$
  select md5(string_agg(audit_events::text, '' order by id)) from public.audit_events
$$;
create temporary table before as select pg_temp.record() as record;

select isnt((select record from before), null, 'the table has audit events');
select pg_temp.is_refused($$ update public.audit_events set action = 'nothing.happened' $$, 'the owner cannot update audit events');
select pg_temp.is_refused('delete from public.audit_events', 'the owner cannot delete audit events');
select pg_temp.is_refused('truncate public.audit_events', 'the owner cannot truncate audit events');
-- The first append-only table that the truncation reaches refuses it.
select throws_ok('truncate public.organizations cascade', 'OPSTA', null, 'the owner cannot truncate audit events with their organizations');

set local session_replication_role = replica;
select pg_temp.is_refused($$ update public.audit_events set action = 'nothing.happened' $$, 'audit events cannot be updated in replication mode');
select pg_temp.is_refused('delete from public.audit_events', 'audit events cannot be deleted in replication mode');
select pg_temp.is_refused('truncate public.audit_events', 'audit events cannot be truncated in replication mode');
set local session_replication_role = origin;

insert into public.people (id, organization_id, name, role, is_employee)
values (tests.id('actor'), tests.id('North'), 'actor', 'member', true);
insert into public.audit_events (organization_id, actor_person_id, actor_db_role, action, object_type)
values (tests.id('North'), tests.id('actor'), 'none', 'test.happened', 'test');
select throws_ok($$ delete from public.people where id = tests.id('actor') $$, '23503', null,
  'a person with audit events cannot be deleted');
select is(
  (select md5(string_agg(audit_events::text, '' order by id)) from public.audit_events
   where actor_person_id is distinct from tests.id('actor')),
  record, 'the refused writes leave the audit events unchanged')
from before;

select * from finish();
rollback;
