begin;
select plan(17);
select tests.two_agencies();

select tests.act_as('admin');
select is(public.rename_person(tests.id('colleague'), 1, '  Robin Vale ') #>> '{person,name}', 'Robin Vale', 'an admin renames a person');
select is(public.rename_person(tests.id('colleague'), 2, 'Robin Vale') #>> '{person,version}', '2', 'the same name changes nothing');
select throws_ok($$ select public.rename_person(tests.id('colleague'), 1, 'Other') $$, 'OPSTA', null, 'a rename at a stale version is refused');
select throws_ok($$ select public.rename_person(tests.id('colleague'), 2, ' ') $$, 'OPINV', null, 'a blank name is refused');
select throws_ok($$ select public.rename_person(tests.id('other_member'), 1, 'Other') $$, 'OPNFD', 'There is no such person', 'a person of another organization is not found');
select tests.act_as('owner');
select is((before ->> 'name', after ->> 'name')::text, '(colleague,"Robin Vale")', 'the audit log contains both names')
from public.audit_events where object_id = tests.id('colleague') and action = 'person.renamed';
select is((select name from private.person_former_names where person_id = tests.id('colleague')), 'colleague', 'the former name is stored for imports');

select tests.act_as('admin');
select public.rename_person(tests.id('colleague'), 2, 'colleague');
select tests.act_as('owner');
select is_empty($$ select 1 from private.person_former_names $$, 'reverting a rename deletes the stored name');
select is((select name from public.people where id = tests.id('colleague')), 'colleague', 'a person whose rename was reverted has the original name');

create function pg_temp.refuses(persona text, code text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok($call$ select public.rename_person(tests.id('member2'), 1, 'Forged') $call$, code, null, persona || ' cannot rename a person');
end;
$$;
grant execute on function pg_temp.refuses(text, text) to public;
select pg_temp.refuses(persona, code)
from (values ('lead', 'OPDEN'), ('member', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'), ('other_admin', 'OPNFD'),
  ('anonymous', '42501'), ('service', '42501')) as cases (persona, code);
select tests.act_as('owner');
select is((name, version)::text, '(member2,1)', 'the refusals change nothing') from public.people where id = tests.id('member2');

select * from finish();
rollback;
