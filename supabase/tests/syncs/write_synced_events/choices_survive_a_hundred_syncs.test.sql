-- A hundred syncs of random vendor data: every project that a person chose is still the project of its event.
begin;
select plan(3);
select tests.two_agencies();
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'google_calendar', '{"subject": "lead@tests.test"}', 'none', tests.id('admin'));
insert into public.sync_streams (id, organization_id, provider, stream)
values (tests.id('events stream'), tests.id('North'), 'google_calendar', 'events');

create function tests.random_event(number integer)
returns jsonb
language sql
volatile
as $$
  select tests.record('lead@tests.test/' || number, (random() * 1000000)::integer::text, jsonb_build_object(
    'calendar_id', 'lead@tests.test', 'summary', (array['P-1', 'P-2 beta', 'shared', 'Lunch', null])[1 + floor(random() * 5)::integer],
    'starts_at', now() + random() * interval '9 days', 'ends_at', now() + interval '10 days', 'is_all_day', false,
    'time_zone', 'Europe/Berlin', 'status', 'confirmed', 'organizer_email', 'lead@tests.test',
    'attendees', (array['["client@tests.test"]', '[]', '["member2@tests.test"]']::jsonb[])[1 + floor(random() * 3)::integer],
    'uid', number::text), random() < 0.1)
$$;
create function tests.sync_randomly(times integer)
returns void
language plpgsql
as $$
begin
  for v_time in 1 .. times loop
    perform tests.sync('events', array(
      select tests.random_event(number) from generate_series(1, 12) as number where random() < 0.5 or v_time = 1),
      random() < 0.3);
    update public.sync_streams set cursor = case when random() < 0.2 then null else cursor end
    where id = tests.id('events stream');
  end loop;
end;
$$;

select tests.sync_randomly(1);
create temporary table choices as
select events.id, tests.id((array['alpha', 'beta', 'gamma', 'shared'])[1 + floor(random() * 4)::integer]) as project_id
from public.calendar_events as events where events.status = 'confirmed' order by events.external_id limit 6;
select ok(count(*) > 3, 'the first sync leaves several events to choose a project for') from choices;
grant select on choices to authenticated;
select tests.act_as('lead');
select count(public.override_event_project(choices.id, choices.project_id)) from choices;
select tests.act_as('owner');
select tests.sync_randomly(100);
select is_empty(
  $$ select from choices left join public.calendar_events as events
       on events.id = choices.id and events.project_id = choices.project_id and events.is_override
     where events.id is null $$, 'each event still has its chosen project');
select results_eq(
  'select event_id, project_id from public.calendar_event_project_overrides order by 1',
  'select id, project_id from choices order by 1', 'no choice is lost or added');

select * from finish();
rollback;
