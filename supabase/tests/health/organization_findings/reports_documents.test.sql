begin;
select plan(15);
select tests.two_agencies();
select tests.insert_document('broken');
select tests.insert_document('waiting');
select tests.insert_document('lost');
select tests.insert_document('absent');
select tests.insert_document('announced');
select tests.insert_upload('absent', 2, now() - interval '2 days');

select tests.queue_upload('broken');
select tests.queue_upload('waiting');
select tests.queue_upload('lost');
delete from private.jobs where payload ->> 'document_id' = tests.id('lost')::text;
select public.fail_indexing(tests.hold_indexing('broken'), 1, 'encrypted', 'It needs a password. Upload it without one.');

select is(tests.facts('document_failed', 'broken'),
  '{"file_name": "broken.pdf", "code": "encrypted", "reason": "It needs a password. Upload it without one."}',
  'an unreadable document is a finding with the next step');
select is(private.finding_evidence('document_failed', tests.id('broken'), tests.id('North')) #>> '{0,facts,failure_reason}',
  'It needs a password. Upload it without one.', 'the evidence of an unreadable document is its upload');
select is(tests.finding('document_stuck', 'waiting'), null, 'a document that was just queued is not stuck');
select is(tests.finding('document_stuck', 'lost'), 'open', 'a queued document without a job is stuck');
select is(tests.finding('document_not_uploaded', 'absent'), 'open', 'a file that never arrived is a finding');
select is(tests.finding('document_not_uploaded', 'announced'), null, 'a file that was just announced is not a finding');

-- A dead job no longer processes its document.
update private.jobs set died_at = now(), last_error = 'It broke' where payload ->> 'document_id' = tests.id('waiting')::text;
select is(tests.finding('document_stuck', 'waiting'), 'open', 'a document with a dead job is stuck');

-- A later upload ends the finding once it is processed, not when it is announced.
select tests.insert_upload('broken', 2);
select is(tests.finding('document_failed', 'broken'), 'open', 'an announced upload does not end the finding');
select tests.index_upload('broken', 2, '{One}');
select is(tests.finding('document_failed', 'broken'), null, 'a processed upload ends the finding');
update public.sources set archived_at = now() where id in (tests.id('absent'), tests.id('lost'));
select is(tests.finding('document_not_uploaded', 'absent'), null, 'an archived document has no findings');
select is(tests.finding('document_stuck', 'lost'), null, 'an archived document is not stuck');

-- Only admins and leads see restricted documents and findings.
select tests.insert_document('contract', 'alpha', true);
select tests.queue_upload('contract');
select public.fail_indexing(tests.hold_indexing('contract'), 1, 'corrupt', 'It is broken');
select tests.act_as('lead');
select is(public.get_portfolio_health(code => 'document_failed') #>> '{findings,0,subject,name}', 'contract', 'a lead sees the finding of a contract');
select tests.act_as('member');
select throws_ok($$ select public.get_portfolio_health(code => 'document_failed') $$, 'OPDEN', null, 'a member cannot read findings');
select tests.act_as('client');
select throws_ok($$ select public.get_portfolio_health(code => 'document_failed') $$, 'OPDEN', null, 'a client contact cannot read findings');
select tests.act_as('other_admin');
select is(public.get_portfolio_health(code => 'document_failed') -> 'findings', '[]', 'another agency does not see the finding');

select * from finish();
rollback;
