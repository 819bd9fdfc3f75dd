-- Every change from one role to another. A person loses the rights that the new role cannot have.
begin;
select plan(27);
select tests.two_agencies();
update public.people set is_prompt_owner = true where id = tests.id('lead');

create function pg_temp.change(who text, to_role text) returns text language plpgsql as $$
declare
  v_answer jsonb;
begin
  perform tests.act_as('owner');
  create temporary table if not exists current_versions (version integer);
  delete from current_versions;
  insert into current_versions select people.version from public.people where people.id = tests.id(who);
  grant select on current_versions to authenticated;
  perform tests.act_as('admin');
  v_answer := public.change_person_role(
    tests.id(who), (select version from current_versions), to_role::public.person_role,
    case when to_role = 'client' then tests.id('Garden') end) -> 'person';
  perform tests.act_as('owner');
  return format('%s%s%s%s', v_answer ->> 'role',
    case when (v_answer ->> 'is_employee')::boolean then ' employee' end,
    case when (v_answer ->> 'is_prompt_owner')::boolean then ' prompt' end,
    case when v_answer ->> 'client_id' = tests.id('Garden')::text then ' (Garden)' end);
end;
$$;

create function pg_temp.becomes(who text, to_role text, expected text, description text) returns text
language sql as $$ select is(pg_temp.change(who, to_role), expected, description) $$;

select pg_temp.becomes('lead', 'admin', 'admin employee prompt', 'a lead who becomes admin keeps the prompt');
select pg_temp.becomes('lead', 'lead', 'lead employee prompt', 'an admin who becomes lead keeps the prompt');
select pg_temp.becomes('lead', 'member', 'member employee', 'a lead who becomes member loses the prompt');
select pg_temp.becomes('lead', 'lead', 'lead employee', 'a member who becomes lead does not get the prompt back');
select pg_temp.becomes('lead', 'client', 'client (Garden)', 'a lead who becomes a client contact is not an employee');
select pg_temp.becomes('lead', 'lead', 'lead employee', 'a client contact who becomes lead is an employee');
select pg_temp.becomes('member', 'admin', 'admin employee', 'a member becomes admin');
select pg_temp.becomes('member', 'member', 'member employee', 'an admin becomes member');
select is((select count(*)::integer from public.project_members where person_id = tests.id('member')), 2,
  'a change between internal roles does not end memberships');
select pg_temp.becomes('member', 'client', 'client (Garden)', 'a member becomes a client contact');
select is((select count(*)::integer from public.project_members where person_id = tests.id('member')), 0,
  'a client contact has no memberships');
select bag_eq($$ select jsonb_array_elements_text(before -> 'member_of')::uuid from public.audit_events
    where object_id = tests.id('member') and after ->> 'role' = 'client' $$,
  tests.ids(array['alpha', 'shared']), 'the audit event lists the former memberships');
select pg_temp.becomes('member', 'admin', 'admin employee', 'a client contact becomes admin');
select pg_temp.becomes('freelancer', 'lead', 'lead', 'a freelancer who becomes lead is not an employee');
select pg_temp.becomes('client', 'member', 'member employee', 'a client contact becomes member');
select pg_temp.becomes('client', 'client', 'client (Garden)', 'a former client contact becomes contact of another client');

-- Audit events have the values before and after each change, with consecutive versions.
select is((select array_agg((after ->> 'version')::integer order by (after ->> 'version')::integer)
    from public.audit_events where object_id = tests.id('lead')), array[3, 4, 5, 6, 7, 8],
  'every change has an audit event with its version');
select is(actor_person_id, tests.id('admin'), 'the audit event names the admin')
from public.audit_events where object_id = tests.id('freelancer');
select is((before ->> 'role', after ->> 'role', before -> 'version', after -> 'version')::text,
  '(member,lead,1,2)', 'the audit event has the role before and after') from public.audit_events where object_id = tests.id('freelancer');

-- A change to the same role.
select pg_temp.becomes('freelancer', 'lead', 'lead', 'a change to the same role succeeds');
select is(version, 2, 'a change to the same role makes no new version') from public.people where id = tests.id('freelancer');
select is(count(*)::integer, 1, 'a change to the same role records nothing') from public.audit_events where object_id = tests.id('freelancer');

-- A client that is archived, missing or not allowed.
update public.clients set archived_at = now() where id = tests.id('Garden');
select tests.act_as('admin');
select throws_ok($$ select public.change_person_role(tests.id('freelancer'), 2, 'client', tests.id('Garden')) $$,
  'OPNFD', 'There is no such client', 'an archived client is refused');
select throws_ok($$ select public.change_person_role(tests.id('freelancer'), 2, 'client') $$, 'OPINV',
  'A client contact needs a client, and other roles have none', 'a client contact without a client is refused');
select throws_ok($$ select public.change_person_role(tests.id('freelancer'), 2, 'lead', tests.id('Harbour')) $$, 'OPINV',
  'A client contact needs a client, and other roles have none', 'a lead with a client is refused');
select throws_ok($$ select public.change_person_role(tests.id('freelancer'), 2, null) $$, 'OPINV', 'Choose a role',
  'a missing role is refused');
select tests.act_as('owner');
select is((role, version)::text, '(lead,2)', 'the refusals do not change the person') from public.people where id = tests.id('freelancer');

select * from finish();
rollback;
