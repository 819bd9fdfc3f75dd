-- A token has no rights after its session ends, although its signature is valid until it expires.
begin;
select plan(10);
select tests.two_agencies();
insert into auth.sessions (id, user_id) values (tests.id('open session'), tests.id('lead user'));
create function pg_temp.as_lead(session text) returns void language plpgsql as $$
begin
  perform tests.act_as('lead');
  perform set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb
    || jsonb_build_object('session_id', session))::text, true);
end;
$$;
create function pg_temp.sees() returns integer language sql as $$ select count(*)::integer from public.projects $$;
grant execute on all functions in schema pg_temp to public;

select pg_temp.as_lead(tests.id('open session')::text);
select ok(pg_temp.sees() > 0, 'an open session reads rows');
select lives_ok('select public.require_lead()', 'an open session runs commands');
select pg_temp.as_lead(tests.id('ended session')::text);
select is(pg_temp.sees(), 0, 'an ended session reads no rows');
select throws_ok('select public.require_lead()', 'OPAUT', null, 'an ended session runs no commands');
select pg_temp.as_lead('not a session');
select is(pg_temp.sees(), 0, 'a token with an invalid session reads no rows');
select throws_ok('select public.get_viewer()', 'OPAUT', null, 'a token with an invalid session has no viewer');
select pg_temp.as_lead(tests.id('open session')::text);
select tests.act_as('owner');
delete from auth.sessions where id = tests.id('open session');
select pg_temp.as_lead(tests.id('open session')::text);
select is(pg_temp.sees(), 0, 'a sign-out takes effect in the next statement');
select throws_ok($$ select public.accept_invitation('x') $$, 'OPAUT', null, 'the token of an ended session cannot accept an invitation');
select tests.act_as('lead');
select ok(pg_temp.sees() > 0, 'a token without a session is accepted');
select tests.act_as('anonymous');
select throws_ok('select count(*) from public.projects', '42501', null, 'an anonymous caller reads nothing');
select * from finish();
rollback;
