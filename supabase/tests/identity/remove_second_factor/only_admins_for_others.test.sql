begin;
select plan(16);
select tests.two_agencies();
select tests.give_second_factor('member');
insert into auth.sessions (id, user_id, aal) values (tests.id('phone'), tests.id('member user'), 'aal2');
create function pg_temp.call(person text) returns text language sql as $$
  select format('select public.remove_second_factor(%L)', tests.id(person)) $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer(persona, pg_temp.call('member')), code, persona || ' is refused')
from (values
  ('lead', 'OPDEN role_not_allowed'), ('member2', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'),
  ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD person_not_found'), ('anonymous', '42501'),
  ('service', '42501')) as refused (persona, code);
select is(tests.answer('admin', pg_temp.call('admin')), 'OPDEN own_account', 'an admin removes their own on their account page');
select is(tests.answer('admin', pg_temp.call('lead')), 'OPSTA no_second_factor', 'there is none to remove');
insert into public.organization_settings (organization_id, requires_second_factor) values (tests.id('North'), 'high_stakes');
select is(tests.answer('admin', pg_temp.call('member')), 'OPDEN second_factor_required',
  'where a second factor is required, an admin needs theirs');
update public.organization_settings set requires_second_factor = 'never' where organization_id = tests.id('North');
select is((select count(*) from auth.mfa_factors), 1::bigint, 'read back, the factor is there');
select is((select count(*) from auth.sessions where id = tests.id('phone')), 1::bigint, 'and the session');

select is(tests.answer('admin', pg_temp.call('member')), 'ok', 'an admin removes it');
select is((select count(*) from auth.mfa_factors), 0::bigint, 'then it is gone');
select is((select count(*) from auth.sessions where id = tests.id('phone')), 0::bigint, 'and so are the sessions');
select tests.act_as('member');
select is((public.get_account() #> '{account,notices,0}') - array['id', 'at'],
  '{"kind": "second_factor_removed", "by_name": "admin", "is_read": false}', 'the person sees who removed it');
select * from finish();
rollback;
