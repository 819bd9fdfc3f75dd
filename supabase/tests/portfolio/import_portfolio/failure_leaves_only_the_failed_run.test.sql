begin;
select plan(9);
select tests.two_agencies();
-- The import fails late, after clients, projects and tasks are written.
create function pg_temp.break() returns trigger language plpgsql as $$ begin raise 'The disk is on fire'; end $$;
create trigger on_fire before insert on public.time_entries for each row execute function pg_temp.break();
create temporary table before as select tests.portfolio() as portfolio;

select tests.act_as('lead');
create temporary table runs as select tests.import('apply', tests.small_plan()) as run;
grant select on runs to public;
select is((run ->> 'status', run ->> 'error'), ('failed'::text, 'The disk is on fire'::text), 'a failed run has the reason') from runs;
select is((run -> 'plan_hash', run -> 'counts', run -> 'validation')::text, '(null,null,null)', 'a failed run has no counts') from runs;

select tests.act_as('owner');
select is(tests.portfolio(), portfolio, 'a failed run leaves the portfolio unchanged') from before;
select is(status, 'failed', 'a failed run is stored')
from runs join public.portfolio_import_runs on portfolio_import_runs.id = (run ->> 'id')::uuid;
select is(tests.dispositions(run), null, 'a failed run has no results of lines') from runs;
select is(action, 'portfolio_import.failed', 'the audit log contains the failure')
from runs join public.audit_events on object_id = (run ->> 'id')::uuid;

-- A parser would already have refused this value.
select tests.act_as('lead');
select is(tests.import('apply', '[{"project_code": "P-1", "project_status": "nonsense"}]') ->> 'status', 'failed', 'a value of the wrong type fails the run');
drop table runs;

select tests.act_as('owner');
drop trigger on_fire on public.time_entries;
select tests.act_as('lead');
select is(tests.import('apply', tests.small_plan()) ->> 'status', 'succeeded', 'an import after a failed one succeeds');
select is(actual_hours, 3.75, 'an import after a failed one imports everything') from public.project_summaries where code = 'M-1';

select * from finish();
rollback;
