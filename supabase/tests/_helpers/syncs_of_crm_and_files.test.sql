-- A connected CRM and a connected Drive.
begin;
set local client_min_messages = warning;

-- Streams of North: 'companies', 'contacts' and 'deals' of HubSpot, and 'files' of Google Drive, whose folder F1 is alpha
-- and F2 is beta. The client Harbour has a website.
create function tests.crm_and_files()
returns void
language plpgsql
as $$
begin
  insert into public.integrations (organization_id, provider, settings, secret_name, connected_by) values
    (tests.id('North'), 'hubspot', '{}', 'none', tests.id('admin')),
    (tests.id('North'), 'google_drive', '{"subject": "admin@tests.test"}', 'none', tests.id('admin'));
  insert into public.sync_streams (id, organization_id, provider, stream) values
    (tests.id('companies stream'), tests.id('North'), 'hubspot', 'companies'),
    (tests.id('contacts stream'), tests.id('North'), 'hubspot', 'contacts'),
    (tests.id('deals stream'), tests.id('North'), 'hubspot', 'deals'),
    (tests.id('files stream'), tests.id('North'), 'google_drive', 'files');
  insert into public.sync_scopes (id, organization_id, stream_id, external_id, name, project_id) values
    (tests.id('F1'), tests.id('North'), tests.id('files stream'), 'F1', 'Folder', tests.id('alpha')),
    (tests.id('F2'), tests.id('North'), tests.id('files stream'), 'F2', 'Folder', tests.id('beta'));
  update public.clients set website = 'https://www.harbour.test/home' where id = tests.id('Harbour');
end;
$$;

create function tests.company(external_id text, version text default '1', changes jsonb default '{}')
returns jsonb
language sql
as $$
  select tests.record(external_id, version, jsonb_build_object(
    'name', 'Harbour', 'domain', 'harbour.test', 'merged_external_ids', '[]'::jsonb) || changes)
$$;

create function tests.contact(external_id text, version text default '1', changes jsonb default '{}')
returns jsonb
language sql
as $$
  select tests.record(external_id, version, jsonb_build_object(
    'email', external_id || '@harbour.test', 'first_name', 'Contact', 'last_name', external_id, 'phone', null,
    'job_title', 'Owner', 'company_external_id', 'C1', 'merged_external_ids', '[]'::jsonb) || changes)
$$;

create function tests.deal(external_id text, version text default '1', changes jsonb default '{}')
returns jsonb
language sql
as $$
  select tests.record(external_id, version, jsonb_build_object(
    'name', 'Next phase', 'stage', 'contractsent', 'pipeline', 'default', 'amount', '1200.50', 'currency', 'EUR',
    'close_on', '2026-09-01', 'company_external_id', 'C1', 'merged_external_ids', '[]'::jsonb) || changes)
$$;

create function tests.file(external_id text, version text default '1', changes jsonb default '{}', filtered text default null)
returns jsonb
language sql
as $$
  select tests.record(external_id, version, jsonb_build_object(
    'name', external_id || ' notes.txt', 'media_type', 'text/plain', 'size_bytes', 12, 'content_version', 'v1',
    'modified_at', '2026-03-02T10:00:00Z', 'root_folder_id', 'F1', 'folder_path', '["Folder"]'::jsonb,
    'sharing', 'organization', 'url', 'https://drive.google.com/file/d/1/view') || changes, filtered => filtered)
$$;

-- Leases the job of a file, puts bytes into the bucket and stores them. Returns the state.
create function tests.fetch_file(external_id text, sha256 text default repeat('a', 64), size_bytes bigint default 12)
returns text
language plpgsql
as $$
declare
  v_job private.jobs;
  v_leased jsonb;
begin
  update private.jobs
  set attempt = jobs.attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where jobs.kind = 'file_fetch' and jobs.died_at is null
    and jobs.payload ->> 'file_id' = (
      select files.id::text from private.synced_files as files where files.external_id = fetch_file.external_id)
  returning * into v_job;
  if v_job.id is null then
    return 'no job';
  end if;
  v_leased := public.lease_file_fetch(v_job.id, v_job.attempt);
  if v_leased ->> 'state' = 'gone' then
    return 'gone';
  end if;
  insert into storage.objects (bucket_id, name, metadata)
  values ('documents', v_leased ->> 'path', jsonb_build_object('size', fetch_file.size_bytes, 'eTag', fetch_file.sha256));
  return public.store_fetched_file(
    v_job.id, v_job.attempt, v_leased ->> 'content_version', (v_leased ->> 'version')::integer, fetch_file.size_bytes,
    fetch_file.sha256) ->> 'state';
end;
$$;

-- The names that wait for a decision, companies first.
create function tests.to_review()
returns text[]
language sql
as $$
  select array(
    select waiting.name || coalesce(' in ' || survivors.name, '')
    from private.crm_records_to_review(tests.id('North')) as waiting
    left join private.crm_records as survivors on survivors.id = waiting.merged_into_id
    order by waiting.kind, lower(waiting.name))
$$;

create function tests.document_of(external_id text)
returns uuid
language sql
as $$ select files.id from private.synced_files as files where files.external_id = document_of.external_id $$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(3);
select tests.two_agencies();
select tests.crm_and_files();
select is(tests.counts(tests.sync('companies', array[tests.company('C1')])), '{1,0,0,0,0,0}', 'a worker reads companies');
select is(tests.counts(tests.sync('files', array[tests.file('A')])), '{1,0,0,0,0,0}', 'a worker reads files');
select is(tests.fetch_file('A'), 'stored', 'a worker fetches the bytes of files');
select * from finish();
rollback;
