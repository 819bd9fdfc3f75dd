begin;
select plan(11);
select tests.two_agencies();
insert into private.person_pictures (person_id, organization_id, content, media_type, content_hash)
select people.id, people.organization_id, '\xffd8ff', 'image/jpeg', 'hash' from public.people;
select tests.give_second_factor('lead');
create function pg_temp.call(person text) returns text language sql as $$
  select format('select public.get_person_profile(%L)', tests.id(person)) $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer(persona, pg_temp.call(person)), code, format('%s who reads the profile of %s gets %s', persona, person, code))
from (values
  ('member', 'freelancer', 'OPNFD person_not_found'), ('client', 'lead', 'OPNFD person_not_found'),
  ('client', 'client', 'ok'), ('other_admin', 'lead', 'OPNFD person_not_found'), ('outsider', 'lead', 'OPDEN no_membership'),
  ('anonymous', 'lead', '42501'), ('service', 'lead', '42501'), ('member', 'nobody', 'OPNFD person_not_found'))
  as cases (persona, person, code);
select tests.act_as('member');
select is(public.get_person_profile(tests.id('lead')) - 'projects',
  '{"picture": {"media_type": "image/jpeg", "hash": "hash", "content": "/9j/"}, "has_second_factor": null}',
  'a colleague sees the picture and nothing about the sign-in');
select tests.act_as('admin');
select is(public.get_person_profile(tests.id('lead')) ->> 'has_second_factor', 'true', 'an admin sees that a person has a second factor');
select is(public.get_person_profile(tests.id('member')) ->> 'has_second_factor', 'false', 'an admin sees that a person has no second factor');
select * from finish();
rollback;
