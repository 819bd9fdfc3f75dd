-- A request contains files that its sender uploaded for its project, and each file can be sent once.
begin;
select plan(36);
select tests.two_agencies();
select tests.portals();
insert into auth.users (id, email, email_confirmed_at) values (tests.id('client2 user'), 'client2@tests.test', now());
insert into public.people (id, organization_id, user_id, email, name, role, is_employee, client_id)
values (tests.id('client2'), tests.id('North'), tests.id('client2 user'), 'client2@tests.test', 'client2', 'client', false, tests.id('Harbour'));

create temporary table file (name text, id uuid, path text);
grant select on file to public;
create function pg_temp.upload(contact text, name text, project text default 'alpha', arrives boolean default true) returns void language plpgsql as $$
declare v_made jsonb;
begin
  perform tests.act_as_contact(contact);
  v_made := public.create_request_upload(tests.id(project), upload.name, 'application/pdf', 1000, repeat('a', 64));
  perform tests.act_as('owner');
  if arrives then perform tests.put_file(v_made ->> 'path'); end if;
  insert into file values (upload.name, (v_made ->> 'file_id')::uuid, v_made ->> 'path');
end;
$$;
create function pg_temp.send(contact text, names text[], project text default 'alpha') returns text language plpgsql as $$
begin
  return tests.contact_answer(contact, format('select public.create_client_request(%L, ''question'', ''Look at this'', %L)',
    tests.id(project), array(select file.id from file where file.name = any (names))));
end;
$$;
select pg_temp.upload('client', 'a.pdf');
select pg_temp.upload('client', 'b.pdf');
select pg_temp.upload('client', 'missing.pdf', arrives => false);
select pg_temp.upload('client2', 'client2.pdf');
select pg_temp.upload('garden_contact', 'garden.pdf', 'beta');
select pg_temp.upload('south_contact', 'south.pdf', 'delta');
select pg_temp.upload('client', 'late.pdf');
select pg_temp.upload('client', 'short.pdf', arrives => false);
select tests.put_file(path, 999) from file where name = 'short.pdf';
alter table private.request_files disable trigger tg_request_files__guard_states;
update private.request_files set created_at = now() - interval '25 hours' where file_name = 'late.pdf';
alter table private.request_files enable always trigger tg_request_files__guard_states;

-- Each of these requests names a file that the client may send and one that they may not.
select is(pg_temp.send('client', array['a.pdf', other]), expected, 'a request with the file ' || other || ' is refused')
from (values ('client2.pdf', 'OPNFD request_file_not_found'), ('garden.pdf', 'OPNFD request_file_not_found'),
  ('south.pdf', 'OPNFD request_file_not_found'), ('late.pdf', 'OPNFD request_file_not_found'), ('missing.pdf', 'OPSTA not_uploaded'),
  ('short.pdf', 'OPSTA size_differs')) as cases (other, expected);
select is(tests.contact_answer('client', format('select public.create_client_request(%L, ''question'', ''Look'', %L)', tests.id('alpha'), array[tests.id('nothing')])),
  'OPNFD request_file_not_found', 'an unknown file is refused');
select is(tests.contact_answer('client', format('select public.create_client_request(%L, ''question'', ''Look'', %L)', tests.id('alpha'), array_fill(tests.id('x'), array[6]))),
  'OPINV too_many_files', 'more than five files are refused');
insert into public.projects (id, organization_id, account_id, name, status)
values (tests.id('alpha2'), tests.id('North'), tests.id('Harbour shop'), 'alpha2', 'active');
select is(pg_temp.send('client', array['a.pdf'], 'alpha2'), 'OPNFD request_file_not_found', 'a file can be sent only with its own project');
select is(pg_temp.send('garden_contact', array['a.pdf'], 'beta'), 'OPNFD request_file_not_found', 'another client cannot send a request with the file');
select is(tests.answer('lead', format('select public.create_client_request(%L, ''question'', ''Look'', %L)', tests.id('alpha'), array[id])), 'OPDEN role_not_allowed', 'a lead cannot send a request with the file of a client')
from file where name = 'a.pdf';
select is((select count(*)::int from private.client_requests), 0, 'the refusals create no request');
select is((select count(*)::int from public.approvals where kind = 'client_request'), 0, 'the refusals create no card');
select is((select count(*)::int from private.request_files where request_id is not null), 0, 'the refusals send no file');
select unalike(tests.portal('client'), '%.pdf%', 'an unsent file appears in no portal');

select is(pg_temp.send('client', array['a.pdf', 'b.pdf']), 'ok', 'a request with two files is sent');
select is(pg_temp.send('client', array['b.pdf']), 'OPSTA file_already_sent', 'a sent file cannot be sent again');
select is((select count(*)::int from private.client_requests), 1, 'a refused request is not stored');
select is(count(*)::int, 2, 'a sent request has both of its files') from private.request_files join private.client_requests as requests on requests.id = request_id;
create temporary table request as select approval_id as card from private.client_requests;
grant select on request to public;
select is(jsonb_path_query_array(tests.portal(name)::jsonb, '$.requests[*].files[*].name')::text, expected, format('%s sees the files %s in their portal', name, expected))
from (values ('client', '["a.pdf", "b.pdf"]'), ('client2', '["a.pdf", "b.pdf"]'), ('garden_contact', '[]'), ('south_contact', '[]')) as cases (name, expected);

-- Admins and leads see the files only on the card.
create function pg_temp.card_files(persona text) returns text language plpgsql as $$
declare v_answer jsonb;
begin
  perform tests.act_as(persona);
  v_answer := public.get_inbox(approval_id => (select card from request));
  perform tests.act_as('owner');
  return jsonb_path_query_array(v_answer, '$.cards[*].files[*].name')::text;
end;
$$;
select is(pg_temp.card_files(persona), expected, format('%s reads the files %s on the card', persona, expected))
from (values ('admin', '["a.pdf", "b.pdf"]'), ('lead', '["a.pdf", "b.pdf"]'), ('member', '[]')) as cases (persona, expected);
select is((select count(*)::int from public.documents where id in (select id from file)), 0, 'a sent file is not a document yet');
select is((select count(*)::int from public.sources where title like '%.pdf'), 0, 'a sent file is not a source yet');
select is((select count(*)::int from private.jobs where kind = 'document_index'), 0, 'a sent file is not processed yet');
select is(tests.answer('member', 'select 1 / (select count(*) from public.audit_events where action like ''%request%file%'' or action = ''client_request.files_sent'')'), '22012', 'a member reads no file name in the audit log');
select ok(exists (select from public.audit_events where action = 'client_request.files_sent'), 'the audit log contains the file names for admins and leads');

-- A sent file cannot be changed.
select throws_ok(statement, 'OPSTA', null, 'the owner cannot change a sent file: ' || statement)
from unnest(array[
  $$ update private.request_files set request_id = null, object_tag = null where request_id is not null $$,
  $$ update private.request_files set document_id = id where request_id is not null $$]) as statement;
select is(count(*)::int, 0, 'the path of a sent file accepts no upload') from private.request_files as files
where path = any (array(select unnest(private.awaited_upload_paths()))) and request_id is not null;

-- When a project moves to another client, neither client sees its files.
update public.projects set account_id = tests.id('Garden site') where id = tests.id('alpha');
select unalike(tests.portal(name), '%a.pdf%', name || ' sees no file once the project has moved to another client') from unnest(array['client', 'garden_contact']) as name;

select * from finish();
rollback;
