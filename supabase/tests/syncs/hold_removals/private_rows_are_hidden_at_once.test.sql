-- Rows that become private at the vendor are hidden at once, however many they are. Only their removal waits for a card.
begin;
select plan(45);
select tests.two_agencies();
select tests.crm_and_files();
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'google_calendar', '{"subject": "lead@tests.test"}', 'none', tests.id('admin'));
insert into public.sync_streams (id, organization_id, provider, stream)
values (tests.id('events stream'), tests.id('North'), 'google_calendar', 'events');
create function pg_temp.event(n integer, version text)
returns jsonb language sql as $$
  select tests.record('lead@tests.test/e' || n, version, jsonb_build_object(
    'calendar_id', 'lead@tests.test', 'summary', 'Talk about ' || n, 'description', 'Words', 'location', 'Room',
    'starts_at', '2026-03-02T09:00:00Z', 'ends_at', '2026-03-02T10:00:00Z', 'is_all_day', false, 'time_zone', null,
    'status', 'confirmed', 'organizer_email', 'lead@tests.test', 'attendees', '["client@tests.test"]'::jsonb, 'etag', 'e',
    'url', null, 'uid', null, 'series_id', null))
$$;
create function pg_temp.lines(stream text)
returns text language sql as $$
  select private.removal_lines(approvals) from public.approvals where kind = 'sync_removal' and target_id = tests.id(stream)
$$;

select tests.sync('events', array(select pg_temp.event(n, '1') from generate_series(1, 30) as n));
-- This is the first page of a listing that continues.
create temporary table run as select * from tests.begin_run('events');
select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array(
  select tests.record('lead@tests.test/e' || n, '2', null, filtered => 'private') from generate_series(1, 25) as n), 'b', has_more => true)) from run;
select is(count(*)::integer, 25, '25 tombstones hide the titles of their events before the listing ends') from public.calendar_events
where summary = 'Hidden event' and description is null and location is null and attendees = '{}' and organizer_email is null;
select is(count(*)::integer, 5, 'the titles of other events are still visible') from public.calendar_events where summary like 'Talk about%';
select public.apply_sync_page(job_id, attempt, run_id, 'b', tests.page('{}', 'c')) from run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from run;
select is(count(*)::integer, 30, 'the removal of the events waits for a card') from public.calendar_events where status = 'confirmed';
select is(pg_temp.lines('events stream') ~ 'Talk', false, 'the card of the removal shows no title');
select is(cardinality(string_to_array(pg_temp.lines('events stream'), E'\n')), 25, 'the card lists every event');
select tests.sync('events', array(select pg_temp.event(n, '1') from generate_series(1, 30) as n));
select is(count(*)::integer, 25, 'an older version of an event does not restore its title') from public.calendar_events where summary = 'Hidden event';
select tests.sync('events', array(select pg_temp.event(n, '3') from generate_series(1, 30) as n));
select is(count(*)::integer, 30, 'an event that is public again shows its title') from public.calendar_events where summary like 'Talk about%';

-- Files that are no longer shared: the vendor reports them as deleted or no longer lists them.
select tests.sync('files', array(select tests.file('F' || n) from generate_series(1, 60) as n));
select tests.fetch_file('F' || n) from generate_series(1, 60) as n;
select is(count(*)::integer, 60, 'members read 60 files') from public.sources
where id in (select id from private.synced_files) and not is_restricted and archived_at is null;
create temporary table files_run as select * from tests.begin_run('files');
select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array(
  select tests.record('F' || n, '2', null, is_deleted => true) from generate_series(1, 25) as n), 'b', has_more => true)) from files_run;
select is(count(*)::integer, 25, '25 files are restricted before the listing ends') from public.sources
where id in (select id from private.synced_files) and is_restricted and archived_at is null;
select public.apply_sync_page(job_id, attempt, run_id, 'b', tests.page('{}', 'c')) from files_run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from files_run;
select tests.sync('files', array(select tests.file('F' || n, '3') from generate_series(51, 60) as n), is_snapshot => true);
select is(count(*)::integer, 50, 'files that a complete listing lacks are restricted') from public.sources
where id in (select id from private.synced_files) and is_restricted and archived_at is null;
select tests.act_as('member');
select is(count(*)::integer, 10, 'a member reads none of the restricted files') from public.sources where kind = 'document' and title like '%F%';
select tests.act_as('owner');
select tests.sync('files', array(select tests.file('F' || n, '1') from generate_series(26, 50) as n));
select is(count(*)::integer, 25, 'a file that is shared again can be read again') from public.sources
where id in (select id from private.synced_files where external_id in (select 'F' || n from generate_series(26, 50) as n)) and not is_restricted;
select is(payload ->> 'rows', '25 files synced from Google Drive', 'a file that is shared again is no longer on the card') from public.approvals
where kind = 'sync_removal' and target_id = tests.id('files stream');

