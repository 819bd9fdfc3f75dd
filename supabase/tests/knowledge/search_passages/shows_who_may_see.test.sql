-- Who finds what; filters; published text of living sources alone; refusals.
begin;
select plan(42);
select tests.two_agencies();
select tests.text('Open', '{"the canary sings"}', occurred_at => '2026-03-10 12:00+00');
select tests.text('Secret', '{"the canary is a secret, a canary indeed"}', is_restricted => true, kind => 'document');
select tests.text('Beta', '{"canary of beta"}', project => 'beta', kind => 'email', occurred_at => '2026-03-12 23:30+00');
select tests.text('South', '{"canary canary canary nightingale"}', project => 'delta');

select tests.act_as('lead');
select is((select count(*)::int from unnest(string_to_array(tests.found('canary'), ' '))), 3, 'a lead finds all of the organization');
select is(tests.found('nightingale'), '', 'and nothing of another');
select is(tests.found('nightingael'), '', 'nor by a word like it');
select is(tests.found('canary', jsonb_build_object('project_id', tests.id('beta'))), 'Beta', 'in one project');
select is(tests.found('canary', jsonb_build_object('source_id', tests.id('Open'))), 'Open', 'in one source');
select is(tests.found('canary', '{"kinds": ["email"]}'), 'Beta', 'of one kind');
select is(tests.found('canary', '{"kinds": ["email", "note"], "to": "2026-03-11"}'), 'Open', 'until a day');
select is(tests.found('canary', '{"from": "2026-03-11"}'), 'Beta', 'from a day');
select is(tests.found('canary', '{"from": "0001-01-01", "to": "9999-12-31"}'),
  tests.found('canary'), 'from the first day to the last is whenever');
select is(tests.found('canary', jsonb_build_object('as', tests.id('member'))), 'Open', 'as a member, what both see');
select is(tests.found('secrte indeed', jsonb_build_object('as', tests.id('member'))), '', 'nor a word like one that only the lead may see');
select tests.act_as('owner');
select is((select distinct (actor_person_id, acted_as_person_id)::text from public.audit_events where acted_as_person_id is not null),
  (tests.id('lead'), tests.id('member'))::text, 'it is the lead who is recorded, and as whom');
select tests.act_as('lead');
select throws_ok(format($$ select tests.found('x', %L) $$, jsonb_build_object('as', tests.id('other_admin'))),
  'OPNFD', null, 'a stranger cannot be viewed as');
select is((public.search_passages('canary', result_limit => 1) -> 'results' -> 0) - '{snippet,highlights,chunk_id}'::text[],
  jsonb_build_object('source_id', tests.id('Secret'), 'document_id', tests.id('Secret'), 'source_kind', 'document',
    'project_id', tests.id('alpha'), 'title', 'Secret', 'location', '{}'::jsonb, 'occurred_at', null, 'rank', 1),
  'a result has its location, and no score');
select is(public.search_passages('canary') ->> 'mode', 'lexical', 'by words');
select is(jsonb_array_length(public.search_passages('canary', result_limit => 2) -> 'results'), 2, 'no more than asked for');

select tests.act_as('member');
select is(tests.found('canary'), 'Open', 'a member finds what is of their projects and not restricted');
select is(tests.found('secret'), '', 'and no word that only other scopes contain');
select is(tests.found('secrte indeed beta'), '', 'nor one like it');
select is(tests.found('canary', jsonb_build_object('as', tests.id('admin'))), 'Open', 'as has no effect for them');
select throws_ok(format($$ select tests.found('x', %L) $$, jsonb_build_object('project_id', tests.id('beta'))),
  'OPNFD', 'There is no such project', 'a project of others is unknown');
select throws_ok(format($$ select tests.found('x', %L) $$, jsonb_build_object('project_id', gen_random_uuid())),
  'OPNFD', 'There is no such project', 'as one that is not');
select throws_ok(format($$ select tests.found('x', %L) $$, jsonb_build_object('source_id', tests.id('Secret'))),
  'OPNFD', 'There is no such source', 'a restricted source is unknown');
select throws_ok(format($$ select tests.found('x', %L) $$, jsonb_build_object('source_id', gen_random_uuid())),
  'OPNFD', 'There is no such source', 'as one that is not');
select tests.act_as('owner');
update public.sources set is_restricted = true where id = tests.id('Open');
select tests.act_as('member');
select is(tests.found('canary'), '', 'a restricted source disappears at once');
select tests.act_as('owner');
update public.sources set is_restricted = false where id = tests.id('Open');
delete from public.project_members where person_id = tests.id('member');
select tests.act_as('member');
select is(tests.found('canary'), '', 'and so is what was of a project that they left');

select tests.act_as('client');
select throws_ok($$ select public.search_passages('canary') $$, 'OPDEN', null, 'a client contact is refused');
select tests.act_as('outsider');
select throws_ok($$ select public.search_passages('canary') $$, 'OPDEN', null, 'and so is a person without an organization');
select tests.act_as('other_admin');
select is(tests.found('canary'), 'South', 'another organization finds its own');

select tests.act_as('owner');
update public.sources set archived_at = now() where id = tests.id('Beta');
insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
select organization_id, id, 2, 0, 'unpublished wombat', scope_id from public.sources where id = tests.id('Open');
update public.sources set version = 2 where id = tests.id('Open');
select tests.act_as('lead');
select is(tests.found('canary'), 'Secret Open', 'an archived source is not found');
select is(tests.found('wombat'), '', 'nor what is not published');
select is(tests.found('wombta'), '', 'nor by a word like it');
select tests.act_as('owner');
select tests.text('Misspelt', '{"canaryyy canaryyu canaryye"}', kind => 'email');
select tests.act_as('lead');
select is(tests.found('canaryy'), 'Misspelt', 'of words that are alike, the most alike are looked for');
select is(tests.found('canaryy', '{"kinds": ["note"]}'), 'Open', 'of those that the filter lets pass');
select tests.act_as('owner');
update public.sources set archived_at = now() where id = tests.id('Misspelt');
select tests.act_as('lead');
select is(tests.found('canaryy'), 'Secret Open', 'and of what is not archived');
select tests.act_as('owner');
update public.sources set published_version = 2 where id = tests.id('Open');
select tests.act_as('lead');
select is(tests.found('wombat'), 'Open', 'until it is');
select is(tests.found('sings'), '', 'and the text before is gone');

select throws_ok($$ select public.search_passages('') $$, 'OPINV', null, 'a question has words');
select throws_ok($$ select public.search_passages(null) $$, 'OPINV', null, 'and is one');
select throws_ok($$ select public.search_passages(repeat('x', 501)) $$, 'OPINV', null, 'that is not long');
select throws_ok($$ select public.search_passages('x', result_limit => 51) $$, 'OPINV', null, 'results are few');
select lives_ok($$ select public.search_passages(given) from unnest(array['"', '""', '-', '- -x', '''', '\', '&|!:*<->', '%_', '🌱', '…', '" "', '-"x"']) as given $$,
  'no sign is an error');

select * from finish();
rollback;
