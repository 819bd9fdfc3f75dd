-- An announced file that has not arrived does not prevent the processing of one that has.
begin;
select plan(17);
select tests.two_agencies();
create temporary table first as select tests.upload('member') as answer;
create temporary table document as select (answer ->> 'document_id')::uuid as id from first;
grant select on document to public;
create function pg_temp.read_as(persona text) returns text language plpgsql as $$
declare v_answer text;
begin
  perform tests.act_as(persona);
  begin
    v_answer := tests.begin_indexing((select id from document)) ->> 'version';
  exception when others then get stacked diagnostics v_answer = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
create function pg_temp.announce(persona text) returns text language sql as $$
  select tests.upload(persona, document => (select id from document)) ->> 'path'
$$;
create function pg_temp.states() returns text language sql as $$
  select string_agg(status::text, ' ' order by version) from public.document_versions where document_id = (select id from document)
$$;
create function pg_temp.problems() returns text language plpgsql as $$
declare v_inventory jsonb;
begin
  perform tests.act_as('lead');
  v_inventory := public.get_document_inventory();
  perform tests.act_as('owner');
  return format('%s %s', v_inventory #>> '{counts,problems}', v_inventory #>> '{problems,0,version}');
end;
$$;
create function pg_temp.findings() returns text language sql as $$
  select string_agg(findings.code, ' ' order by findings.code)
  from private.organization_findings(tests.id('North')) as findings where findings.subject_id = (select id from document)
$$;
create function pg_temp.wait_in_vain(at_version integer) returns void language sql as $$
  update public.document_versions set created_at = now() - interval '25 hours'
  where document_id = (select id from document) and version = at_version
$$;

-- The first file arrives after another person has announced the second.
create temporary table second as select pg_temp.announce('lead') as path;
select tests.put_file(answer ->> 'path') from first;
select is(pg_temp.read_as('member'), '1', 'an uploaded file is processed while a later file is awaited');
select is(pg_temp.states(), 'queued awaiting_upload', 'a later announced file is still awaited after an earlier one is processed');
select is(pg_temp.read_as('member'), '1', 'a repeated request gets the same answer');
select tests.put_file(path) from second;
select is(pg_temp.read_as('lead'), '2', 'a later file is processed once it has arrived');
select is(pg_temp.states(), 'superseded queued', 'a later file supersedes the earlier one');

-- The later file fails, and a third one is announced but never arrives.
delete from private.jobs;
update public.document_versions set status = 'failed', failure_code = 'corrupt', failure_reason = 'Corrupt' where version = 2;
select is(pg_temp.problems(), '1 2', 'a failed file is a problem');
select pg_temp.announce('member');
select is(pg_temp.problems(), '1 2', 'announcing another file does not settle the problem of a failed one');
select is(pg_temp.findings(), 'document_failed', 'portfolio-health reports the failed file');
select is(pg_temp.read_as('lead'), '2', 'a failed file can be processed again');
delete from private.jobs;
update public.document_versions set status = 'indexing', step = 'publish' where version = 2;
update public.document_versions set status = 'indexed', step = null, indexed_at = now() where version = 2;
select is(pg_temp.read_as('lead'), 'not_uploaded', 'a later file is awaited if the earlier one is indexed');
select is(pg_temp.states(), 'superseded indexed awaiting_upload', 'an indexed file is not processed again in place of an awaited one');
select pg_temp.wait_in_vain(3);
select is(pg_temp.read_as('lead'), '2', 'the earlier file can be processed again once the later one is a day late');
delete from private.jobs;
update public.document_versions set status = 'failed', failure_code = 'corrupt', failure_reason = 'Corrupt' where version = 2;
select is(pg_temp.problems(), '1 2', 'the failure of the earlier file is a problem again when the awaited file is a day late');
select is(pg_temp.findings(), 'document_failed document_not_uploaded', 'portfolio-health reports the failure and the file that never arrived');
-- Superseded uploads are not processed again, and files that never arrived are not processed.
select pg_temp.read_as('lead');
update public.document_versions set status = 'superseded' where version = 2;
select is(pg_temp.read_as('lead'), 'not_uploaded', 'a superseded upload is not processed again');
create temporary table fourth as select pg_temp.announce('lead') as path;
select tests.put_file(path) from fourth;
select pg_temp.wait_in_vain(4);
select is(pg_temp.read_as('lead'), '4', 'a late file is processed');
select is(pg_temp.states(), 'superseded superseded superseded queued', 'a late file supersedes all earlier ones');
select * from finish();
rollback;
