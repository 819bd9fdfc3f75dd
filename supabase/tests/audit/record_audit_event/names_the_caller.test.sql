begin;
select plan(6);
select tests.two_agencies();
-- Commands are definers that call record_audit_event. This function represents them in the test.
create function public.command() returns void language sql security definer as $$
  select private.record_audit_event(tests.id('North'), 'command.done', 'test', null)
$$;
grant execute on function public.command() to authenticated, service_role;

select tests.act_as('lead');
select set_config('request.headers', jsonb_build_object('x-request-id', repeat('r', 200))::text, true);
select public.command();
select tests.act_as('service');
select set_config('request.headers', '', true);
select public.command();
select tests.act_as('owner');
select public.command();

select is((actor_person_id, actor_user_id)::text, format('(%s,%s)', tests.id('lead'), tests.id('lead user')), 'a person is recorded with their user')
from public.audit_events where action = 'command.done' and actor_db_role = 'authenticated';
select is(request_id, repeat('r', 128), 'the request id is recorded and truncated to its maximum length')
from public.audit_events where action = 'command.done' and actor_db_role = 'authenticated';
select is((actor_person_id, actor_user_id, request_id)::text, '(,,)', 'the secret key is recorded without a person')
from public.audit_events where action = 'command.done' and actor_db_role = 'service_role';
select is((actor_person_id, actor_user_id)::text, '(,)', 'the owner is recorded without a person')
from public.audit_events where action = 'command.done' and actor_db_role = 'none';

-- A person of another organization is not a person of this one.
select tests.act_as('other_admin');
select public.command();
select tests.act_as('owner');
select is((actor_person_id, actor_user_id)::text, format('(,%s)', tests.id('other_admin user')), 'a caller from another organization is recorded as a user without a person')
from public.audit_events where action = 'command.done' and actor_user_id = tests.id('other_admin user');

select tests.act_as('lead');
select throws_ok($$ select private.record_audit_event(tests.id('North'), 'forged', 'test', null) $$, '42501', null,
  'people cannot call record_audit_event directly');

select * from finish();
rollback;
