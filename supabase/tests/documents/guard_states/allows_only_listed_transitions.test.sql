-- The owner of the tables tries every transition, allowed or not.
begin;
select plan(47);
select tests.two_agencies();
create function pg_temp.move(name text, target public.document_status) returns void language sql as $$
  update public.document_versions
  set status = target, step = case target when 'indexing' then 'extract'::public.indexing_step end,
      failure_code = case target when 'failed' then 'corrupt' end,
      failure_reason = case target when 'failed' then 'It is broken' end,
      indexed_at = case target when 'indexed' then now() end
  where document_id = tests.id(name)
$$;
select tests.insert_document(status || ' upload') from unnest(enum_range(null::public.document_status)) as status;
select pg_temp.move(status || ' upload', 'superseded') from unnest('{superseded}'::text[]) as status;
select pg_temp.move(status || ' upload', 'queued') from unnest('{queued,indexing,indexed,failed}'::text[]) as status;
select pg_temp.move(status || ' upload', 'indexing') from unnest('{indexing,indexed,failed}'::text[]) as status;
select pg_temp.move('indexed upload', 'indexed');
select pg_temp.move('failed upload', 'failed');
select bag_eq(
  $$ select sources.title from public.document_versions join public.sources on sources.id = document_id
     where sources.title = status || ' upload' $$,
  $$ select status || ' upload' from unnest(enum_range(null::public.document_status)) as status $$,
  'there is an upload in each state');

-- Tries a transition and undoes it. Returns null if it was allowed, otherwise the code and hint of the refusal.
create function pg_temp.refusal(before public.document_status, after public.document_status) returns text language plpgsql as $$
declare
  v_hint text;
begin
  begin
    perform pg_temp.move(before || ' upload', after);
    raise exception 'undone' using errcode = 'ZZZZZ';
  exception
    when sqlstate 'ZZZZZ' then return null;
    when others then
      get stacked diagnostics v_hint = pg_exception_hint;
      return sqlstate || ' ' || v_hint;
  end;
end;
$$;
select is(
  pg_temp.refusal(before, after),
  case when before = after or (before::text, after::text) in (
    ('awaiting_upload', 'queued'), ('awaiting_upload', 'superseded'), ('queued', 'indexing'), ('queued', 'failed'),
    ('queued', 'superseded'), ('indexing', 'indexed'), ('indexing', 'failed'), ('indexing', 'superseded'),
    ('indexed', 'queued'), ('failed', 'queued'))
  then null else 'OPSTA illegal_transition' end,
  format('the guard allows a change from %s to %s only if it is listed', before, after))
from unnest(enum_range(null::public.document_status)) as before
cross join unnest(enum_range(null::public.document_status)) as after;

-- A new upload cannot start in a later state.
select throws_ok(format(
  $$ insert into public.document_versions (
       document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes, status, step,
       failure_code, failure_reason, indexed_at)
     select document_id, 7, organization_id, scope_id, 'inserted', file_name, content_type, size_bytes, %L,
       case when %1$L = 'indexing' then 'extract'::public.indexing_step end,
       case when %1$L = 'failed' then 'corrupt' end, case when %1$L = 'failed' then 'It is broken' end, now()
     from public.document_versions where document_id = tests.id('queued upload') $$, status),
  'OPSTA', null, format('a new upload cannot be %s', status))
from unnest(enum_range(null::public.document_status)) as status where status <> 'awaiting_upload';

-- The file of an upload cannot change, and an upload cannot be deleted.
update public.document_versions set sha256 = repeat('a', 64) where document_id = tests.id('queued upload');
select throws_ok(
  $$ update public.document_versions set sha256 = repeat('b', 64) where document_id = tests.id('queued upload') $$,
  'OPSTA', null, 'the hash of an upload cannot change');
select throws_ok(
  $$ update public.document_versions set path = 'another' where document_id = tests.id('queued upload') $$,
  'OPSTA', null, 'the path of an upload cannot change');
select throws_ok(
  $$ delete from public.document_versions where document_id = tests.id('failed upload') $$,
  'OPSTA', null, 'an upload cannot be deleted');
set local session_replication_role = replica;
select throws_ok(
  $$ update public.document_versions set status = 'indexed', indexed_at = now() where document_id = tests.id('queued upload') $$,
  'OPSTA', null, 'an upload cannot skip a state in replication mode');
set local session_replication_role = origin;
select lives_ok(
  $$ update public.sources set is_restricted = true where id = tests.id('queued upload') $$,
  'the source of an upload can be restricted');

select * from finish();
rollback;
