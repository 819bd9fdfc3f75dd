-- A person with a second factor is signed in only after they enter its code.
begin;
select plan(13);
select tests.two_agencies();
create function pg_temp.sees() returns integer language sql as $$ select count(*)::integer from public.projects $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()'), 'ok',
  'without a second factor, the password is enough');
select tests.give_second_factor('lead');
select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()'), 'OPAUT second_factor_missing',
  'with one, a command needs its code');
select is(tests.answer_in_session('lead', 'aal1', 'select public.get_viewer()'), 'OPAUT second_factor_missing',
  'so does the answer who is calling');
select tests.act_in_session('lead', 'aal1');
select is(pg_temp.sees(), 0, 'and no row is read');
select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()', claimed => 'aal2'),
  'OPAUT second_factor_missing', 'a token that claims more than its session has is not enough');
select is(tests.answer_in_session('lead', 'aal2', 'select public.require_lead()', claimed => 'aal1'),
  'OPAUT second_factor_missing', 'nor is a token from before the code');
select is(tests.answer_in_session('lead', 'aal2', 'select public.require_lead()'), 'ok', 'with the code, commands run');
select tests.act_in_session('lead', 'aal2');
select ok(pg_temp.sees() > 0, 'and rows are read');
select tests.act_as('lead');
select is(pg_temp.sees(), 0, 'a token without a session cannot have entered a code');
select tests.act_as('owner');
update auth.sessions set user_id = tests.id('member user') where id = tests.id('lead aal2');
select is(tests.answer_in_session('lead', 'aal2', 'select public.require_lead()'), 'OPAUT second_factor_missing',
  'the session of somebody else does not count');
update auth.sessions set user_id = tests.id('lead user'), aal = 'aal1' where id = tests.id('lead aal2');
select is(tests.answer_in_session('lead', 'aal2', 'select public.require_lead()'), 'OPAUT second_factor_missing',
  'a session that was lowered does not count, whatever its token says');
update auth.mfa_factors set status = 'unverified' where user_id = tests.id('lead user');
select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()'), 'ok',
  'a factor that was never verified asks for nothing');
select tests.act_as('member');
select ok(pg_temp.sees() > 0, 'and nobody else is asked');
select * from finish();
rollback;
