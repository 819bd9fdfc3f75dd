begin;
select plan(15);
select tests.two_agencies();
create temporary table before as
select md5(string_agg(p::text, '' order by p::text)) as projects, (select count(*) from public.audit_events) as events
from public.projects as p;
grant select on before to public;

create function pg_temp.update(persona text, project text, version integer, changes jsonb, code text, hint text)
returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    perform public.update_project(tests.id(project), version, changes);
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return is(v_code || ' ' || v_hint, code || ' ' || hint, format('%s who changes %s to %s gets %s', persona, project, coalesce(changes::text, 'null'), hint));
end;
$$;

select pg_temp.update('member', 'alpha', 1, '{"name": "x"}', 'OPDEN', 'role_not_allowed');
select pg_temp.update('other_admin', 'alpha', 1, '{"name": "x"}', 'OPNFD', 'project_not_found');
select pg_temp.update('lead', 'delta', 1, '{"name": "x"}', 'OPNFD', 'project_not_found');
select pg_temp.update('lead', 'alpha', 2, '{"name": "x"}', 'OPSTA', 'version_conflict');
select pg_temp.update('lead', 'alpha', null, '{"name": "x"}', 'OPINV', 'version_missing');
select pg_temp.update('lead', 'alpha', 1, '{"organization_id": "x"}', 'OPINV', 'unknown_fields');
select pg_temp.update('lead', 'alpha', 1, null, 'OPINV', 'no_changes');
select pg_temp.update('lead', 'alpha', 1, '[]', 'OPINV', 'no_changes');
select pg_temp.update('lead', 'alpha', 1, '{"name": ["x"]}', 'OPINV', 'malformed_fields');
select pg_temp.update('lead', 'alpha', 1, '{"due_on": "never"}', 'OPINV', 'invalid_project');
select pg_temp.update('lead', 'alpha', 1, '{"status": "lost"}', 'OPINV', 'invalid_project');
select pg_temp.update('lead', 'alpha', 1, '{"due_on": "2020-01-01"}', 'OPINV', 'due_before_start');
select pg_temp.update('lead', 'alpha', 1, format('{"lead_id": "%s"}', tests.id('other_admin'))::jsonb, 'OPNFD', 'lead_not_found');

select is(
  (select (md5(string_agg(p::text, '' order by p::text)), (select count(*) from public.audit_events))::text
   from public.projects as p),
  (projects, events)::text, 'the refusals change and record nothing') from before;

select tests.act_as('admin');
select is(
  public.update_project(tests.id('alpha'), 1, '{"budget_hours": 120, "due_on": null, "is_archived": true}')
    - array['updated_at', 'created_at', 'archived_at', 'organization_id', 'account_id', 'lead_id', 'id', 'starts_on'],
  '{"code": "P-1", "name": "alpha", "status": "active", "summary": null, "version": 2, "due_on": null,
    "budget_hours": 120.00, "budget_amount": 9000.00}', 'only named fields change');

select * from finish();
rollback;
