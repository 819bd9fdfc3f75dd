begin;
select plan(10);
select tests.two_agencies();
select is(tests.answer(persona, $$ select public.rename_self(1, 'New') $$), code, persona || ' cannot rename themselves')
from (values ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, code);
select is(tests.answer('member', $$ select public.rename_self(9, 'New') $$), 'OPSTA version_conflict', 'a rename at a stale version is refused');
select is(tests.answer('member', $$ select public.rename_self(1, '  ') $$), 'OPINV invalid_name', 'an empty name is refused');
select is((select name from public.people where id = tests.id('member')), 'member', 'the refusals leave the name unchanged');
select is(tests.answer('member', $$ select public.rename_self(1, ' New ') $$), 'ok', 'a person renames themselves');
select is(tests.answer('member', $$ select public.rename_self(2, 'New') $$), 'ok', 'the same name changes nothing');
select results_eq($$ select name, version from public.people where id = tests.id('member') $$,
  $$ values ('New', 2) $$, 'a new name is stored without blanks around it and makes one new version');
select is((select count(*) from public.audit_events where action = 'person.renamed'
    and actor_person_id = tests.id('member') and object_id = tests.id('member')), 1::bigint, 'the audit log contains the new name');
select * from finish();
rollback;
