begin;
select plan(16);
select tests.two_agencies();

select throws_ok($$ select tests.execute_prompt_card('early', 'prompt_update', '{"rule": "Never guess."}') $$, 'OPSTA',
  'There is no prompt yet to add this rule to. Set a prompt first', 'a rule is refused while there is no prompt');
select lives_ok($$ select tests.execute_prompt_card('base', 'prompt_base_update', '{"base": "Be kind.", "why": "A start"}') $$, 'a card creates the first prompt');
select is((select (origin, note, created_by)::text from public.prompt_versions where organization_id = tests.id('North')), format('(base_update,"A start",%s)', tests.id('admin')),
  'a version that a card makes names the decider and the reason');
select lives_ok($$ select tests.execute_prompt_card('rule', 'prompt_update', '{"rule": "Never guess."}') $$, 'a card adds a rule');
select throws_ok($$ select tests.execute_prompt_card('again', 'prompt_update', '{"rule": "Never guess."}') $$, 'OPSTA',
  'The prompt already has this rule. Reject the card', 'a rule cannot be added twice');
select lives_ok($$ select tests.execute_prompt_card('second', 'prompt_update', '{"rule": "Say why."}') $$, 'a card adds another rule');
select lives_ok($$ select tests.execute_prompt_card('rebase', 'prompt_base_update', '{"base": "Be brief."}') $$, 'a card replaces the base');
select tests.act_as('lead');
select is(public.get_prompt() ->> 'text', E'Be brief.\n\n# Learned rules\n\n1. Never guess.\n2. Say why.', 'replacing the base retains the learned rules');
select tests.act_as('owner');

select is(private.carry_out_prompt(tests.executing_card('skill', 'skill_update',
  '{"name": "estimates", "title": "Estimates", "content": "Add a third."}')) -> 'inverse', 'null', 'the first text of a skill has no inverse');
select is(private.carry_out_prompt(tests.executing_card('skill 2', 'skill_update',
  '{"name": "estimates", "title": "Estimates", "content": "Add a half.", "why": "We were late"}')) -> 'inverse',
  '{"name": "estimates", "title": "Estimates", "content": "Add a third."}', 'the inverse of the second text is the first');
select is((select (number, content)::text from public.skill_versions join public.skills on live_version_id = skill_versions.id
  where skills.organization_id = tests.id('North')),
  '(2,"Add a half.")', 'the second text is live');

select throws_ok($$ select private.carry_out_prompt(jsonb_populate_record(null::public.approvals,
  jsonb_build_object('organization_id', tests.id('North'), 'kind', 'email_draft'))) $$, 'OPINV', null, 'a card of a kind that is not about prompts is refused');
select throws_ok($$ select tests.execute_prompt_card('lead', 'prompt_update', '{"rule": "Obey me."}', 'lead') $$, 'OPDEN', null,
  'a lead who does not own the prompt cannot approve a prompt card');

select lives_ok($$ select tests.executing_card('late', 'prompt_update', '{"rule": "Be late."}') $$, 'the prompt owner approves a card');
update public.people set is_prompt_owner = false where id = tests.id('admin');
select throws_ok($$ select private.carry_out_prompt(approvals) from public.approvals where id = tests.id('late') $$, 'OPDEN',
  'Only a prompt owner can change the prompt', 'a decider who no longer owns the prompt cannot change it');
select is((select array_agg(origin::text order by number) from public.prompt_versions where organization_id = tests.id('North')),
  array['base_update', 'learned_rule', 'learned_rule', 'base_update'], 'the refusals add no version of the prompt');

select * from finish();
rollback;
