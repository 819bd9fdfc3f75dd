-- The instant at which the clock of a zone shows this time. If the clock shows it twice because it is set back, the
-- first of the two instants (PostgreSQL itself takes the second). A time that the clock skips moves later by the gap.
create or replace function private.instant_of_clock(reading timestamp, time_zone text)
returns timestamptz
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_day_before constant timestamp := reading - interval '1 day';
  v_by_offset_before constant timestamptz :=
    (reading - (v_day_before - ((v_day_before at time zone time_zone) at time zone 'UTC'))) at time zone 'UTC';
begin
  return case when v_by_offset_before at time zone time_zone = reading
    then v_by_offset_before else reading at time zone time_zone end;
end;
$$;

-- A rule by which an event repeats, in its normal form, or its problem.
create or replace function private.check_recurrence(value jsonb, out normal_form jsonb, out problem text)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_frequency constant text := value ->> 'frequency';
  v_weekdays constant jsonb := case when jsonb_typeof(value -> 'weekdays') = 'array' then value -> 'weekdays' else '[]' end;
  v_fields constant jsonb := case when jsonb_typeof(value) = 'object' then jsonb_strip_nulls(value) else '{}' end;
begin
  if v_fields = '{}' or v_fields - '{frequency,interval,weekdays,count,until}'::text[] <> '{}' then
    problem := 'Write a frequency, an interval and a count or a last day';
  elsif coalesce(v_frequency, '') not in ('daily', 'weekly', 'monthly') then
    problem := 'Choose daily, weekly or monthly';
  elsif v_fields ? 'interval' and private.whole_number(v_fields -> 'interval', 1, 99) is null then
    problem := 'Repeat every 1 to 99 days, weeks or months';
  elsif v_frequency = 'weekly' and (v_weekdays = '[]' or exists (
    select from jsonb_array_elements(v_weekdays) as weekday where private.whole_number(weekday, 1, 7) is null))
  then
    problem := 'Choose the days of the week, from 1 for Monday to 7 for Sunday';
  elsif v_frequency <> 'weekly' and v_fields ? 'weekdays' then
    problem := 'Only an event that repeats weekly has days of the week';
  elsif v_fields ? 'count' = v_fields ? 'until' then
    problem := 'End after a number of events or on a day, not both';
  elsif v_fields ? 'count' and private.whole_number(v_fields -> 'count', 2, 366) is null then
    problem := 'Repeat from 2 to 366 times';
  elsif v_fields ? 'until' and private.day_text(v_fields ->> 'until') is null then
    problem := 'Write the last day as YYYY-MM-DD';
  else
    normal_form := jsonb_build_object('frequency', v_frequency, 'interval', coalesce((v_fields ->> 'interval')::integer, 1))
      || case when v_frequency = 'weekly' then jsonb_build_object('weekdays', (
           select jsonb_agg(distinct weekday::integer order by weekday::integer)
           from jsonb_array_elements_text(v_weekdays) as weekday)) else '{}' end
      || case when v_fields ? 'count' then jsonb_build_object('count', (v_fields ->> 'count')::integer)
              else jsonb_build_object('until', v_fields ->> 'until') end;
  end if;
end;
$$;
comment on function private.check_recurrence(jsonb) is
  'Daily, weekly on chosen days, or monthly on the day of the start; with an interval, and a number of times or a last day.';

