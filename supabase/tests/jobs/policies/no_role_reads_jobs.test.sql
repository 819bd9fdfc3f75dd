-- Jobs and limits are in the schema private, which no role of the Data API can reach.
begin;
select plan(42);
select tests.two_agencies();
insert into private.jobs (id, organization_id, kind, max_attempts)
values (tests.id('job'), tests.id('North'), 'task_act', 5);
insert into private.rate_limits (organization_id, person_id, route, admitted_at)
values (tests.id('North'), tests.id('member'), 'approvals', array[now()]);

create function pg_temp.verbs(persona text, target text) returns text[] language plpgsql as $$
declare
  v_done text[] := '{}';
  v_statement text;
begin
  foreach v_statement in array array[
    'select * from %s', 'select count(*) from %s', 'insert into %s default values',
    'update %s set organization_id = organization_id', 'delete from %s', 'truncate %s', 'lock table %s'
  ] loop
    perform tests.act_as(persona);
    begin
      execute format(v_statement, target);
      v_done := v_done || v_statement;
    exception
      when insufficient_privilege then null;
      when others then v_done := v_done || sqlstate;
    end;
  end loop;
  perform tests.act_as('owner');
  return v_done;
end;
$$;

select is(pg_temp.verbs(persona, target), '{}', format('%s cannot read, write or lock %s', persona, target))
from unnest(tests.personas()) as persona, unnest(array['private.jobs', 'private.rate_limits']) as target;
select is(has_table_privilege(role, target, verb), false, format('%s has no %s on %s', role, verb, target))
from unnest(array['anon', 'authenticated', 'service_role']) as role,
     unnest(array['private.jobs', 'private.rate_limits']) as target,
     unnest(array['select', 'insert, update, delete', 'truncate, references, trigger']) as verb;
select ok(relrowsecurity, relname || ' has row level security')
from pg_class where oid in ('private.jobs'::regclass, 'private.rate_limits'::regclass);
select is((select count(*)::int from pg_policy where polrelid in ('private.jobs'::regclass, 'private.rate_limits'::regclass)), 0,
  'no policy gives access to jobs and limits');
select throws_ok($$ insert into private.jobs (organization_id, kind, max_attempts) values (gen_random_uuid(), 'task_act', 5) $$,
  '23503', null, 'a job of an unknown organization is refused');
select throws_ok($$ insert into private.rate_limits (organization_id, person_id, route) values (tests.id('South'), tests.id('member'), 'x') $$,
  '23503', null, 'a limit for a person of another organization is refused');
select is((select count(*)::int from private.jobs where id = tests.id('job')), 1, 'the refused writes delete no job');

select * from finish();
rollback;
