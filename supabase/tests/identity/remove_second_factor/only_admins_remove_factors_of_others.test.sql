begin;
select plan(16);
select tests.two_agencies();
select tests.give_second_factor('member');
insert into auth.sessions (id, user_id, aal) values (tests.id('phone'), tests.id('member user'), 'aal2');
create function pg_temp.call(person text) returns text language sql as $$
  select format('select public.remove_second_factor(%L)', tests.id(person)) $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer(persona, pg_temp.call('member')), code, persona || ' cannot remove the second factor of a person')
from (values
  ('lead', 'OPDEN role_not_allowed'), ('member2', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'),
  ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD person_not_found'), ('anonymous', '42501'),
  ('service', '42501')) as cases (persona, code);
select is(tests.answer('admin', pg_temp.call('admin')), 'OPDEN own_account', 'an admin cannot remove their own factor this way');
select is(tests.answer('admin', pg_temp.call('lead')), 'OPSTA no_second_factor', 'a person without a second factor is refused');
insert into public.organization_settings (organization_id, requires_second_factor) values (tests.id('North'), 'high_stakes');
select is(tests.answer('admin', pg_temp.call('member')), 'OPDEN second_factor_required',
  'an admin needs their second factor where one is required');
update public.organization_settings set requires_second_factor = 'never' where organization_id = tests.id('North');
select is((select count(*) from auth.mfa_factors), 1::bigint, 'the refusals leave the second factor in place');
select is((select count(*) from auth.sessions where id = tests.id('phone')), 1::bigint, 'the refusals leave the session open');

select is(tests.answer('admin', pg_temp.call('member')), 'ok', 'an admin removes a second factor');
select is((select count(*) from auth.mfa_factors), 0::bigint, 'a removed second factor is deleted');
select is((select count(*) from auth.sessions where id = tests.id('phone')), 0::bigint, 'removing a second factor ends the sessions of the person');
select tests.act_as('member');
select is((public.get_account() #> '{account,notices,0}') - array['id', 'at'],
  '{"kind": "second_factor_removed", "by_name": "admin", "is_read": false}', 'the person gets a notice with the name of the admin who removed the factor');
select * from finish();
rollback;
