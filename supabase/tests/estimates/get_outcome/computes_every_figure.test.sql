-- Every figure of an answer is compared with one computed by hand from nine equally similar tasks.
begin;
select plan(13);
select tests.two_agencies();
update public.organizations set time_zone = 'UTC' where id = tests.id('North');
create temporary table today as select (now() at time zone 'UTC')::date as day;
grant all on today to public;

-- Task n took n weeks and 7 + n hours, against an estimate of 10 hours: 1 hour on its first day, the rest on its last.
insert into public.tasks (id, organization_id, project_id, title, status, estimate_hours, completed_on)
select tests.id('page ' || n), tests.id('North'), tests.id('alpha'), 'Landing page', 'done', 10, day - 40
from today, generate_series(1, 9) as n;
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
select tests.id('North'), tests.id('alpha'), tests.id('page ' || n), tests.id('admin'), entries.day, entries.hours
from today, generate_series(1, 9) as n
cross join lateral (values
  (today.day - 40 - 7 * n + 1, 1.0),
  (today.day - 40, 6.0 + n - case n when 4 then 2.5 when 5 then 1 else 0 end),
  -- Booked after the completion, and part of the hours.
  (today.day - 37, case n when 4 then 2.5 end),
  (today.day - 39, case n when 5 then 1.0 end),
  -- Booked after the question.
  (today.day + 1, case n when 6 then 99.0 end)
) as entries (day, hours)
where entries.hours is not null;
-- Other work of the last 28 days: 3 and 2 hours count, the others are too old, too new, or on a project without comparables.
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
select tests.id('North'), tests.id(entries.project), tests.id('admin'), day - entries.age, entries.hours
from today, (values ('alpha', 27, 3), ('alpha', 0, 2), ('alpha', 28, 5), ('alpha', -1, 7), ('beta', 3, 11)) as entries (project, age, hours);

select tests.act_as('lead');
create temporary table answer as select public.get_outcome('Landing page') as all_work, public.get_outcome('Landing page', tests.id('beta')) as beta;
select tests.act_as('owner');
select is(all_work ->> 'finished_cases', '9', 'nine cases count') from answer;
-- The finite-sample correction of nine cases makes both ends the smallest and largest; the median is the fifth.
select is(all_work -> 'range_hours', '[8.00, 16.00]', 'the range of nine cases is from the smallest to the largest') from answer;
select is(all_work ->> 'typical_hours', '12.00', 'the typical hours are the median') from answer;
select is(all_work -> 'tails', '[0.1000, 0.1000]', 'without scored cases each tail is 10 percent') from answer;
-- Weeks 1, 2, 3, 4 3/7, 5 1/7, 6, 7, 8, 9 have midpoints 1/18, 3/18, …: 10% is 0.4 of the way from 1 to 2, 90% is 0.6 of that from 8 to 9.
select is(all_work -> 'duration_weeks', '[1.4, 8.6]', 'weeks are counted from the first to the last entry') from answer;
-- Hours minus estimate are -2 to 6 in steps of 1: 10% is 0.8 of the way from -2 to -1, 90% is 0.2 of that from 5 to 6.
select is(all_work -> 'budget_variance_hours', '{"average": 2.00, "range": [-1.20, 5.20]}', 'the variance is the hours minus the estimate') from answer;
select is(all_work -> 'scope_signals' -> 'completed_after_hours', jsonb_build_array(
    jsonb_build_object('task_id', tests.id('page 4'), 'title', 'Landing page', 'project_id', tests.id('alpha'), 'hours', 2.50),
    jsonb_build_object('task_id', tests.id('page 5'), 'title', 'Landing page', 'project_id', tests.id('alpha'), 'hours', 1.00)),
  'hours after the completion are listed by task, the most first') from answer;
select is((all_work -> 'scope_signals' ->> 'recent_burn_hours')::numeric, 5.0, 'the burn is the hours of the last 28 days on the projects of the comparables') from answer;
select is((beta -> 'scope_signals' ->> 'recent_burn_hours')::numeric, 11.0, 'an estimate for a project has the burn of that project') from answer;
select is((all_work ->> 'effective_cases')::numeric, 9.0, 'cases of equal weight count fully') from answer;
select is(all_work ->> 'confidence', 'low', 'an estimate from all work has low confidence') from answer;
select is((select sum((one ->> 'hours')::numeric) from jsonb_array_elements(all_work -> 'comparables') as one), 108.0, 'the comparables have the hours until the question') from answer;

-- The variance needs nine cases with an estimate.
update public.tasks set estimate_hours = null where id = tests.id('page 9');
select tests.act_as('lead');
select is(public.get_outcome('Landing page') -> 'budget_variance_hours', 'null'::jsonb, 'an answer with eight estimated cases has no variance');

select * from finish();
rollback;
