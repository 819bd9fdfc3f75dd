begin;
select plan(28);
select tests.two_agencies();
create function pg_temp.link(person text) returns text language plpgsql as $$
declare v_token text;
begin
  perform tests.act_as('admin');
  v_token := public.create_password_link(tests.id(person)) ->> 'token';
  perform tests.act_as('owner');
  return v_token;
end $$;
create function pg_temp.call(token text, password text default 'a long enough password') returns text language sql as $$
  select format('select public.redeem_password_link(%L, %L)', token, password) $$;
create function pg_temp.password_is(person text, password text) returns boolean language sql as $$
  select coalesce(encrypted_password = extensions.crypt(password, encrypted_password), false)
  from auth.users where id = tests.id(person || ' user') $$;
grant execute on all functions in schema pg_temp to public;
create temporary table links as select pg_temp.link('member') as token;
insert into auth.sessions (id, user_id) values (tests.id('phone'), tests.id('member user'));

select is(tests.answer(persona, pg_temp.call((select token from links))), '42501',
  persona || ' cannot call redeem_password_link')
from unnest(array['admin', 'lead', 'member', 'client', 'outsider', 'other_admin', 'anonymous']) as persona;
select is(tests.answer('service', pg_temp.call((select token from links), password)), 'OPINV weak_password', message)
from (values ('elevenchars', 'a short password is refused'), ('', 'an empty password is refused'), (null, 'a missing password is refused'),
  (repeat('ä', 37), 'a password that the hash would truncate is refused')) as cases (password, message);
select is(tests.answer('service', pg_temp.call(token)), 'OPNFD link_not_valid', message)
from (values ('forged', 'a forged token is refused'), ('', 'an empty token is refused'), (null, 'a missing token is refused')) as bad (token, message);
select is((select used_at from private.password_links), null, 'the refusals leave the link unused');
select ok(not pg_temp.password_is('member', 'a long enough password'), 'the refusals leave the password unchanged');
select is((select count(*) from auth.sessions), 1::bigint, 'the refusals leave the session open');

select is(tests.answer('service', pg_temp.call((select token from links))), 'ok', 'the link sets the password');
select ok(pg_temp.password_is('member', 'a long enough password'), 'the account has the new password');
select is((select count(*) from auth.sessions), 0::bigint, 'a new password ends every session');
select is((select count(*) from public.audit_events where action = 'person.password_link_used' and object_id = tests.id('member')),
  1::bigint, 'the audit log records the use of the link');
select is(tests.answer('service', pg_temp.call((select token from links), 'another long password')), 'OPNFD link_not_valid',
  'a used link is refused');
select ok(pg_temp.password_is('member', 'a long enough password'), 'a used link does not change the password');

update links set token = pg_temp.link('member');
update private.password_links set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
where used_at is null;
select is(tests.answer('service', pg_temp.call((select token from links))), 'OPNFD link_not_valid', 'an expired link is refused');
update links set token = pg_temp.link('member');
select pg_temp.link('member');
select is(tests.answer('service', pg_temp.call((select token from links))), 'OPNFD link_not_valid', 'a replaced link is refused');
update links set token = pg_temp.link('member2');
select tests.act_as('admin');
select public.offboard_person(tests.id('member2'), (select version from public.people where id = tests.id('member2')));
select tests.act_as('owner');
select is(tests.answer('service', pg_temp.call((select token from links))), 'OPNFD link_not_valid',
  'the link of an offboarded person is refused');
update links set token = pg_temp.link('lead');
select tests.give_second_factor('lead');
select tests.answer('service', pg_temp.call((select token from links)));
select is((select count(*) from auth.mfa_factors), 1::bigint, 'using a link does not remove the second factor');
select * from finish();
rollback;
