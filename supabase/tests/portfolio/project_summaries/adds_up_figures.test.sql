begin;
select plan(5);
select tests.two_agencies();

insert into public.tasks (organization_id, project_id, title, status, estimate_hours, completed_on) values
  (tests.id('North'), tests.id('alpha'), 'Done', 'done', 4, '2026-03-20'),
  (tests.id('North'), tests.id('alpha'), 'Dropped', 'cancelled', null, null);
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours) values
  (tests.id('North'), tests.id('alpha'), tests.id('member'), '2026-03-18', 1.25),
  (tests.id('North'), tests.id('alpha'), tests.id('member'), '2026-02-18', 0.25);
insert into public.status_updates (organization_id, project_id, author_id, health, summary, created_at) values
  (tests.id('North'), tests.id('alpha'), tests.id('lead'), 'off_track', 'Older.', '2026-02-01'),
  (tests.id('North'), tests.id('alpha'), tests.id('lead'), 'at_risk', 'Newest.', '2026-03-10');
insert into public.projects (id, organization_id, account_id, name) values
  (tests.id('bare'), tests.id('North'), tests.id('Garden site'), 'bare');

select tests.act_as('lead');
select is(actual_hours, 4.00, 'actual hours are the sum of the time entries')
from public.project_summaries where id = tests.id('alpha');
select is((task_count, open_task_count, estimate_hours)::text, '(3,1,12.00)', 'each task counts once, however many time entries the project has')
from public.project_summaries where id = tests.id('alpha');
select is((health, last_activity_on)::text, '(at_risk,2026-03-20)',
  'the health is that of the newest status, and the last activity is the latest of hours, completed tasks and status')
from public.project_summaries where id = tests.id('alpha');
select is((actual_hours, task_count, health, last_activity_on)::text, '(0,0,,)', 'a project without rows has zeros and nulls')
from public.project_summaries where id = tests.id('bare');
select is((task_count, estimate_hours)::text, '(0,0)', 'archived tasks do not count')
from public.project_summaries where id = tests.id('gamma');

select * from finish();
rollback;
