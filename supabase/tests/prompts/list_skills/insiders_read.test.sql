begin;
select plan(10);
select tests.two_agencies();
select lives_ok($$ select tests.carried_out('skill', 'skill_update',
  '{"name": "estimates", "title": "Estimates", "content": "Add a third."}') $$, 'a skill');
select lives_ok($$ insert into public.skills (organization_id, name) values (tests.id('North'), 'empty') $$, 'and a name without text');

select tests.act_as('member');
select is((select array_agg(skill ->> 'name') from jsonb_array_elements(public.list_skills() -> 'skills') as skill), array['estimates'],
  'a member sees what is in force');
select ok(not public.list_skills() #> '{skills,0}' ? 'content', 'by its title');
select is(public.read_skill('estimates') ->> 'content', 'Add a third.', 'and reads it');
select throws_ok($$ select public.read_skill('empty') $$, 'OPNFD', 'There is no such skill', 'nothing where there is no text');
select tests.act_as('other_admin');
select is(public.list_skills() -> 'skills', '[]', 'another organization sees no skills of North');
select throws_ok($$ select public.read_skill('estimates') $$, 'OPNFD', 'There is no such skill', 'and reads none');
select tests.act_as('client');
select throws_ok($$ select public.list_skills() $$, 'OPDEN', null, 'a client contact has no skills');
select throws_ok($$ select public.read_skill('estimates') $$, 'OPDEN', null, 'to read');

select * from finish();
rollback;
