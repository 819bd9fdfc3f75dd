-- Helpers of the import_portfolio tests. The file runs after personas and commits too.
begin;
-- Imports rows as the current persona. Lines are numbered from 2, as below a header. The mapping names all keys
-- of the rows unless the test passes fields.
create function tests.import(
  mode public.import_mode, rows jsonb, fields text[] default null, expected_plan_hash text default null,
  memberships text default null
)
returns jsonb
language sql
as $$
  select public.import_portfolio(
    mode, 'plan.csv', repeat('a', 64), 'test',
    jsonb_build_object('fields', (
      select jsonb_object_agg(field, jsonb_build_object('column', field))
      from unnest(coalesce(fields, array(
        select distinct jsonb_object_keys(line) from jsonb_array_elements(rows) as line))) as field))
      || case when memberships is null then '{}' else jsonb_build_object('memberships', memberships) end,
    (select jsonb_agg(jsonb_build_object('line', number + 1) || line order by number)
     from jsonb_array_elements(rows) with ordinality as entries (line, number)),
    expected_plan_hash)
$$;

-- A hash of everything that an import can change.
create function tests.portfolio()
returns text
language sql
as $$
  select md5(string_agg(line, ' ' order by line)) from (
    select clients::text from public.clients union all
    select accounts::text from public.accounts union all
    select people::text from public.people union all
    select projects::text from public.projects union all
    select project_members::text from public.project_members union all
    select tasks::text from public.tasks union all
    select time_entries::text from public.time_entries
  ) as snapshot (line)
$$;

-- Makes all earlier changes of this transaction an hour older, so that later changes are visible.
create function tests.an_hour_passes()
returns void
language plpgsql
as $$
declare
  v_table text;
begin
  perform tests.act_as('owner');
  set local session_replication_role = replica;
  foreach v_table in array array[
    'clients', 'accounts', 'people', 'projects', 'tasks', 'time_entries', 'person_rates', 'project_rates'] loop
    execute format('update public.%I set updated_at = updated_at - interval ''1 hour''', v_table);
  end loop;
  update public.project_members set created_at = created_at - interval '1 hour'
  from public.portfolio_import_memberships as imported
  where imported.project_id = project_members.project_id and imported.person_id = project_members.person_id;
  update public.portfolio_import_runs
  set applied_at = applied_at - interval '1 hour', undone_at = undone_at - interval '1 hour';
  set local session_replication_role = origin;
end;
$$;

-- The same hash without versions and times of change.
create function tests.portfolio_content()
returns text
language sql
as $$
  select md5(string_agg(line, ' ' order by line)) from (
    select (to_jsonb(clients) - 'version' - 'updated_at')::text from public.clients union all
    select (to_jsonb(accounts) - 'version' - 'updated_at')::text from public.accounts union all
    select (to_jsonb(people) - 'updated_at')::text from public.people union all
    select (to_jsonb(projects) - 'version' - 'updated_at')::text from public.projects union all
    select project_members::text from public.project_members union all
    select (to_jsonb(tasks) - 'version' - 'updated_at')::text from public.tasks union all
    select (to_jsonb(time_entries) - 'version' - 'updated_at')::text from public.time_entries
  ) as snapshot (line)
$$;

-- The dispositions of a run, line by line.
create function tests.dispositions(run jsonb)
returns text
language sql
as $$
  select string_agg(disposition::text, ' ' order by line)
  from public.portfolio_import_rows where run_id = (run ->> 'id')::uuid
$$;

-- The count of an entity as `create/update/unchanged/skipped`.
create function tests.import_counts(run jsonb, entity text)
returns text
language sql
as $$
  select concat_ws('/', c ->> 'create', c ->> 'update', c ->> 'unchanged', c ->> 'skipped')
  from (select run #> array['counts', entity]) as counts (c)
$$;

-- Three lines: a new project with two tasks, one of them with hours of two people.
create function tests.small_plan()
returns jsonb
language sql immutable
as $$ select '[
  {"client_name": "Meadow", "account_name": "Meadow app", "project_code": "M-1", "project_name": "Meadow one",
   "project_budget_hours": 120, "task_key": "K-1", "task_title": "Draw", "task_assignee": "member@tests.test",
   "person": "member@tests.test", "hours": 2.5, "spent_on": "2026-02-02", "note": "first"},
  {"project_code": "M-1", "task_key": "K-1", "person": "Robin Newcomer", "hours": 1.25, "spent_on": "2026-02-03"},
  {"project_code": "M-1", "task_key": "K-2", "task_title": "Build", "task_status": "done", "task_estimate_hours": 6}
]'::jsonb $$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(1);
select tests.two_agencies();
select tests.act_as('lead');
select is(tests.import('dry_run', tests.small_plan()) ->> 'status', 'succeeded', 'the small plan can be imported');
select * from finish();
rollback;
