begin;
select plan(21);
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
insert into public.tasks (id, organization_id, project_id, title, assignee_id, due_on, status)
select tests.id(name), tests.id('North'), tests.id(project), name, tests.id('member'),
  private.organization_today(tests.id('North')) + days, status::public.task_status
from (values ('late', 'alpha', -3, 'open'), ('today', 'shared', 0, 'blocked'), ('done', 'alpha', -9, 'done'), ('hidden', 'gamma', -9, 'open')) as cases (name, project, days, status);
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
values (tests.id('North'), tests.id('alpha'), tests.id('member'), private.organization_today(tests.id('North')), 2);

create function pg_temp.titles(list jsonb) returns text language sql as $$
  select string_agg(one ->> 'title', ' ' order by position) from jsonb_array_elements(list) with ordinality as entries (one, position)
$$;
grant execute on function pg_temp.titles(jsonb) to public;
select tests.act_as('member');
create temporary table mine as select public.get_my_work() as answer;
select is(pg_temp.titles(answer -> 'tasks' -> 'items') like 'late today %', true, 'open tasks are sorted by due date') from mine;
select is((answer -> 'tasks' -> 'late', answer -> 'tasks' -> 'items' -> 0 -> 'is_late', answer -> 'tasks' -> 'items' -> 1 -> 'is_late')::text, '(1,true,false)', 'late tasks are marked and counted') from mine;
select is(pg_temp.titles(answer -> 'tasks' -> 'items') ~ 'done|hidden|beta', false, 'closed tasks and tasks outside the scope are left out') from mine;
select is((answer -> 'hours' -> 'hours')::text, '2.00', 'the hours of the week are added up') from mine;
select is(answer -> 'decidable_cards', '0', 'a member has no cards to decide') from mine;
select is((answer -> 'changes' -> 'is_first_look', answer -> 'changes' -> 'total')::text, '(true,0)', 'a person who has never opened My work gets no changes') from mine;

select public.propose_approval('task_create', tests.id('alpha'), '{"title": "Card"}');
select tests.act_as('lead');
select is(public.get_my_work() -> 'decidable_cards', public.get_inbox() -> 'counts' -> 'decidable', 'a lead gets the number of cards in the inbox');
select lives_ok($$ select public.update_task(tests.id('late'), 1, '{"priority": 1}') $$, 'a lead changes a task');
select lives_ok($$ select public.create_task(tests.id('beta'), '{"title": "elsewhere"}') $$, 'a lead creates a task in another project');
select tests.act_as('member');
select lives_ok($$ select public.update_task(tests.id('late'), 2, '{"priority": 2}') $$, 'the member changes the task');
select is((select jsonb_agg(one - '{id,at,project}'::text[]) from jsonb_array_elements(public.get_my_work() -> 'changes' -> 'items') as one),
  jsonb_build_array(jsonb_build_object('by', jsonb_build_object('id', tests.id('lead'), 'name', 'lead'), 'code', 'task.updated',
    'object', jsonb_build_object('type', 'task', 'id', tests.id('late'), 'title', 'late'),
    'fields', '{"priority": {"from": null, "to": 1}}'::jsonb)),
  'My work has the changes that other people made in the person''s projects, as codes and facts');
select is(public.get_my_work() -> 'changes' -> 'counts', '{"task.updated": 1}', 'changes are counted by code');
select lives_ok($$ select public.mark_my_work_seen(now() - interval '1 day') $$, 'My work can be marked as seen at an earlier time');
select is(public.get_my_work() -> 'changes' -> 'total', '1', 'changes since My work was last seen are listed');
select isnt(public.mark_my_work_seen(now() + interval '1 day') ->> 'last_seen_at', null, 'My work can be marked as seen at a future time');
select is((answer -> 'changes' -> 'total', answer -> 'changes' -> 'is_first_look')::text, '(0,false)', 'no changes are listed once My work was seen') from public.get_my_work() as answer;
select is(public.mark_my_work_seen(now() - interval '9 days') ->> 'last_seen_at', public.mark_my_work_seen() ->> 'last_seen_at', 'marking an earlier time does not replace a later one');
select tests.act_as('owner');
select is(pg_temp.refusal('client', 'select public.get_my_work()'), 'OPDEN role_not_allowed', 'a client cannot read My work');
select is(pg_temp.refusal('outsider', 'select public.mark_my_work_seen()'), 'OPDEN no_membership', 'an outsider cannot mark My work as seen');
select is((select count(*)::integer from private.my_work_last_looks), 1, 'one row per person is stored');
delete from public.project_members where person_id = tests.id('member');
select tests.act_as('member');
select is((answer -> 'tasks' -> 'total', answer -> 'hours' -> 'hours')::text, '(0,2.00)', 'a person without projects has no tasks but still has their hours') from public.get_my_work() as answer;

select * from finish();
rollback;
