begin;
select plan(19);
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
create temporary table before as
select md5(string_agg(t::text, '' order by t::text)) as tasks, (select count(*) from public.audit_events) as events
from public.tasks as t;
create function pg_temp.update(persona text, task text, version integer, changes jsonb, refusal text)
returns text language sql as $$
  select is(pg_temp.refusal(persona, format('select public.update_task(%L, %L, %L)', tests.id(task), version, changes)),
    refusal, format('%s who changes %s to %s gets %s', persona, task, coalesce(changes::text, 'null'), refusal))
$$;

select pg_temp.update('client', 'alpha task', 1, '{"title": "x"}', 'OPDEN role_not_allowed');
select pg_temp.update('outsider', 'alpha task', 1, '{"title": "x"}', 'OPDEN no_membership');
select pg_temp.update('member2', 'alpha task', 1, '{"title": "x"}', 'OPNFD task_not_found');
select pg_temp.update('other_admin', 'alpha task', 1, '{"title": "x"}', 'OPNFD task_not_found');
select pg_temp.update('lead', 'delta task', 1, '{"title": "x"}', 'OPNFD task_not_found');
select pg_temp.update('service', 'alpha task', 1, '{"title": "x"}', '42501');
select pg_temp.update('member', 'alpha task', 2, '{"title": "x"}', 'OPSTA version_conflict');
select pg_temp.update('member', 'alpha task', null, '{"title": "x"}', 'OPINV version_missing');
select pg_temp.update('member', 'alpha task', 1, '{}', 'OPINV no_changes');
select pg_temp.update('member', 'alpha task', 1, '{"project_id": "x"}', 'OPINV unknown_fields');
select pg_temp.update('member', 'alpha task', 1, '{"title": null}', 'OPINV invalid_task');
select pg_temp.update('member', 'alpha task', 1, '{"status": "lost"}', 'OPINV invalid_task');
select pg_temp.update('member', 'alpha task', 1, '{"labels": "web"}', 'OPINV malformed_fields');
select pg_temp.update('member', 'alpha task', 1, '{"completed_on": "2026-01-01"}', 'OPINV completed_without_done');
select pg_temp.update('member', 'alpha task', 1, '{"due_on": "infinity"}', 'OPINV invalid_task');
select pg_temp.update('member', 'alpha task', 1, '{"estimate_hours": "NaN"}', 'OPINV invalid_task');
select pg_temp.update('lead', 'gamma task', 1, '{"title": "x"}', 'OPSTA task_archived');
select pg_temp.update('member', 'alpha task', 1, format('{"parent_id": "%s"}', tests.id('alpha task'))::jsonb, 'OPSTA subtask_too_deep');

select is(
  (select (md5(string_agg(t::text, '' order by t::text)), (select count(*) from public.audit_events))::text from public.tasks as t),
  (tasks, events)::text, 'the refusals change and record nothing') from before;

select * from finish();
rollback;
