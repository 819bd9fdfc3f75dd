-- Search respects the scope and its filters, finds only published text of active sources, and refuses invalid input.
begin;
select plan(42);
select tests.two_agencies();
select tests.text('Open', '{"the canary sings"}', occurred_at => '2026-03-10 12:00+00');
select tests.text('Secret', '{"the canary is a secret, a canary indeed"}', is_restricted => true, kind => 'document');
select tests.text('Beta', '{"canary of beta"}', project => 'beta', kind => 'email', occurred_at => '2026-03-12 23:30+00');
select tests.text('South', '{"canary canary canary nightingale"}', project => 'delta');

select tests.act_as('lead');
select is((select count(*)::int from unnest(string_to_array(tests.search_titles('canary'), ' '))), 3, 'a lead finds all passages of the organization');
select is(tests.search_titles('nightingale'), '', 'a lead finds nothing of another organization');
select is(tests.search_titles('nightingael'), '', 'a misspelled word finds nothing of another organization');
select is(tests.search_titles('canary', jsonb_build_object('project_id', tests.id('beta'))), 'Beta', 'a filter finds passages of one project');
select is(tests.search_titles('canary', jsonb_build_object('source_id', tests.id('Open'))), 'Open', 'a filter finds passages of one source');
select is(tests.search_titles('canary', '{"kinds": ["email"]}'), 'Beta', 'a filter finds passages of one kind');
select is(tests.search_titles('canary', '{"kinds": ["email", "note"], "to": "2026-03-11"}'), 'Open', 'a filter finds passages up to a day');
select is(tests.search_titles('canary', '{"from": "2026-03-11"}'), 'Beta', 'a filter finds passages from a day');
select is(tests.search_titles('canary', '{"from": "0001-01-01", "to": "9999-12-31"}'),
  tests.search_titles('canary'), 'the widest period finds all passages');
select is(tests.search_titles('canary', jsonb_build_object('as', tests.id('member'))), 'Open', 'a lead who views as a member finds passages that both see');
select is(tests.search_titles('secrte indeed', jsonb_build_object('as', tests.id('member'))), '', 'a misspelled word finds nothing that only the lead sees');
select tests.act_as('owner');
select is((select distinct (actor_person_id, acted_as_person_id)::text from public.audit_events where acted_as_person_id is not null),
  (tests.id('lead'), tests.id('member'))::text, 'the audit event names the lead and the member');
select tests.act_as('lead');
select throws_ok(format($$ select tests.search_titles('x', %L) $$, jsonb_build_object('as', tests.id('other_admin'))),
  'OPNFD', null, 'a lead cannot view as a person of another organization');
select is((public.search_passages('canary', result_limit => 1) -> 'results' -> 0) - '{snippet,highlights,chunk_id}'::text[],
  jsonb_build_object('source_id', tests.id('Secret'), 'document_id', tests.id('Secret'), 'source_kind', 'document',
    'project_id', tests.id('alpha'), 'title', 'Secret', 'location', '{}'::jsonb, 'occurred_at', null, 'rank', 1),
  'a result has its location but no score');
select is(public.search_passages('canary') ->> 'mode', 'lexical', 'search without a vector is lexical');
select is(jsonb_array_length(public.search_passages('canary', result_limit => 2) -> 'results'), 2, 'the number of results is limited');

select tests.act_as('member');
select is(tests.search_titles('canary'), 'Open', 'a member finds unrestricted passages of their projects');
select is(tests.search_titles('secret'), '', 'a word finds no passage of other scopes for a member');
select is(tests.search_titles('secrte indeed beta'), '', 'a misspelled word finds nothing of other scopes');
select is(tests.search_titles('canary', jsonb_build_object('as', tests.id('admin'))), 'Open', 'a member cannot widen the scope by viewing as another person');
select throws_ok(format($$ select tests.search_titles('x', %L) $$, jsonb_build_object('project_id', tests.id('beta'))),
  'OPNFD', 'There is no such project', 'a project outside the scope is not found');
select throws_ok(format($$ select tests.search_titles('x', %L) $$, jsonb_build_object('project_id', gen_random_uuid())),
  'OPNFD', 'There is no such project', 'an unknown project is not found');
select throws_ok(format($$ select tests.search_titles('x', %L) $$, jsonb_build_object('source_id', tests.id('Secret'))),
  'OPNFD', 'There is no such source', 'a restricted source is not found');
select throws_ok(format($$ select tests.search_titles('x', %L) $$, jsonb_build_object('source_id', gen_random_uuid())),
  'OPNFD', 'There is no such source', 'an unknown source is not found');
select tests.act_as('owner');
update public.sources set is_restricted = true where id = tests.id('Open');
select tests.act_as('member');
select is(tests.search_titles('canary'), '', 'a member no longer finds a source once it is restricted');
select tests.act_as('owner');
update public.sources set is_restricted = false where id = tests.id('Open');
delete from public.project_members where person_id = tests.id('member');
select tests.act_as('member');
select is(tests.search_titles('canary'), '', 'a person no longer finds passages of a project once they have left it');

select tests.act_as('client');
select throws_ok($$ select public.search_passages('canary') $$, 'OPDEN', null, 'a client contact cannot search passages');
select tests.act_as('outsider');
select throws_ok($$ select public.search_passages('canary') $$, 'OPDEN', null, 'a person without an organization cannot search passages');
select tests.act_as('other_admin');
select is(tests.search_titles('canary'), 'South', 'another organization finds its own passages');

select tests.act_as('owner');
update public.sources set archived_at = now() where id = tests.id('Beta');
insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
select organization_id, id, 2, 0, 'unpublished wombat', scope_id from public.sources where id = tests.id('Open');
update public.sources set version = 2 where id = tests.id('Open');
select tests.act_as('lead');
select is(tests.search_titles('canary'), 'Secret Open', 'an archived source is not found');
select is(tests.search_titles('wombat'), '', 'unpublished text is not found');
select is(tests.search_titles('wombta'), '', 'a misspelled word does not find unpublished text');
select tests.act_as('owner');
select tests.text('Misspelt', '{"canaryyy canaryyu canaryye"}', kind => 'email');
select tests.act_as('lead');
select is(tests.search_titles('canaryy'), 'Misspelt', 'a misspelled word finds the most similar words');
select is(tests.search_titles('canaryy', '{"kinds": ["note"]}'), 'Open', 'similar words come only from passages within the filter');
select tests.act_as('owner');
update public.sources set archived_at = now() where id = tests.id('Misspelt');
select tests.act_as('lead');
select is(tests.search_titles('canaryy'), 'Secret Open', 'similar words do not come from archived sources');
select tests.act_as('owner');
update public.sources set published_version = 2 where id = tests.id('Open');
select tests.act_as('lead');
select is(tests.search_titles('wombat'), 'Open', 'a new text is found when it is published');
select is(tests.search_titles('sings'), '', 'the replaced text is not found');

select throws_ok($$ select public.search_passages('') $$, 'OPINV', null, 'an empty question is refused');
select throws_ok($$ select public.search_passages(null) $$, 'OPINV', null, 'a missing question is refused');
select throws_ok($$ select public.search_passages(repeat('x', 501)) $$, 'OPINV', null, 'a question that is too long is refused');
select throws_ok($$ select public.search_passages('x', result_limit => 51) $$, 'OPINV', null, 'a limit that is too high is refused');
select lives_ok($$ select public.search_passages(query) from unnest(array['"', '""', '-', '- -x', '''', '\', '&|!:*<->', '%_', '🌱', '…', '" "', '-"x"']) as query $$,
  'special characters cause no error');

select * from finish();
rollback;
