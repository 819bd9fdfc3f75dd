-- An admin can disconnect a vendor and propose to remove its rows: one card per stream, which may need another decider.
begin;
select plan(48);
select tests.two_agencies();
select tests.syncs();
select tests.crm_and_files();
create function pg_temp.card(stream text) returns public.approvals language sql as $$
  select approvals from public.approvals
  where kind = 'sync_removal' and target_id = tests.id(stream || ' stream') and undo_of_id is null
  order by status in ('pending', 'approved') desc limit 1 $$;
create function pg_temp.carry_out(card uuid, persona text default 'lead') returns text language plpgsql as $$
declare
  v_job record;
begin
  perform tests.act_as(persona);
  perform public.approve_and_execute_approval(card, (select approvals.version from public.approvals where approvals.id = card));
  perform tests.act_as('owner');
  v_job := tests.lease_job_of(card);
  perform tests.act_as('service');
  perform public.carry_out_execution(v_job.job_id, v_job.attempt);
  perform tests.act_as('owner');
  return tests.status_of(card);
end;
$$;
create function pg_temp.tasks(first integer, last integer) returns jsonb[] language sql as $$
  select array_agg(tests.task(number::text)) from generate_series(first, last) as number
$$;
-- The number of visible tasks that the vendor manages, and of those that we manage.
create function pg_temp.task_counts() returns text language sql as $$
  select format('%s of ClickUp, %s ours',
    count(*) filter (where managed_by = 'clickup'), count(*) filter (where managed_by is null))
  from public.tasks where external_key like 'clickup:%' and archived_at is null and organization_id = tests.id('North')
$$;
create function pg_temp.connect(provider public.integration_provider) returns void language sql as $$
  insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
  values (tests.id('North'), provider, '{}', 'none', tests.id('admin'));
  select private.activate_syncs(tests.id('North'), provider);
$$;
select tests.sync('tasks', pg_temp.tasks(1, 5));
select tests.sync('hours', array[tests.hours('1')]);
select tests.sync('companies', array[tests.company('C1')]);
select tests.sync('contacts', array[tests.contact('K1'), tests.contact('K2')]);
select tests.sync('files', array[tests.file('F')]);
select tests.fetch_file('F');

-- Refusals.
select is(tests.answer(persona, $$ select public.disconnect_integration('clickup', proposes_removal => true) $$), 'OPDEN role_not_allowed',
  persona || ' cannot propose to remove the rows of a vendor') from unnest(array['lead', 'member', 'client']) as persona;
select is(tests.answer('service', $$ select public.disconnect_integration('clickup', proposes_removal => true) $$), '42501',
  'the secret key cannot propose to remove the rows of a vendor');
select is(tests.answer('admin', $$ select private.propose_stream_removal(null, tests.id('admin')) $$), '42501',
  'an admin cannot call private.propose_stream_removal');
select is(tests.answer('other_admin', $$ select public.disconnect_integration('harvest', proposes_removal => true) $$), 'OPNFD integration_not_found',
  'an admin of another agency does not find the vendor');
select is(tests.answer('other_admin', $$ select public.disconnect_integration('clickup', proposes_removal => true) $$), 'ok',
  'an admin of another agency disconnects their own vendor');
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup', true, true) $$), 'OPINV rows_retained_and_removed',
  'releasing and removing rows in one call is refused');
select is_empty($$ select 1 from public.approvals where kind = 'sync_removal' $$, 'the refusals create no card');
select is((count(*), pg_temp.task_counts())::text, '(4,"5 of ClickUp, 0 ours")', 'the refusals disconnect no vendor and remove no row')
from public.integrations where organization_id = tests.id('North');

-- The removal is proposed while a sync is reading.
create temporary table run as select * from tests.begin_run('tasks');
grant select on run to service_role;
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup', proposes_removal => true) $$), 'ok', 'an admin disconnects and proposes the removal');
select is((pg_temp.card('tasks')).title, 'Remove 5 tasks synced from ClickUp', 'the proposed removal is one card for all rows of the stream');
select is(((pg_temp.card('tasks')).status, (pg_temp.card('tasks')).is_restricted, (pg_temp.card('tasks')).scope_id)::text,
  ('pending', true, tests.id('North'))::text, 'the card of a removal is pending and restricted');
select is(((pg_temp.card('tasks')).proposer, (pg_temp.card('tasks')).proposed_by)::text, ('person', tests.id('admin'))::text, 'the admin who disconnects is the proposer of the card');
select is(written_by, tests.id('admin'), 'the admin who disconnects is the author of the first version') from public.approval_versions where approval_id = (pg_temp.card('tasks')).id;
select is(pg_temp.task_counts(), '5 of ClickUp, 0 ours', 'every row is retained until the card is decided');
select is_empty($$ select 1 from public.sync_scopes where stream_id = tests.id('tasks stream') $$, 'proposing a removal ends the assignment of the lists');
select is((state, pause_reason, cursor)::text, '(paused,disconnected,)', 'the stream is paused without a cursor') from public.sync_streams where id = tests.id('tasks stream');
select is(tests.answer('service', $$ select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array[tests.task('6')], 'x')) from run $$),
  'OPSTA sync_cursor_moved', 'the worker that was reading can store no further page');
