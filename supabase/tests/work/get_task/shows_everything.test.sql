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
select public.create_task(tests.id('alpha'), jsonb_build_object('title', 'part', 'parent_id', tests.id('alpha task')));
select public.update_task(tests.id('alpha task'), 1, '{"description": "Text"}');
select public.add_task_comment(tests.id('alpha task'), 'Why?');
select public.propose_approval('task_create', tests.id('alpha'), '{"title": "Card"}');
select tests.act_as('owner');
update public.tasks set external_key = 'approval:' || (select id from public.approvals) where id = tests.id('alpha task');
select tests.act_as('member');
create temporary table panel as select public.get_task(tests.id('alpha task')) as answer;
select is(answer -> 'task' ->> 'description', 'Text', 'the answer contains the requested task') from panel;
select is((answer -> 'account' ->> 'name', answer -> 'client' ->> 'name')::text, '("Harbour shop",Harbour)', 'the task has its account and client') from panel;
select is(answer -> 'subtasks' -> 0 ->> 'title', 'part', 'the task has its subtasks') from panel;
select is(answer -> 'task' -> 'subtasks', '{"open": 1, "total": 1}', 'the task counts its subtasks') from panel;
select is((answer -> 'comments' -> 0 ->> 'body', answer -> 'comments_total')::text, '(Why?,1)', 'the task has its comments') from panel;
select is(answer -> 'hours' -> 0 -> 'person' ->> 'name', 'colleague', 'the task has its hours by person') from panel;
select is(answer -> 'changes' -> 0 -> 'fields', '{"description": {"from": null, "to": "Text"}}', 'the task has its last changes') from panel;
select is(answer -> 'cards' -> 0 ->> 'relation', 'created', 'the task has the card that created it') from panel;
select is((answer -> 'can_edit', answer -> 'locked_fields')::text, '(true,[])', 'a member can edit every field of the task') from panel;
select tests.act_as('owner');
select is(pg_temp.refusal(persona, format('select public.get_task(%L)', tests.id('alpha task'))), refusal, format('%s who reads a task gets %s', persona, refusal))
from (values ('member2', 'OPNFD task_not_found'), ('other_admin', 'OPNFD task_not_found'), ('client', 'OPDEN role_not_allowed'), ('anonymous', '42501')) as cases (persona, refusal);

select * from finish();
rollback;
