begin;
select plan(19);
select tests.two_agencies();
select tests.an_hour_passes();
select tests.act_as('lead');
create temporary table runs as
select tests.import('apply', tests.small_plan() || '[
  {"project_code": "P-1", "task_key": "T-1", "task_estimate_hours": 99},
  {"project_code": "P-1", "task_key": "T-2"}
]', array['client_name', 'account_name', 'project_code', 'task_key', 'task_estimate_hours', 'person', 'hours', 'spent_on']) as run;
grant select on runs to public;
select tests.an_hour_passes();

create function pg_temp.first_created(entity public.import_entity) returns uuid language sql as $$
  select entity_id from public.portfolio_import_changes join runs on run_id = (run ->> 'id')::uuid
  where change = 'created' and portfolio_import_changes.entity = first_created.entity order by entity_id limit 1
$$;
create function pg_temp.undo_after(statement text) returns void language plpgsql as $$
begin
  perform tests.act_as('owner');
  execute statement;
  perform tests.act_as('lead');
  perform public.undo_import((select (run ->> 'id')::uuid from runs));
end;
$$;
-- One assertion: after the statement, the row of this kind prevents the undo, and nothing is undone.
create function pg_temp.in_the_way(statement text, type text, why text) returns text language plpgsql as $$
declare
  v_detail text;
  v_hint text;
begin
  begin
    perform pg_temp.undo_after(statement);
  exception when sqlstate 'OPSTA' then
    get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return is(
    concat_ws(' ', v_hint, v_detail::jsonb ->> 'count', v_detail::jsonb #>> '{rows,0,type}', v_detail::jsonb #>> '{rows,0,why}'),
    format('import_touched 1 %s %s', type, why), 'an import cannot be undone after: ' || statement);
end;
$$;

select pg_temp.in_the_way($$ update public.tasks set title = 'Newer' where id = pg_temp.first_created('task') $$, 'task', 'changed since');
select pg_temp.in_the_way($$ update public.tasks set title = 'Newer' where id = tests.id('alpha task') $$, 'task', 'changed since');
select pg_temp.in_the_way($$ update public.projects set summary = 'Newer' where id = pg_temp.first_created('project') $$, 'project', 'changed since');
select pg_temp.in_the_way($$ update public.people set name = 'Newer' where id = pg_temp.first_created('person') $$, 'person', 'changed since');
select pg_temp.in_the_way($$ update public.clients set note = 'Newer' where id = pg_temp.first_created('client') $$, 'client', 'changed since');
select pg_temp.in_the_way($$ update public.accounts set name = 'Newer' where id = pg_temp.first_created('account') $$, 'account', 'changed since');
select pg_temp.in_the_way($$ update public.time_entries set hours = 9 where id = pg_temp.first_created('time_entry') $$, 'time_entry', 'changed since');
select pg_temp.in_the_way($$ delete from public.time_entries where id = pg_temp.first_created('time_entry') $$, 'time_entry', 'deleted since');
select pg_temp.in_the_way($$ insert into public.tasks (organization_id, project_id, title)
  values (tests.id('North'), pg_temp.first_created('project'), 'Newer') $$, 'project', 'used by newer tasks');
select pg_temp.in_the_way($$ insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
  values (tests.id('North'), tests.id('beta'), pg_temp.first_created('person'), '2026-02-02', 1) $$, 'person', 'used by newer time entries');
select pg_temp.in_the_way($$ insert into public.project_members (organization_id, project_id, person_id)
  values (tests.id('North'), pg_temp.first_created('project'), tests.id('member')) $$, 'project', 'used by newer project members');
select pg_temp.in_the_way($$ insert into public.invitations (organization_id, person_id, email, token_hash, expires_at)
  values (tests.id('North'), pg_temp.first_created('person'), 'robin@tests.test', '\x00', now() + interval '1 day') $$, 'person', 'used by newer invitations');
select pg_temp.in_the_way($$ insert into public.status_updates (organization_id, project_id, author_id, health, summary)
  values (tests.id('North'), pg_temp.first_created('project'), tests.id('lead'), 'on_track', 'Newer') $$, 'project', 'used by newer status updates');
select pg_temp.in_the_way($$ insert into public.operating_profiles (organization_id, account_id)
  values (tests.id('North'), pg_temp.first_created('account')) $$, 'account', 'used by newer operating profiles');
select pg_temp.in_the_way($$ insert into public.portfolio_classifications (organization_id, project_id, version, classified_by)
  values (tests.id('North'), pg_temp.first_created('project'), 1, tests.id('lead')) $$, 'project', 'used by newer portfolio classifications');
select pg_temp.in_the_way($$ select private.record_audit_event(
  tests.id('North'), 'test.happened', 'project', pg_temp.first_created('project'), null, null, pg_temp.first_created('project')) $$, 'project', 'used by newer audit events');
select pg_temp.in_the_way($$ insert into public.people (organization_id, name, role, is_employee, client_id)
  values (tests.id('North'), 'Contact', 'client', false, pg_temp.first_created('client')) $$, 'client', 'used by newer people');

-- Rows that the import changed but did not create may get newer related rows.
select lives_ok(
  $$ select pg_temp.undo_after('insert into public.status_updates (organization_id, project_id, author_id, health, summary)
     values (tests.id(''North''), tests.id(''alpha''), tests.id(''lead''), ''on_track'', ''Beside'')') $$,
  'a newer row of a project that the import did not create does not prevent the undo');
select is_empty(
  $$ select 1 from public.tasks where external_key in ('K-1', 'K-2', 'T-2') $$, 'the undo deletes the rows of the import');

select * from finish();
rollback;
