-- The files of a request become documents of its project when its card is executed, and only then.
begin;
select plan(22);
select tests.two_agencies();
select tests.portals();
create temporary table request (name text, file uuid, card uuid);
grant select on request to public;
create function pg_temp.ask(file_name text) returns uuid language plpgsql as $$
declare
  v_upload jsonb;
  v_card uuid;
begin
  perform tests.act_as('client');
  v_upload := public.create_request_upload(tests.id('alpha'), file_name, 'application/pdf', 1000, repeat('a', 64));
  perform tests.act_as('owner');
  perform tests.put_file(v_upload ->> 'path');
  perform tests.act_as('client');
  perform public.create_client_request(tests.id('alpha'), 'question', file_name, array[(v_upload ->> 'file_id')::uuid]);
  perform tests.act_as('owner');
  select client_requests.approval_id into v_card from private.client_requests where content = file_name;
  insert into request values (file_name, (v_upload ->> 'file_id')::uuid, v_card);
  return v_card;
end;
$$;
create function pg_temp.execute(file_name text) returns text language plpgsql as $$
declare
  v_card constant uuid := (select card from request where name = file_name);
  v_job record;
begin
  perform tests.act_as('lead');
  perform public.approve_and_execute_approval(v_card, 1);
  v_job := tests.lease_job_of(v_card);
  perform tests.act_as('service');
  perform public.carry_out_execution(v_job.job_id, v_job.attempt);
  perform tests.act_as('owner');
  return tests.status_of(v_card);
end;
$$;
select pg_temp.ask(name) from unnest(array['brief.pdf', 'Contract.pdf', 'rejected.pdf', 'changed.pdf', 'moved.pdf', 'restricted.pdf']) as name;

select is(pg_temp.execute('brief.pdf'), 'executed', 'a lead executes the card of a request with a file');
select is(format('%s %s %s %s', sources.title, documents.kind, sources.is_restricted, sources.project_id = tests.id('alpha')), 'brief.pdf other f t', 'the file of an executed card is a document of the project')
from request join public.documents on documents.id = file join public.sources on sources.id = file where name = 'brief.pdf';
select is(format('%s %s %s', status, versions.sha256 = repeat('a', 64), uploaded_by = tests.id('client')), 'queued t t', 'the document of a request file has the bytes that the client sent')
from request join public.document_versions as versions on document_id = file where name = 'brief.pdf';
select is((select document_id from private.request_files where id = file), file, 'an accepted file names its document') from request where name = 'brief.pdf';
select is(count(*)::int, 1, 'a job processes the document of a request file') from private.jobs where kind = 'document_index';
select is(tests.answer('member', format('select public.open_document(%L)', file)), 'ok', 'a member of the project opens the document of a request file') from request where name = 'brief.pdf';
select is(tests.contact_answer('client', format('select public.open_request_file(%L)', file)), 'ok', 'the client still opens an accepted file') from request where name = 'brief.pdf';
select is(tests.contact_answer('garden_contact', format('select public.open_request_file(%L)', file)), 'OPNFD request_file_not_found', 'another client does not find the file') from request where name = 'brief.pdf';

select is(pg_temp.execute('Contract.pdf'), 'executed', 'a lead executes the card of a request with a contract file');
select is(format('%s %s', kind, is_restricted), 'contract t', 'a file with the name of a contract is restricted')
from request join public.documents on documents.id = file where name = 'Contract.pdf';
select is(tests.answer('member', format('select public.open_document(%L)', file)), 'OPNFD document_not_found', 'a member does not find the document of a contract') from request where name = 'Contract.pdf';

update public.approvals set is_restricted = true where id = (select card from request where name = 'restricted.pdf');
select is(pg_temp.execute('restricted.pdf'), 'executed', 'a lead executes a restricted card of a request');
select ok(is_restricted, 'the file of a restricted card is restricted') from request join public.documents on documents.id = file where name = 'restricted.pdf';

select is(tests.answer('lead', format('select public.reject_approval(%L, ''No'')', card)), 'ok', 'a lead rejects the card of a request with a file') from request where name = 'rejected.pdf';
select is(tests.contact_answer('client', format('select public.open_request_file(%L)', file)), 'ok', 'the client still opens the file of a rejected card') from request where name = 'rejected.pdf';

update storage.objects set metadata = '{"size": 1000, "eTag": "other"}' where name like '%/changed.pdf';
select is(pg_temp.execute('changed.pdf'), 'executed', 'a lead executes a card whose file was overwritten');
select ok((select private.card_files(approvals, people) #>> '{0,is_changed}' from public.approvals, public.people
  where approvals.id = card and people.id = tests.id('lead'))::boolean, 'an executed card reports an overwritten file as changed') from request where name = 'changed.pdf';

-- A request has no files, and a project with a file moves to another client.
select is(tests.contact_answer('client', $$ select public.create_client_request(tests.id('alpha'), 'question', 'No file') $$), 'ok', 'a client can send a request without a file');

update public.projects set account_id = tests.id('Garden site') where id = tests.id('alpha');
select is(pg_temp.execute('moved.pdf'), 'executed', 'a lead executes a card of a project that moved to another client');
select is(count(*)::int, 0, 'rejected, changed and moved files are not documents')
from request join public.documents on documents.id = file where name in ('rejected.pdf', 'changed.pdf', 'moved.pdf');
select throws_ok($$ update private.request_files set document_id = id where file_name = 'rejected.pdf' $$, null, null, 'the owner cannot make a rejected file a document');
select is(count(*)::int, 3, 'the audit log contains each accepted file') from private.request_files where document_id is not null;

select * from finish();
rollback;
