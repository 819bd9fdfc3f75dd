-- What a payload names exists, and is one that a card of this project may name.
begin;
select plan(31);
select tests.two_agencies();
select tests.sources();
insert into public.calendar_events (id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone, status)
select tests.id(name), tests.id(agency), 'local', name, tests.id(project), name, '2026-03-02 09:00Z', '2026-03-02 10:00Z', 'UTC', status::public.calendar_event_status
from (values ('kick-off', 'North', 'alpha', 'confirmed'), ('called off', 'North', 'alpha', 'cancelled'),
             ('of beta', 'North', 'beta', 'confirmed'), ('of nobody', 'North', null, 'confirmed'),
             ('of delta', 'South', 'delta', 'confirmed')) as given (name, agency, project, status);
update public.people set archived_at = now(), user_id = null where id = tests.id('member2');
insert into public.sources (id, organization_id, kind, project_id, title, archived_at)
values (tests.id('old file'), tests.id('North'), 'document', tests.id('alpha'), 'Old file', now());

create function pg_temp.said(persona text, kind public.approval_kind, payload jsonb) returns text language plpgsql as $$
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

select is(pg_temp.said('lead', 'task_create', jsonb_build_object('title', 'a', 'assignee_id', person)), said, 'assignee ' || name)
from (values
  ('a colleague', tests.id('member')::text, 'fine'), ('in capitals', upper(tests.id('member')::text), 'fine'),
  ('a client', tests.id('client')::text, 'There is no such colleague'),
  ('archived', tests.id('member2')::text, 'There is no such colleague'),
  ('of another organization', tests.id('other_admin')::text, 'There is no such colleague'),
  ('nobody', tests.id('nobody')::text, 'There is no such colleague'), ('no id', 'me', 'Write an id')
) as given (name, person, said);

select is(pg_temp.said(persona, 'deliverable_release', jsonb_build_object('title', 'a', 'source_id', tests.id(source))), said,
  format('%s releases %s', persona, source))
from (values
  ('lead', 'brief', 'fine'), ('member', 'brief', 'fine'),
  ('lead', 'contract', 'This file is restricted, so it is not handed over'),
  ('member', 'contract', 'There is no such file in this project'),
  ('lead', 'notes', 'There is no such file in this project'), ('lead', 'handbook', 'There is no such file in this project'),
  ('lead', 'old file', 'There is no such file in this project'), ('lead', 'paper', 'There is no such file in this project')
) as given (persona, source, said);

select is(pg_temp.said('lead', 'calendar_event_cancel', jsonb_build_object('event_id', tests.id(event))), said, 'event ' || event)
from (values
  ('kick-off', 'fine'), ('called off', 'This event is cancelled already'), ('of beta', 'There is no such event in this project'),
  ('of nobody', 'There is no such event in this project'), ('of delta', 'There is no such event in this project')
) as given (event, said);

select is(pg_temp.said('lead', 'calendar_event_update', jsonb_build_object('event_id', tests.id('kick-off')) || change), said, change::text)
from (values
  ('{}'::jsonb, 'Name at least one thing to change'), ('{"location": null}', 'Name at least one thing to change'),
  ('{"summary": "New"}', 'fine'), ('{"attendees": []}', 'fine'),
  ('{"starts_at": "2026-03-02T10:00Z"}', 'An event ends after it starts'),
  ('{"ends_at": "2026-03-02T09:00Z"}', 'An event ends after it starts'),
  ('{"starts_at": "2026-03-02T11:00Z", "ends_at": "2026-03-02T12:00Z"}', 'fine')
) as given (change, said);

-- Only a card that published something can be withdrawn, and only by one of its kind and project.
create temporary table card as
  select tests.propose('member', 'weekly_update', '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}') as id;
select is(pg_temp.said('lead', 'weekly_update', jsonb_build_object('withdraw', id)),
  'There is no such published card of this kind in this project', 'a pending card published nothing') from card;
select is(tests.carry_out(id), 'executed', 'it is published') from card;
select is(pg_temp.said('lead', 'weekly_update', jsonb_build_object('withdraw', id)), 'fine', 'now it can be withdrawn') from card;
select is(pg_temp.said('lead', 'scope_change', jsonb_build_object('withdraw', id)),
  'There is no such published card of this kind in this project', 'not by another kind') from card;

select * from finish();
rollback;
