begin;
select plan(20);
select tests.two_agencies();
select tests.given_document('brief');
create temporary table held as select tests.queue_upload('brief') as job;
select is(tests.hold_indexing('brief'), (select job from held), 'the job is the upload''s');
grant select on held to service_role, authenticated;

select tests.act_as('service');
select is(
  public.lease_indexing(job, 1) - 'path',
  jsonb_build_object(
    'state', 'leased', 'document_id', tests.id('brief'), 'version', 1, 'step', 'extract', 'bucket', 'documents',
    'file_name', 'brief.pdf', 'content_type', 'application/pdf', 'size_bytes', 1000, 'sha256', null, 'kind', 'other',
    'title', 'brief', 'cursor', null),
  'a worker is told what to read') from held;
select throws_ok(format('select public.lease_indexing(%L, 2)', job), 'OPSTA', null, 'another try is not this worker''s') from held;
select tests.act_as('owner');
select is(tests.upload_status('brief'), 'indexing extract', 'and it is being read');

-- What an earlier reading has left goes when reading begins, and only then.
insert into private.staged_passages (organization_id, document_id, version, position, content)
values (tests.id('North'), tests.id('brief'), 1, 0, 'Left behind');
select tests.act_as('service');
select is(public.lease_indexing(job, 1) ->> 'state', 'leased', 'the same try may ask again') from held;
select tests.act_as('owner');
select is_empty('select from private.staged_passages', 'and begins anew');
select tests.act_as('service');
select public.store_extracted(job, 1, tests.passages('{One}'), '{"page": 2}', 1, 3, '{}', '{}', repeat('a', 64)) from held;
select tests.act_as('owner');
update held set job = tests.hold_indexing('brief');
select tests.act_as('service');
select is(public.lease_indexing(job, 1) -> 'cursor', '{"page": 2}', 'the next step reads on') from held;
select tests.act_as('owner');
select is((select count(*) from private.staged_passages), 1::bigint, 'after what was read');

-- A newer upload takes the place of one that is being read.
select tests.given_upload('brief', 2);
select tests.act_as('service');
select is(public.lease_indexing(job, 1) ->> 'state', 'leased', 'one that is only announced does not') from held;
select tests.act_as('owner');
select tests.queue_upload('brief', 2);
select tests.act_as('service');
select is(public.lease_indexing(job, 1), '{"state": "gone"}', 'a newer one that is there does') from held;
select tests.act_as('owner');
select is(tests.upload_status('brief'), 'superseded', 'the older one is superseded');
select is_empty($$ select from private.staged_passages where version = 1 $$, 'and what was read of it is gone');
select is((select count(*) from private.jobs), 1::bigint, 'and its job, but not the other one');

-- A document that is archived is not read.
update public.sources set archived_at = now() where id = tests.id('brief');
update held set job = tests.hold_indexing('brief', 2);
select tests.act_as('service');
select is(public.lease_indexing(job, 1), '{"state": "gone"}', 'nor is one that was archived') from held;
select tests.act_as('owner');
select is(tests.upload_status('brief', 2), 'failed document_archived', 'and says so');
select is_empty('select from private.jobs', 'nothing of it waits');

-- Whose job this is.
insert into private.jobs (id, organization_id, kind, payload, max_attempts, attempt, leased_by, lease_until)
select tests.id('other job'), tests.id('North'), 'task_act', jsonb_build_object('document_id', tests.id('brief'), 'version', 2),
       9, 1, 'worker', now() + interval '1 hour';
select tests.act_as('service');
select throws_ok($$ select public.lease_indexing(tests.id('other job'), 1) $$, 'OPSTA', null, 'no other kind of job reads');
select is(public.finish_jobs(array[tests.id('other job')], array[1]), 0, 'the job of a document ends with its own functions');
select tests.act_as('lead');
select throws_ok($$ select public.lease_indexing(tests.id('other job'), 1) $$, '42501', null, 'people read no uploads');
select tests.act_as('anonymous');
select throws_ok($$ select public.lease_indexing(tests.id('other job'), 1) $$, '42501', null, 'nor do strangers');

select * from finish();
rollback;
