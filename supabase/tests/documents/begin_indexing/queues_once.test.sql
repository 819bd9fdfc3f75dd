-- A file that has arrived is queued with one job, and a repeated request returns the same job.
begin;
select plan(16);
select tests.two_agencies();
create temporary table first as select tests.upload('member') as answer;
create temporary table document as select (answer ->> 'document_id')::uuid as id from first;
grant select on document to public;

create function pg_temp.begin_as(persona text) returns jsonb language plpgsql as $$
declare v_answer jsonb;
begin
  perform tests.act_as(persona);
  v_answer := tests.begin_indexing((select id from document));
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
create function pg_temp.jobs() returns integer language sql as $$
  select count(*)::int from private.jobs where kind = 'document_index'
$$;

select throws_ok($$ select pg_temp.begin_as('member') $$, 'OPSTA', 'The file is not uploaded yet', 'a file is not processed before it has arrived');
select tests.act_as('owner');
select tests.put_file((select answer ->> 'path' from first), 999);
select throws_ok($$ select pg_temp.begin_as('member') $$, 'OPSTA',
  'The size of the uploaded file differs from the announced size. Upload the file again', 'a file that differs from its announcement is not processed');
select tests.act_as('owner');
select is(pg_temp.jobs(), 0, 'the refusals queue no job');
update storage.objects set metadata = '{"size": 1000}' where name = (select answer ->> 'path' from first);

create temporary table first_answer as select pg_temp.begin_as('member') as answer;
select is((select answer - 'job_id' from first_answer),
  (select jsonb_build_object('document_id', id, 'version', 1, 'status', 'queued') from document), 'an upload whose file has arrived is queued');
select is(
  (select (organization_id, kind, unique_key, payload)::text from private.jobs where id = (select (answer ->> 'job_id')::uuid from first_answer)),
  (select (tests.id('North'), 'document_index'::text, id || ':1', jsonb_build_object('document_id', id, 'version', 1, 'cursor', null))::text from document),
  'the job names the upload');
select is(pg_temp.begin_as('member'), (select answer from first_answer), 'a repeated request gets the same answer');
update public.document_versions set status = 'indexing', step = 'extract';
select is(pg_temp.begin_as('lead'), (select answer || '{"status": "indexing"}' from first_answer), 'another person gets the same job while the job runs');
select is(pg_temp.jobs(), 1, 'repeated requests queue one job');

-- A failed or indexed upload can be processed again.
delete from private.jobs;
update public.document_versions set status = 'failed', step = null, failure_code = 'corrupt', failure_reason = 'Corrupt', progress_done = 3;
select is((pg_temp.begin_as('member')) ->> 'status', 'queued', 'a failed upload can be processed again');
select is((select (status, failure_code, progress_done)::text from public.document_versions),
  ('queued'::public.document_status, null::text, 0)::text, 'the repeated processing starts from the beginning');
delete from private.jobs;
update public.document_versions set status = 'indexing', step = 'extract';
update public.document_versions set status = 'indexed', step = null, indexed_at = now();
select is((pg_temp.begin_as('member')) ->> 'status', 'queued', 'an indexed upload can be processed again');

-- A later upload supersedes one that waits for processing.
create temporary table second as select tests.upload('lead', 'second.pdf', document => (select id from document)) as answer;
select tests.put_file((select answer ->> 'path' from second));
select is((pg_temp.begin_as('lead')) ->> 'version', '2', 'a later upload is queued while an earlier one waits for processing');
select is((select status from public.document_versions where version = 1), 'superseded', 'a later upload supersedes one that waits for processing');

-- An upload that is being processed is not superseded here: its own job ends it.
update public.document_versions set status = 'indexing', step = 'embed' where version = 2;
create temporary table third as select tests.upload('lead', 'third.pdf', document => (select id from document)) as answer;
select tests.put_file((select answer ->> 'path' from third));
select is((pg_temp.begin_as('lead')) ->> 'version', '3', 'a third upload is queued');
select is((select status from public.document_versions where version = 2), 'indexing', 'a later upload does not supersede one that is being processed');
select is((select count(*)::int from public.audit_events where action = 'document.indexing_begun'), 5, 'the audit log contains each start of processing once');

select * from finish();
rollback;
