begin;
select plan(20);
select tests.two_agencies();
create function pg_temp.call(person text) returns text language sql as $$
  select format('select public.create_password_link(%L)', tests.id(person)) $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer(persona, pg_temp.call('member')), code, persona || ' cannot create a password link')
from (values
  ('lead', 'OPDEN role_not_allowed'), ('member', 'OPDEN role_not_allowed'), ('member2', 'OPDEN role_not_allowed'),
  ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD person_not_found'),
  ('anonymous', '42501'), ('service', '42501')) as cases (persona, code);
select is(tests.answer('admin', pg_temp.call('admin')), 'OPDEN own_account',
  'an admin gets no link for their own account, which needs the current password');
select is(tests.answer('admin', pg_temp.call('colleague')), 'OPSTA no_sign_in', 'a person without a sign-in needs an invitation');
select is(tests.answer('admin', pg_temp.call('nobody')), 'OPNFD person_not_found', 'an unknown person gets no link');
select is((select count(*) from private.password_links), 0::bigint, 'the refusals store no link');
select is((select count(*) from public.audit_events where action like '%password_link%'), 0::bigint, 'the refusals record no link in the audit log');

select tests.act_as('admin');
create temporary table first as select public.create_password_link(tests.id('member')) as link;
create temporary table second as select public.create_password_link(tests.id('member')) as link;
grant select on first, second to public;
select tests.act_as('owner');
select is((select link ->> 'email' from first), 'member@tests.test', 'an admin gets a link and the address to sign in with');
select results_eq(
  $$ select token_hash = sha256(convert_to((select link ->> 'token' from second), 'UTF8')), revoked_at is not null,
       expires_at - created_at, created_by from private.password_links order by revoked_at is null desc $$,
  $$ values (true, false, interval '1 hour', tests.id('admin')), (false, true, interval '1 hour', tests.id('admin')) $$,
  'a new link revokes the previous one, and each is stored as a hash that is valid for an hour');
select is((select count(*) from public.audit_events
    where action = 'person.password_link_created' and actor_person_id = tests.id('admin') and object_id = tests.id('member')),
  2::bigint, 'the audit log records both links');
select is((select count(*) from public.audit_events
    where strpos(to_jsonb(audit_events)::text, (select link ->> 'token' from second)) > 0), 0::bigint, 'the audit log contains no token of a link');
select tests.act_as('member');
select is((public.get_viewer() ->> 'unread_account_notices')::integer, 2, 'a person has a notice of each password link');
select tests.act_as('owner');

insert into public.organization_settings (organization_id, requires_second_factor) values (tests.id('North'), 'high_stakes');
select is(tests.answer_in_session('admin', 'aal1', pg_temp.call('lead')), 'OPDEN second_factor_required',
  'an admin needs their second factor where one is required');
select tests.give_second_factor('admin');
select is(tests.answer_in_session('admin', 'aal2', pg_temp.call('lead')), 'ok', 'an admin with a second factor gets the link');
select * from finish();
rollback;
