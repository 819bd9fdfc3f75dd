begin;
select plan(12);
select tests.two_agencies();
update public.people set role = 'admin' where id = tests.id('member');

create function pg_temp.is_refused(statement text, description text) returns text language sql as $$
  select throws_ok(statement, 'OPSTA', 'This is the last admin of the organization. Make another person admin first', description)
$$;

-- One of two admins may leave.
select lives_ok($$ update public.people set role = 'lead' where id = tests.id('member') $$, 'one of two admins can become lead');
select pg_temp.is_refused($$ update public.people set role = 'member', is_prompt_owner = false where id = tests.id('admin') $$,
  'the last admin cannot change role');
select pg_temp.is_refused($$ update public.people set archived_at = now(), user_id = null where id = tests.id('admin') $$,
  'the last admin cannot be archived');
select pg_temp.is_refused($$ update public.people set user_id = null where id = tests.id('admin') $$, 'the last admin cannot lose their sign-in');
select pg_temp.is_refused($$ delete from auth.users where id = tests.id('admin user') $$,
  'the user of the last admin cannot be deleted at the identity provider');
delete from public.invitations where invited_by = tests.id('admin');
update public.projects set lead_id = null where lead_id = tests.id('admin');
select pg_temp.is_refused($$ delete from public.people where id = tests.id('admin') $$, 'the last admin cannot be deleted');
set local session_replication_role = replica;
select pg_temp.is_refused($$ update public.people set role = 'member', is_prompt_owner = false where id = tests.id('admin') $$,
  'the last admin cannot change role in replication mode');
set local session_replication_role = origin;

-- An admin of another organization, or one who has not accepted the invitation, does not count.
select tests.act_as('admin');
select lives_ok($$ select public.invite_person('second@tests.test', 'Second', 'admin') $$, 'an admin invites a second admin');
select tests.act_as('owner');
select pg_temp.is_refused($$ update public.people set role = 'member', is_prompt_owner = false where id = tests.id('admin') $$,
  'the only admin who has joined cannot change role while another is invited');

-- Both admins change role in one statement.
update public.people set role = 'admin' where id = tests.id('member');
select pg_temp.is_refused(
  $$ update public.people set role = 'member', is_prompt_owner = false where organization_id = tests.id('North') and role = 'admin' $$,
  'all admins cannot change role in one statement');
select bag_eq(
  $$ select id from public.people where organization_id in (tests.id('North'), tests.id('South')) and role = 'admin' and user_id is not null $$,
  tests.ids(array['admin', 'member', 'other_admin']), 'the refusals leave every admin in place');

select lives_ok($$ update public.people set role = 'lead' where id = tests.id('admin') $$, 'one of two admins can change role after the refusal');

select * from finish();
rollback;
