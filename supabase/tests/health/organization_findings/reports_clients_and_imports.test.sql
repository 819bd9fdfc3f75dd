begin;
select plan(25);
select tests.two_agencies();
create function pg_temp.run(name text, file_name text, mode public.import_mode, status public.import_status, days integer, skipped integer)
returns void language sql as $$
  insert into public.portfolio_import_runs (
    id, organization_id, requested_by, mode, status, file_name, file_sha256, parser_version, mapping, plan_hash, counts,
    error, created_at, finished_at)
  values (tests.id(run.name), tests.id('North'), tests.id('lead'), run.mode, run.status, run.file_name, repeat('0', 64),
          '1', '{}', repeat('0', 64), '{}', case run.status when 'failed' then 'It broke' end,
          now() - run.days * interval '1 day', now());
  insert into public.portfolio_import_rows (organization_id, run_id, line, disposition, reason)
  select tests.id('North'), tests.id(run.name), 1 + line, 'skipped', 'No project' from generate_series(1, run.skipped) as line
$$;

select is(private.company_name(name), 'north sea', format('the company name of %L is ''north sea''', name))
from unnest(array['North Sea', 'north  sea', 'NORTH-SEA', 'North Sea GmbH', 'North Sea, Inc.', 'North Sea S.A.',
                  'North Sea G.m.b.H. & Co. KG', 'North Sea Ltd', ' North Sea AG ']) as name;
select is(private.company_name('AG'), 'ag', 'a name that consists only of a legal form is unchanged');
select isnt(private.company_name('Müller'), private.company_name('Möller'), 'company names with different letters stay different');

select is(tests.finding('duplicate_clients', 'Harbour'), null, 'clients with different names are not duplicates');
insert into public.clients (id, organization_id, name, created_at) values
  (tests.id('Harbour again'), tests.id('North'), 'HARBOUR Ltd.', now() + interval '1 second');
select is(tests.finding('duplicate_clients', 'Harbour'), 'open', 'two clients with variants of one name are a finding about the older client');
select is(tests.finding('duplicate_clients', 'Harbour again'), null, 'a duplicate has no second finding about the newer client');
update public.clients set archived_at = now() where id = tests.id('Harbour again');
select is(tests.finding('duplicate_clients', 'Harbour'), null, 'an archived client is not a duplicate');

select pg_temp.run('first', 'tasks.csv', 'apply', 'succeeded', 5, 3);
select is(tests.facts('unmatched_import_lines', 'first'), '{"file_name": "tasks.csv", "skipped": 3}', 'skipped lines are a finding');
select pg_temp.run('trial', 'tasks.csv', 'dry_run', 'succeeded', 4, 0);
select is(tests.finding('unmatched_import_lines', 'first'), 'open', 'a dry run does not end the finding about skipped lines');
select pg_temp.run('second', 'tasks.csv', 'apply', 'succeeded', 3, 0);
select is(tests.finding('unmatched_import_lines', 'first'), null, 'a complete import of the same file ends the finding about skipped lines');
update public.portfolio_import_runs set applied_at = created_at, undone_at = now(), undone_by = tests.id('lead')
where id = tests.id('second');
select is(tests.finding('unmatched_import_lines', 'first'), 'open', 'undoing the complete import brings the finding about skipped lines back');
update public.portfolio_import_runs set applied_at = created_at, undone_at = now(), undone_by = tests.id('lead')
where id = tests.id('first');
select is(tests.finding('unmatched_import_lines', 'first'), null, 'an undone import with skipped lines is not a finding');
select is(tests.finding('unmatched_import_lines', 'second'), null, 'an undone complete import is not a finding');

select pg_temp.run('broken', 'hours.csv', 'apply', 'failed', 3, 0);
select is(tests.finding('import_failed', 'broken'), 'open', 'a failed import is a finding');
select pg_temp.run('trial broke', 'plan.csv', 'dry_run', 'failed', 2, 0);
select is(tests.finding('import_failed', 'trial broke'), null, 'a failed dry run is not a finding');
select pg_temp.run('other', 'people.csv', 'apply', 'succeeded', 1, 0);
select is(tests.finding('import_failed', 'broken'), 'open', 'an import of another file does not end the finding about a failed one');
select pg_temp.run('mended', 'hours.csv', 'apply', 'succeeded', 0, 0);
select is(tests.finding('import_failed', 'broken'), null, 'an import of the same file ends the finding about a failed one');

select * from finish();
rollback;