-- An integer of JSON within bounds; null for anything else.
create or replace function private.whole_number(value jsonb, minimum integer, maximum integer)
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^\d{1,9}$'
    and (value #>> '{}')::integer between minimum and maximum then (value #>> '{}')::integer end
$$;

-- The occurrences of an event that repeats by a checked rule: within 5 years, and at most 367, one more than an event
-- may have. Each begins when the clock of its zone shows the time of the first. A month without the day has none.
create or replace function private.event_occurrences(
  starts_at timestamptz, ends_at timestamptz, time_zone text, recurrence jsonb)
returns table (starts timestamptz, ends timestamptz)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_first_start constant timestamp := starts_at at time zone time_zone;
  v_monday constant date := date_trunc('week', v_first_start)::date;
  v_interval constant integer := (recurrence ->> 'interval')::integer;
  v_length constant interval := ends_at - starts_at;
begin
  return query
  select instants.at, instants.at + v_length
  from (
    select days.day
    from (
      select v_first_start::date + step * v_interval as day
      from generate_series(0, 1827 / v_interval) as step
      where recurrence ->> 'frequency' = 'daily'
      union all
      select v_monday + step * v_interval * 7 + weekday::integer - 1
      from generate_series(0, 261 / v_interval) as step, jsonb_array_elements_text(recurrence -> 'weekdays') as weekday
      where recurrence ->> 'frequency' = 'weekly'
      union all
      select (date_trunc('month', v_first_start) + make_interval(months => step * v_interval))::date
        + extract(day from v_first_start)::integer - 1
      from generate_series(0, 60 / v_interval) as step
      where recurrence ->> 'frequency' = 'monthly'
        and extract(day from v_first_start) <= extract(day from
          date_trunc('month', v_first_start) + make_interval(months => step * v_interval + 1) - interval '1 day')
    ) as days
    where days.day >= v_first_start::date and days.day <= coalesce((recurrence ->> 'until')::date, 'infinity')
      and days.day <= v_first_start::date + interval '5 years'
    order by days.day
    limit coalesce((recurrence ->> 'count')::integer, 367)
  ) as occurrence,
  lateral (select case when occurrence.day = v_first_start::date then starts_at
    else private.instant_of_clock(occurrence.day + v_first_start::time, time_zone) end as at) as instants
  order by instants.at;
end;
$$;

-- The problem with the rule of an event whose fields are each valid; null if there is none.
create or replace function private.recurrence_problem(event jsonb)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_recurrence constant jsonb := event -> 'recurrence';
  v_starts_at constant timestamptz := (event ->> 'starts_at')::timestamptz;
  v_ends_at constant timestamptz := (event ->> 'ends_at')::timestamptz;
  v_first_start constant timestamp := v_starts_at at time zone (event ->> 'time_zone');
  v_occurrences integer;
begin
  if v_recurrence ->> 'frequency' = 'weekly'
    and not v_recurrence -> 'weekdays' @> to_jsonb(extract(isodow from v_first_start)::integer)
  then
    return format('The event starts on a %s. Choose this day as well', to_char(v_first_start, 'FMDay'));
  elsif v_ends_at - v_starts_at > interval '1 day' then
    return 'A repeating event can last at most a day';
  end if;
  select count(*) into v_occurrences
  from private.event_occurrences(v_starts_at, v_ends_at, event ->> 'time_zone', v_recurrence);
  return case
    when v_recurrence ? 'count' and v_occurrences < (v_recurrence ->> 'count')::integer
      or (v_recurrence ->> 'until')::date > v_first_start::date + interval '5 years'
      then 'It must end within five years. Choose an earlier end'
    when v_occurrences < 2 then 'The event would happen once. Choose a later end'
    when v_occurrences > 366 then 'It can repeat at most 366 times. Choose an earlier end' end;
end;
$$;

-- A rule in words, such as: every 2 weeks on Monday and Friday, 10 times.
create or replace function private.spoken_recurrence(recurrence jsonb)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when (recurrence ->> 'interval')::integer = 1 then 'every ' || unit
              else format('every %s %ss', recurrence ->> 'interval', unit) end
    || coalesce(' on ' || (
      select case count(*) when 0 then null when 1 then min(name)
        else format('%s and %s', string_agg(name, ', ' order by day) filter (where rank_from_end > 1),
          max(name) filter (where rank_from_end = 1)) end
      from (
        select day::integer as day, row_number() over (order by day::integer desc) as rank_from_end,
          (array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])[day::integer] as name
        from jsonb_array_elements_text(recurrence -> 'weekdays') as day
      ) as weekdays), '')
    || case when recurrence ? 'count' then format(', %s times', recurrence ->> 'count')
            else ' until ' || private.spoken_day((recurrence ->> 'until')::date) end
  from (values (case recurrence ->> 'frequency' when 'daily' then 'day' when 'weekly' then 'week' else 'month' end)) as units (unit)
$$;
