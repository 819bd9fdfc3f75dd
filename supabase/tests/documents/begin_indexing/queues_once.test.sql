-- What has arrived is queued with one job, and asked again it is the same one.
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

select throws_ok($$ select pg_temp.begin_as('member') $$, 'OPSTA', 'The file is not uploaded yet', 'nothing is read before it is there');
select tests.act_as('owner');
select tests.put_file((select answer ->> 'path' from first), 999);
select throws_ok($$ select pg_temp.begin_as('member') $$, 'OPSTA',
  'The uploaded file differs from the announced one. Upload it again', 'nor when it is another file');
select tests.act_as('owner');
select is(pg_temp.jobs(), 0, 'no job came of it');
update storage.objects set metadata = '{"size": 1000}' where name = (select answer ->> 'path' from first);

create temporary table begun as select pg_temp.begin_as('member') as answer;
select is((select answer - 'job_id' from begun),
  (select jsonb_build_object('document_id', id, 'version', 1, 'status', 'queued') from document), 'it is queued');
select is(
  (select (organization_id, kind, unique_key, payload)::text from private.jobs where id = (select (answer ->> 'job_id')::uuid from begun)),
  (select (tests.id('North'), 'document_index'::text, id || ':1', jsonb_build_object('document_id', id, 'version', 1, 'cursor', null))::text from document),
  'and the job says which upload');
select is(pg_temp.begin_as('member'), (select answer from begun), 'asked again, the answer is the same');
update public.document_versions set status = 'indexing', step = 'extract';
select is(pg_temp.begin_as('lead'), (select answer || '{"status": "indexing"}' from begun), 'by somebody else while it is read, too');
select is(pg_temp.jobs(), 1, 'there is one job');

-- It fails, and is read again.
delete from private.jobs;
update public.document_versions set status = 'failed', step = null, failure_code = 'corrupt', failure_reason = 'Corrupt', progress_done = 3;
select is((pg_temp.begin_as('member')) ->> 'status', 'queued', 'a failed upload can be processed again');
select is((select (status, failure_code, progress_done)::text from public.document_versions),
  ('queued'::public.document_status, null::text, 0)::text, 'from the beginning');
delete from private.jobs;
update public.document_versions set status = 'indexing', step = 'extract';
update public.document_versions set status = 'indexed', step = null, indexed_at = now();
select is((pg_temp.begin_as('member')) ->> 'status', 'queued', 'and so can what is indexed');

-- A later upload takes the place of one that waits.
create temporary table second as select tests.upload('lead', 'second.pdf', document => (select id from document)) as answer;
select tests.put_file((select answer ->> 'path' from second));
select is((pg_temp.begin_as('lead')) ->> 'version', '2', 'the latest upload is read');
select is((select status from public.document_versions where version = 1), 'superseded', 'the one that waited is not any more');

-- One that is being read is left alone: it ends by itself.
update public.document_versions set status = 'indexing', step = 'embed' where version = 2;
create temporary table third as select tests.upload('lead', 'third.pdf', document => (select id from document)) as answer;
select tests.put_file((select answer ->> 'path' from third));
select is((pg_temp.begin_as('lead')) ->> 'version', '3', 'a third');
select is((select status from public.document_versions where version = 2), 'indexing', 'leaves the second, which is being read, alone');
select is((select count(*)::int from public.audit_events where action = 'document.indexing_begun'), 5, 'each beginning is recorded, each once');

select * from finish();
rollback;
