begin;
select plan(42);
select tests.two_agencies();
create function pg_temp.refusal(persona text, statement text) returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute statement;
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return concat_ws(' ', v_code, nullif(v_hint, ''));
end;
$$;
create function pg_temp.rows() returns text language sql as $$
  select concat_ws(' ',
    (select count(*) from public.clients where organization_id = tests.id('Empty')),
    (select count(*) from public.accounts where organization_id = tests.id('Empty')),
    (select count(*) from public.people where organization_id = tests.id('Empty')),
    (select count(*) from public.projects where organization_id = tests.id('Empty')),
    (select count(*) from public.tasks where organization_id = tests.id('Empty')),
    (select count(*) > 10 from public.time_entries where organization_id = tests.id('Empty')),
    (select count(*) from public.status_updates where organization_id = tests.id('Empty')))
$$;
create function pg_temp.elsewhere() returns text language sql as $$
  select md5(string_agg(line, ' ' order by line)) from (
    select clients::text from public.clients where organization_id <> tests.id('Empty') union all
    select projects::text from public.projects where organization_id <> tests.id('Empty') union all
    select tasks::text from public.tasks where organization_id <> tests.id('Empty') union all
    select people::text from public.people where organization_id <> tests.id('Empty')
  ) as snapshot (line)
$$;
create temporary table elsewhere as select pg_temp.elsewhere() as rows;

-- The persona without a membership becomes the only person of a new organization, first as its lead.
insert into public.organizations (id, name, email_domain, currency, time_zone)
values (tests.id('Empty'), 'Empty', 'empty.test', 'EUR', 'Pacific/Kiritimati');
insert into public.people (id, organization_id, user_id, email, name, role, is_employee)
values (tests.id('founder'), tests.id('Empty'), tests.id('outsider user'), 'founder@empty.test', 'founder', 'lead', true);

select is(pg_temp.refusal(persona, $$ select public.add_sample_data() $$), refusal, persona || ' cannot add sample data')
from (values ('outsider', 'OPDEN role_not_allowed'), ('lead', 'OPDEN role_not_allowed'), ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'),
  ('anonymous', '42501'), ('service', '42501'), ('admin', 'OPSTA organization_has_data')) as cases (persona, refusal);
select is(pg_temp.rows(), '0 0 1 0 0 f 0', 'the refusals add nothing');

update public.people set role = 'admin' where id = tests.id('founder');
select tests.act_as('outsider');
select is(public.get_sample_data() - 'steps', '{"rows": 0, "has_own_projects": false, "is_empty": true}', 'an empty organization can get sample data');
select is(public.get_sample_data() -> 'steps', '{"is_named": false, "has_colleague": false, "has_document": false, "has_integration": false}', 'an empty organization has completed no first step');
select is(public.add_sample_data() - 'rows', '{"has_own_projects": false, "is_empty": false}', 'an admin adds sample data');
select tests.act_as('owner');
select is(pg_temp.rows(), '1 1 4 3 20 t 2', 'sample data has a client, projects, people, tasks, hours and status updates');
select tests.act_as('outsider');
select is(public.get_sample_data() -> 'steps', '{"is_named": false, "has_colleague": false, "has_document": false, "has_integration": false}', 'sample data completes no first step');
select tests.act_as('owner');
select is((select count(*)::integer from public.people where organization_id = tests.id('Empty') and (email is not null or user_id is not null)), 1, 'no sample person can sign in');
select is((select count(*)::integer from public.tasks where organization_id = tests.id('Empty') and assignee_id = tests.id('founder') and status <> 'done'), 4, 'some sample tasks are assigned to the admin');
select is((select count(*)::integer from public.time_entries where organization_id = tests.id('Empty') and person_id = tests.id('founder')), 0, 'no sample hours belong to the admin');
select tests.act_as('outsider');
create temporary table again as select public.add_sample_data() ->> 'rows' as answered;
select tests.act_as('owner');
select is(pg_temp.rows(), '1 1 4 3 20 t 2', 'adding sample data again changes nothing');
select is((select array_agg(action) from public.audit_events where organization_id = tests.id('Empty')), '{sample_data.added}', 'the audit log contains adding the sample data once');

