-- An estimate as of a day uses the tasks, hours and service lines of that day, and none that are dated later.
begin;
select plan(6);
select tests.two_agencies();
insert into public.tasks (id, organization_id, project_id, title, status, completed_on)
values (tests.id('early'), tests.id('North'), tests.id('alpha'), 'Landing page', 'done', '2026-02-01'),
  (tests.id('late'), tests.id('North'), tests.id('alpha'), 'Landing page', 'done', '2026-03-02');
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
values (tests.id('North'), tests.id('alpha'), tests.id('early'), tests.id('lead'), '2026-01-30', 4),
  (tests.id('North'), tests.id('alpha'), tests.id('early'), tests.id('lead'), '2026-03-02', 16),
  (tests.id('North'), tests.id('alpha'), tests.id('late'), tests.id('lead'), '2026-01-30', 3);
insert into public.portfolio_classifications (organization_id, project_id, version, service_line, classified_by, created_at)
values (tests.id('North'), tests.id('alpha'), 1, 'Web', tests.id('lead'), '2026-01-10 12:00Z'),
  (tests.id('North'), tests.id('alpha'), 2, 'Print', tests.id('lead'), '2026-03-01 12:00Z');

create function pg_temp.cases(service text, as_of date) returns text language sql as $$
  select string_agg(concat_ws(' ', case cases.task_id when tests.id('early') then 'early' else 'late' end, trim_scale(cases.hours),
    case when cases.is_same_service then 'same service' end), ', ' order by cases.completed_on)
  from private.comparable_cases(array[tests.id('alpha')], 'Landing page', null, service, null, null, as_of) as cases
$$;
select is(pg_temp.cases('Web', '2026-02-28'), 'early 4 same service', 'an estimate before a change of the service line uses the earlier one');
select is(pg_temp.cases('Print', '2026-02-28'), 'early 4', 'a service line of a later day does not count as the same service');
select is(pg_temp.cases('Print', '2026-03-01'), 'early 4 same service', 'a service line counts from the day it is set');
select is(pg_temp.cases('Web', '2026-01-05'), null, 'an estimate before all work has no case');
select is(pg_temp.cases('Print', '2026-03-02'), 'early 20 same service, late 3 same service', 'work and hours count once their day has come');
-- The time zone of the organization decides which day it is.
update public.organizations set time_zone = 'Pacific/Auckland' where id = tests.id('North');
select is(pg_temp.cases('Print', '2026-03-01'), 'early 4', 'the day of a service line is that of the organization''s time zone');

select * from finish();
rollback;
