-- Every record has a stream of its organization, for every writer and even where foreign keys are not checked.
begin;
select plan(14);
select tests.two_agencies();
select tests.syncs();
select tests.sync('tasks', array[tests.task('1')]);

create function pg_temp.insert_record(organization uuid, stream uuid) returns text language sql as $$
  select format(
    'insert into private.sync_records (organization_id, stream_id, external_id, version, is_here, seen_listing)
     values (%L, %L, ''9'', ''1'', false, 1)', organization, stream)
$$;
create function pg_temp.holds(mode text) returns setof text language plpgsql as $$
begin
  perform set_config('session_replication_role', mode, true);
  return next throws_ok(
    pg_temp.insert_record(tests.id('North'), gen_random_uuid()), 'OPNFD', null, mode || ': a record of an unknown stream is refused');
  return next throws_ok(
    pg_temp.insert_record(tests.id('North'), tests.id('South stream')), 'OPNFD', null,
    mode || ': a record of another organization''s stream is refused');
  return next throws_ok(
    'delete from public.sync_streams where id = tests.id(''tasks stream'')', 'OPSTA', null, mode || ': a stream with records cannot be deleted');
  return next throws_ok(
    'update public.sync_streams set id = gen_random_uuid() where id = tests.id(''tasks stream'')', 'OPSTA', null,
    mode || ': the key of a stream cannot change');
  return next throws_ok('truncate public.sync_streams cascade', 'OPSTA', null, mode || ': streams cannot be truncated');
  return next throws_ok(
    'update private.sync_records set stream_id = tests.id(''hours stream'')', 'OPSTA', null, mode || ': a record cannot move to another stream');
  perform set_config('session_replication_role', 'origin', true);
end;
$$;
select pg_temp.holds(mode) from unnest(array['origin', 'replica']) as mode;

select lives_ok(pg_temp.insert_record(tests.id('North'), tests.id('hours stream')), 'a record of a stream of its organization is stored');
select lives_ok($$ update public.sync_streams set failures = 1 $$, 'the other columns of a stream can change');

select * from finish();
rollback;
