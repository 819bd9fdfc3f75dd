begin;
select plan(23);
select tests.two_agencies();

-- Ten cases about tasks of ten hours. The first three ranges end below ten hours, and the tenth task is still open.
insert into public.tasks (id, organization_id, project_id, title, status, completed_on)
select tests.id('work' || n), tests.id('North'), tests.id('alpha'), 'Work ' || n,
  (case n when 10 then 'open' else 'done' end)::public.task_status, case when n < 10 then date '2026-02-01' end
from generate_series(1, 10) as n;
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
select tests.id('North'), tests.id('alpha'), tests.id('work' || n), tests.id('admin'), '2026-01-30', 10 from generate_series(1, 10) as n;
insert into public.estimate_cases (id, organization_id, project_id, task_id, query, category, model_version, low_hours, typical_hours,
  high_hours, outcome, created_by)
select tests.id('case' || n), tests.id('North'), tests.id('alpha'), tests.id('work' || n), 'Work', 'Design', 'test', 4, 6,
  case when n <= 3 then 8 else 12 end, '{}', tests.id('lead')
from generate_series(1, 10) as n;

create temporary table answers (answer jsonb);
grant all on answers to public;
select tests.act_as('lead');
insert into answers select public.get_estimate_cases();
select is(answer ->> 'total', '10', 'a lead lists every case') from answers;
select is((select count(*)::integer from jsonb_array_elements(answer -> 'cases') as one where one ->> 'actual_hours' is not null), 9,
  'a case is scored when its task is done') from answers;
select is((select one - 'kind' - 'name' from jsonb_array_elements(answer -> 'calibration') as one where one ->> 'kind' = 'all'),
  '{"n": 9, "coverage": 0.667, "band": [0.556, 1.000], "pinball_loss": 1.111, "is_outside_band": false}',
  'calibration has the coverage, its band and the loss') from answers;
select is((select count(*)::integer from jsonb_array_elements(answer -> 'calibration') as one
    where one ->> 'kind' = 'month' and one ->> 'name' = '2026-02'), 1, 'calibration is grouped by the month in which the work ended') from answers;

select is((select loss from private.scored_estimates(tests.id('North')) where case_id = tests.id('case1')), 1.4667,
  'the loss of a range that ends below the actual hours is weighted by its level');
select is((select loss from private.scored_estimates(tests.id('North')) where case_id = tests.id('case4')), 0.9333,
  'the loss of a range that contains the actual hours is smaller');
select results_eq($$ select low, high from private.coverage_band(100) $$, $$ values (0.720, 0.880) $$, 'the band of 100 cases is binomial');
select results_eq($$ select high - low < 0.04 from private.coverage_band(5000) $$, $$ values (true) $$, 'the band of 5000 cases is narrow');

select is(private.adapted_tail(0, 0, 0, 0), 0.1::double precision, 'a tail without scores has a probability of 10%');
select ok(private.adapted_tail(100, 400, 100, 400) < 0.1, 'the probability of a tail with too many misses shrinks');
select ok(private.adapted_tail(0, 400, 0, 400) > 0.1, 'the probability of a tail with too few misses grows');
select ok(private.adapted_tail(400, 400, 400, 400) >= 0.02, 'the probability of a tail never becomes zero');

select tests.act_as('lead');
select ok((private.current_tails(tests.id('North'), 'Design'))[2] < 0.1, 'the next range reaches higher after misses above');
select tests.act_as('member');
select throws_ok($$ select public.get_estimate_cases() $$, 'OPDEN', null, 'a member cannot list cases');
select is((private.current_tails(tests.id('North'), 'Design'))[2], 0.1::double precision, 'cases that a member cannot see do not change the tails for that member');

select tests.act_as('owner');
select is(tests.finding('estimates_outside_band', 'North'), null, 'coverage within its band is not a finding');
update public.time_entries set hours = 20 where task_id = any (tests.ids('{work4,work5,work6}'));
select is(tests.facts('estimates_outside_band', 'North') #> '{groups,0}',
  '{"kind": "all", "name": "all", "cases": 9, "covered_percent": 33, "low_percent": 56, "high_percent": 100}',
  'coverage below its band is a finding');
select is((select subject_type::text || evidence_total from private.organization_findings(tests.id('North')) where code = 'estimates_outside_band'),
  'organization9', 'a finding about coverage has the organization as its subject and the scored cases as evidence');
select is(jsonb_array_length(private.finding_evidence('estimates_outside_band', tests.id('North'), tests.id('North'))), 9, 'each scored case is a row of the evidence');
select is((select count(*)::integer from private.organization_findings(tests.id('South')) where code = 'estimates_outside_band'), 0,
  'another organization has no finding');
update public.time_entries set hours = 2 where task_id = tests.id('work9');
select is((select loss from private.scored_estimates(tests.id('North')) where case_id = tests.id('case9')), 1.6000,
  'the loss of a range that begins above the actual hours is weighted by the remaining level');

-- Work and hours that are dated after today.
create temporary table scored as select * from private.scored_estimates(tests.id('North'));
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
select tests.id('North'), tests.id('alpha'), tests.id('work1'), tests.id('admin'), current_date + 3, 90;
update public.tasks set status = 'done', completed_on = current_date + 5 where id = tests.id('work10');
select is((select actual_hours from private.scored_estimates(tests.id('North')) where case_id = tests.id('case1')),
  (select actual_hours from scored where case_id = tests.id('case1')), 'hours dated after today do not count in a score');
select is((select count(*)::integer from private.scored_estimates(tests.id('North')) where case_id = tests.id('case10')), 0,
  'work that ends after today is not scored yet');
select * from finish();
rollback;
