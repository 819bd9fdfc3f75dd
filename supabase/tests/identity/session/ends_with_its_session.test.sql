-- A token whose session has ended is nobody's, although it is genuine until it expires.
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
select ok(pg_temp.sees() > 0, 'while the session is open, rows are read');
select lives_ok('select public.require_lead()', 'and commands run');
select pg_temp.as_lead(tests.id('ended session')::text);
select is(pg_temp.sees(), 0, 'once it has ended, no row is read');
select throws_ok('select public.require_lead()', 'OPAUT', null, 'and no command runs');
select pg_temp.as_lead('not a session');
select is(pg_temp.sees(), 0, 'a claim that names no session opens nothing');
select throws_ok('select public.get_viewer()', 'OPAUT', null, 'nor answers who is calling');
select pg_temp.as_lead(tests.id('open session')::text);
select tests.act_as('owner');
delete from auth.sessions where id = tests.id('open session');
select pg_temp.as_lead(tests.id('open session')::text);
select is(pg_temp.sees(), 0, 'a sign-out holds in the next statement');
select throws_ok($$ select public.accept_invitation('x') $$, 'OPAUT', null, 'and for invitations too');
select tests.act_as('lead');
select ok(pg_temp.sees() > 0, 'a token that names no session is judged by itself');
select tests.act_as('anonymous');
select throws_ok('select count(*) from public.projects', '42501', null, 'nobody at all reads nothing');
select * from finish();
rollback;