select is(pg_temp.refusal(persona, $$ select public.remove_sample_data() $$), refusal,
  case refusal when '' then 'an admin of an organization without sample data is not refused' else persona || ' cannot remove sample data' end)
from (values ('lead', 'OPDEN role_not_allowed'), ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('service', '42501'), ('admin', '')) as cases (persona, refusal);
select is(pg_temp.rows(), '1 1 4 3 20 t 2', 'the refusals remove nothing');

select tests.act_as('outsider');
select is(public.remove_sample_data() -> 'remaining', '[]', 'unchanged sample data is removed completely');
select tests.act_as('owner');
select is(pg_temp.rows(), '0 0 1 0 0 f 0', 'removing unchanged sample data leaves the organization empty');
select is((select count(*)::integer from private.sample_rows), 0, 'removing sample data deletes the record of its rows');
select tests.act_as('outsider');
select is(public.remove_sample_data(), '{"deleted": 0, "remaining": []}', 'removing sample data again changes nothing');

-- Changed rows are archived, rows with work of the organization are retained, and all others are deleted.
select isnt(public.add_sample_data() ->> 'rows', '0', 'sample data can be added again');
select lives_ok($$ select public.update_task(id, 1, '{"status": "done"}') from public.tasks where title = 'Present the proposals to the client' $$, 'a sample task is completed');
select lives_ok($$ select public.log_time(project_id, '2026-03-02', 1, id) from public.tasks where title = 'Agree on delivery areas' $$, 'hours are logged on a sample task');
select lives_ok($$ select public.create_task(id, '{"title": "Our own task"}') from public.projects where code = 'SAMPLE-3' $$, 'a task of the organization is added to a sample project');
create temporary table removed as select public.remove_sample_data() as answer;
select tests.act_as('owner');
select results_eq($$
  select entry ->> 'entity', entry ->> 'result', entry ->> 'label'
  from removed, jsonb_array_elements(answer -> 'remaining') as entry order by 1, 3 $$,
  $$ values ('account', 'retained', 'Juniper Bakery digital (sample)'), ('client', 'retained', 'Juniper Bakery (sample)'),
    ('project', 'archived', 'SAMPLE-1 Website relaunch (sample)'), ('project', 'archived', 'SAMPLE-2 Brand refresh (sample)'), ('project', 'retained', 'SAMPLE-3 Newsletter (sample)'),
    ('task', 'archived', 'Agree on delivery areas'), ('task', 'archived', 'Present the proposals to the client') $$,
  'the answer names every archived or retained row');
select is(pg_temp.rows(), '1 1 1 3 3 f 0', 'removing changed sample data deletes all unchanged rows');
select is((select array_agg(name order by name) from public.projects where organization_id = tests.id('Empty') and archived_at is null), '{Newsletter (sample)}', 'a sample project with a task of the organization is retained');
select is((select array_agg(title) from public.tasks where organization_id = tests.id('Empty') and archived_at is null), '{Our own task}', 'a retained sample project has only the task of the organization');
select is((select sum(hours) from public.time_entries where organization_id = tests.id('Empty')), 1.00, 'hours that a person logged on a sample task are retained');
select is(pg_temp.refusal('outsider', $$ select public.add_sample_data() $$), 'OPSTA organization_has_data', 'sample data is refused once the organization has data of its own');
select is(pg_temp.elsewhere(), rows, 'sample data does not change other organizations') from elsewhere;

-- Each first step is completed by a row of its own, and only by a row of this organization.
insert into public.organization_settings (organization_id, version) values (tests.id('Empty'), 1)
on conflict (organization_id) do update set version = 1;
select tests.act_as('outsider');
select is(public.get_sample_data() -> 'steps', '{"is_named": true, "has_colleague": false, "has_document": false, "has_integration": false}', 'saving settings completes only the step of naming the organization');
select lives_ok($$ select public.invite_person('ada@empty.test', 'Ada', 'member') $$, 'an admin invites a colleague');
select is(public.get_sample_data() #>> '{steps,has_colleague}', 'true', 'a pending invitation completes the step of inviting a colleague');

select * from finish();
rollback;
