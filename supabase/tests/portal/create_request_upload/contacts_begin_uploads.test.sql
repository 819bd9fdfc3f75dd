-- Only a client contact can begin uploads for requests, for projects of their client and within limits.
begin;
select plan(39);
select tests.two_agencies();
select tests.portals();
create function pg_temp.begin_call(project text default 'alpha', name text default 'brief.pdf', type text default 'application/pdf',
  size bigint default 1000, hash text default repeat('a', 64)) returns text language sql as $$
  select format('select public.create_request_upload(%L, %L, %L, %L, %L)', tests.id(project), name, type, size, hash)
$$;

select is(tests.answer(persona, pg_temp.begin_call()), expected, persona || ' cannot begin a request upload')
from (values ('admin', 'OPDEN role_not_allowed'), ('lead', 'OPDEN role_not_allowed'), ('member', 'OPDEN role_not_allowed'),
  ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, expected);
select is(tests.contact_answer(name, pg_temp.begin_call()), 'OPNFD project_not_found', name || ' cannot begin an upload for the project of another client')
from unnest(array['garden_contact', 'south_contact', 'empty_contact']) as name;
select is(tests.contact_answer('client', pg_temp.begin_call('beta')), 'OPNFD project_not_found', 'a client contact does not find a project of another client');
select is(tests.contact_answer('client', call), expected, format('%s gets %s', call, expected))
from (values
  (pg_temp.begin_call(name => ''), 'OPINV invalid_document'), (pg_temp.begin_call(name => 'a/b.pdf'), 'OPINV invalid_document'),
  (pg_temp.begin_call(size => 0), 'OPINV invalid_document'), (pg_temp.begin_call(size => 26214401), 'OPBIG file_too_large'),
  (pg_temp.begin_call(type => 'application/zip'), 'OPINV unsupported_file_type'),
  (pg_temp.begin_call(hash => 'A'), 'OPINV invalid_hash'), (pg_temp.begin_call(hash => null), 'OPINV invalid_hash')) as cases (call, expected);
select is((select count(*)::int from private.request_files), 0, 'the refusals write nothing');
select is((select count(*)::int from private.jobs where kind = 'request_file_remove'), 0, 'the refusals queue no job');

-- Only the person who began the upload can upload to its path.
select is(tests.contact_answer('client', pg_temp.begin_call()), 'ok', 'a contact of the client begins an upload');
create temporary table file as select * from private.request_files;
grant select on file to public;
select ok((client_id, project_id, uploaded_by) = (tests.id('Harbour'), tests.id('alpha'), tests.id('client')) and request_id is null, 'a new upload belongs to its client, project and uploader, and is not sent')
from file;
select ok(run_at > now() + interval '26 hours', 'the removal of an unsent file is scheduled') from private.jobs where kind = 'request_file_remove';
select is(bytes, 1000::bigint, 'the file counts towards the quota of its uploader') from private.storage_usage where person_id = tests.id('client') and kind = 'documents';
insert into auth.users (id, email, email_confirmed_at) values (tests.id('client2 user'), 'client2@tests.test', now());
insert into public.people (id, organization_id, user_id, email, name, role, is_employee, client_id)
values (tests.id('client2'), tests.id('North'), tests.id('client2 user'), 'client2@tests.test', 'client2', 'client', false, tests.id('Harbour'));
create function pg_temp.put_as(contact text, path text) returns text language plpgsql as $$
declare v_state text := 'ok';
begin
  perform tests.act_as_contact(contact);
  begin
    insert into storage.objects (bucket_id, name, metadata) values ('documents', path, '{"size": 1000}');
    raise exception sqlstate 'UNDOO';
  exception when others then
    v_state := case sqlstate when 'UNDOO' then 'ok' else sqlstate end;
  end;
  perform tests.act_as('owner');
  return v_state;
end;
$$;
select is(pg_temp.put_as(name, path), expected, format('%s who uploads to the path of the client gets %s', name, expected))
from file, (values ('client', 'ok'), ('client2', '42501'), ('garden_contact', '42501'), ('south_contact', '42501')) as cases (name, expected);
select is(pg_temp.put_as('client', path || 'x'), '42501', 'a path that was not announced accepts no upload') from file;
-- Storage accepts uploads to a signed address without checking policies, but the row of the object names its owner.
create function pg_temp.put_signed(contact text, path text) returns text language plpgsql as $$
begin
  insert into storage.objects (bucket_id, name, metadata, owner_id)
  values ('documents', path, '{"size": 1000}', tests.id(contact || ' user')::text);
  raise exception sqlstate 'UNDOO';
exception when others then
  return case sqlstate when 'UNDOO' then 'ok' else sqlstate end;
end;
$$;
select is(pg_temp.put_signed(name, path), expected, format('%s who uploads to the signed address of the client gets %s', name, expected))
from file, (values ('client', 'ok'), ('client2', 'OPDEN')) as cases (name, expected);
create function pg_temp.put_after(change text, undo text) returns text language plpgsql as $$
declare v_answer text;
begin
  execute change;
  v_answer := concat_ws(' ', pg_temp.put_as('client', path), pg_temp.put_signed('client', path)) from file;
  execute undo;
  return v_answer;
end;
$$;
select is(pg_temp.put_after(change, undo), '42501 OPDEN', what)
from (values
  ('the path accepts no upload after the project moved to another client', $$ update public.projects set account_id = tests.id('Garden site') where id = tests.id('alpha') $$,
    $$ update public.projects set account_id = tests.id('Harbour shop') where id = tests.id('alpha') $$),
  ('the path accepts no upload after the client was archived', $$ update public.clients set archived_at = now() where id = tests.id('Harbour') $$,
    $$ update public.clients set archived_at = null where id = tests.id('Harbour') $$),
  ('the path accepts no upload after the contact was offboarded', $$ update public.people set archived_at = now(), user_id = null where id = tests.id('client') $$,
    $$ update public.people set archived_at = null, user_id = tests.id('client user') where id = tests.id('client') $$)) as cases (what, change, undo);

-- The daily limits apply to a client, not to each contact.
insert into private.request_files (organization_id, client_id, project_id, uploaded_by, path, file_name, content_type, size_bytes, sha256, created_at)
select organization_id, client_id, project_id, tests.id('client2'), 'day/' || number, file_name, content_type, 26214400, sha256,
  now() - interval '23 hours' from file, generate_series(1, 7) as number;
select is(tests.contact_answer('client', pg_temp.begin_call(size => 26214400)), 'OPLIM too_many_files_today', 'more than 200 MiB a day is refused');
insert into private.request_files (organization_id, client_id, project_id, uploaded_by, path, file_name, content_type, size_bytes, sha256, created_at)
select organization_id, client_id, project_id, tests.id('client2'), 'many/' || number, file_name, content_type, 1, sha256,
  now() - interval '23 hours' from file, generate_series(8, 99) as number;
select is(tests.contact_answer('client', pg_temp.begin_call(size => 1)), 'OPLIM too_many_files_today', 'more than 100 files a day are refused');
select is(tests.contact_answer('garden_contact', pg_temp.begin_call('beta')), 'ok', 'the limits do not affect another client');

-- The rules apply to the owner of the tables too.
select throws_ok(statement, 'OPSTA', null, 'the owner cannot change an upload: ' || statement)
from unnest(array[
  'delete from private.request_files where true', 'truncate private.request_files cascade',
  'update private.request_files set sha256 = repeat(''b'', 64) where true']) as statement;

select * from finish();
rollback;
