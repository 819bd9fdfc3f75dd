begin;
select plan(3);
select tests.two_agencies();

select tests.act_as('member');
select is(
  (select item from jsonb_array_elements(public.get_spine() -> 'projects') as item where item ->> 'name' = 'alpha'),
  jsonb_build_object(
    'id', tests.id('alpha'), 'code', 'P-1', 'name', 'alpha', 'summary', null, 'status', 'active',
    'account', jsonb_build_object('id', tests.id('Harbour shop'), 'name', 'Harbour shop'),
    'client', jsonb_build_object('id', tests.id('Harbour'), 'name', 'Harbour'),
    'lead', jsonb_build_object('id', tests.id('lead'), 'name', 'lead'),
    'starts_on', '2026-01-05', 'due_on', '2026-06-30', 'budget_hours', 100.00, 'budget_amount', 9000.00,
    'estimate_hours', 8.00, 'actual_hours', 2.50, 'task_count', 1, 'open_task_count', 1, 'last_activity_on', '2026-03-03',
    'people', jsonb_build_array(jsonb_build_object('id', tests.id('member'), 'name', 'member', 'role', 'member')),
    'open_tasks', jsonb_build_array(jsonb_build_object('id', tests.id('alpha task'), 'title', 'alpha task', 'status', 'open',
      'priority', null, 'assignee', 'member', 'due_on', null, 'estimate_hours', 8.00)),
    'status_updates', jsonb_build_array(jsonb_build_object('id', tests.id('alpha update'), 'health', 'on_track',
      'summary', 'Fine.', 'created_at', '2026-03-03'::timestamptz))),
  'a project of the spine has exactly these fields');
select is(public.get_spine() -> 'organization',
  jsonb_build_object('id', tests.id('North'), 'name', 'North', 'currency', 'EUR', 'time_zone', 'Europe/Berlin'),
  'money and days can be read: currency and time zone are told');
select is(public.get_spine() -> 'as', 'null'::jsonb, 'as is null when nobody else was named');

select * from finish();
rollback;
