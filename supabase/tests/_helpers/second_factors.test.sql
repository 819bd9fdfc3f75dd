-- Second factors for the tests of accounts, and sessions with and without their code.
begin;
set local client_min_messages = warning;

create function tests.give_second_factor(persona text)
returns void
language sql
as $$
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
  values (tests.id(persona || ' factor'), tests.id(persona || ' user'), persona, 'totp', 'verified', 'SECRET')
$$;

-- Later statements run as this persona in a session of this assurance. The claim has the same assurance by default.
create function tests.act_in_session(persona text, aal text, claimed_aal text default null)
returns void
language plpgsql
as $$
declare
  v_session_id uuid := tests.id(persona || ' ' || aal);
begin
  perform tests.act_as('owner');
  insert into auth.sessions (id, user_id, aal) values (v_session_id, tests.id(persona || ' user'), aal)
  on conflict (id) do nothing;
  perform tests.act_as(persona);
  perform set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb
    || jsonb_build_object('session_id', v_session_id, 'aal', coalesce(claimed_aal, aal)))::text, true);
end;
$$;

-- The result of a call in a session of this assurance: 'ok', or the code and hint of the refusal.
create function tests.answer_in_session(persona text, aal text, call text, claimed_aal text default null)
returns text
language plpgsql
as $$
declare
  v_answer text := 'ok';
  v_hint text;
begin
  perform tests.act_in_session(persona, aal, claimed_aal);
  begin
    execute call;
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint;
    v_answer := btrim(sqlstate || ' ' || coalesce(v_hint, ''));
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(1);
select tests.two_agencies();
select is(tests.answer_in_session('lead', 'aal1', 'select public.require_lead()'), 'ok', 'a session signs in');
select * from finish();
rollback;
