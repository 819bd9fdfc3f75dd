-- Uploaded documents for the tests of the library. The file runs after personas and commits too.
begin;
set local client_min_messages = warning;

-- Creates an upload as the persona and returns the answer. Later statements run as the owner.
create function tests.upload(
  persona text,
  file_name text default 'brief.pdf',
  project text default 'alpha',
  kind public.document_kind default null,
  document uuid default null,
  content_type text default 'application/pdf',
  size_bytes bigint default 1000
)
returns jsonb
language plpgsql
as $$
declare
  v_answer jsonb;
begin
  perform tests.act_as(persona);
  v_answer := public.create_document_upload(
    tests.id(project), file_name, content_type, size_bytes, kind => upload.kind, document_id => upload.document);
  perform tests.act_as('owner');
  return v_answer;
end;
$$;

-- Inserts the object that Storage writes when a file has arrived.
create function tests.put_file(path text, size_bytes bigint default 1000)
returns void
language sql
as $$
  insert into storage.objects (bucket_id, name, metadata)
  values ('documents', path, jsonb_build_object('size', size_bytes, 'mimetype', 'application/pdf'))
$$;

-- Returns the answer of public.begin_indexing. If the answer is a refusal, raises it.
create function tests.begin_indexing(document uuid)
returns jsonb
language plpgsql
as $$
declare
  v_answer jsonb := public.begin_indexing(document);
  v_refusal jsonb := v_answer -> 'refusal';
begin
  if v_refusal is not null then
    raise exception using
      errcode = v_refusal ->> 'code', message = v_refusal ->> 'message', hint = v_refusal ->> 'hint',
      detail = coalesce(v_refusal ->> 'details', '');
  end if;
  return v_answer;
end;
$$;

-- Creates a document whose file has arrived and waits for processing. Returns its id.
create function tests.queued_document(persona text, file_name text, project text default 'alpha', kind public.document_kind default null)
returns uuid
language plpgsql
as $$
declare
  v_upload jsonb := tests.upload(persona, file_name, project, kind);
begin
  perform tests.put_file(v_upload ->> 'path');
  perform tests.act_as(persona);
  perform tests.begin_indexing((v_upload ->> 'document_id')::uuid);
  perform tests.act_as('owner');
  return (v_upload ->> 'document_id')::uuid;
end;
$$;

-- Creates a document that is processed and published with three passages. Returns its id.
create function tests.indexed_document(persona text, file_name text, project text default 'alpha', kind public.document_kind default null)
returns uuid
language plpgsql
as $$
declare
  v_id uuid := tests.queued_document(persona, file_name, project, kind);
begin
  insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
  select sources.organization_id, sources.id, 1, number, format('Passage %s of %s', number, file_name), sources.scope_id
  from public.sources, generate_series(0, 2) as number
  where sources.id = v_id;
  update public.sources set published_version = 1 where id = v_id;
  update public.document_versions set status = 'indexing', step = 'publish' where document_id = v_id;
  update public.document_versions set status = 'indexed', step = null, indexed_at = clock_timestamp(), facts = '{"pages": 2}'
  where document_id = v_id;
  update public.documents set indexed_version = 1 where id = v_id;
  delete from private.jobs where unique_key = v_id || ':1';
  return v_id;
end;
$$;

-- The ticket that opens the document's file for the persona, or the code and hint of the refusal.
create function tests.open_document(persona text, document uuid, version integer default null)
returns text
language plpgsql
as $$
declare
  v_answer text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    v_answer := public.open_document(document, version) ->> 'ticket';
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint;
    v_answer := sqlstate || ' ' || v_hint;
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;

-- The path of the file that the ticket opens, or the code and hint of the refusal.
create function tests.redeem_ticket(ticket text)
returns text
language plpgsql
as $$
declare
  v_answer text;
  v_hint text;
begin
  perform tests.act_as('service');
  begin
    v_answer := public.redeem_ticket(ticket) ->> 'path';
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint;
    v_answer := sqlstate || ' ' || v_hint;
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(1);
select tests.two_agencies();
create temporary table fixtures as select tests.indexed_document('member', 'a.pdf') as id;
select is((select count(*)::int from public.passages where source_id = (select id from fixtures)), 3,
  'a document can be created, processed and published');
select * from finish();
rollback;
