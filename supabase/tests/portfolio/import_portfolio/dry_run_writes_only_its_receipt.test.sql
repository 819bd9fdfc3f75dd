begin;
select plan(7);
select tests.two_agencies();
create temporary table before as select tests.portfolio() as portfolio;

select tests.act_as('lead');
create temporary table runs as select tests.import('dry_run', tests.small_plan()) as run;
grant select on runs to public;

select is((run ->> 'mode', run ->> 'status', run ->> 'error'), ('dry_run'::text, 'succeeded'::text, null::text), 'a dry run succeeds')
from runs;
select is(
  (select jsonb_object_agg(entity, tests.import_counts(run, entity)) from jsonb_object_keys(run -> 'counts') as entity),
  '{"rows": "3/0/0/0", "clients": "1/0/0/0", "accounts": "1/0/0/0", "projects": "1/0/0/0", "people": "1/0/1/0",
    "tasks": "2/0/0/0", "time_entries": "2/0/0/0", "rates": "0/0/0/0"}'::jsonb,
  'a dry run counts rows to create, update, leave and skip')
from runs;
select is(tests.dispositions(run), 'create create create', 'a dry run describes each line') from runs;

select tests.act_as('owner');
select is(tests.portfolio(), portfolio, 'a dry run leaves the portfolio unchanged') from before;
select is(to_jsonb(portfolio_import_runs), run, 'the stored receipt equals the answer')
from runs join public.portfolio_import_runs on portfolio_import_runs.id = (run ->> 'id')::uuid;
select is((requested_by, organization_id)::text, format('(%s,%s)', tests.id('lead'), tests.id('North')), 'the receipt names the caller')
from runs join public.portfolio_import_runs on portfolio_import_runs.id = (run ->> 'id')::uuid;
select is((action, actor_person_id, after ->> 'mode')::text,
  format('(portfolio_import.succeeded,%s,dry_run)', tests.id('lead')), 'the audit log contains the dry run')
from runs join public.audit_events on audit_events.object_id = (run ->> 'id')::uuid;

select * from finish();
rollback;
