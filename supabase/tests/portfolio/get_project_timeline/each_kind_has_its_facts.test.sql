begin;
select plan(11);
select tests.two_agencies();

-- alpha already has one update on 3 March and 2.5 hours on 2 March.
insert into public.status_updates (id, organization_id, project_id, author_id, health, summary, risks, next_steps, created_at)
values (tests.id('late update'), tests.id('North'), tests.id('alpha'), tests.id('lead'), 'at_risk', 'Late.', 'More delay.',
        'Call them.', '2026-03-10 23:30+00');
insert into public.portfolio_classifications (id, organization_id, project_id, version, tier, service_line, risk, reason, classified_by, created_at)
values
  (tests.id('first'), tests.id('North'), tests.id('alpha'), 1, 'core', null, 'low', null, tests.id('lead'), '2026-03-01 10:00+00'),
  (tests.id('second'), tests.id('North'), tests.id('alpha'), 2, 'core', 'Commerce', 'high', 'They are late.', tests.id('admin'), '2026-03-11 09:00+00');
insert into public.audit_events (id, organization_id, occurred_at, actor_person_id, actor_db_role, action, object_type, object_id, project_id, before, after)
select tests.id(action || ' event'), tests.id('North'), '2026-03-11 08:00+00', tests.id('lead'), 'authenticated', action, 'project',
       tests.id('alpha'), tests.id('alpha'), '{"status": "active", "due_on": null, "version": 1}', '{"status": "on_hold", "due_on": null, "version": 2}'
from unnest(array['project.updated', 'project.classified']) as action;
insert into public.tasks (id, organization_id, project_id, title, status, priority, started_on, completed_on, archived_at)
select tests.id('task ' || n), tests.id('North'), tests.id('alpha'), 'Task ' || n, status::public.task_status, priority, '2026-03-11',
       '2026-03-11', case when n = 9 then now() end
from (values (1, 'done', 2), (2, 'done', 1), (3, 'done', null), (4, 'done', 3), (5, 'done', 3), (6, 'done', 3),
             (7, 'cancelled', 1), (9, 'done', 1)) as cases (n, status, priority);
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
values
  (tests.id('North'), tests.id('alpha'), tests.id('task 1'), tests.id('member'), '2026-03-11', 1.25),
  (tests.id('North'), tests.id('alpha'), tests.id('task 2'), tests.id('member'), '2026-03-11', 2),
  (tests.id('North'), tests.id('alpha'), tests.id('task 2'), tests.id('freelancer'), '2026-03-11', 4),
  (tests.id('North'), tests.id('alpha'), null, tests.id('freelancer'), '2026-03-11', 0.5);

select tests.act_as('lead');
create temporary table entries as
select * from jsonb_array_elements(public.get_project_timeline(tests.id('alpha')) -> 'entries') with ordinality as entry (content, number);
create function pg_temp.entry(kind text, day text) returns jsonb language sql as $$
  select content - 'kind' - 'day' from entries where content ->> 'kind' = entry.kind and content ->> 'day' = entry.day
$$;

select is(pg_temp.entry('status_update', '2026-03-11'),
  jsonb_build_object('at', '2026-03-10 23:30+00'::timestamptz, 'id', tests.id('late update'),
    'by', jsonb_build_object('id', tests.id('lead'), 'name', 'lead'), 'health', 'at_risk', 'summary', 'Late.',
    'risks', 'More delay.', 'next_steps', 'Call them.', 'version', 1, 'corrected_at', null),
  'half an hour before midnight in UTC is on the next day in Berlin');
select is(pg_temp.entry('classification', '2026-03-11') - 'at',
  jsonb_build_object('id', tests.id('second'), 'by', jsonb_build_object('id', tests.id('admin'), 'name', 'admin'),
    'from', '{"tier": "core", "service_line": null, "risk": "low"}'::jsonb,
    'to', '{"tier": "core", "service_line": "Commerce", "risk": "high"}'::jsonb, 'reason', 'They are late.'),
  'a classification has its earlier values');
select is(pg_temp.entry('classification', '2026-03-01') -> 'from', 'null', 'the first classification has no earlier values');
select is(pg_temp.entry('project_changed', '2026-03-11') - 'at',
  jsonb_build_object('id', tests.id('project.updated event'), 'by', jsonb_build_object('id', tests.id('lead'), 'name', 'lead'),
    'changes', '{"status": {"from": "active", "to": "on_hold"}}'::jsonb),
  'a change lists the fields that differ, except those with an entry of another kind');
select is(pg_temp.entry('tasks_completed', '2026-03-11'),
  jsonb_build_object('at', null, 'count', 6, 'tasks', (
    select jsonb_agg(jsonb_build_object('id', tests.id('task ' || n), 'title', 'Task ' || n) order by number)
    from unnest(array[2, 1, 4, 5, 6]) with ordinality as first (n, number))),
  'all completed tasks are counted and the first five listed, without cancelled and archived ones');
select is(pg_temp.entry('tasks_started', '2026-03-11') -> 'count', '7', 'started tasks count in any status');
select is(pg_temp.entry('hours', '2026-03-11'),
  jsonb_build_object('at', null, 'hours', 7.75, 'entry_count', 4, 'task_count', 2, 'people', jsonb_build_array(
    jsonb_build_object('id', tests.id('freelancer'), 'name', 'freelancer', 'hours', 4.50),
    jsonb_build_object('id', tests.id('member'), 'name', 'member', 'hours', 3.25))),
  'the hours of a day are one entry with a line per person');
select results_eq(
  $$ select content ->> 'day', content ->> 'kind' from entries order by number $$,
  $$ values ('2026-03-11', 'classification'), ('2026-03-11', 'project_changed'), ('2026-03-11', 'status_update'),
            ('2026-03-11', 'tasks_completed'), ('2026-03-11', 'tasks_started'), ('2026-03-11', 'hours'),
            ('2026-03-03', 'status_update'), ('2026-03-02', 'hours'), ('2026-03-01', 'classification') $$,
  'the newest day comes first, and within a day the latest time, then entries without a time');

select is(
  (select array_agg(distinct entry ->> 'kind') from jsonb_array_elements(
     public.get_project_timeline(tests.id('alpha'), kinds => '{hours,classification}') -> 'entries') as entry),
  array['classification', 'hours'], 'the timeline has only the requested kinds');
select is(
  public.get_project_timeline(tests.id('alpha'), day_limit => 1, kinds => '{hours}') ->> 'next_before', '2026-03-11',
  'days without the requested kinds do not count towards the page');
select public.update_project(tests.id('beta'), 1, '{"status": "active", "due_on": "2026-12-01"}');
select is(
  (select array_agg(entry -> 'changes') from jsonb_array_elements(
     public.get_project_timeline(tests.id('beta'), kinds => '{project_changed}') -> 'entries') as entry),
  array['{"status": {"from": "planned", "to": "active"}, "due_on": {"from": null, "to": "2026-12-01"}}'::jsonb],
  'the timeline has the change of a command');

select * from finish();
rollback;
