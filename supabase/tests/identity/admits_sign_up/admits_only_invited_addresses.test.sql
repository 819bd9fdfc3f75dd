begin;
select plan(13);
select tests.two_agencies();

select tests.act_as('admin');
create temporary table invited as select public.invite_person('new@tests.test', 'New', 'member') ->> 'token' as token;
grant select on invited to public;
select tests.act_as('owner');
create function pg_temp.asks(persona text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  perform private.admits_sign_up('new@tests.test', (select token from invited));
  return 'answered';
exception when others then
  return sqlstate;
end;
$$;

select ok(private.admits_sign_up('new@tests.test', token), 'the invited address can sign up with its token') from invited;
select ok(private.admits_sign_up(' New@Tests.test ', token), 'blanks and upper case do not change the address') from invited;
select ok(not private.admits_sign_up('else@tests.test', token), 'another address cannot use the token') from invited;
select ok(not private.admits_sign_up('new@tests.test', 'guessed'), 'the invited address cannot use an unknown token');
select ok(not private.admits_sign_up('new@tests.test', 'South'), 'the invited address cannot use the token of another invitation');
select ok(not coalesce(private.admits_sign_up(null, null), false), 'a missing address is refused');

update public.invitations set created_at = now() - interval '8 days', expires_at = now() where email = 'new@tests.test';
select ok(not private.admits_sign_up('new@tests.test', token), 'an expired invitation admits no one') from invited;
update public.invitations set expires_at = now() + interval '1 day', revoked_at = now() where email = 'new@tests.test';
select ok(not private.admits_sign_up('new@tests.test', token), 'a revoked invitation admits no one') from invited;
update public.invitations set revoked_at = null, accepted_at = now() where email = 'new@tests.test';
select ok(not private.admits_sign_up('new@tests.test', token), 'an accepted invitation admits no one') from invited;
update public.invitations set accepted_at = null where email = 'new@tests.test';
select ok(private.admits_sign_up('new@tests.test', token), 'an open invitation admits its address') from invited;
insert into auth.users (id, email) values (tests.id('new user'), 'New@tests.test');
select ok(not private.admits_sign_up('new@tests.test', token), 'an address with a sign-in cannot sign up again') from invited;

select is_empty($$ select persona from unnest(array['admin', 'outsider', 'anonymous', 'service']) as persona
    where pg_temp.asks(persona) <> '42501' $$, 'no API role can call the check');
select tests.act_as('owner');
select is(count(*)::integer, 1, 'a check does not use the invitation') from public.invitations
where email = 'new@tests.test' and accepted_at is null and revoked_at is null;

select * from finish();
rollback;
