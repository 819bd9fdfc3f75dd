-- Only an admin with a second factor can set or lift the rule that requires one.
begin;
select plan(14);
select tests.two_agencies();
create function pg_temp.set(rule text, version integer) returns text language sql as $$
  select format('select public.update_organization_settings(jsonb_build_object(''requires_second_factor'', %L::text), %s)', rule, version) $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer(persona, pg_temp.set('high_stakes', 0)), code, persona || ' cannot set the rule')
from (values ('lead', 'OPDEN role_not_allowed'), ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'),
  ('outsider', 'OPDEN no_membership'), ('service', '42501')) as cases (persona, code);
select is(tests.answer('admin', pg_temp.set(rule, 0)), 'OPINV invalid_settings', coalesce(rule, 'none') || ' is not a valid rule')
from unnest(array['always', null]) as rule;
select is(tests.answer_in_session('admin', 'aal1', pg_temp.set('high_stakes', 0)), 'OPDEN second_factor_required',
  'an admin without a second factor cannot require one');
select is((select count(*) from public.organization_settings), 0::bigint, 'the refusals store no setting');
select tests.give_second_factor('admin');
select is(tests.answer_in_session('admin', 'aal2', pg_temp.set('high_stakes', 0)), 'ok', 'an admin with a second factor sets the rule');
select is(tests.answer_in_session('admin', 'aal2', $$ select public.update_organization_settings('{"forbids_self_approval": true}', 1) $$),
  'ok', 'another setting does not change the rule');
delete from auth.mfa_factors where user_id = tests.id('admin user');
update auth.sessions set aal = 'aal1' where user_id = tests.id('admin user');
select is(tests.answer_in_session('admin', 'aal1', pg_temp.set('never', 2)), 'OPDEN second_factor_required',
  'an admin without a second factor cannot lift the rule');
select is((select requires_second_factor::text from public.organization_settings), 'high_stakes', 'the refusal leaves the rule in place');
select is(tests.answer_in_session('admin', 'aal1', $$ select public.update_organization_settings('{"forbids_self_approval": false}', 2) $$),
  'ok', 'other settings need no second factor');
select * from finish();
rollback;
