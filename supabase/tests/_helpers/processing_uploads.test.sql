-- Documents of North in every step of processing, inserted directly, for the tests of the functions that process them.
begin;
set local client_min_messages = warning;

create function tests.insert_document(name text, project text default 'alpha', is_restricted boolean default false)
returns uuid
language plpgsql
as $$
begin
  insert into public.sources (id, organization_id, kind, project_id, title, is_restricted)
  values (tests.id(name), tests.id('North'), 'document', tests.id(project), name, insert_document.is_restricted);
  insert into public.documents (id, organization_id, kind, scope_id, is_restricted, created_by)
  select sources.id, sources.organization_id, 'other', sources.scope_id, sources.is_restricted, tests.id('lead')
  from public.sources where sources.id = tests.id(name);
  perform tests.insert_upload(name, 1);
  return tests.id(name);
end;
$$;

create function tests.insert_upload(name text, version integer, created_at timestamptz default now())
returns void
language sql
as $$
  update public.documents set latest_version = insert_upload.version where documents.id = tests.id(name);
  insert into public.document_versions (
    document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes, uploaded_by,
    created_at)
  select documents.id, insert_upload.version, documents.organization_id, documents.scope_id,
         format('%s/%s/%s', documents.organization_id, documents.id, insert_upload.version), name || '.pdf',
         'application/pdf', 1000, tests.id('lead'), insert_upload.created_at
  from public.documents where documents.id = tests.id(name);
$$;

-- Queues an upload as begin_indexing does. Returns the job.
create function tests.queue_upload(name text, version integer default 1)
returns uuid
language plpgsql
as $$
begin
  update public.document_versions as versions
  set status = 'queued', queued_at = now(), failure_code = null, failure_reason = null
  where versions.document_id = tests.id(name) and versions.version = queue_upload.version;
  return private.enqueue_job(
    tests.id('North'), 'document_index',
    jsonb_build_object('document_id', tests.id(name), 'version', queue_upload.version, 'cursor', null),
    private.indexing_key(tests.id(name), queue_upload.version));
end;
$$;

-- Leases the upload's current job to a worker, with attempt 1. Returns the job.
create function tests.hold_indexing(name text, version integer default 1)
returns uuid
language sql
as $$
  update private.jobs
  set attempt = 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where jobs.kind = 'document_index' and jobs.died_at is null
    and jobs.unique_key = private.indexing_key(tests.id(name), hold_indexing.version)
  returning jobs.id
$$;

create function tests.upload_status(name text, version integer default 1)
returns text
language sql
as $$
  select concat_ws(' ', versions.status, versions.step, versions.failure_code)
  from public.document_versions as versions
  where versions.document_id = tests.id(name) and versions.version = upload_status.version
$$;

create function tests.passages(texts text[])
returns jsonb
language sql
as $$
  select coalesce(jsonb_agg(jsonb_build_object('content', text, 'location', jsonb_build_object('page', number))
                            order by number), '[]')
  from unnest(texts) with ordinality as cases (text, number)
$$;

-- Processes an upload from queued to published with the worker's own functions.
create function tests.index_upload(name text, version integer, texts text[])
returns void
language plpgsql
as $$
declare
  v_job uuid;
begin
  perform tests.queue_upload(name, version);
  v_job := tests.hold_indexing(name, version);
  perform public.lease_indexing(v_job, 1);
  perform public.store_extracted(
    v_job, 1, tests.passages(texts), null, 1, 1, '{"format": "pdf", "language": "de"}', '{}',
    encode(sha256(convert_to(name || version, 'UTF8')), 'hex'));
  -- Other tests cover the step between.
  update public.document_versions as versions set step = 'publish'
  where versions.document_id = tests.id(name) and versions.version = index_upload.version
    and versions.step = 'embed';
  perform public.publish_document(tests.hold_indexing(name, version), 1);
end;
$$;

-- The text that readers see, in order.
create function tests.published_text(name text)
returns text[]
language sql
as $$
  select coalesce(array_agg(passages.content order by passages.position), '{}')
  from public.passages
  join public.sources on sources.id = passages.source_id and sources.published_version = passages.source_version
  where sources.id = tests.id(name)
$$;
grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(2);
select tests.two_agencies();
select is(tests.insert_document('brief'), tests.id('brief'), 'a document can be inserted');
select tests.index_upload('brief', 1, '{One,Two}');
select is(tests.published_text('brief'), '{One,Two}', 'the text of a document can be published');
select * from finish();
rollback;