-- Tasks: a list that is no longer shared looks empty.
create function pg_temp.finds(query text) returns boolean language sql as $$
  select public.find_rows(query, null, 20)::text ~ query
$$;
create function pg_temp.passages(query text) returns integer language sql as $$
  select jsonb_array_length(public.search_passages(query) -> 'results')
$$;
grant execute on all functions in schema pg_temp to authenticated;
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'none', tests.id('admin'));
insert into public.sync_streams (id, organization_id, provider, stream)
values (tests.id('tasks stream'), tests.id('North'), 'clickup', 'tasks');
insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
values (tests.id('North'), tests.id('tasks stream'), 'L1', 'List', tests.id('alpha'));
select tests.sync('tasks', array(
  select tests.task(n::text, '1', jsonb_build_object('title', 'Quokka ' || n)) from generate_series(1, 30) as n), true);
create temporary table quokka as select id from public.tasks where external_key in ('clickup:1', 'clickup:30');
update public.tasks set archived_at = now() - interval '1 day' where external_key = 'clickup:30';
grant select on quokka to authenticated;
insert into public.tasks (id, organization_id, project_id, title) values (tests.id('own task'), tests.id('North'), tests.id('alpha'), 'Ours');
insert into public.task_comments (organization_id, project_id, task_id, author_id, body)
select organization_id, project_id, id, tests.id('member'), 'Numbat ' || coalesce(external_key, 'ours') from public.tasks
where external_key = 'clickup:1' or id = tests.id('own task');
create temporary table numbat as select id from public.task_comments where body = 'Numbat clickup:1';
grant select on numbat to authenticated;
select tests.act_as('member');
select is((count(*), pg_temp.finds('Quokka'), public.get_spine()::text ~ 'Quokka')::text, '(30,t,t)', 'a member can list and find 30 tasks, and the spine contains them')
from public.tasks where title like 'Quokka%';
select is(count(*)::integer, 2, 'a member reads the comments on tasks of the project') from public.task_comments where body like 'Numbat%';
select tests.act_as('owner');
select tests.sync('tasks', '{}', true);
select is(count(*)::integer, 30, 'the removal of the tasks waits for a card') from private.sync_records where stream_id = tests.id('tasks stream') and is_here;
select tests.act_as('member');
select is(count(*)::integer, 0, 'a member reads none of the hidden tasks') from public.tasks where title like 'Quokka%';
select is(array_agg(body), array['Numbat ours'], 'a member reads comments only on tasks that are not hidden')
from public.task_comments where body like 'Numbat%';
select is(pg_temp.finds('Quokka'), false, 'a member finds none of the hidden tasks');
select is(public.get_spine()::text ~ 'Quokka', false, 'the spine contains none of the hidden tasks');
select is(public.list_tasks() ->> 'tasks' ~ 'Quokka', false, 'the assistant lists none of the hidden tasks');
select is((public.get_task_page(is_archived => true) ->> 'total')::integer, 0, 'the list of archived tasks contains none of the hidden tasks');
select tests.act_as('owner');
select is(tests.answer('member', format('select public.get_task(%L)', (select min(id::text) from quokka))), 'OPNFD task_not_found', 'a member cannot open a hidden task');
select is(tests.answer('lead', format('select public.update_task(%L, 1, %L)', (select min(id::text) from quokka), '{"title": "Ours"}')), 'OPNFD task_not_found',
  'a lead cannot change a hidden task');
select is(tests.answer('member', format('select public.edit_task_comment(%L, 1, %L)', id, 'New')), 'OPNFD comment_not_found',
  'the author of a comment on a hidden task cannot edit the comment') from numbat;
select is(tests.answer('lead', format('select public.remove_task_comment(%L, 1)', id)), 'OPNFD comment_not_found',
  'a lead cannot remove a comment on a hidden task') from numbat;
select is(pg_temp.lines('tasks stream') ~ 'Quokka 1 ', true, 'the card names the hidden tasks for the decider');
select tests.sync('tasks', array[tests.task('1', '1', '{"title": "Quokka 1"}')]);
select tests.act_as('member');
select is(array_agg(title), array['Quokka 1'], 'a task that is listed again can be read again') from public.tasks where title like 'Quokka%';
select is(count(*)::integer, 2, 'the comments on a task that is listed again can be read again') from public.task_comments where body like 'Numbat%';
select tests.act_as('owner');
select is(tests.answer('lead', format($$ select public.reject_approval(%L, 'A filter was changed') $$,
  (select id from public.approvals where kind = 'sync_removal' and target_id = tests.id('tasks stream')))), 'ok', 'a lead rejects the removal of the other tasks');
