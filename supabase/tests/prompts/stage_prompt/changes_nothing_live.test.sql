begin;
select plan(19);
select tests.two_agencies();

select tests.act_as('lead');
select is(public.get_prompt(), '{"live": null, "staged": null, "text": null, "is_prompt_owner": false}',
  'there is no live prompt before the first one');
select is(public.stage_prompt('Be kind.') #>> '{staged,base}', 'Be kind.', 'a lead stages the first text');
select is(public.get_prompt() -> 'live', 'null', 'a staged text does not go live');
select is(public.get_prompt() -> 'text', 'null', 'the assistant does not get a staged prompt');

select tests.act_as('admin');
select is(public.set_base_prompt('Be kind.') #> '{staged}', 'null', 'a text that goes live is no longer staged');
select is(public.get_prompt() #>> '{live,number}', '2', 'a text that goes live is a new version');
select is(public.stage_prompt('Be brief.') #>> '{staged,number}', '3', 'an admin stages another text');
select is(public.set_base_prompt('Be exact.') #>> '{staged,base}', 'Be brief.', 'a staged text is still staged when another text goes live');
select is(public.get_prompt() #>> '{live,base}', 'Be exact.', 'a text that was not staged can go live');
select is(public.stage_prompt('Be calm.', (public.get_prompt() #>> '{live,version_row_id}')::uuid) #>> '{staged,base}', 'Be calm.',
  'a text for the live version is staged');
select throws_ok($$ select public.stage_prompt('Be late.', gen_random_uuid()) $$, 'OPSTA', null, 'a text for another version is refused');
select throws_ok($$ select public.stage_prompt(E' \n\t') $$, 'OPINV', 'Enter a prompt', 'a blank prompt is refused');
select throws_ok($$ select public.stage_prompt(null) $$, 'OPINV', 'Enter a prompt', 'a missing prompt is refused');
select throws_ok($$ select public.stage_prompt(repeat('x', 100001)) $$, 'OPINV', 'Shorten the prompt to 100,000 characters', 'a prompt over the maximum length is refused');

select tests.act_as('member');
select throws_ok($$ select public.stage_prompt('Be mine.') $$, 'OPDEN', 'Only an admin or a lead can do this', 'a member cannot stage a prompt');
select tests.act_as('other_admin');
select is(public.get_prompt() -> 'staged', 'null', 'another organization sees no staged prompt');
select tests.act_as('service');
select throws_ok($$ select public.stage_prompt('Be mine.') $$, '42501', null, 'the secret key cannot stage a prompt');

select tests.act_as('owner');
select is((select array_agg(base order by number) from public.prompt_versions where organization_id = tests.id('North')),
  array['Be kind.', 'Be kind.', 'Be brief.', 'Be exact.', 'Be calm.'], 'only the accepted texts are stored as versions');
select is((select array_agg(action order by (after ->> 'number')::integer) from public.audit_events where object_type = 'prompt_version' and organization_id = tests.id('North')),
  array['prompt.staged', 'prompt.set', 'prompt.staged', 'prompt.set', 'prompt.staged'], 'the audit log contains each version');

select * from finish();
rollback;
