-- Every row that a payload refers to exists, and cards of this project may refer to it.
begin;
select plan(31);
select tests.two_agencies();
select tests.sources();
insert into public.calendar_events (id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone, status)
select tests.id(name), tests.id(agency), 'local', name, tests.id(project), name, '2026-03-02 09:00Z', '2026-03-02 10:00Z', 'UTC', status::public.calendar_event_status
from (values ('kick-off', 'North', 'alpha', 'confirmed'), ('called off', 'North', 'alpha', 'cancelled'),
             ('beta event', 'North', 'beta', 'confirmed'), ('event without project', 'North', null, 'confirmed'),
             ('delta event', 'South', 'delta', 'confirmed')) as cases (name, agency, project, status);
update public.people set archived_at = now(), user_id = null where id = tests.id('member2');
insert into public.sources (id, organization_id, kind, project_id, title, archived_at)
values (tests.id('old file'), tests.id('North'), 'document', tests.id('alpha'), 'Old file', now());

create function pg_temp.problem(persona text, kind public.approval_kind, payload jsonb) returns text language plpgsql as $$
declare
  v_detail text;
begin
  perform tests.act_as(persona);
  perform set_config('role', 'none', true);
  perform private.check_payload(tests.id('North'), tests.id('alpha'), kind, payload);
  return 'fine';
exception when sqlstate 'OPINV' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail::jsonb #>> '{fields,0,message}';
end;
$$;

select is(pg_temp.problem('lead', 'task_create', jsonb_build_object('title', 'a', 'assignee_id', person)), expected, format('a task for %s: %s', name, expected))
from (values
  ('a member', tests.id('member')::text, 'fine'), ('an id in upper case', upper(tests.id('member')::text), 'fine'),
  ('a client', tests.id('client')::text, 'There is no such colleague'),
  ('an archived person', tests.id('member2')::text, 'There is no such colleague'),
  ('a person of another organization', tests.id('other_admin')::text, 'There is no such colleague'),
  ('an unknown person', tests.id('nobody')::text, 'There is no such colleague'), ('a word that is not an id', 'me', 'Enter an id')
) as cases (name, person, expected);

select is(pg_temp.problem(persona, 'deliverable_release', jsonb_build_object('title', 'a', 'source_id', tests.id(source))), expected,
  format('%s proposes to release %s: %s', persona, source, expected))
from (values
  ('lead', 'brief', 'fine'), ('member', 'brief', 'fine'),
  ('lead', 'contract', 'This file is restricted, so it cannot be released to the client'),
  ('member', 'contract', 'There is no such file in this project'),
  ('lead', 'notes', 'There is no such file in this project'), ('lead', 'handbook', 'There is no such file in this project'),
  ('lead', 'old file', 'There is no such file in this project'), ('lead', 'paper', 'There is no such file in this project')
) as cases (persona, source, expected);

select is(pg_temp.problem('lead', 'calendar_event_cancel', jsonb_build_object('event_id', tests.id(event))), expected, format('a card that cancels the event %L: %s', event, expected))
from (values
  ('kick-off', 'fine'), ('called off', 'This event is already cancelled'), ('beta event', 'There is no such event in this project'),
  ('event without project', 'There is no such event in this project'), ('delta event', 'There is no such event in this project')
) as cases (event, expected);

select is(pg_temp.problem('lead', 'calendar_event_update', jsonb_build_object('event_id', tests.id('kick-off')) || change), expected,
  format('a card that changes an event to %s: %s', change, expected))
from (values
  ('{}'::jsonb, 'Name at least one field to change'), ('{"location": null}', 'Name at least one field to change'),
  ('{"summary": "New"}', 'fine'), ('{"attendees": []}', 'fine'),
  ('{"starts_at": "2026-03-02T10:00Z"}', 'The event must end after it starts'),
  ('{"ends_at": "2026-03-02T09:00Z"}', 'The event must end after it starts'),
  ('{"starts_at": "2026-03-02T11:00Z", "ends_at": "2026-03-02T12:00Z"}', 'fine')
) as cases (change, expected);

-- A card can withdraw only a published card of its own kind and project.
create temporary table card as
  select tests.propose('member', 'weekly_update', '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}') as id;
select is(pg_temp.problem('lead', 'weekly_update', jsonb_build_object('withdraw', id)),
  'There is no such published card of this kind in this project', 'a pending card cannot be withdrawn') from card;
select is(tests.carry_out(id), 'executed', 'a lead publishes the card') from card;
select is(pg_temp.problem('lead', 'weekly_update', jsonb_build_object('withdraw', id)), 'fine', 'a published card can be withdrawn') from card;
select is(pg_temp.problem('lead', 'scope_change', jsonb_build_object('withdraw', id)),
  'There is no such published card of this kind in this project', 'a card of another kind cannot withdraw a published card') from card;

select * from finish();
rollback;
