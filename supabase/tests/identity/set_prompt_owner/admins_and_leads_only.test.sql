begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('admin');
select is(public.set_prompt_owner(tests.id('lead'), 1, true) #> '{person,is_prompt_owner}', 'true', 'a lead gets the prompt');
select is(public.set_prompt_owner(tests.id('lead'), 2, true) #> '{person,version}', '2', 'the same again is no new version');
select is(public.set_prompt_owner(tests.id('lead'), 2, false) #> '{person,version}', '3', 'and loses it');
select lives_ok($$ select public.set_prompt_owner(tests.id('member'), 1, false) $$, 'a member who does not own it keeps not owning it');
select throws_ok($$ select public.set_prompt_owner(tests.id('member'), 1, true) $$, 'OPSTA', 'Only admins and leads can own the prompt',
  'a member cannot have it');
select throws_ok($$ select public.set_prompt_owner(tests.id('client'), 1, true) $$, 'OPSTA', 'Only admins and leads can own the prompt',
  'nor a client contact');
select throws_ok($$ select public.set_prompt_owner(tests.id('lead'), 3, null) $$, 'OPINV', null, 'yes or no');

select tests.act_as('owner');
select bag_eq($$ select id from public.people where is_prompt_owner and organization_id = tests.id('North') $$,
  tests.ids(array['admin']), 'read back, the admin owns it as before');
select is((select array_agg((before -> 'is_prompt_owner', after -> 'is_prompt_owner')::text order by after -> 'version')
  from public.audit_events where action = 'person.prompt_ownership_changed'), array['(false,true)', '(true,false)'],
  'both changes are on record');

select * from finish();
rollback;
