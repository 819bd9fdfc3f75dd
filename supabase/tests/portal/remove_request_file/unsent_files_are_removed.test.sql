-- A file that no request contains is removed a day after its upload. A sent file is retained.
begin;
select plan(15);
select tests.two_agencies();
select tests.portals();
create function pg_temp.upload(name text) returns uuid language plpgsql as $$
declare v_upload jsonb;
begin
  perform tests.act_as('client');
  v_upload := public.create_request_upload(tests.id('alpha'), upload.name, 'application/pdf', 1000, repeat('a', 64));
  perform tests.act_as('owner');
  perform tests.put_file(v_upload ->> 'path');
  return (v_upload ->> 'file_id')::uuid;
end;
$$;
create temporary table file as select pg_temp.upload('sent.pdf') as sent, pg_temp.upload('unsent.pdf') as unsent;
grant select on file to public;
select is(tests.contact_answer('client', format('select public.create_client_request(%L, ''question'', ''Look'', array[%L]::uuid[])', tests.id('alpha'), sent)), 'ok', 'a client sends a file') from file;
select is(bytes, 2000::bigint, 'a sent and an unsent file count towards the quota') from private.storage_usage where person_id = tests.id('client') and kind = 'documents';

-- The answer that the worker gets about a file.
create function pg_temp.removal(file_id uuid) returns jsonb language plpgsql as $$
declare
  v_job private.jobs;
  v_answer jsonb;
begin
  update private.jobs set attempt = attempt + 1, leased_by = 'tests', lease_until = clock_timestamp() + interval '1 minute'
  where kind = 'request_file_remove' and unique_key = removal.file_id::text returning * into v_job;
  perform tests.act_as('service');
  v_answer := public.remove_request_file(v_job.id, v_job.attempt);
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
select is(pg_temp.removal(sent), '{"state": "gone"}', 'a sent file cannot be removed') from file;
select is(pg_temp.removal(unsent) ->> 'state', 'removed', 'an unsent file is removed') from file;
select matches(pg_temp.removal(unsent) ->> 'path', '/1/unsent\.pdf$', 'removing a file again returns the same path') from file;
select is(bytes, 1000::bigint, 'a repeated removal reduces the used storage once') from private.storage_usage where person_id = tests.id('client') and kind = 'documents';
select is(count(*)::int, 1, 'the audit log contains a repeated removal once') from public.audit_events where action = 'request_file.removed';
select is(tests.contact_answer('client', format('select public.create_client_request(%L, ''question'', ''Look'', array[%L]::uuid[])', tests.id('alpha'), unsent)),
  'OPNFD request_file_not_found', 'a removed file cannot be sent') from file;
select is(tests.contact_answer('client', format('select public.open_request_file(%L)', sent)), 'ok', 'a sent file still opens after the attempt to remove it') from file;
select is(tests.answer(persona, format('select public.remove_request_file(%L, 1)', tests.id('job'))), '42501', persona || ' cannot remove a file')
from unnest(array['admin', 'lead', 'member', 'client', 'anonymous']) as persona;
select is(tests.answer('service', format('select public.remove_request_file(%L, 1)', tests.id('job'))), 'OPSTA lease_lost', 'the secret key without a lease cannot remove a file');

select * from finish();
rollback;
