begin;
select plan(6);
select tests.two_agencies();
insert into public.portfolio_classifications (id, organization_id, project_id, version, tier, service_line, risk, reason, classified_by, created_at)
values (tests.id('tier'), tests.id('North'), tests.id('alpha'), 1, 'core', 'Web', 'high', 'New team', tests.id('lead'), '2026-01-05');
insert into public.operating_profiles (account_id, organization_id, cadence, contacts, standing_facts, definition_of_done, updated_by, updated_at)
values (tests.id('Harbour shop'), tests.id('North'), 'weekly', '[{"name": "Ada", "role": null, "email": null, "phone": null}]',
        array['Tuesdays'], array['Seen by two'], tests.id('freelancer'), '2026-01-06');
insert into public.time_entries (id, organization_id, project_id, task_id, person_id, spent_on, hours)
values (tests.id('recent hours'), tests.id('North'), tests.id('alpha'), tests.id('alpha task'), tests.id('member'),
        (now() at time zone 'Europe/Berlin')::date, 1.5);

create function pg_temp.reference(person text) returns jsonb language sql as $$
  select jsonb_build_object('id', tests.id(person), 'name', person)
$$;
grant execute on function pg_temp.reference(text) to authenticated;

select tests.act_as('member');
select is(
  (select item from jsonb_array_elements(public.get_spine() -> 'projects') as item where item ->> 'name' = 'alpha'),
  jsonb_build_object(
    'id', tests.id('alpha'), 'code', 'P-1', 'name', 'alpha', 'summary', null, 'status', 'active',
    'account_id', tests.id('Harbour shop'), 'lead', pg_temp.reference('lead'),
    'starts_on', '2026-01-05', 'due_on', '2026-06-30', 'last_activity_on', (now() at time zone 'Europe/Berlin')::date,
    'classification', jsonb_build_object('id', tests.id('tier'), 'version', 1, 'tier', 'core', 'service_line', 'Web',
      'risk', 'high', 'reason', 'New team', 'by', pg_temp.reference('lead'), 'since', '2026-01-05'::timestamptz),
    'burn', jsonb_build_object('budget_hours', 100.00, 'budget_amount', 9000.00, 'estimate_hours', 8.00, 'actual_hours', 4.00,
      'hours_last_30_days', 1.50, 'percent_of_budget', 4.0,
      'last_entry', jsonb_build_object('id', tests.id('recent hours'), 'spent_on', (now() at time zone 'Europe/Berlin')::date,
        'hours', 1.50, 'person', pg_temp.reference('member'), 'task_id', tests.id('alpha task'))),
    'task_count', 1,
    'open_items', '{"open": 1, "blocked": 0, "past_due": 0, "without_assignee": 0, "stale": 0, "unverified": 0}'::jsonb,
    'open_tasks', jsonb_build_array(jsonb_build_object('id', tests.id('alpha task'), 'title', 'alpha task', 'status', 'open',
      'priority', null, 'assignee', pg_temp.reference('member'), 'due_on', null, 'is_past_due', false, 'estimate_hours', 8.00)),
    'people', jsonb_build_array(
      pg_temp.reference('lead') || '{"role": "lead", "hours_last_30_days": 0}',
      pg_temp.reference('member') || '{"role": "member", "hours_last_30_days": 1.50}'),
    'status_updates', jsonb_build_array(jsonb_build_object('id', tests.id('alpha update'), 'author', pg_temp.reference('lead'),
      'health', 'on_track', 'summary', 'Fine.', 'risks', null, 'next_steps', null, 'created_at', '2026-03-03'::timestamptz)),
    'activity', jsonb_build_array(jsonb_build_object('kind', 'hours', 'on', (now() at time zone 'Europe/Berlin')::date,
      'person', pg_temp.reference('member'), 'hours', 1.50, 'time_entry_ids', jsonb_build_array(tests.id('recent hours')),
      'time_entry_count', 1)),
    'left_out', '{"open_tasks": 0, "people": 0, "status_updates": 0, "activity": 0}'::jsonb),
  'a project of the spine has exactly these fields');
select is(
  (select item from jsonb_array_elements(public.get_spine() -> 'accounts') as item where item ->> 'name' = 'Harbour shop'),
  jsonb_build_object('id', tests.id('Harbour shop'), 'name', 'Harbour shop', 'client', pg_temp.reference('Harbour'),
    'operating_profile', jsonb_build_object('version', 1, 'cadence', 'weekly',
      'contacts', '[{"name": "Ada", "role": null, "email": null, "phone": null}]'::jsonb,
      'standing_facts', array['Tuesdays'], 'definition_of_done', array['Seen by two'],
      -- A member does not see freelancers.
      'updated_by', jsonb_build_object('id', tests.id('freelancer'), 'name', null), 'updated_at', '2026-01-06'::timestamptz)),
  'an account of the spine has exactly these fields');
select is(
  (select array_agg(item -> 'operating_profile') from jsonb_array_elements(public.get_spine() -> 'accounts') as item
   where item ->> 'name' = 'Garden site'),
  array['null'::jsonb], 'an account without a profile appears once, with a null profile');
select is(public.get_spine() -> 'organization',
  jsonb_build_object('id', tests.id('North'), 'name', 'North', 'currency', 'EUR', 'time_zone', 'Europe/Berlin'),
  'the spine has the currency and time zone');
select is(public.get_spine() ->> 'today', (now() at time zone 'Europe/Berlin')::date::text, 'the day of the spine is the day in the time zone of the organization');
select is(public.get_spine() -> 'as', 'null'::jsonb, 'by default, the caller views the spine as themselves');

select * from finish();
rollback;
