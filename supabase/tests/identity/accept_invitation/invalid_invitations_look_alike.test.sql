-- Unknown and expired tokens, revoked ones, and those for another or an unverified address get the same refusal.
begin;
select plan(12);
select tests.two_agencies();

select tests.act_as('admin');
create temporary table invited as
select public.invite_person('outsider@tests.test', 'Outsider', 'member') ->> 'token' as token;
grant select on invited to authenticated, anon, service_role;

create function pg_temp.is_refused(persona text, description text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok('select public.accept_invitation((select token from invited))', 'OPNFD',
    'This invitation is not valid for your address, has been used, or has expired', description);
end;
$$;
grant execute on function pg_temp.is_refused(text, text) to public;

select tests.act_as('outsider');
select throws_ok($$ select public.accept_invitation('guessed') $$, 'OPNFD', null, 'an unknown token is not found');
select throws_ok($$ select public.accept_invitation('not \bytea') $$, 'OPNFD', null, 'a token with a backslash is not found');
select throws_ok($$ select public.accept_invitation(null) $$, 'OPNFD', null, 'a missing token is not found');

select tests.act_as('owner');
insert into auth.users (id, email, email_confirmed_at) values (tests.id('finder user'), 'finder@tests.test', now());
select set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', tests.id('finder user'),
  'email', 'outsider@tests.test')::text, true), set_config('role', 'authenticated', true);
select throws_ok('select public.accept_invitation((select token from invited))', 'OPNFD', null,
  'another user who has the link is refused, whatever address their token claims');

select tests.act_as('owner');
update auth.users set email_confirmed_at = null where id = tests.id('outsider user');
select pg_temp.is_refused('outsider', 'a user with an unverified address is refused');
select tests.act_as('owner');
update auth.users set email_confirmed_at = now() where id = tests.id('outsider user');

update public.invitations set created_at = now() - interval '8 days', expires_at = now() - interval '1 second'
where email = 'outsider@tests.test';
select pg_temp.is_refused('outsider', 'an expired invitation is refused');
select tests.act_as('owner');
update public.invitations set expires_at = now() + interval '1 day' where email = 'outsider@tests.test';

update public.people set archived_at = now() where email = 'outsider@tests.test';
select pg_temp.is_refused('outsider', 'the invitation of an archived person is refused');
select tests.act_as('owner');
update public.people set archived_at = null where email = 'outsider@tests.test';

select tests.act_as('admin');
create temporary table renewed as
select public.invite_person('outsider@tests.test', 'Outsider', 'member') ->> 'token' as token;
grant select on renewed to authenticated;
select pg_temp.is_refused('outsider', 'an invitation that a newer one replaced is refused');

select tests.act_as('anonymous');
select throws_ok('select public.accept_invitation((select token from invited))', '42501', null, 'an anonymous caller cannot accept an invitation');
select set_config('request.jwt.claims', '{"role": "authenticated"}', true), set_config('role', 'authenticated', true);
select throws_ok('select public.accept_invitation((select token from invited))', 'OPAUT', null, 'a token without a user cannot accept an invitation');

select tests.act_as('owner');
select is((select count(*)::integer from public.people where user_id = tests.id('outsider user')), 0,
  'the refusals link no person to the user');
select tests.act_as('outsider');
select is((select public.accept_invitation(token) #>> '{viewer,email}' from renewed), 'outsider@tests.test',
  'the newest invitation is still valid');

select * from finish();
rollback;