select is((pg_temp.task_counts(), count(*))::text, '("5 of ClickUp, 0 ours",1)', 'the refused page adds no row and no card')
from public.approvals where kind = 'sync_removal';
select is(after - 'secret_name', '{"releases_rows": false, "proposes_removal": true}', 'the audit event of disconnecting names the proposed removal') from public.audit_events
where action = 'integration.disconnected' and organization_id = tests.id('North');
select is(count(*)::integer, 1, 'the audit log contains the card') from public.audit_events where action = 'approval.proposed' and object_id = (pg_temp.card('tasks')).id;
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup', proposes_removal => true) $$), 'OPNFD integration_not_found',
  'a disconnected vendor cannot be disconnected again');

-- The removal is decided.
select is(tests.answer('member', format($$ select public.approve_and_execute_approval(%L, 1) $$, (pg_temp.card('tasks')).id)), 'OPDEN role_not_allowed',
  'a member cannot decide the card of a removal');
insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
select is(tests.answer('admin', format($$ select public.approve_and_execute_approval(%L, 1) $$, (pg_temp.card('tasks')).id)), 'OPDEN self_approval_forbidden',
  'the admin cannot decide their own proposal where self-approval is forbidden');
select is(pg_temp.carry_out((pg_temp.card('tasks')).id), 'executed', 'a lead executes the removal');
select is(pg_temp.task_counts(), '0 of ClickUp, 0 ours', 'an executed removal removes the rows');
select is(tests.answer('lead', format($$ select public.propose_undo(%L) $$, (pg_temp.card('tasks')).id)), 'ok', 'a lead proposes the undo of a removal');
select is(title, 'Restore up to 5 tasks synced from ClickUp', 'the title of the undo names the rows') from public.approvals where undo_of_id = (pg_temp.card('tasks')).id;
select is(pg_temp.carry_out(id, 'admin'), 'executed', 'an admin executes the undo') from public.approvals where undo_of_id = (pg_temp.card('tasks')).id;
select is(pg_temp.task_counts(), '0 of ClickUp, 5 ours', 'the undo restores the rows, managed by us');

-- After a new connection, the next listing starts from the beginning.
select public.end_sync_run(job_id, attempt, run_id, 'unavailable', 'No answer') from run;
select pg_temp.connect('clickup');
insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
values (tests.id('North'), tests.id('tasks stream'), 'L1', 'List', tests.id('alpha'));
select is(tests.counts(tests.sync('tasks', pg_temp.tasks(1, 40), true)), '{40,0,0,0,0,0}', 'the first listing after a new connection counts every record as created');
select is(pg_temp.task_counts(), '40 of ClickUp, 0 ours', 'restored rows are managed by the vendor again, one per record');

-- Disconnecting adds the other rows to an approved card of the sync, as a new version.
select tests.sync('tasks', pg_temp.tasks(31, 40), true);
select tests.answer('lead', format($$ select public.approve_and_execute_approval(%L, 1) $$, (pg_temp.card('tasks')).id));
select is(((pg_temp.card('tasks')).title, (pg_temp.card('tasks')).status)::text, '("Remove 30 tasks synced from ClickUp",approved)', 'a lead approves the removal of 30 rows');
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup', proposes_removal => true) $$), 'ok', 'an admin disconnects before the approved removal is executed');
select is(((pg_temp.card('tasks')).title, (pg_temp.card('tasks')).status, (pg_temp.card('tasks')).version)::text,
  '("Remove 40 tasks synced from ClickUp",pending,2)', 'the card lists all rows in a new version and is pending');
select is((pg_temp.card('tasks')).execution_job_id, null, 'the lapsed approval of the removal is not executed');
select is(tests.answer('admin', format($$ select public.approve_and_execute_approval(%L, 2) $$, (pg_temp.card('tasks')).id)), 'OPDEN self_approval_forbidden',
  'an admin who added rows to a card cannot decide it where self-approval is forbidden');

-- After a new connection, rows that the vendor lists are removed from the card. When the card is rejected, we manage the
-- others.
select pg_temp.connect('clickup');
insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
values (tests.id('North'), tests.id('tasks stream'), 'L1', 'List', tests.id('alpha'));
select tests.sync('tasks', pg_temp.tasks(1, 10));
select is((pg_temp.card('tasks')).title, 'Remove 30 tasks synced from ClickUp', 'rows that the vendor lists again are removed from the card');
select is(tests.answer('lead', format($$ select public.reject_approval(%L, 'We need them') $$, (pg_temp.card('tasks')).id)), 'ok', 'a lead rejects the removal');
select is(pg_temp.task_counts(), '10 of ClickUp, 30 ours', 'the rows of a rejected card are retained and managed by us');

-- Every stream with rows gets a card. Files can be read until the decision.
select is(tests.answer('admin', $$ select public.disconnect_integration('hubspot', proposes_removal => true) $$), 'ok', 'an admin disconnects a CRM');
select is(array_agg(title order by title), array['Remove 1 company synced from HubSpot', 'Remove 2 contacts synced from HubSpot'], 'each stream with rows has a card')
from public.approvals where kind = 'sync_removal' and title like '%HubSpot';
select is(tests.answer('admin', $$ select public.disconnect_integration('google_drive', proposes_removal => true) $$), 'ok', 'an admin disconnects a drive');
select is((is_restricted, archived_at)::text, '(f,)', 'a proposed removal does not restrict a file before the decision') from public.sources where id = tests.document_of('F');
select is(pg_temp.carry_out((pg_temp.card('files')).id), 'executed', 'a lead removes the files');
select isnt(archived_at, null, 'an executed removal archives the file') from public.sources where id = tests.document_of('F');

select * from finish();
rollback;
