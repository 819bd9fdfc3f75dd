-- Blocked tasks come first, then tasks by due day, past due before upcoming. Only dates that people entered make a task
-- stale or unverified.
begin;
select plan(4);
select tests.two_agencies();
update public.tasks set archived_at = now() where id = tests.id('alpha task');
insert into public.tasks (id, organization_id, project_id, title, status, due_on, priority, assignee_id, estimated_on, started_on, completed_on, updated_at)
select tests.id(title), tests.id('North'), tests.id('alpha'), title, status::public.task_status, current_date + due, priority,
       tests.id(assignee), current_date - estimated, current_date - started, case status when 'done' then current_date - 40 end, now()
from (values
  ('late', 'open', -20, 2, 'member', 3, null),
  ('later, urgent', 'in_progress', 20, 1, 'member', 90, 3),
  ('later', 'open', 20, 3, null, 90, 60),
  ('no day', 'open', null, 1, null, null, null),
  ('worked on', 'open', 30, null, 'member', null, null),
  ('worked on once', 'open', 31, null, 'member', null, null),
  ('stuck', 'blocked', 40, null, 'member', null, null),
  ('done', 'done', -20, 1, 'member', 90, 90)
) as cases (title, status, due, priority, assignee, estimated, started);
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours) values
  (tests.id('North'), tests.id('alpha'), tests.id('worked on'), tests.id('member'), current_date - 2, 1),
  (tests.id('North'), tests.id('alpha'), tests.id('worked on'), tests.id('member'), current_date - 90, 1),
  (tests.id('North'), tests.id('alpha'), tests.id('worked on once'), tests.id('member'), current_date - 90, 1),
  (tests.id('North'), tests.id('alpha'), tests.id('done'), tests.id('member'), current_date - 1, 1);

select tests.act_as('member');
create temporary table alpha as
select item from jsonb_array_elements(public.get_spine() -> 'projects') as item where item ->> 'name' = 'alpha';

select is(
  (select array_agg(task ->> 'title' order by number) from jsonb_array_elements(item -> 'open_tasks') with ordinality as t (task, number)),
  array['stuck', 'late', 'later, urgent', 'later', 'worked on', 'worked on once', 'no day'], 'open tasks have the order of the spine') from alpha;
select is(
  (select array_agg(task ->> 'title') from jsonb_array_elements(item -> 'open_tasks') as task where (task ->> 'is_past_due')::boolean),
  array['late'], 'one open task is late') from alpha;
-- 'later' and 'worked on once' are stale. 'no day' and 'stuck' are unverified. The times of the row do not count.
select is(item -> 'open_items',
  '{"open": 7, "blocked": 1, "past_due": 1, "without_assignee": 2, "stale": 2, "unverified": 2}', 'all open tasks are counted') from alpha;
select is(
  (item #> '{open_items,open}')::integer,
  (select open_task_count::integer from public.project_summaries where id = tests.id('alpha')), 'the figures agree with the portfolio') from alpha;

select * from finish();
rollback;
