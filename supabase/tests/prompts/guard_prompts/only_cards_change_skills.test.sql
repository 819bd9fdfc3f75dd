begin;
select plan(17);
select tests.two_agencies();
create function pg_temp.version(card text, content text, author text default 'admin', number integer default 1)
returns text language sql as $$
  select format('insert into public.skill_versions (organization_id, skill_id, number, title, content, approval_id, created_by)
                 values (%L, %L, %s, %L, %L, %L, %L)', tests.id('North'), tests.id('skill'), number, 'Estimates', content, tests.id(card), tests.id(author))
$$;

select lives_ok($$ insert into public.skills (id, organization_id, name) values (tests.id('skill'), tests.id('North'), 'estimates') $$,
  'a skill can have a name without a text');
select lives_ok($$ insert into public.approvals (id, organization_id, kind, title, payload, proposer) values
  (tests.id('pending'), tests.id('North'), 'skill_update', 'pending',
   '{"name": "estimates", "title": "Estimates", "content": "Add a third."}', 'background') $$, 'a background function proposes a text');
select throws_ok(pg_temp.version('pending', 'Add a third.'), 'OPSTA', null, 'a pending card cannot add a text');
select lives_ok($$ select tests.executing_card('rule', 'prompt_update',
  '{"name": "estimates", "title": "Estimates", "content": "Add a third."}') $$, 'a prompt owner approves a rule');
select throws_ok(pg_temp.version('rule', 'Add a third.'), 'OPSTA', null, 'a card of another kind cannot add a text');
select lives_ok($$ select tests.executing_card('card', 'skill_update',
  '{"name": "estimates", "title": "Estimates", "content": "Add a third."}') $$, 'a prompt owner approves a text');
select throws_ok(pg_temp.version('card', 'Add a half.'), 'OPSTA', 'A skill must match its card', 'an approved card cannot add another text');
select throws_ok(pg_temp.version('card', 'Add a third.', 'lead'), 'OPSTA', null, 'a text must name the person who approved it');
select throws_ok(pg_temp.version('card', 'Add a third.', number => 2), 'OPSTA', null, 'a text must have the next number');
select lives_ok(pg_temp.version('card', 'Add a third.'), 'an approved card adds its text');
select throws_ok(pg_temp.version('card', 'Add a third.', number => 2), '23505', null, 'an approved card cannot add its text twice');

select throws_ok($$ update public.skills set live_version_id = gen_random_uuid() where id = tests.id('skill') $$, 'OPSTA', null, 'the live version cannot change to another text');
select lives_ok($$ update public.skills set live_version_id = (select v.id from public.skill_versions as v where v.skill_id = skills.id)
  where id = tests.id('skill') $$, 'the live version can change to the text of the card');
select throws_ok($$ update public.skills set live_version_id = null where id = tests.id('skill') $$, 'OPSTA', null, 'the live version cannot be removed');
select throws_ok($$ update public.skills set name = 'other' where id = tests.id('skill') $$, 'OPSTA', null, 'a skill cannot be renamed');
select throws_ok($$ delete from public.skills where id = tests.id('skill') $$, 'OPSTA', null, 'a skill cannot be deleted');
select throws_ok($$ truncate public.skills cascade $$, 'OPSTA', null, 'skills cannot be truncated');

select * from finish();
rollback;
