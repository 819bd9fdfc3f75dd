-- A source has one dated entry in the note of its project. People who see the source can read it.
begin;
select plan(21);
select tests.two_agencies();
insert into public.sources (id, organization_id, kind, project_id, title, is_restricted) values
  (tests.id('call'), tests.id('North'), 'meeting', tests.id('alpha'), 'Call', false),
  (tests.id('board'), tests.id('North'), 'meeting', tests.id('alpha'), 'Board', true),
  (tests.id('standup'), tests.id('North'), 'meeting', null, 'Standup', false),
  (tests.id('away'), tests.id('South'), 'meeting', tests.id('delta'), 'Away', false);
select private.append_project_note(tests.id(agency), tests.id(project), tests.id(source), '2026-03-02', ' A title ', 'It was agreed.')
from (values ('North', 'alpha', 'call'), ('North', 'alpha', 'board'), ('South', 'delta', 'away')) as cases (agency, project, source);

select tests.sees(persona, 'select source_id from public.project_notes', expected::text[])
from (values
  ('admin', '{call,board}'), ('lead', '{call,board}'), ('member', '{call}'), ('member2', '{}'), ('client', '{}'),
  ('outsider', '{}'), ('other_admin', '{away}'), ('anonymous', null)) as cases (persona, expected);

select tests.act_as('owner');
select is(title, 'A title', 'the title of an entry has no blanks around it') from public.project_notes where source_id = tests.id('call');
select private.append_project_note(tests.id('North'), tests.id('alpha'), tests.id('call'), '2026-03-03', 'Another title', 'It was agreed again.');
select results_eq(
  $$ select occurred_on, title, body from public.project_notes where source_id = tests.id('call') $$,
  $$ values (date '2026-03-03', 'Another title', 'It was agreed again.') $$, 'a second entry of a source replaces the first');
select throws_ok(
  $$ select private.append_project_note(tests.id('North'), tests.id('beta'), tests.id('call'), '2026-03-03', 'Title', '') $$,
  'OPSTA', null, 'an entry of another project is refused');
select throws_ok(
  $$ select private.append_project_note(tests.id('North'), null, tests.id('standup'), '2026-03-03', 'Title', '') $$,
  '23502', null, 'an entry without a project is refused');
select throws_ok(
  $$ select private.append_project_note(tests.id('North'), tests.id('delta'), tests.id('away'), '2026-03-03', 'Title', '') $$,
  'OPNFD', null, 'an entry of another organization is refused');
select throws_ok(
  $$ update public.project_notes set scope_id = project_id where source_id = tests.id('board') $$,
  '23503', null, 'an entry has the scope of its source');

update public.sources set is_restricted = true where id = tests.id('call');
select tests.sees('member', 'select source_id from public.project_notes', '{}');
select tests.act_as('owner');
update public.sources set is_restricted = false where id = tests.id('call');
select tests.sees('member', 'select source_id from public.project_notes', '{call}');
select tests.act_as('owner');
update public.sources set project_id = tests.id('beta') where id = tests.id('call');
select tests.sees('member2', 'select source_id from public.project_notes', '{call}');
select tests.sees('member', 'select source_id from public.project_notes', '{}');
select tests.act_as('owner');
update public.sources set project_id = null where id = tests.id('call');
select is_empty($$ select from public.project_notes where source_id = tests.id('call') $$, 'removing the project of a source deletes its entry');
update public.sources set archived_at = now() where id = tests.id('board');
select is_empty($$ select from public.project_notes where source_id = tests.id('board') $$, 'archiving a source deletes its entry');
select throws_ok(
  $$ select private.append_project_note(tests.id('North'), tests.id('alpha'), tests.id('board'), '2026-03-03', 'Title', '') $$,
  'OPSTA', null, 'appending to the note of an archived source adds no entry');

select * from finish();
rollback;
