-- Colleagues see each other's busy times. Clients and outsiders see nothing, and no caller writes.
begin;
select plan(40);
select tests.two_agencies();
insert into public.busy_calendars (id, organization_id, provider, external_id, person_id, window_starts_at, window_ends_at, synced_at)
select tests.id(person || ' calendar'), tests.id(agency), 'google_calendar', person, tests.id(person), '2026-03-01', '2026-04-01', now()
from (values ('North', 'member'), ('South', 'other_member')) as entries (agency, person);
insert into public.busy_blocks (organization_id, calendar_id, starts_at, ends_at)
select organization_id, id, '2026-03-02 09:00Z', '2026-03-02 10:00Z' from public.busy_calendars;

select tests.sees(persona, query, expected)
from unnest(array['select calendar_id from public.busy_blocks', 'select id from public.busy_calendars']) as query
cross join (values
  ('admin', array['member calendar']), ('lead', array['member calendar']), ('member', array['member calendar']),
  ('member2', array['member calendar']), ('client', '{}'), ('outsider', '{}'), ('other_admin', array['other_member calendar']),
  ('anonymous', null), ('service', array['member calendar', 'other_member calendar'])
) as cases (persona, expected);
select tests.act_as('owner');
select tests.refuses_writes('public.busy_blocks');
select tests.refuses_writes('public.busy_calendars');

select * from finish();
rollback;
