begin;
select plan(20);
select tests.two_agencies();
select tests.insert_document('brief');
create temporary table lease as select tests.queue_upload('brief') as job;
select is(tests.hold_indexing('brief'), (select job from lease), 'a queued upload has its job');
grant select on lease to service_role, authenticated;

select tests.act_as('service');
select is(
  public.lease_indexing(job, 1) - 'path',
  jsonb_build_object(
    'state', 'leased', 'document_id', tests.id('brief'), 'version', 1, 'step', 'extract', 'bucket', 'documents',
    'file_name', 'brief.pdf', 'content_type', 'application/pdf', 'size_bytes', 1000, 'sha256', null, 'kind', 'other',
    'title', 'brief', 'cursor', null),
  'a worker gets the file to process') from lease;
select throws_ok(format('select public.lease_indexing(%L, 2)', job), 'OPSTA', null, 'an attempt other than the leased one is refused') from lease;
select tests.act_as('owner');
select is(tests.upload_status('brief'), 'indexing extract', 'a leased upload is being processed');

-- Staged text of an earlier attempt is deleted when processing begins, and only then.
insert into private.staged_passages (organization_id, document_id, version, position, content)
values (tests.id('North'), tests.id('brief'), 1, 0, 'Left behind');
select tests.act_as('service');
select is(public.lease_indexing(job, 1) ->> 'state', 'leased', 'the same attempt can lease again') from lease;
select tests.act_as('owner');
select is_empty('select from private.staged_passages', 'a lease at the first step deletes earlier staged text');
select tests.act_as('service');
select public.store_extracted(job, 1, tests.passages('{One}'), '{"page": 2}', 1, 3, '{}', '{}', repeat('a', 64)) from lease;
select tests.act_as('owner');
update lease set job = tests.hold_indexing('brief');
select tests.act_as('service');
select is(public.lease_indexing(job, 1) -> 'cursor', '{"page": 2}', 'a lease at a later step continues at the cursor') from lease;
select tests.act_as('owner');
select is((select count(*) from private.staged_passages), 1::bigint, 'a lease at a later step leaves the staged text in place');

-- A newer upload supersedes one that is being processed.
select tests.insert_upload('brief', 2);
select tests.act_as('service');
select is(public.lease_indexing(job, 1) ->> 'state', 'leased', 'a newer upload without its file does not supersede one that is being processed') from lease;
select tests.act_as('owner');
select tests.queue_upload('brief', 2);
select tests.act_as('service');
select is(public.lease_indexing(job, 1), '{"state": "gone"}', 'the worker of a superseded upload gets the state gone') from lease;
select tests.act_as('owner');
select is(tests.upload_status('brief'), 'superseded', 'a newer upload with its file supersedes one that is being processed');
select is_empty($$ select from private.staged_passages where version = 1 $$, 'the staged text of a superseded upload is deleted');
select is((select count(*) from private.jobs), 1::bigint, 'only the job of the newer upload is left');

-- An archived document is not processed.
update public.sources set archived_at = now() where id = tests.id('brief');
update lease set job = tests.hold_indexing('brief', 2);
select tests.act_as('service');
select is(public.lease_indexing(job, 1), '{"state": "gone"}', 'the worker of an archived document gets the state gone') from lease;
select tests.act_as('owner');
select is(tests.upload_status('brief', 2), 'failed document_archived', 'the upload fails because its document is archived');
select is_empty('select from private.jobs', 'no job is left for an archived document');

-- Only the right caller with the right job can lease.
insert into private.jobs (id, organization_id, kind, payload, max_attempts, attempt, leased_by, lease_until)
select tests.id('other job'), tests.id('North'), 'task_act', jsonb_build_object('document_id', tests.id('brief'), 'version', 2),
       9, 1, 'worker', now() + interval '1 hour';
select tests.act_as('service');
select throws_ok($$ select public.lease_indexing(tests.id('other job'), 1) $$, 'OPSTA', null, 'a job of another kind cannot process documents');
select is(public.finish_jobs(array[tests.id('other job')], array[1]), 0, 'finish_jobs does not end the job of a card');
select tests.act_as('lead');
select throws_ok($$ select public.lease_indexing(tests.id('other job'), 1) $$, '42501', null, 'people cannot process uploads');
select tests.act_as('anonymous');
select throws_ok($$ select public.lease_indexing(tests.id('other job'), 1) $$, '42501', null, 'anonymous callers cannot process uploads');

select * from finish();
rollback;
