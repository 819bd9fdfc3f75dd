-- An action item becomes one card with its passage as evidence, however often it is synced.
begin;
select plan(21);
select tests.two_agencies();
select tests.meetings();
create function pg_temp.items(variadic items jsonb[]) returns jsonb language sql as $$
  select jsonb_build_object('action_items', jsonb_agg(jsonb_build_object(
    'assignee_email', null, 'assignee_name', null, 'is_completed', false, 'offset_seconds', 3) || item))
  from unnest(items) as item $$;
create function pg_temp.titles() returns text language sql as $$
  select string_agg(payload ->> 'title', ', ' order by payload ->> 'title') from public.approvals where kind = 'task_create' $$;

select tests.sync('meetings', array[tests.meeting('1')]);
select results_eq(
  $$ select proposer::text, proposed_by, status::text, project_id, payload from public.approvals $$,
  $$ values ('background', null::uuid, 'pending', tests.id('alpha'), jsonb_build_object(
       'title', 'Order the xylophone', 'description', 'Action item from the meeting “Alpha: weekly call”.', 'assignee_id', tests.id('member'))) $$,
  'a background function proposes a task for its assignee');
select results_eq(
  $$ select cited.role::text, cited.source_id, cited.quote, passages.location from public.approval_citations as cited
     join public.passages on passages.id = cited.passage_id $$,
  $$ select 'evidence', tests.meeting_id('1'), 'Member: I will order it today.', '{"speaker": "Ines", "at": "00:00:03"}'::jsonb $$,
  'the evidence of an item is the passage at its time in the transcript');
select is((select readiness from public.approvals), '[]', 'the card of an item is ready');
select isnt_empty($$ select from public.approval_events where type = 'proposed' $$, 'the card of an item has its history');
select tests.sees('member2', 'select id from public.approvals', '{}');
select tests.act_as('member');
select isnt_empty('select from public.approvals', 'members of the project see the card of an item');
select tests.act_as('owner');

select tests.sync('meetings', array[tests.meeting('1', '2', '{"title": "Alpha: another title"}')]);
select is(pg_temp.titles(), 'Order the xylophone', 'a renamed meeting proposes no second card');
select tests.sync('meetings', array[tests.meeting('1', '3', pg_temp.items('{"description": "Order a xylophone", "offset_seconds": 12}'))]);
select is(pg_temp.titles(), 'Order the xylophone', 'an item that is reworded at the same time proposes no second card');
select tests.sync('meetings', array[tests.meeting('1', '4', pg_temp.items(
  '{"description": "Order a xylophone", "offset_seconds": 12}', '{"description": "Call Ines", "offset_seconds": 12}',
  '{"description": "Call Ines", "offset_seconds": 40}'))]);
select is(pg_temp.titles(), 'Call Ines, Order the xylophone', 'a second item at the same time gets its own card');
select tests.sync('meetings', array[tests.meeting('1', '5', pg_temp.items(
  '{"description": "Done long ago", "offset_seconds": 20, "is_completed": true}'))]);
select tests.sync('meetings', array[tests.meeting('1', '6', pg_temp.items(
  '{"description": "Done long ago", "offset_seconds": 20}', '{"description": "Order a xylophone", "offset_seconds": 12}'))]);
select is(pg_temp.titles(), 'Call Ines, Order the xylophone', 'a completed item proposes no card, and an item that returns proposes no second one');

-- A meeting is assigned later, moved, removed and restored.
select tests.sync('meetings', array[tests.meeting('2', changes => '{"title": "Dentist", "invitees": []}')]);
select is(pg_temp.titles(), 'Call Ines, Order the xylophone', 'a meeting without a project proposes no card');
select tests.act_as('lead');
select public.assign_meeting(id, tests.id('beta')) from public.meetings where external_id = '2';
select public.assign_meeting(id, tests.id('alpha')) from public.meetings where external_id = '2';
select tests.act_as('owner');
select is((select project_id from public.approvals order by created_at desc, project_id = tests.id('beta') desc limit 1), tests.id('beta'), 'the items of a meeting are proposed once it has a project');
select is((select count(*)::int from public.approvals), 3, 'an item is proposed once, whatever project the meeting moves to');
select tests.sync('meetings', array[tests.meeting('2', changes => '{"title": "Dentist", "invitees": []}')], true);
select tests.sync('meetings', array[tests.meeting('1', '7')]);
select is((select count(*)::int from public.approvals), 3, 'a restored meeting proposes no second card');

select tests.sync('meetings', array[tests.meeting('3', changes => jsonb_build_object(
  'starts_at', now() - interval '60 days', 'ends_at', now() - interval '60 days'))]);
select is((select count(*)::int from public.approvals), 3, 'a meeting from long ago proposes no card');
select tests.sync('meetings', array[tests.meeting('4', changes => jsonb_build_object('transcript', '[]'::jsonb, 'summary', null,
  'action_items', jsonb_build_array(jsonb_build_object('description', repeat('Long ', 60), 'is_completed', false, 'offset_seconds', 0))))]);
select is((select char_length(payload ->> 'title') from public.approvals where title like '%Long%'), 200, 'the title of a long item is truncated');
select tests.sync('meetings', array[tests.meeting('5', changes => jsonb_build_object('title', E'Alpha:\u202e weekly call',
  'action_items', jsonb_build_array(jsonb_build_object('description', E'Ask\u200b Ada\u00ad', 'is_completed', false, 'offset_seconds', 3),
    jsonb_build_object('description', E'\u200b', 'is_completed', false, 'offset_seconds', 4))))]);
select is((select payload - 'assignee_id' from public.approvals where title like '%Ada%'),
  '{"title": "Ask Ada", "description": "Action item from the meeting “Alpha: weekly call”."}', 'invisible characters are removed');
select is((select count(*)::int from public.sync_dead_letters), 0, 'no long title and no invisible character causes a dead letter');

-- The meeting has no citable text.
select tests.act_as('member');
select isnt_empty($$ select from public.approvals where title like '%Long%' $$, 'a member sees the item of a meeting without text');
select tests.act_as('lead');
select public.restrict_meeting(tests.meeting_id('4'), true);
select tests.act_as('member');
select is_empty($$ select from public.approvals where title like '%Long%' $$, 'a member does not see the item of a restricted meeting');
select tests.act_as('owner');
select tests.sync('meetings', array[tests.meeting('4', '2', jsonb_build_object('transcript', '[]'::jsonb, 'summary', null,
  'action_items', jsonb_build_array(jsonb_build_object('description', 'A later one', 'is_completed', false, 'offset_seconds', 9))))]);
select is((select is_restricted from public.approvals where title like '%A later one%'), true, 'a later item of a restricted meeting is restricted');

select * from finish();
rollback;
