begin;
select plan(10);
select tests.two_agencies();
select lives_ok($$ select tests.execute_prompt_card('skill', 'skill_update',
  '{"name": "estimates", "title": "Estimates", "content": "Add a third."}') $$, 'a card adds a skill');
select lives_ok($$ insert into public.skills (organization_id, name) values (tests.id('North'), 'empty') $$, 'a skill can exist without a text');

select tests.act_as('member');
select is((select array_agg(skill ->> 'name') from jsonb_array_elements(public.list_skills() -> 'skills') as skill), array['estimates'],
  'a member lists only skills with a live text');
select ok(not public.list_skills() #> '{skills,0}' ? 'content', 'the list of skills has no texts');
select is(public.read_skill('estimates') ->> 'content', 'Add a third.', 'a member reads the text of a skill');
select throws_ok($$ select public.read_skill('empty') $$, 'OPNFD', 'There is no such skill', 'a skill without a text is not found');
select tests.act_as('other_admin');
select is(public.list_skills() -> 'skills', '[]', 'another organization sees no skills of North');
select throws_ok($$ select public.read_skill('estimates') $$, 'OPNFD', 'There is no such skill', 'another organization does not find a skill of North');
select tests.act_as('client');
select throws_ok($$ select public.list_skills() $$, 'OPDEN', null, 'a client contact cannot list skills');
select throws_ok($$ select public.read_skill('estimates') $$, 'OPDEN', null, 'a client contact cannot read a skill');

select * from finish();
rollback;
