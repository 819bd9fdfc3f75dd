-- A kind of stream has all of its hooks before a vendor can be connected to it. A kind that needs no mapped
-- lists is read without them, and its records may have no project.
begin;
select plan(11);

create function pg_temp.missing_hooks()
returns setof text
language sql
as $$
  select distinct hooks.prefix || kinds.stream
  from private.sync_kinds() as kinds
  cross join (values ('write_synced_'), ('delete_synced_'), ('detach_synced_'), ('titles_of_synced_')) as hooks (prefix)
  where not exists (
    select from pg_proc
    where pg_proc.pronamespace = 'private'::regnamespace and pg_proc.proname in (
      hooks.prefix || kinds.stream,
      case when kinds.stream in ('companies', 'contacts', 'deals') then hooks.prefix || 'crm' end))
$$;
select is_empty('select pg_temp.missing_hooks()', 'every kind of stream has its hooks');
select is_empty(
  $$ select name from unnest(enum_range(null::public.sync_stream_name)) as name
     where (private.sync_fields(name)).requires_scope is null $$, 'sync_fields() lists every kind of stream');

select tests.two_agencies();
select tests.syncs();
insert into public.integrations (organization_id, provider, secret_name, connected_by)
values (tests.id('North'), 'gmail', 'none', tests.id('admin'));
insert into public.sync_streams (id, organization_id, provider, stream)
values (tests.id('emails stream'), tests.id('North'), 'gmail', 'emails');
select ok(private.has_required_scope(sync_streams), 'a kind that requires no list is ready without one')
from public.sync_streams where id = tests.id('emails stream');
delete from public.sync_scopes where stream_id = tests.id('tasks stream');
select ok(not private.has_required_scope(sync_streams), 'a kind that requires a list is not ready without one')
from public.sync_streams where id = tests.id('tasks stream');

-- A vendor and hooks of a kind whose rows have no project.
create or replace function private.sync_kinds()
returns table (provider public.integration_provider, stream public.sync_stream_name, job_kind text, interval_seconds integer)
language sql immutable as $$
  select 'gmail'::public.integration_provider, 'emails'::public.sync_stream_name, 'task_sync', 600
$$;
create table pg_temp.letters (id uuid primary key, external_id text, subject text, is_ours boolean default false);
drop function if exists private.write_synced_emails(public.sync_streams, private.sync_change[]);
drop function if exists private.delete_synced_emails(public.sync_streams, uuid[]);
drop function if exists private.detach_synced_emails(public.sync_streams, uuid[]);
drop function if exists private.titles_of_synced_emails(public.sync_streams, uuid[]);
create function private.write_synced_emails(stream public.sync_streams, changes private.sync_change[])
returns void language sql as $$
  insert into pg_temp.letters (id, external_id, subject)
  select change.row_id, change.external_id, nullif(change.data ->> 'subject', '') || case when change.project_id is null then '' end
  from unnest(changes) as change
  on conflict (id) do update set subject = excluded.subject
$$;
create function private.delete_synced_emails(stream public.sync_streams, row_ids uuid[])
returns void language sql as $$ delete from pg_temp.letters where id = any (row_ids) $$;
create function private.detach_synced_emails(stream public.sync_streams, row_ids uuid[])
returns void language sql as $$ update pg_temp.letters set is_ours = true where id = any (row_ids) $$;
create function private.titles_of_synced_emails(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text) language sql stable as $$ select id, subject from pg_temp.letters where id = any (row_ids) $$;
create function pg_temp.letter(external_id text, subject text)
returns jsonb language sql as $$ select tests.record(external_id, '', jsonb_build_object('subject', subject)) $$;

select is(tests.counts(tests.sync('emails', array[pg_temp.letter('1', 'Hello'), pg_temp.letter('2', 'Again')])), '{2,0,0,0,0,0}',
  'records without a project are created');
select is(tests.counts(tests.sync('emails', array[pg_temp.letter('1', 'Hello'), pg_temp.letter('2', 'Changed')])), '{0,1,1,0,0,0}',
  'records without a project are unchanged or updated');
select results_eq('select external_id, subject from pg_temp.letters order by 1', $$ values ('1', 'Hello'), ('2', 'Changed') $$,
  'each record is one row');
select is(tests.counts(tests.sync('emails', array[pg_temp.letter('1', 'Hello')], true)), '{0,0,1,1,0,0}', 'a complete listing removes a missing record without a project');
select is(count(*)::integer, 1, 'a complete listing removes no other record') from pg_temp.letters;
update private.sync_records set removal_reason = 'missing' where stream_id = tests.id('emails stream') and is_here;
select private.hold_removals(sync_streams, array['1']) from public.sync_streams where id = tests.id('emails stream');
select is(private.removal_lines(approvals), 'Hello', 'the card about a removal shows the title of the row') from public.approvals where kind = 'sync_removal';
select private.release_synced_rows(sync_streams, array['1']) from public.sync_streams where id = tests.id('emails stream');
select ok(is_ours, 'a released row is managed by us') from pg_temp.letters;

select * from finish();
rollback;
