-- Findings about streams that have stopped, that wait or that have read nothing for a while, and about records that were
-- not applied.
begin;
select plan(20);
select tests.two_agencies();
select tests.syncs();
create function pg_temp.findings() returns setof text language sql as $$
  select code || ' of ' || subject_name from private.sync_findings(tests.id('North'))
$$;

select tests.sync('tasks', array[tests.task('1')]);
select tests.sync('hours', array[tests.hours('1')]);
select is_empty('select pg_temp.findings()', 'a stream without problems has no finding');
select tests.sync('tasks', array[tests.task('2', '1', '{"title": " "}')]);
select bag_eq('select pg_temp.findings()', array['sync_dead_letters of ClickUp tasks'], 'dead letters are a finding');
select is(tests.finding('sync_dead_letters', 'tasks stream'), 'open', 'a finding about a stream is part of the health of the organization');
select is(private.finding_evidence('sync_dead_letters', tests.id('tasks stream'), tests.id('North')) #>> '{0,facts,provider}',
  'clickup', 'the evidence of a finding about a stream is the stream');
select tests.sync('tasks', array[tests.task('2')]);
select is_empty('select pg_temp.findings()', 'settling the dead letters ends the finding');

update public.tasks set title = 'Ours' where external_key = 'clickup:1';
select tests.sync('tasks', array[tests.task('1', '2', '{"description": "More"}')]);
select bag_eq('select pg_temp.findings()', array['sync_conflicts of ClickUp tasks'], 'a row that changed on both sides is a finding');
select is(
  private.finding_evidence('sync_conflicts', tests.id('tasks stream'), tests.id('North')) #> '{0}' -> 'id',
  (select to_jsonb(tasks.id) from public.tasks where external_key = 'clickup:1'), 'the evidence of a conflict is the row');
update public.tasks set hidden_at = now() where external_key = 'clickup:1';
select is(private.finding_evidence('sync_conflicts', tests.id('tasks stream'), tests.id('North')), '[]', 'the evidence omits a hidden row');
update public.tasks set hidden_at = null where external_key = 'clickup:1';
select is(tests.facts('sync_conflicts', 'tasks stream') - '{provider,stream}'::text[], '{"records": 1, "fields": ["title"]}',
  'the finding names the fields that both sides changed');

-- A lead settles the finding. Later conflicts open it again, without the earlier ones.
update private.sync_records set conflict_at = now() - interval '1 hour' where conflict_at is not null;
create temporary table finding as select tests.finding_hash('sync_conflicts', 'tasks stream') as hash;
grant select on finding to authenticated;
select tests.act_as('lead');
select public.resolve_finding('sync_conflicts', tests.id('tasks stream'), 0, hash, 'settled', 'Theirs is right.') from finding;
select tests.act_as('owner');
select is(tests.finding('sync_conflicts', 'tasks stream'), 'settled', 'a finding that a lead settled is settled');
update public.tasks set due_on = '2026-05-02' where external_key = 'clickup:2';
select tests.sync('tasks', array[tests.task('2', '2', '{"description": "More"}')]);
select is(tests.finding('sync_conflicts', 'tasks stream'), 'open', 'a later conflict opens the finding again');
select is(tests.facts('sync_conflicts', 'tasks stream') - '{provider,stream}'::text[], '{"records": 1, "fields": ["due_on"]}',
  'a finding omits the conflicts that a person has settled');
select is(
  jsonb_path_query_array(private.finding_evidence('sync_conflicts', tests.id('tasks stream'), tests.id('North')), '$[*].id'),
  (select jsonb_build_array(tasks.id) from public.tasks where external_key = 'clickup:2'),
  'the evidence omits the conflicts that a person has settled');

update public.sync_streams set completed_at = now() - interval '59 minutes' where organization_id = tests.id('North');
select is(count(*)::integer, 0, 'a stream with a complete run within three intervals or one hour is not stale') from pg_temp.findings() as finding where finding like 'sync_stale%';
update public.sync_streams set completed_at = now() - interval '61 minutes' where organization_id = tests.id('North');
select bag_eq('select pg_temp.findings()', array['sync_conflicts of ClickUp tasks', 'sync_stale of ClickUp tasks', 'sync_stale of Harvest hours'],
  'a stream without a recent complete run is stale');
delete from public.sync_scopes where stream_id = tests.id('hours stream');
select is(tests.finding('sync_stale', 'hours stream'), null, 'a stream without anything to read is not stale');
update public.sync_streams set state = 'needs_reconnect' where id = tests.id('tasks stream');
select bag_eq('select pg_temp.findings()', array['sync_conflicts of ClickUp tasks', 'sync_needs_reconnect of ClickUp tasks'], 'a dead grant is a finding');

update public.sync_streams set state = 'active' where id = tests.id('tasks stream');
select tests.sync('tasks', array(select tests.task('more ' || number) from generate_series(1, 20) as number));
select tests.sync('tasks', '{}', true);
select is((tests.facts('sync_removals_held', 'tasks stream') ->> 'removals')::integer, 22, 'removals that wait are a finding');
select is(private.finding_evidence('sync_removals_held', tests.id('tasks stream'), tests.id('North')) #>> '{0,id}', id::text, 'the evidence of a finding about removals is their card') from public.approvals where kind = 'sync_removal';
select is(count(*)::integer, 0, 'another agency has no findings about the streams') from private.sync_findings(tests.id('South'));

select * from finish();
rollback;
