begin;
select plan(18);
select tests.two_agencies();
insert into public.portfolio_classifications (organization_id, project_id, version, tier, service_line, risk, classified_by) values
  (tests.id('North'), tests.id('alpha'), 1, 'standard', 'Print', 'low', tests.id('lead')),
  (tests.id('North'), tests.id('alpha'), 2, 'core', 'Web', 'high', tests.id('lead'));
insert into public.projects (id, organization_id, account_id, name, archived_at) values
  (tests.id('archived'), tests.id('North'), tests.id('Garden site'), 'archived', now());

create function pg_temp.ids_of(what text) returns setof uuid language sql as $$
  select (item ->> 'id')::uuid from jsonb_array_elements(public.get_portfolio() -> what) as item
$$;
grant execute on function pg_temp.ids_of(text) to authenticated;

select tests.sees(persona, format('select pg_temp.ids_of(%L)', what), expected)
from (values
  ('admin', 'projects', array['alpha', 'beta', 'gamma', 'shared']),
  ('lead', 'projects', array['alpha', 'beta', 'gamma', 'shared']),
  ('lead', 'accounts', array['Harbour shop', 'Garden site']),
  ('lead', 'clients', array['Harbour', 'Garden']),
  ('member', 'projects', array['alpha', 'shared']),
  ('member2', 'projects', array['beta', 'shared']),
  ('member2', 'accounts', array['Garden site']),
  ('member2', 'clients', array['Garden']),
  ('other_admin', 'projects', array['delta']),
  ('other_admin', 'clients', array['South Harbour'])
) as cases (persona, what, expected);

select tests.act_as('lead');
select bag_eq('select jsonb_object_keys(public.get_portfolio())',
  array['shape', 'clients', 'accounts', 'projects', 'next_cursor', 'totals'], 'the portfolio has exactly the listed keys');
select is(public.get_portfolio() ->> 'shape', 'full', 'the portfolio names its shape');
select is(
  (select item from jsonb_array_elements(public.get_portfolio() -> 'projects') as item where item ->> 'name' = 'alpha'),
  jsonb_build_object(
    'id', tests.id('alpha'), 'account_id', tests.id('Harbour shop'), 'code', 'P-1', 'name', 'alpha', 'status', 'active',
    'health', 'on_track', 'health_reported_at', '2026-03-03'::timestamptz,
    'lead_id', tests.id('lead'), 'lead_name', 'lead', 'starts_on', '2026-01-05', 'due_on', '2026-06-30',
    'budget_hours', 100.00, 'budget_amount', 9000.00, 'estimate_hours', 8.00, 'actual_hours', 2.50,
    'task_count', 1, 'open_task_count', 1, 'last_activity_on', '2026-03-03',
    'tier', 'core', 'service_line', 'Web', 'risk', 'high', 'classification_version', 2, 'version', 1),
  'a project has exactly these fields, with the newest classification');
select is(public.get_portfolio() #> '{accounts,0}',
  jsonb_build_object('id', tests.id('Garden site'), 'client_id', tests.id('Garden'), 'name', 'Garden site', 'version', 1),
  'an account has exactly these fields');
select is(public.get_portfolio() #> '{clients,0}',
  jsonb_build_object('id', tests.id('Garden'), 'name', 'Garden', 'version', 1), 'a client has exactly these fields');
select is(public.get_portfolio() -> 'totals',
  '{"project_count": 4, "task_count": 3, "open_task_count": 3, "actual_hours": 10.00}'::jsonb, 'the totals equal the sums of the rows');
select tests.act_as('member2');
select is(public.get_portfolio() -> 'totals',
  '{"project_count": 2, "task_count": 2, "open_task_count": 2, "actual_hours": 5.00}'::jsonb, 'the totals include no rows outside the scope');
select tests.act_as('owner');
delete from public.project_members where person_id = tests.id('member2');
select tests.act_as('member2');
select is(public.get_portfolio(),
  '{"shape": "full", "clients": [], "accounts": [], "projects": [], "next_cursor": null,
    "totals": {"project_count": 0, "task_count": 0, "open_task_count": 0, "actual_hours": 0}}'::jsonb,
  'a viewer without projects gets an empty portfolio');

select * from finish();
rollback;
