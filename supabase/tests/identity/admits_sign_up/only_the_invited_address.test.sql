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

select ok(private.admits_sign_up('new@tests.test', token), 'the invited address with its token') from invited;
select ok(private.admits_sign_up(' New@Tests.test ', token), 'however it is typed') from invited;
select ok(not private.admits_sign_up('else@tests.test', token), 'another address with that token') from invited;
select ok(not private.admits_sign_up('new@tests.test', 'guessed'), 'that address with another token');
select ok(not private.admits_sign_up('new@tests.test', 'South'), 'or with the token of another invitation');
select ok(not coalesce(private.admits_sign_up(null, null), false), 'nothing at all');

update public.invitations set created_at = now() - interval '8 days', expires_at = now() where email = 'new@tests.test';
select ok(not private.admits_sign_up('new@tests.test', token), 'an expired one') from invited;
update public.invitations set expires_at = now() + interval '1 day', revoked_at = now() where email = 'new@tests.test';
select ok(not private.admits_sign_up('new@tests.test', token), 'a revoked one') from invited;
update public.invitations set revoked_at = null, accepted_at = now() where email = 'new@tests.test';
select ok(not private.admits_sign_up('new@tests.test', token), 'an accepted one') from invited;
update public.invitations set accepted_at = null where email = 'new@tests.test';
select ok(private.admits_sign_up('new@tests.test', token), 'open again, it is good again') from invited;
insert into auth.users (id, email) values (tests.id('new user'), 'New@tests.test');
select ok(not private.admits_sign_up('new@tests.test', token), 'an address that somebody signs in with') from invited;

select is_empty($$ select persona from unnest(array['admin', 'outsider', 'anonymous', 'service']) as persona
    where pg_temp.asks(persona) <> '42501' $$, 'no role of the API may ask');
select tests.act_as('owner');
select is(count(*)::integer, 1, 'asking uses nothing up') from public.invitations
where email = 'new@tests.test' and accepted_at is null and revoked_at is null;

select * from finish();
rollback;
