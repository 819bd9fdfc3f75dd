-- Admins and leads read the rates and estimate cases of their own organization. No role writes them except through
-- functions.
begin;
select plan(54);
select tests.two_agencies();
insert into public.person_rates (id, organization_id, person_id, cost_per_hour, valid_from) values
  (tests.id('North row'), tests.id('North'), tests.id('member'), 50, '2026-01-01'),
  (tests.id('South row'), tests.id('South'), tests.id('other_member'), 50, '2026-01-01');
insert into public.project_rates (id, organization_id, project_id, revenue_per_hour, valid_from) values
  (tests.id('North row'), tests.id('North'), tests.id('alpha'), 50, '2026-01-01'),
  (tests.id('South row'), tests.id('South'), tests.id('delta'), 50, '2026-01-01');
insert into public.estimate_cases (id, organization_id, project_id, query, model_version, low_hours, typical_hours, high_hours, outcome,
  created_by) values
  (tests.id('North row'), tests.id('North'), tests.id('alpha'), 'x', 'test', 1, 2, 3, '{}', tests.id('lead')),
  (tests.id('South row'), tests.id('South'), tests.id('delta'), 'x', 'test', 1, 2, 3, '{}', tests.id('other_admin'));

select tests.sees(persona, format('select id from public.%I', relation), case
  when persona in ('admin', 'lead') then array['North row'] when persona = 'other_admin' then array['South row'] else '{}' end)
from unnest(array['person_rates', 'project_rates', 'estimate_cases']) as relation,
  unnest(array['admin', 'lead', 'member', 'member2', 'client', 'outsider', 'other_admin']) as persona;
select tests.refuses_writes(relation)
from unnest(array['public.person_rates', 'public.project_rates', 'public.estimate_cases']::regclass[]) as relation;

select * from finish();
rollback;
