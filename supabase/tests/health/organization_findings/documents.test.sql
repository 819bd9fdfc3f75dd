begin;
select plan(15);
select tests.two_agencies();
select tests.given_document('broken');
select tests.given_document('waiting');
select tests.given_document('lost');
select tests.given_document('absent');
select tests.given_document('announced');
select tests.given_upload('absent', 2, now() - interval '2 days');

select tests.queue_upload('broken');
select tests.queue_upload('waiting');
select tests.queue_upload('lost');
delete from private.jobs where payload ->> 'document_id' = tests.id('lost')::text;
select public.fail_indexing(tests.hold_indexing('broken'), 1, 'encrypted', 'It needs a password. Upload it without one.');

select is(tests.facts('document_failed', 'broken'),
  '{"file_name": "broken.pdf", "code": "encrypted", "reason": "It needs a password. Upload it without one."}',
  'an unreadable document is found, with the next step');
select is(private.finding_evidence('document_failed', tests.id('broken'), tests.id('North')) #>> '{0,facts,failure_reason}',
  'It needs a password. Upload it without one.', 'the upload is the evidence');
select is(tests.finding('document_stuck', 'waiting'), null, 'a queued document is not stuck');
select is(tests.finding('document_stuck', 'lost'), 'open', 'a document without a reader is stuck');
select is(tests.finding('document_not_uploaded', 'absent'), 'open', 'a file that never came is found');
select is(tests.finding('document_not_uploaded', 'announced'), null, 'one that was just announced may come');

-- A dead job reads nothing.
update private.jobs set died_at = now(), last_error = 'It broke' where payload ->> 'document_id' = tests.id('waiting')::text;
select is(tests.finding('document_stuck', 'waiting'), 'open', 'a dead job is none');

-- The next upload settles it; one that is announced does not.
select tests.given_upload('broken', 2);
select is(tests.finding('document_failed', 'broken'), 'open', 'an announcement mends nothing');
select tests.index_upload('broken', 2, '{One}');
select is(tests.finding('document_failed', 'broken'), null, 'an upload that can be read does');
update public.sources set archived_at = now() where id in (tests.id('absent'), tests.id('lost'));
select is(tests.finding('document_not_uploaded', 'absent'), null, 'an archived document has no findings');
select is(tests.finding('document_stuck', 'lost'), null, 'and nothing stuck');

-- Restricted documents are for admins and leads, and so are findings.
select tests.given_document('contract', 'alpha', true);
select tests.queue_upload('contract');
select public.fail_indexing(tests.hold_indexing('contract'), 1, 'corrupt', 'It is broken');
select tests.act_as('lead');
select is(public.get_portfolio_health(code => 'document_failed') #>> '{findings,0,subject,name}', 'contract', 'a lead is told of a contract');
select tests.act_as('member');
select throws_ok($$ select public.get_portfolio_health(code => 'document_failed') $$, 'OPDEN', null, 'a member is told nothing');
select tests.act_as('client');
select throws_ok($$ select public.get_portfolio_health(code => 'document_failed') $$, 'OPDEN', null, 'nor a client');
select tests.act_as('other_admin');
select is(public.get_portfolio_health(code => 'document_failed') -> 'findings', '[]', 'nor another agency');

select * from finish();
rollback;
