-- A repeating event begins at the same local time in its time zone, and every occurrence has the same length.
begin;
select plan(21);

create function pg_temp.starts(rule jsonb, starts timestamptz, zone text) returns text language sql as $$
  select string_agg(to_char(entries.starts at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), ', ' order by entries.starts)
  from private.event_occurrences(starts_at => starts, ends_at => starts + interval '1 hour', time_zone => zone,
    recurrence => (select normal_form from private.check_recurrence(rule))) as entries
$$;
select is(pg_temp.starts(rule::jsonb, starts::timestamptz, zone), expected, what)
from (values
  ('{"frequency": "daily", "count": 3}', '2026-03-28 09:00+01', 'Europe/Berlin',
   '2026-03-28 08:00, 2026-03-29 07:00, 2026-03-30 07:00', 'an event keeps its local time when clocks go forward'),
  ('{"frequency": "daily", "count": 3}', '2026-03-28 02:30+01', 'Europe/Berlin',
   '2026-03-28 01:30, 2026-03-29 01:30, 2026-03-30 00:30', 'a skipped local time moves forward by the skipped hour'),
  ('{"frequency": "daily", "count": 3}', '2026-10-24 02:30+02', 'Europe/Berlin',
   '2026-10-24 00:30, 2026-10-25 00:30, 2026-10-26 01:30', 'a local time that occurs twice on a day resolves to the earlier instant'),
  ('{"frequency": "daily", "count": 2}', '2026-10-25 02:30+01', 'Europe/Berlin',
   '2026-10-25 01:30, 2026-10-26 01:30', 'a first event at the later of two equal local times keeps its instant'),
  ('{"frequency": "daily", "interval": 2, "until": "2026-04-06"}', '2026-04-02 23:30+13:45', 'Pacific/Chatham',
   '2026-04-02 09:45, 2026-04-04 09:45, 2026-04-06 10:45', 'the last day is a day in the time zone of the event'),
  ('{"frequency": "weekly", "weekdays": [5, 1], "count": 4}', '2026-11-27 09:00+01', 'Europe/Berlin',
   '2026-11-27 08:00, 2026-11-30 08:00, 2026-12-04 08:00, 2026-12-07 08:00', 'weekdays before the first event are skipped'),
  ('{"frequency": "weekly", "interval": 2, "weekdays": [1, 7], "count": 4}', '2026-11-29 09:00Z', 'UTC',
   '2026-11-29 09:00, 2026-12-07 09:00, 2026-12-13 09:00, 2026-12-21 09:00', 'weeks begin on Monday'),
  ('{"frequency": "monthly", "count": 4}', '2026-12-31 09:00Z', 'UTC',
   '2026-12-31 09:00, 2027-01-31 09:00, 2027-03-31 09:00, 2027-05-31 09:00', 'a month without the day has no occurrence'),
  ('{"frequency": "monthly", "interval": 12, "until": "2032-12-31"}', '2028-02-29 09:00Z', 'UTC',
   '2028-02-29 09:00, 2032-02-29 09:00', 'a year without the leap day has no occurrence')
) as entries (rule, starts, zone, expected, what);
select is(array_agg(ends - starts), array_fill(interval '90 minutes', array[3]), 'each occurrence has the length of the first')
from private.event_occurrences('2026-03-28 09:00+01', '2026-03-28 10:30+01', 'Europe/Berlin',
  '{"frequency": "daily", "interval": 1, "count": 3}');
select is(count(*)::integer, 367, 'the expansion of a rule stops one event after the maximum')
from private.event_occurrences('2026-01-01 09:00Z', '2026-01-01 10:00Z', 'UTC',
  '{"frequency": "daily", "interval": 1, "until": "9999-12-31"}');

select is(private.recurrence_problem(jsonb_build_object(
  'starts_at', '2026-11-27T09:00:00Z', 'ends_at', ends, 'time_zone', 'Asia/Kathmandu', 'recurrence', normal_form)), problem, what)
from (values
  ('{"frequency": "weekly", "weekdays": [5], "count": 2}', '2026-11-27T10:00:00Z', null, 'a valid rule is accepted'),
  ('{"frequency": "weekly", "weekdays": [1, 6], "count": 2}', '2026-11-27T10:00:00Z',
   'The event starts on a Friday. Choose this day as well', 'a weekly rule without the weekday of its start is refused'),
  ('{"frequency": "daily", "count": 2}', '2026-11-28T09:01:00Z', 'A repeating event can last at most a day', 'a repeating event longer than a day is refused'),
  ('{"frequency": "monthly", "count": 366}', '2026-11-27T10:00:00Z',
   'It must end within five years. Choose an earlier end', 'a count that takes longer than five years is refused'),
  ('{"frequency": "monthly", "until": "2031-11-28"}', '2026-11-27T10:00:00Z',
   'It must end within five years. Choose an earlier end', 'a last day after five years is refused'),
  ('{"frequency": "daily", "until": "2026-11-27"}', '2026-11-27T10:00:00Z',
   'The event would happen once. Choose a later end', 'a last day equal to the first is refused'),
  ('{"frequency": "daily", "until": "2027-11-28"}', '2026-11-27T10:00:00Z',
   'It can repeat at most 366 times. Choose an earlier end', 'too many events are refused'),
  ('{"frequency": "daily", "until": "2027-11-27"}', '2026-11-27T10:00:00Z', null, 'the maximum number of events is accepted')
) as entries (rule, ends, problem, what)
cross join lateral private.check_recurrence(rule::jsonb) as checked_rule (normal_form, rule_problem);

select is(string_agg(private.spoken_recurrence(rule), '; ' order by position),
  'every day until Fri, 27 Nov 2026; every 2 weeks on Monday, Wednesday and Friday, 10 times; every week on Tuesday, 2 times; every 3 months, 4 times',
  'each rule has a description in words')
from unnest(array['{"frequency": "daily", "interval": 1, "until": "2026-11-27"}',
  '{"frequency": "weekly", "interval": 2, "weekdays": [1, 3, 5], "count": 10}',
  '{"frequency": "weekly", "interval": 1, "weekdays": [2], "count": 2}',
  '{"frequency": "monthly", "interval": 3, "count": 4}']::jsonb[]) with ordinality as rules (rule, position);
select is(private.instant_of_clock('2026-07-01 12:00', 'UTC'), '2026-07-01 12:00Z', 'a local time in a zone whose clocks never change is one instant');

select * from finish();
rollback;
