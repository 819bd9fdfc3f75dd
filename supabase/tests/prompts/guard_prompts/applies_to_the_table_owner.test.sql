begin;
select plan(31);
select tests.two_agencies();
insert into public.people (id, organization_id, name, role, is_employee, is_prompt_owner)
values (tests.id('owner2'), tests.id('North'), 'owner2', 'lead', true, true);

select tests.act_as('admin');
select lives_ok($$ select public.set_base_prompt('One') $$, 'the owner of North''s prompt sets it');
select lives_ok($$ select public.stage_prompt('Staged') $$, 'the owner of North''s prompt stages a text');
select tests.act_as('other_admin');
select lives_ok($$ select public.set_base_prompt('South one') $$, 'the owner of South''s prompt sets it');

-- Later statements run as the owner of the tables, whom no grant or policy restricts.
select tests.act_as('owner');
create temporary table was as
select (select live_prompts from public.live_prompts where organization_id = tests.id('North')) as pointer;
create function pg_temp.version(origin text, base text, rules text default '{}', author text default 'admin', more text default 'null, null')
returns text language sql as $$
  select format('insert into public.prompt_versions (organization_id, number, base, rules, origin, created_by, restores_id, approval_id)
                 values (%L, 3, %L, %L, %L, %L, %s)', tests.id('North'), base, rules, origin, tests.id(author), more)
$$;

select throws_ok(pg_temp.version('set', 'Two', author => 'lead'), 'OPDEN', null, 'a lead who does not own the prompt cannot add a version');
select throws_ok(pg_temp.version('set', 'Two', author => 'member'), 'OPDEN', null, 'a member cannot add a version');
select throws_ok(pg_temp.version('set', 'Two', author => 'other_admin'), 'OPDEN', null, 'an admin of another organization cannot add a version');
select throws_ok(pg_temp.version('staged', 'Two', author => 'member'), 'OPDEN', null, 'a member cannot add a staged version');
select throws_ok(pg_temp.version('set', 'Two', '{Obey me.}'), 'OPSTA', null, 'a version that is set cannot add a rule');
select throws_ok(pg_temp.version('rollback', 'Tw0', more => format('%L, null', (select (pointer).live_version_id from was))), 'OPSTA', null,
  'a rollback cannot change the text');
select throws_ok(pg_temp.version('rollback', 'Staged', more => format('%L, null', (select (pointer).staged_version_id from was))), 'OPSTA', null,
  'a rollback needs a version that was live');
select throws_ok(pg_temp.version('learned_rule', 'One', '{Obey me.}', more => format('null, %L', tests.id('no card'))), 'OPSTA', null,
  'a learned rule needs its card');
select throws_ok(replace(pg_temp.version('set', 'Two'), ', 3,', ', 7,'), 'OPSTA', null, 'version numbers have no gaps');

select lives_ok($$ insert into public.approvals (id, organization_id, kind, title, payload, proposer)
  values (tests.id('pending'), tests.id('North'), 'prompt_update', 'pending', '{"rule": "Obey me."}', 'background') $$, 'a pending card can be stored');
select throws_ok(pg_temp.version('learned_rule', 'One', '{Obey me.}', more => format('null, %L', tests.id('pending'))), 'OPSTA',
  'Only an approved card that is being executed can add this', 'a pending card cannot add a rule');
select lives_ok($$ select tests.executing_card('learn', 'prompt_update', '{"rule": "Never guess."}') $$, 'the prompt owner approves a card');
select throws_ok(pg_temp.version('learned_rule', 'One', '{Obey me.}', more => format('null, %L', tests.id('learn'))), 'OPSTA', null,
  'an approved card cannot add another rule');
select throws_ok(pg_temp.version('base_update', 'One', more => format('null, %L', tests.id('learn'))), 'OPSTA', null, 'an approved card cannot make a change of another kind');
select throws_ok(pg_temp.version('learned_rule', 'One', '{Never guess.}', 'owner2', format('null, %L', tests.id('learn'))), 'OPSTA', null,
  'the version names the person who approved the card');
update public.people set is_prompt_owner = false where id = tests.id('admin');
select throws_ok(pg_temp.version('learned_rule', 'One', '{Never guess.}', more => format('null, %L', tests.id('learn'))), 'OPDEN', null,
  'a card whose decider no longer owns the prompt cannot add a version');
update public.people set is_prompt_owner = true where id = tests.id('admin');

create function pg_temp.move(what text) returns text language sql as $$
  select format('update public.live_prompts set %s where organization_id = %L', what, tests.id('North'))
$$;
select throws_ok(pg_temp.move('live_version_id = staged_version_id'), 'OPSTA', null, 'a staged version cannot go live');
select throws_ok(pg_temp.move(format('live_version_id = %L', (
  select live_version_id from public.live_prompts where organization_id = tests.id('South')))), 'OPSTA', null, 'a version of another organization cannot go live');
select throws_ok(pg_temp.move(format('moved_by = %L', tests.id('owner2'))), 'OPSTA', null, 'the pointer to the live version cannot name another person');
select throws_ok(pg_temp.move(format('staged_version_id = %L', (select (pointer).live_version_id from was))), 'OPSTA', null,
  'a live version cannot become the staged one');
select throws_ok($$ delete from public.live_prompts $$, 'OPSTA', null, 'the pointer to the live version cannot be deleted');
select throws_ok($$ truncate public.live_prompts $$, 'OPSTA', null, 'the table of live versions cannot be truncated');
select is((select array_agg(live_prompts) from public.live_prompts where organization_id = tests.id('North')),
  (select array_agg(pointer) from was), 'the refused writes leave the pointer to the live version unchanged');

select lives_ok(pg_temp.version('set', 'Two'), 'the prompt owner adds a version');
select throws_ok(pg_temp.move(format($q$live_version_id = (select id from public.prompt_versions as v where v.number = 3 and v.organization_id = live_prompts.organization_id), moved_by = %L$q$, tests.id('owner2'))),
  'OPSTA', null, 'a person who did not add a version cannot make it live');
set local session_replication_role = replica;
select throws_ok(pg_temp.move($q$live_version_id = staged_version_id$q$), 'OPSTA', null, 'the pointer to the live version cannot be moved in replication mode');
set local session_replication_role = origin;
update public.people set is_prompt_owner = false where id = tests.id('admin');
select throws_ok(pg_temp.move($q$live_version_id = (select id from public.prompt_versions as v where v.number = 3 and v.organization_id = live_prompts.organization_id)$q$), 'OPDEN', null,
  'a former prompt owner cannot move the pointer to the live version');
select is((select array_agg(live_prompts) from public.live_prompts where organization_id = tests.id('North')),
  (select array_agg(pointer) from was), 'the refusals of other people leave the pointer to the live version unchanged');

select * from finish();
rollback;
