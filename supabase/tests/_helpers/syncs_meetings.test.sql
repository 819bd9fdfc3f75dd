-- A connected recorder of meetings. The file runs after syncs and commits too.
begin;
set local client_min_messages = warning;

-- The stream 'meetings' of Fathom, in North. Its meetings were recorded two days ago.
create function tests.meetings()
returns void
language plpgsql
as $$
begin
  insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
  values (tests.id('North'), 'fathom', '{}', 'none', tests.id('admin'));
  insert into public.sync_streams (id, organization_id, provider, stream)
  values (tests.id('meetings stream'), tests.id('North'), 'fathom', 'meetings');
end;
$$;

-- Without changes, a meeting with a contact of Harbour whose title names project alpha.
create function tests.meeting(external_id text, version text default '1', changes jsonb default '{}')
returns jsonb
language sql
as $$
  select tests.record(external_id, version, jsonb_build_object(
    'title', 'Alpha: weekly call', 'url', 'https://fathom.video/calls/' || external_id,
    'starts_at', now() - interval '2 days', 'ends_at', now() - interval '47 hours', 'language', 'en',
    'recorded_by_email', 'lead@tests.test', 'recorded_by_name', 'lead',
    'invitees', '[{"name": "Ines", "email": "client@tests.test", "is_external": true}]'::jsonb,
    'summary', E'## Decisions\n\nThe zinnia marquee is booked.',
    'transcript', '[
      {"speaker_name": "Ines", "speaker_email": null, "text": "We need the xylophone by Friday.", "offset_seconds": 3},
      {"speaker_name": "Member", "speaker_email": "member@tests.test", "text": "I will order it today.", "offset_seconds": 12}]'::jsonb,
    'action_items', '[
      {"description": "Order the xylophone", "assignee_email": "member@tests.test", "assignee_name": "Member", "is_completed": false,
       "offset_seconds": 12}]'::jsonb) || changes)
$$;

-- The meeting with this id of the vendor.
create function tests.meeting_id(external_id text)
returns uuid
language sql
stable
as $$ select meetings.id from public.meetings where meetings.external_id = meeting_id.external_id $$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(1);
select tests.two_agencies();
select tests.meetings();
select is(tests.counts(tests.sync('meetings', array[tests.meeting('1')])), '{1,0,0,0,0,0}', 'a worker reads meetings');
select * from finish();
rollback;
