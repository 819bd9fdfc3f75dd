begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('admin');
select is(public.set_prompt_owner(tests.id('lead'), 1, true) #> '{person,is_prompt_owner}', 'true', 'a lead becomes prompt owner');
select is(public.set_prompt_owner(tests.id('lead'), 2, true) #> '{person,version}', '2', 'the same choice makes no new version');
select is(public.set_prompt_owner(tests.id('lead'), 2, false) #> '{person,version}', '3', 'a lead stops being prompt owner');
select lives_ok($$ select public.set_prompt_owner(tests.id('member'), 1, false) $$, 'removing the prompt from a member who does not own it succeeds');
select throws_ok($$ select public.set_prompt_owner(tests.id('member'), 1, true) $$, 'OPSTA', 'Only admins and leads can own the prompt',
  'a member cannot become prompt owner');
select throws_ok($$ select public.set_prompt_owner(tests.id('client'), 1, true) $$, 'OPSTA', 'Only admins and leads can own the prompt',
  'a client contact cannot become prompt owner');
select throws_ok($$ select public.set_prompt_owner(tests.id('lead'), 3, null) $$, 'OPINV', null, 'a call that neither gives nor removes the prompt is refused');

select tests.act_as('owner');
select bag_eq($$ select id from public.people where is_prompt_owner and organization_id = tests.id('North') $$,
  tests.ids(array['admin']), 'the refusals leave the admin as the only prompt owner');
select is((select array_agg((before -> 'is_prompt_owner', after -> 'is_prompt_owner')::text order by after -> 'version')
  from public.audit_events where action = 'person.prompt_ownership_changed'), array['(false,true)', '(true,false)'],
  'the audit log contains both changes');

select * from finish();
rollback;
