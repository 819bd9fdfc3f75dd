-- A connected vendor per stream, and a worker that reads it.
begin;
set local client_min_messages = warning;

-- Streams of North: 'tasks' of ClickUp, whose list L1 is alpha and L2 is shared, and 'hours' of Harvest, whose
-- project H1 is alpha. South has a stream and a separate list.
create function tests.syncs()
returns void
language plpgsql
as $$
begin
  insert into public.integrations (organization_id, provider, settings, secret_name, connected_by) values
    (tests.id('North'), 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'none', tests.id('admin')),
    (tests.id('North'), 'harvest', '{"account_id": "7"}', 'none', tests.id('admin')),
    (tests.id('South'), 'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'none', tests.id('other_admin'));
  insert into public.sync_streams (id, organization_id, provider, stream) values
    (tests.id('tasks stream'), tests.id('North'), 'clickup', 'tasks'),
    (tests.id('hours stream'), tests.id('North'), 'harvest', 'hours'),
    (tests.id('South stream'), tests.id('South'), 'clickup', 'tasks');
  insert into public.sync_scopes (id, organization_id, stream_id, external_id, name, project_id) values
    (tests.id('L1'), tests.id('North'), tests.id('tasks stream'), 'L1', 'List', tests.id('alpha')),
    (tests.id('L2'), tests.id('North'), tests.id('tasks stream'), 'L2', 'List', tests.id('shared')),
    (tests.id('H1'), tests.id('North'), tests.id('hours stream'), 'H1', 'Project', tests.id('alpha')),
    (tests.id('South L1'), tests.id('South'), tests.id('South stream'), 'L1', 'List', tests.id('delta'));
end;
$$;

-- Enqueues the stream and leases its job as a worker does. Returns the run.
create function tests.begin_run(stream_name text, out job_id uuid, out attempt integer, out run_id uuid, out answer jsonb)
language plpgsql
as $$
begin
  perform private.enqueue_sync(sync_streams) from public.sync_streams where id = tests.id(stream_name || ' stream');
  update private.jobs set attempt = jobs.attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where jobs.payload ->> 'stream_id' = tests.id(stream_name || ' stream')::text and jobs.died_at is null
  returning jobs.id, jobs.attempt into job_id, attempt;
  answer := public.begin_sync_run(job_id, attempt);
  run_id := (answer ->> 'run_id')::uuid;
end;
$$;

create function tests.record(external_id text, version text, data jsonb, is_deleted boolean default false, filtered text default null)
returns jsonb
language sql
as $$
  select jsonb_build_object(
    'externalId', external_id, 'version', version, 'isDeleted', is_deleted, 'filteredBecause', filtered,
    'data', case when not is_deleted then data end)
$$;

create function tests.task(external_id text, version text default '1', changes jsonb default '{}')
returns jsonb
language sql
as $$
  select tests.record(external_id, version, jsonb_build_object(
    'list_id', 'L1', 'title', 'Task ' || external_id, 'description', null, 'status', 'to do', 'is_closed', false,
    'due_on', null, 'estimate_hours', null, 'assignee_email', null, 'assignee_name', null, 'labels', '[]'::jsonb,
    'url', null, 'parent_external_id', null) || changes)
$$;

create function tests.hours(external_id text, version text default '1', changes jsonb default '{}')
returns jsonb
language sql
as $$
  select tests.record(external_id, version, jsonb_build_object(
    'project_external_id', 'H1', 'task_name', 'Design', 'person_email', 'member@tests.test', 'person_name', 'Member',
    'spent_on', '2026-03-02', 'hours', 1.5, 'note', null, 'is_billable', true) || changes)
$$;

create function tests.page(records jsonb[], cursor text default 'next', has_more boolean default false, is_snapshot boolean default false)
returns jsonb
language sql
as $$
  select jsonb_build_object(
    'records', to_jsonb(records), 'cursor', cursor, 'hasMore', has_more, 'isSnapshot', is_snapshot,
    'confirmedAt', '2026-03-02T10:00:00.123456Z', 'calls', 1, 'retries', 0)
$$;

-- A complete run of one page. Returns the receipt.
create function tests.sync(stream_name text, records jsonb[], is_snapshot boolean default false)
returns public.sync_runs
language plpgsql
as $$
declare
  v_run record;
  v_receipt public.sync_runs;
begin
  select * into v_run from tests.begin_run(stream_name);
  perform public.apply_sync_page(
    v_run.job_id, v_run.attempt, v_run.run_id, v_run.answer ->> 'cursor',
    tests.page(records, 'after ' || v_run.run_id, is_snapshot => is_snapshot));
  perform public.end_sync_run(v_run.job_id, v_run.attempt, v_run.run_id, 'completed');
  select * into v_receipt from public.sync_runs where id = v_run.run_id;
  return v_receipt;
end;
$$;

-- The counts of a receipt: created, updated, unchanged, deleted, filtered, failed.
create function tests.counts(run public.sync_runs)
returns integer[]
language sql
as $$ select array[(run).created, (run).updated, (run).unchanged, (run).deleted, (run).filtered, (run).failed] $$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(2);
select tests.two_agencies();
select tests.syncs();
select is(tests.counts(tests.sync('tasks', array[tests.task('1')])), '{1,0,0,0,0,0}', 'a worker reads tasks');
select is(tests.counts(tests.sync('hours', array[tests.hours('1')])), '{1,0,0,0,0,0}', 'a worker reads hours');
select * from finish();
rollback;
