begin;
select plan(10);
select tests.two_agencies();
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours) values
  (tests.id('North'), tests.id('alpha'), tests.id('member'), '2026-01-05', 2),
  (tests.id('North'), tests.id('alpha'), tests.id('member'), '2026-01-05', 1.5),
  (tests.id('North'), tests.id('beta'), tests.id('member'), '2026-01-11', 4),
  (tests.id('North'), tests.id('alpha'), tests.id('member'), '2026-01-12', 8);

select tests.act_as('lead');
select public.lock_week('2026-01-07', tests.id('member'));
create temporary table weeks as select public.get_team_week('2026-01-08') as week;
select is(week ->> 'week_on', '2026-01-05', 'the week begins on Monday') from weeks;
select is((select sum((day ->> 'expected_hours')::numeric) from jsonb_array_elements(week -> 'days') as day), 40.0,
  'the expected hours of the days add up to 40') from weeks;
select is((person -> 'days')::text, '[3.50, 0, 0, 0, 0, 0, 4.00]', 'the hours of a person are added up by day')
from weeks, jsonb_array_elements(week -> 'people') as person
where person #>> '{person,id}' = tests.id('member')::text;
select is((person ->> 'hours', person #>> '{lock,locked_by,name}')::text, '(7.50,lead)', 'each person has their total and who locked their week')
from weeks, jsonb_array_elements(week -> 'people') as person
where person #>> '{person,id}' = tests.id('member')::text;
select is(person -> 'lock', 'null', 'the week of a person without a lock is open')
from weeks, jsonb_array_elements(week -> 'people') as person
where person #>> '{person,id}' = tests.id('member2')::text;
select is((select count(*)::integer from jsonb_array_elements(week -> 'people') as person
  where person #>> '{person,id}' in (tests.id('client')::text, tests.id('other_admin')::text)), 0,
  'clients and people of other organizations do not appear') from weeks;

select tests.act_as('owner');
select is(tests.answer(persona, 'select public.get_team_week(''2026-01-08'')'), refusal, persona || ' cannot read the week of the team')
from (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'))
  as cases (persona, refusal);
select is(tests.answer('lead', 'select public.get_team_week(''9999-12-31'')'), 'OPINV invalid_week', 'a day outside the valid range is refused');

select * from finish();
rollback;