select is((count(*), count(*) filter (where archived_at is null))::text, '(30,29)', 'tasks of a rejected removal can be read, except one that a person archived')
from public.tasks where title like 'Quokka%' and hidden_at is null;

-- Meetings: a recorder lists only those that it still shares.
select tests.meetings();
select tests.sync('meetings', array(select tests.meeting(n::text) from generate_series(1, 25) as n), true);
select tests.answer('lead', format('select public.restrict_meeting(%L, true)', tests.meeting_id('25')));
select tests.act_as('member');
select is((count(*), pg_temp.passages('xylophone') > 0)::text, '(24,t)', 'a member reads and finds 24 meetings') from public.meetings;
select tests.act_as('owner');
select tests.sync('meetings', '{}', true);
select tests.act_as('member');
select is((select count(*) from public.meetings) + (select count(*) from public.sources where kind = 'meeting')
  + (select count(*) from public.project_notes where title like 'Alpha%'), 0::bigint, 'a member reads no hidden meeting and none of its entries in the note');
select is(pg_temp.passages('xylophone'), 0, 'a member neither finds nor cites a hidden meeting');
select tests.act_as('lead');
select is(count(*)::integer, 25, 'a lead still reads the hidden meetings') from public.meetings;
select tests.act_as('owner');
select tests.sync('meetings', array(select tests.meeting(n::text, '1') from generate_series(1, 25) as n), true);
select tests.act_as('member');
select is((count(*), pg_temp.passages('xylophone') > 0)::text, '(24,t)', 'meetings that are listed again can be read, except one that a lead restricted') from public.meetings;
select tests.act_as('owner');

-- Emails: the owner of the mailbox moves them to the trash.
select tests.mailbox();
select tests.sync('emails', array(
  select tests.email('E' || n, 'ada@ports.example', 'Walrus ' || n,
    '{"attachments": [{"file_name": "plan.txt", "media_type": "text/plain", "size_bytes": 5, "is_inline": false}]}')
  from generate_series(1, 25) as n));
create temporary table begun as select public.begin_email_indexing(100) as emails;
select public.index_email((email ->> 'id')::uuid, tests.id('alpha'), '[{"content": "The walrus is late.", "location": {}}]', 'A walrus', '{}')
from begun, jsonb_array_elements(emails) as email where email ->> 'text' like 'Text of E%';
create temporary table plans as select document_id as id from private.email_attachments where file_name = 'plan.txt' and document_id is not null;
grant select on plans to authenticated;
select is(count(*)::integer, 25, 'each attachment has become a document') from plans;
select tests.act_as('member');
select is((count(*), pg_temp.passages('walrus') > 0)::text, '(25,t)', 'a member finds the emails') from public.sources where kind = 'email';
select is(count(*)::integer, 25, 'a member reads the attachments of the emails') from public.documents where id in (select id from plans);
select tests.act_as('owner');
create temporary table mail_run as select * from tests.begin_run('emails');
select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array(
  select tests.record('E' || n, '2', null, filtered => 'trashed') from generate_series(1, 25) as n), 'b', has_more => true)) from mail_run;
select tests.act_as('member');
select is((select count(*) from public.sources where kind = 'email') + (select count(*) from public.documents where id in (select id from plans))
  + (select count(*) from public.project_notes where title like 'Walrus%'), 0::bigint,
  'before the listing ends, a member reads none of the emails, their attachments and their entries');
select is(pg_temp.passages('walrus'), 0, 'a member finds no hidden email');
select tests.act_as('owner');
select matches(tests.answer('member', format('select public.get_email(%L)', tests.email_id('E1'))), 'OPNFD email_not_found', 'a member cannot open a hidden email');
select public.apply_sync_page(job_id, attempt, run_id, 'b', tests.page('{}', 'c')) from mail_run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from mail_run;
select is(count(*)::integer, 25, 'the removal of the emails waits for a card') from public.inbound_emails where external_id like 'E%' and removed_at is null;
select tests.sync('emails', array(
  select tests.email('E' || n, 'ada@ports.example', 'Walrus ' || n) || '{"version": "3"}' from generate_series(1, 10) as n));
select tests.act_as('member');
select is(((select count(*) from public.sources where kind = 'email'), (select count(*) from public.documents where id in (select id from plans)))::text, '(10,10)',
  'emails that are listed again can be read with their attachments');
select tests.act_as('owner');

select * from finish();
rollback;
