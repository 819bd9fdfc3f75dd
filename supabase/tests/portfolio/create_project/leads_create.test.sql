begin;
select plan(13);
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
select tests.act_as('lead');
create temporary table new_project as select public.create_project(tests.id('Harbour shop'), ' New ',
  jsonb_build_object('code', 'P-9', 'lead_id', tests.id('lead'), 'starts_on', '2026-03-02', 'budget_hours', 80)) as project;
select is((project ->> 'name', project ->> 'status', project -> 'version', project ->> 'code')::text, '(New,planned,1,P-9)', 'a lead creates a project') from new_project;
select tests.act_as('owner');
select is(action, 'project.created', 'the audit log contains the new project') from public.audit_events, new_project where object_id = (project ->> 'id')::uuid;
create function pg_temp.create(persona text, account text, name text, fields jsonb, refusal text) returns text language sql as $$
  select is(pg_temp.refusal(persona, format('select public.create_project(%L, %L, %L)', tests.id(account), name, fields)), refusal,
    format('%s who creates a project named %L with %s gets %s', persona, name, fields, refusal))
$$;
select pg_temp.create('member', 'Harbour shop', 'x', '{}', 'OPDEN role_not_allowed');
select pg_temp.create('client', 'Harbour shop', 'x', '{}', 'OPDEN role_not_allowed');
select pg_temp.create('outsider', 'Harbour shop', 'x', '{}', 'OPDEN no_membership');
select pg_temp.create('other_admin', 'Harbour shop', 'x', '{}', 'OPNFD account_not_found');
select pg_temp.create('lead', 'Harbour shop', ' ', '{}', 'OPINV invalid_name');
select pg_temp.create('lead', 'Harbour shop', 'x', '{"version": 2}', 'OPINV unknown_fields');
select pg_temp.create('lead', 'Harbour shop', 'x', '{"code": "P-1"}', 'OPSTA code_taken');
select pg_temp.create('lead', 'Harbour shop', 'x', '{"starts_on": "2026-02-02", "due_on": "2026-01-01"}', 'OPINV due_before_start');
select pg_temp.create('lead', 'Harbour shop', 'x', jsonb_build_object('lead_id', tests.id('client')), 'OPNFD lead_not_found');
update public.clients set archived_at = now() where id = tests.id('Harbour');
select pg_temp.create('lead', 'Harbour shop', 'x', '{}', 'OPSTA client_archived');
select is((select count(*)::integer from public.projects where name = 'x'), 0, 'the refused projects are not stored');

select * from finish();
rollback;
