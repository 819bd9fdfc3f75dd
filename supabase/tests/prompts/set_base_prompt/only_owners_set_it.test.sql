begin;
select plan(25);
select tests.two_agencies();
insert into public.people (id, organization_id, user_id, name, role, is_employee)
values (tests.id('admin2'), tests.id('North'), tests.id('outsider user'), 'admin2', 'admin', true);

select tests.act_as('admin');
select is(public.set_base_prompt('One') #>> '{live,created_by,name}', 'admin', 'the prompt owner sets the first prompt');
select is(public.get_prompt() ->> 'text', 'One', 'the assistant gets the base exactly as written');
select ok((public.get_prompt() -> 'is_prompt_owner')::boolean, 'the prompt owner sees that they own the prompt');

select tests.act_as('owner');
create function pg_temp.try(persona text, code text, message text) returns setof text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return next throws_ok($q$ select public.set_base_prompt('Mine') $q$, code::char(5), message, persona || ' cannot set the prompt');
  return next throws_ok(format('select public.rollback_prompt(%L)', tests.id('any')), code::char(5), message, persona || ' cannot roll back the prompt');
end;
$$;
-- In this test, 'outsider' is an admin who does not own the prompt.
select pg_temp.try(persona, code, message)
from (values
  ('outsider', 'OPDEN', 'Only a prompt owner can change the prompt. An admin chooses prompt owners under Settings, People'),
  ('lead', 'OPDEN', 'Only a prompt owner can change the prompt. An admin chooses prompt owners under Settings, People'),
  ('member', 'OPDEN', 'Only an admin or a lead can do this'),
  ('member2', 'OPDEN', 'Only an admin or a lead can do this'),
  ('client', 'OPDEN', 'Only an admin or a lead can do this'),
  ('anonymous', '42501', null), ('service', '42501', null)) as cases (persona, code, message);

select tests.act_as('lead');
select is(public.get_prompt() ->> 'text', 'One', 'a lead reads the prompt');
select ok(not (public.get_prompt() -> 'is_prompt_owner')::boolean, 'a lead sees that they do not own the prompt');
select tests.act_as('member');
select throws_ok($$ select public.get_prompt() $$, 'OPDEN', null, 'a member cannot read the prompt');
select throws_ok($$ select public.prompt_versions() $$, 'OPDEN', null, 'a member cannot list versions of the prompt');

select tests.act_as('owner');
update public.people set is_prompt_owner = false where id = tests.id('admin');
select tests.act_as('admin');
select throws_ok($$ select public.set_base_prompt('Two') $$, 'OPDEN', null, 'a former prompt owner cannot set the prompt');
select tests.act_as('owner');
update public.people set is_prompt_owner = true where id = tests.id('lead');
select tests.act_as('lead');
select is(public.set_base_prompt('Two', (public.get_prompt() #>> '{live,version_row_id}')::uuid) #>> '{live,number}', '2',
  'a lead who owns the prompt sets it');

select tests.act_as('owner');
select is((select array_agg(base order by number) from public.prompt_versions where organization_id = tests.id('North')), array['One', 'Two'], 'only the two accepted prompts are stored');
select is((select moved_by from public.live_prompts where organization_id = tests.id('North')), tests.id('lead'), 'the pointer to the live version names the person who moved it');

select * from finish();
rollback;
