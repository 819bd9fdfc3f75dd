-- A payload contains only the fields of its kind, each in one normal form, and all its problems are reported at once.
begin;
select plan(110);
select tests.two_agencies();

-- The stored value of a field, or an exclamation mark and its problem.
create function pg_temp.check_field(kind public.approval_kind, field text, value jsonb) returns text language plpgsql as $$
declare
  v_detail text;
begin
  return private.check_payload(tests.id('North'), tests.id('alpha'), kind, jsonb_build_object(field, value)) ->> field;
exception when sqlstate 'OPINV' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return coalesce((select '!' || (problem ->> 'message') from jsonb_array_elements(v_detail::jsonb -> 'fields') as problem
                   where problem ->> 'field' = field), 'fine');
end;
$$;

select is(pg_temp.check_field(kind::public.approval_kind, field, value::jsonb), expected, format('%s.%s with the value %s returns %s', kind, field, left(value, 60), expected))
from (values
  ('task_create', 'title', '"  Send   it "', 'Send it'),
  ('task_create', 'title', '""', '!Enter some text'),
  ('task_create', 'title', 'null', '!Required'),
  ('task_create', 'title', '7', '!Enter text'),
  ('task_create', 'title', '["a"]', '!Enter text'),
  ('task_create', 'title', to_jsonb(repeat('a', 201))::text, '!At most 200 characters'),
  ('task_create', 'title', '"a\u200bb"', '!Remove the invisible characters'),
  ('task_create', 'description', '"a\r\nb  "', 'fine'),
  ('task_create', 'due_on', '"2024-02-29"', 'fine'),
  ('task_create', 'due_on', '"2026-02-29"', '!Write the day as YYYY-MM-DD'),
  ('task_create', 'due_on', '"0000-12-31"', '!Write the day as YYYY-MM-DD'),
  ('task_create', 'due_on', '"12026-01-01"', '!Write the day as YYYY-MM-DD'),
  ('task_create', 'due_on', '"tomorrow"', '!Write the day as YYYY-MM-DD'),
  ('task_create', 'due_on', '20260101', '!Enter text'),
  ('task_create', 'priority', '"urgent"', 'fine'),
  ('task_create', 'priority', '"Urgent"', '!Choose one of urgent, high, normal, low'),
  ('task_create', 'estimate_hours', '"1.50"', 'fine'),
  ('task_create', 'estimate_hours', '-1', '!Hours cannot be below zero'),
  ('task_create', 'estimate_hours', '"NaN"', '!Write hours as a number such as 1250 or 1250.50'),
  ('task_create', 'estimate_hours', '"Infinity"', '!Write hours as a number such as 1250 or 1250.50'),
  ('task_create', 'estimate_hours', '1e400', '!Hours cannot exceed 99999999.99'),
  ('task_create', 'estimate_hours', '100000000', '!Hours cannot exceed 99999999.99'),
  ('task_create', 'estimate_hours', '99999999.99', 'fine'),
  ('task_create', 'estimate_hours', '1.234', '!Use at most two decimal places'),
  ('task_create', 'estimate_hours', '"1,5"', '!Write hours as a number such as 1250 or 1250.50'),
  ('task_create', 'estimate_hours', 'true', '!Write hours as a number such as 1250 or 1250.50'),
  ('task_create', 'constructor', '"x"', '!There is no such field'),
  ('task_create', '__proto__', '{}', '!There is no such field'),
  ('task_create', 'toString', 'null', '!There is no such field'),
  ('task_create', 'withdraw', '"x"', '!There is no such field'),
  ('task_create', 'body', '"x"', '!There is no such field'),
  ('scope_change', 'hours_change', '"-12.5"', 'fine'),
  ('scope_change', 'hours_change', '-99999999.99', 'fine'),
  ('scope_change', 'hours_change', '-100000000', '!Hours cannot exceed 99999999.99'),
  ('scope_change', 'amount_change', '-1200', 'fine'),
  ('scope_change', 'amount_change', '1000000000000', '!An amount cannot exceed 999999999999.99'),
  ('sow_estimate', 'amount', '-0.01', '!An amount cannot be below zero'),
  ('sow_estimate', 'hours', 'null', '!Required'),
  ('calendar_event_create', 'starts_at', '"2026-03-02T09:00:00+01:00"', 'fine'),
  ('calendar_event_create', 'starts_at', '"2026-03-02T09:00:00"', '!Enter the date and time with a UTC offset, such as 2026-03-02T09:00:00+01:00'),
  ('calendar_event_create', 'starts_at', '"2026-02-30T09:00:00Z"', '!Enter the date and time with a UTC offset, such as 2026-03-02T09:00:00+01:00'),
  ('calendar_event_create', 'starts_at', '"2026-03-02T24:00:00Z"', '!Enter the date and time with a UTC offset, such as 2026-03-02T09:00:00+01:00'),
  ('calendar_event_create', 'starts_at', '"0001-01-01T00:00:00+01:00"', '!Enter the date and time with a UTC offset, such as 2026-03-02T09:00:00+01:00'),
  ('calendar_event_create', 'starts_at', '"9999-12-31T23:59:59-01:00"', '!Enter the date and time with a UTC offset, such as 2026-03-02T09:00:00+01:00'),
  ('calendar_event_create', 'starts_at', '"infinity"', '!Enter the date and time with a UTC offset, such as 2026-03-02T09:00:00+01:00'),
  ('calendar_event_create', 'time_zone', '"Europe/Berlin"', 'fine'),
  ('calendar_event_create', 'time_zone', '"europe/berlin"', '!Write a time zone such as Europe/Berlin'),
  ('calendar_event_create', 'time_zone', '"Europe/Nowhere"', '!Write a time zone such as Europe/Berlin'),
  ('calendar_event_create', 'time_zone', '"posix/UTC"', '!Write a time zone such as Europe/Berlin'),
  ('calendar_event_create', 'time_zone', '"XYZ3"', '!Write a time zone such as Europe/Berlin'),
  ('calendar_event_create', 'attendees', '["A@b.example", "a@b.example"]', 'fine'),
  ('calendar_event_create', 'attendees', '[]', 'fine'),
  ('calendar_event_create', 'attendees', '"a@b.example"', '!Write a list of email addresses'),
  ('calendar_event_create', 'attendees', '["a@b"]', '!a@b is not an email address'),
  ('calendar_event_create', 'attendees', '["a@b.example", 7]', '!7 is not an email address'),
  ('calendar_event_create', 'attendees', '["Ann <a@b.example>"]', '!Ann <a@b.example> is not an email address'),
  ('calendar_event_create', 'attendees', '["a@b.example\nBcc: c@d.example"]', E'!a@b.example\nBcc: c@d.example is not an email address'),
  ('calendar_event_create', 'attendees', '["\u0430@b.example"]', E'!\u0430@b.example is not an email address'),
  ('calendar_event_create', 'attendees', (select jsonb_agg(n || '@b.example') from generate_series(1, 101) as n)::text, '!At most 100 addresses'),
  ('email_draft', 'to', '[]', '!Required'),
  ('sow_draft', 'sections', '[]', '!Write 1 to 50 sections'),
  ('sow_draft', 'sections', '{}', '!Write a list of sections'),
  ('sow_draft', 'sections', '["Scope"]', '!Section 1 needs a heading and a body, both as text'),
  ('sow_draft', 'sections', '[{"heading": "Scope", "body": "a", "extra": 1}]', '!Section 1 needs a heading and a body, both as text'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily", "count": 2}', 'fine'),
  ('calendar_event_create', 'recurrence', '{"frequency": "weekly", "weekdays": [5, 1, 5], "interval": 2, "until": "2026-12-31"}', 'fine'),
  ('calendar_event_create', 'recurrence', '"daily"', '!Write a frequency, an interval and a count or a last day'),
  ('calendar_event_create', 'recurrence', '[]', '!Write a frequency, an interval and a count or a last day'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily", "count": 2, "rule": "FREQ=SECONDLY"}', '!Write a frequency, an interval and a count or a last day'),
  ('calendar_event_create', 'recurrence', '{"frequency": "secondly", "count": 2}', '!Choose daily, weekly or monthly'),
  ('calendar_event_create', 'recurrence', '{"count": 2}', '!Choose daily, weekly or monthly'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily", "interval": 0, "count": 2}', '!Repeat every 1 to 99 days, weeks or months'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily", "interval": 1.5, "count": 2}', '!Repeat every 1 to 99 days, weeks or months'),
  ('calendar_event_create', 'recurrence', '{"frequency": "weekly", "count": 2}', '!Choose the days of the week, from 1 for Monday to 7 for Sunday'),
  ('calendar_event_create', 'recurrence', '{"frequency": "weekly", "weekdays": [8], "count": 2}', '!Choose the days of the week, from 1 for Monday to 7 for Sunday'),
  ('calendar_event_create', 'recurrence', '{"frequency": "weekly", "weekdays": ["MO"], "count": 2}', '!Choose the days of the week, from 1 for Monday to 7 for Sunday'),
  ('calendar_event_create', 'recurrence', '{"frequency": "monthly", "weekdays": [1], "count": 2}', '!Only an event that repeats weekly has days of the week'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily"}', '!End after a number of events or on a day, not both'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily", "count": 2, "until": "2026-12-31"}', '!End after a number of events or on a day, not both'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily", "count": 1}', '!Repeat from 2 to 366 times'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily", "count": 1e9}', '!Repeat from 2 to 366 times'),
  ('calendar_event_create', 'recurrence', '{"frequency": "daily", "until": "2026-02-30"}', '!Write the last day as YYYY-MM-DD'),
  ('sow_draft', 'sections', '[{"heading": "Scope", "body": "a"}, {"body": "b"}]', '!Section 2 needs a heading and a body, both as text'),
  ('sow_draft', 'sections', '[{"heading": " ", "body": "a"}]', '!Heading of section 1: Enter some text'),
  ('sow_draft', 'sections', '[{"heading": "Scope", "body": "a\u202eb"}]', '!Section 1: Remove the invisible characters'),
  ('sow_draft', 'sections', '[{"heading": "Scope"}]', 'fine'),
  ('skill_update', 'name', '"weekly-review"', 'fine'),
  ('skill_update', 'name', '"Weekly review"', '!Use lowercase letters, digits and single hyphens, at most 60'),
  ('skill_update', 'name', '"a--b"', '!Use lowercase letters, digits and single hyphens, at most 60')
) as cases (kind, field, value, expected);

create function pg_temp.whole(kind public.approval_kind, payload jsonb) returns jsonb language sql as $$
  select private.check_payload(tests.id('North'), tests.id('alpha'), kind, payload)
$$;
select is(pg_temp.whole('task_create', '{"title": "a", "description": "x\r\n y ", "due_on": null, "estimate_hours": "1.50", "priority": "low"}'),
  '{"title": "a", "description": "x\n y", "estimate_hours": 1.5, "priority": "low"}', 'a checked payload has its fields in normal form and no null fields');
select is(pg_temp.whole('calendar_event_create', '{"summary": "Kick-off", "starts_at": "2026-03-02T09:00+01:00",
  "ends_at": "2026-03-02T10:30:00.250+01:00", "time_zone": "Europe/Berlin", "attendees": [" B@x.example", "a@x.example", "b@x.example"]}'),
  '{"summary": "Kick-off", "starts_at": "2026-03-02T08:00:00Z", "ends_at": "2026-03-02T09:30:00.250Z",
    "time_zone": "Europe/Berlin", "attendees": ["b@x.example", "a@x.example"]}', 'a checked payload has instants in UTC, and addresses in lower case without duplicates');
select is(pg_temp.whole('scope_change', '{"title": "a", "description": "b", "hours_change": "-12.50", "amount_change": -0}'),
  '{"title": "a", "description": "b", "hours_change": -12.5, "amount_change": 0}', 'a checked payload has its figures as numbers');
select is(pg_temp.whole(kind, private.check_payload), private.check_payload, 'a second check leaves a checked payload unchanged: ' || kind)
from (values
  ('sow_draft'::public.approval_kind, '{"title": "a", "sections": [{"heading": " Scope", "body": ""}]}'::jsonb),
  ('calendar_event_create', '{"summary": "a", "starts_at": "2026-03-02T09:00Z", "ends_at": "2026-03-02T10:00Z", "time_zone": "UTC"}'),
  ('email_draft', '{"to": ["A@x.example"], "subject": "a", "body": " b"}'),
  ('prompt_update', '{"rule": "Be brief. "}')
) as cases (kind, payload)
cross join lateral pg_temp.whole(kind, payload) as private (check_payload);

create function pg_temp.problems(kind public.approval_kind, payload jsonb) returns text[] language plpgsql as $$
declare
  v_detail text;
begin
  perform pg_temp.whole(kind, payload);
  return '{}';
exception when sqlstate 'OPINV' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return array(select problem ->> 'field' from jsonb_array_elements(v_detail::jsonb -> 'fields') as problem order by 1);
end;
$$;
select is(pg_temp.problems('task_create', '{"due_on": "x", "priority": 1, "extra": 1, "other": 2}'),
  '{due_on,extra,other,priority,title}', 'all problems of a payload are reported at once');
select is(pg_temp.problems('task_create', payload), '{payload}', 'a payload must be an object: ' || coalesce(payload::text, 'null'))
from unnest(array['[]', '"a"', 'null', null]::jsonb[]) as payload;
select is(pg_temp.whole('calendar_event_create', '{"summary": "a", "starts_at": "2026-03-02T09:00Z", "ends_at": "2026-03-02T10:00Z",
  "time_zone": "UTC", "recurrence": {"frequency": "weekly", "weekdays": [5, 1, 5], "until": "2026-12-31", "count": null}}') -> 'recurrence',
  '{"frequency": "weekly", "interval": 1, "weekdays": [1, 5], "until": "2026-12-31"}', 'a checked recurrence rule has all its parts, with its weekdays in order');
select is(pg_temp.problems('calendar_event_create', '{"summary": "a", "starts_at": "2026-03-02T09:00Z", "ends_at": "2026-03-02T10:00Z",
  "time_zone": "UTC", "recurrence": {"frequency": "weekly", "weekdays": [2], "count": 3}}'), '{recurrence}', 'a recurrence rule that does not include the start of its event is refused');
select is(pg_temp.problems('calendar_event_update', '{"recurrence": {"frequency": "daily", "count": 3}}'), '{event_id,recurrence}',
  'a change that makes an event repeat is refused');
select is(pg_temp.problems('calendar_event_create', '{"summary": "a", "time_zone": "UTC",
  "starts_at": "2026-03-02T10:00+01:00", "ends_at": "2026-03-02T09:00Z"}'), '{ends_at}', 'an event whose times have different offsets must end after it starts');
select throws_ok(
  format('select private.check_payload(%L, %L, %L, %L)', tests.id('North'), tests.id('alpha'), 'sow_draft',
    jsonb_build_object('title', 'a', 'sections', (
      select jsonb_agg(jsonb_build_object('heading', 'h', 'body', repeat('a', 49999))) from generate_series(1, 11)))),
  'OPBIG', null, 'a payload over its size limit is refused');

-- A refused proposal writes nothing.
select is(tests.answer('member', format('select public.propose_approval(%L, %L, %L)', 'task_create', tests.id('alpha'), '{"title": ""}')),
  'OPINV invalid_payload', 'a proposal with an invalid payload is refused');
select is((select count(*)::int from public.approvals where organization_id = tests.id('North')), 0, 'a refused proposal is not stored');
create temporary table card as select tests.propose('member', payload => '{"title": " Send  it "}') as id;
select is((select payload from public.approvals where id = (select id from card)),
  '{"title": "Send it"}', 'a stored card has the normalized payload');
select results_eq(
  $$ select kind::text from private.payload_fields() group by kind order by kind::text $$,
  $$ select kind::text from public.approval_kinds order by kind::text $$, 'every kind of approval has fields');

select * from finish();
rollback;
