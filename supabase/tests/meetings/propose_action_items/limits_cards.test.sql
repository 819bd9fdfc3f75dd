-- A meeting with thousands of action items proposes a limited number of cards, and its note counts the others.
begin;
select plan(11);
select tests.two_agencies();
select tests.meetings();
create function pg_temp.items(first integer, last integer) returns jsonb language sql as $$
  select jsonb_build_object('action_items', jsonb_agg(jsonb_build_object(
    'description', 'Item ' || n, 'assignee_email', null, 'assignee_name', null, 'is_completed', false, 'offset_seconds', 3) order by n))
  from generate_series(first, last) as n $$;
create function pg_temp.cards() returns integer language sql as $$
  select count(*)::integer from public.approvals where kind = 'task_create' $$;
create function pg_temp.note(meeting text) returns text language sql as $$
  select body from public.project_notes where source_id = tests.meeting_id(meeting) $$;
create function pg_temp.sentence(left_over text) returns text language sql as $$
  select format('Action items without a card: %s. A meeting proposes at most 50, and none while too many cards are open. '
    'The recording lists them all.', left_over) $$;

select is(tests.counts(tests.sync('meetings', array[tests.meeting('1', '1', pg_temp.items(1, 2000))])), '{1,0,0,0,0,0}',
  'a meeting with 2,000 action items is applied');
select is(pg_temp.cards(), 50, 'a meeting with 2,000 action items proposes 50 tasks');
select is((select array_agg(payload ->> 'title' order by (substr(payload ->> 'title', 6))::integer) from public.approvals),
  array(select 'Item ' || n from generate_series(1, 50) as n), 'the proposed tasks are those of the first items');
select is(pg_temp.note('1'), pg_temp.sentence('1950') || E'\n\n## Decisions\n\nThe zinnia marquee is booked.',
  'the note begins with the number of items without a card');
select tests.sync('meetings', array[tests.meeting('1', '2', pg_temp.items(1001, 1100))]);
select is(pg_temp.cards(), 50, 'another version of the meeting proposes no further cards');
select is((select count(*)::integer from private.meeting_action_items where description = 'Item 1100'), 0,
  'an item without a card is not stored as proposed');

select tests.sync('meetings', array[tests.meeting('2')]);
select is(pg_temp.cards(), 51, 'another meeting has its own limit of cards');

-- The background functions of an organization together have the same limit of open cards as one person.
update private.quotas set operator_limit = 53 where name = 'open_cards_per_person';
select tests.sync('meetings', array[tests.meeting('3', '1', pg_temp.items(1, 3))]);
select is(pg_temp.cards(), 53, 'a meeting proposes no cards beyond the limit of open cards');
select ok(pg_temp.note('3') like pg_temp.sentence('1') || '%', 'the note names the items without a card');
update private.quotas set operator_limit = null where name = 'open_cards_per_person';
select tests.sync('meetings', array[tests.meeting('3', '2', pg_temp.items(1, 3) || '{"title": "Another title"}')]);
select is(pg_temp.cards(), 54, 'another version of the meeting proposes the remaining items once the limit allows it');
select is(pg_temp.note('3'), E'## Decisions\n\nThe zinnia marquee is booked.', 'the note no longer names items that have a card');

select * from finish();
rollback;
