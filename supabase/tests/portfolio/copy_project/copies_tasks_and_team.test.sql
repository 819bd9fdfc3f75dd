begin;
select plan(16);
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
update public.tasks set due_on = '2026-01-19', started_on = '2026-01-12', labels = '{web}', status = 'done', completed_on = '2026-01-20' where id = tests.id('alpha task');
insert into public.tasks (organization_id, project_id, title, parent_id, assignee_id, status, archived_at)
select tests.id('North'), tests.id('alpha'), title, case when title = 'part' then tests.id('alpha task') end, tests.id('lead'), status::public.task_status, archived_at
from (values ('part', 'open', null), ('cancelled', 'cancelled', null), ('gone', 'open', now())) as cases (title, status, archived_at);

select tests.act_as('lead');
create temporary table copied as select public.copy_project(tests.id('alpha'), tests.id('Garden site'), 'Again', '2026-01-15') as answer;
select is(answer -> 'copied', '{"tasks": 2, "people": 1}', 'a copy has the tasks and the team') from copied;
select is((answer -> 'project' ->> 'name', answer -> 'project' ->> 'status', answer -> 'project' ->> 'code', answer -> 'project' ->> 'due_on')::text,
  '(Again,planned,,2026-07-10)', 'a copy is planned, has no code, and its due day moves with the start') from copied;
select is(answer -> 'project' ->> 'account_id', tests.id('Garden site')::text, 'a copy belongs to the named account') from copied;
select tests.act_as('owner');
create temporary table copies as select tasks.* from public.tasks, copied where project_id = (answer -> 'project' ->> 'id')::uuid;
select is((status, started_on, due_on, completed_on, labels, assignee_id, external_key)::text,
  format('(open,2026-01-22,2026-01-29,,{web},%s,)', tests.id('member')), 'a copied task is open, has moved days and has no external key') from copies where title = 'alpha task';
select is((select parts.title from copies as parts join copies as parents on parents.id = parts.parent_id), 'part', 'a copied subtask belongs to the copy of its parent');
select is((select count(*)::integer from public.time_entries where project_id in (select project_id from copies)), 0, 'a copy has no hours');
select is((select string_agg(action, ' ' order by action) from public.audit_events where project_id in (select project_id from copies)),
  'person.membership_changed project.copied', 'the audit log contains the copied project and team');

select tests.act_as('lead');
select is((answer -> 'copied')::text, '{"tasks": 0, "people": 0}', 'a copy can leave out the tasks and the team')
from public.copy_project(tests.id('alpha'), tests.id('Garden site'), 'Bare', with_tasks => false, with_team => false) as answer;
create temporary table undated as select (public.copy_project(tests.id('alpha'), tests.id('Garden site'), 'Undated') -> 'project' ->> 'id')::uuid as id;
select is((select count(due_on)::integer from public.tasks where project_id = (select id from undated)), 0, 'a copy without a start has tasks without days');
select tests.act_as('owner');
select is(pg_temp.refusal(persona, format('select public.copy_project(%L, %L, %L)', tests.id(project), tests.id(account), name)), refusal, format('%s who copies %s to %s with the name %L gets %s', persona, project, account, name, refusal))
from (values ('member', 'alpha', 'Garden site', 'x', 'OPDEN role_not_allowed'), ('client', 'alpha', 'Garden site', 'x', 'OPDEN role_not_allowed'),
  ('other_admin', 'alpha', 'South shop', 'x', 'OPNFD project_not_found'), ('lead', 'delta', 'Garden site', 'x', 'OPNFD project_not_found'),
  ('lead', 'alpha', 'South shop', 'x', 'OPNFD account_not_found'), ('lead', 'alpha', 'Garden site', ' ', 'OPINV invalid_name')) as cases (persona, project, account, name, refusal);
select is((select count(*)::integer from public.projects where name = 'x'), 0, 'the refused copies are not stored');

select * from finish();
rollback;
