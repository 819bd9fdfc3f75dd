begin;
select plan(15);
select tests.two_agencies();

select tests.act_as('admin');
select lives_ok($$ select public.set_base_prompt(E'  Lines\r\nwith ends \t\r\n\u00e9 e\u0301 \U0001F331\n\n ') $$, 'an admin sets a text that normalization would change');
select tests.act_as('owner');
select lives_ok($$ select tests.execute_prompt_card('learn', 'prompt_update', '{"rule": "Never guess."}') $$, 'a card adds a rule');
select tests.act_as('admin');
create temporary table earlier as select public.get_prompt() as prompt;
select lives_ok($$ select public.set_base_prompt('Short') $$, 'an admin sets another base');
select is(public.get_prompt() ->> 'text', E'Short\n\n# Learned rules\n\n1. Never guess.', 'setting another base retains the learned rule');

select is(public.rollback_prompt((select (prompt #>> '{live,version_row_id}')::uuid from earlier)) ->> 'text', (select prompt ->> 'text' from earlier),
  'the assistant gets the earlier prompt after a rollback');
select is(public.get_prompt() #>> '{live,origin}', 'rollback', 'the version that a rollback makes has the origin rollback');
select is(public.get_prompt() #> '{live,restores,number}', '2', 'the version that a rollback makes names the version it repeats');
select is(public.get_prompt() #> '{live,number}', '4', 'a rollback makes a new version');
select is(public.rollback_prompt((public.prompt_versions() #>> '{versions,3,version_row_id}')::uuid) #> '{live,rules}', '[]',
  'a rollback to a version before the rule removes the rule');
select throws_ok(format('select public.rollback_prompt(%L)', public.get_prompt() #>> '{live,version_row_id}'), 'OPSTA',
  'That version is already live', 'the live version cannot be rolled back to');
select throws_ok(format('select public.rollback_prompt(%L)', public.stage_prompt('Never') #>> '{staged,version_row_id}'), 'OPSTA',
  'That text was staged but never live. Make it live instead', 'a staged version cannot be rolled back to');
select throws_ok($$ select public.rollback_prompt(null) $$, 'OPINV', null, 'a rollback without a version is refused');

select throws_ok($$ select public.rollback_prompt(gen_random_uuid()) $$, 'OPNFD', 'There is no such version of the prompt', 'an unknown version is not found');
select tests.act_as('other_admin');
select throws_ok(format('select public.rollback_prompt(%L)', (select prompt #>> '{live,version_row_id}' from earlier)), 'OPNFD',
  'There is no such version of the prompt', 'a version of another organization is not found');

select tests.act_as('owner');
select ok((select bool_and(convert_to(model.base, 'UTF8') = convert_to(copy.base, 'UTF8') and model.rules = copy.rules)
  from public.prompt_versions as copy join public.prompt_versions as model on model.id = copy.restores_id
  where copy.organization_id = tests.id('North')),
  'every version that a rollback makes equals its original byte for byte');

select * from finish();
rollback;
