-- A person with a second factor is signed in only after they enter its code.
begin;
select plan(13);
select tests.two_agencies();
create function pg_temp.sees() returns integer language sql as $$ select count(*)::integer from public.projects $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()'), 'ok',
  'a person without a second factor needs only the password');
select tests.give_second_factor('lead');
select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()'), 'OPAUT second_factor_missing',
  'a person with a second factor cannot run a command before entering its code');
select is(tests.answer_in_session('lead', 'aal1', 'select public.get_viewer()'), 'OPAUT second_factor_missing',
  'a person with a second factor cannot read their viewer before entering its code');
select tests.act_in_session('lead', 'aal1');
select is(pg_temp.sees(), 0, 'a person with a second factor reads no rows before entering its code');
select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()', claimed_aal => 'aal2'),
  'OPAUT second_factor_missing', 'a token that claims a code its session lacks is refused');
select is(tests.answer_in_session('lead', 'aal2', 'select public.require_lead()', claimed_aal => 'aal1'),
  'OPAUT second_factor_missing', 'a token that was issued before the code was entered is refused');
select is(tests.answer_in_session('lead', 'aal2', 'select public.require_lead()'), 'ok', 'a session with the code runs commands');
select tests.act_in_session('lead', 'aal2');
select ok(pg_temp.sees() > 0, 'a session with the code reads rows');
select tests.act_as('lead');
select is(pg_temp.sees(), 0, 'a token without a session reads no rows of a person with a second factor');
select tests.act_as('owner');
update auth.sessions set user_id = tests.id('member user') where id = tests.id('lead aal2');
select is(tests.answer_in_session('lead', 'aal2', 'select public.require_lead()'), 'OPAUT second_factor_missing',
  'a token with the session of another person is refused');
update auth.sessions set user_id = tests.id('lead user'), aal = 'aal1' where id = tests.id('lead aal2');
select is(tests.answer_in_session('lead', 'aal2', 'select public.require_lead()'), 'OPAUT second_factor_missing',
  'a session without the code does not count, whatever its token claims');
update auth.mfa_factors set status = 'unverified' where user_id = tests.id('lead user');
select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()'), 'ok',
  'an unverified factor is not required');
select tests.act_as('member');
select ok(pg_temp.sees() > 0, 'a person without a second factor reads rows');
select * from finish();
rollback;
