begin;
select plan(22);
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
create temporary table created (task jsonb);
grant all on created to public;

select tests.act_as('member');
insert into created select public.create_task(tests.id('alpha'), jsonb_build_object(
  'title', '  Write   the copy ', 'labels', array['Copy', 'web '], 'assignee_id', tests.id('member'), 'due_on', '2026-03-09',
  'estimate_hours', 4, 'parent_id', tests.id('alpha task')));
select is(task ->> 'title', 'Write the copy', 'a title is stored without blanks around it') from created;
select is(task -> 'labels', '["Copy", "web"]', 'a label is stored without blanks around it') from created;
select is(task ->> 'status', 'open', 'a new task is open') from created;
select is(task -> 'version', '1', 'a new task has version 1') from created;
select is(task -> 'parent' ->> 'title', 'alpha task', 'a subtask names its parent') from created;
select is(task -> 'assignee' ->> 'name', 'member', 'a task names its assignee') from created;
insert into created select public.create_task(tests.id('alpha'), '{"title": "Done before", "status": "done"}');
select tests.act_as('owner');
select is(task ->> 'completed_on', private.organization_today(tests.id('North'))::text,
  'a task that is done gets a day of completion') from created where task ->> 'status' = 'done';
delete from created where task ->> 'status' = 'done';
select tests.act_as('owner');
select is(action, 'task.created', 'the audit log contains the new task') from public.audit_events, created
where object_id = (task ->> 'id')::uuid and actor_person_id = tests.id('member');

select is(pg_temp.refusal('client', $$ select public.create_task(tests.id('alpha'), '{"title": "x"}') $$), 'OPDEN role_not_allowed', 'a client cannot create a task');
select is(pg_temp.refusal('outsider', $$ select public.create_task(tests.id('alpha'), '{"title": "x"}') $$), 'OPDEN no_membership', 'an outsider cannot create a task');
select is(pg_temp.refusal('member2', $$ select public.create_task(tests.id('alpha'), '{"title": "x"}') $$), 'OPNFD project_not_found', 'a project outside the scope is not found');
select is(pg_temp.refusal('other_admin', $$ select public.create_task(tests.id('alpha'), '{"title": "x"}') $$), 'OPNFD project_not_found', 'a project of another organization is not found');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), '{"title": " "}') $$), 'OPINV invalid_text', 'a blank title is refused');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), '{"title": "x", "version": 3}') $$), 'OPINV unknown_fields', 'unknown fields are refused');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), '{"title": "x", "labels": ["a", "A"]}') $$), 'OPINV invalid_labels', 'a repeated label is refused');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), '{"title": "x", "labels": ["\u200b"]}') $$), 'OPINV invalid_labels', 'an invisible label is refused');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), '{"title": "x", "due_on": "2026-01-01", "started_on": "2026-01-02"}') $$), 'OPINV due_before_start', 'a due date before the start is refused');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), jsonb_build_object('title', 'x', 'assignee_id', tests.id('member2'))) $$), 'OPNFD assignee_not_found', 'an assignee who does not see the project is refused');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), jsonb_build_object('title', 'x', 'assignee_id', tests.id('client'))) $$), 'OPNFD assignee_not_found', 'a client contact cannot be the assignee');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), jsonb_build_object('title', 'x', 'parent_id', tests.id('shared task'))) $$), 'OPNFD parent_not_found', 'a parent of another project is refused');
update public.projects set archived_at = now() where id = tests.id('alpha');
select is(pg_temp.refusal('member', $$ select public.create_task(tests.id('alpha'), '{"title": "x"}') $$), 'OPSTA project_archived', 'an archived project is refused');

select is((select count(*)::integer from public.tasks where title = 'x'), 0, 'the refused tasks are not stored');

select * from finish();
rollback;
