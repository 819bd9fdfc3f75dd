-- Days that a text names from the day on which it was written: tomorrow, next Friday, morgen, nächsten Freitag. They
-- are claims, like the dates they mean. "Next Friday" is the first Friday after the day, or the one after it. Periods
-- such as "next week" are not days.
create or replace function private.relative_day_claims(content text, on_day date)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_past_words constant text := '^(last|past|letzt|vergangen|vorig)';
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'date', 'phrase', mentions.phrase, 'weekday', mentions.weekday,
      'year', extract(year from mentions.day)::integer, 'month', extract(month from mentions.day)::integer, 'day', extract(day from mentions.day)::integer)
      || case when mentions.other is null then '{}' else jsonb_build_object('other', private.day_parts(mentions.other)) end), '[]')
    from (
      select match[1] as phrase, null as weekday, on_day + case
          when match[1] ~* '^(day after|über)' then 2 when match[1] ~* '^(day before|vor)' then -2
          when match[1] ~* '^(tomorrow|morgen)' then 1 when match[1] ~* '^(yesterday|gestern)' then -1 else 0 end as day,
        null::date as other
      from regexp_matches(content,
        '\m(day (?:after tomorrow|before yesterday)|(?<!day after |day before )(?:tomorrow|yesterday)|today|tonight|heute|übermorgen|vorgestern|gestern)\M', 'gi') as match
      union all
      -- "Morgen" is also a noun: am Morgen, heute Morgen, jeden Morgen.
      select match[1], null, on_day + 1, null
      from regexp_matches(content, '(?:(?<![[:alpha:]])(morgen)\M|(?:^|[.!?:]\s)(Morgen)\M(?!s))', 'g') as mentions (parts)
      cross join lateral (select array[coalesce(parts[1], parts[2])]) as words (match)
      union all
      select match[1] || ' ' || match[2], private.english_weekday(match[2]),
        case when match[1] ~* v_past_words then next_weekday.day - 7 else next_weekday.day end,
        case when match[1] ~* v_past_words then next_weekday.day - 14
          when match[1] ~* '^(this|dies)' then next_weekday.day - 7 else next_weekday.day + 7 end
      from regexp_matches(content,
        '\m(next|this|coming|last|past|nächste[nrms]?|kommende[nrms]?|diese[nrms]?|letzte[nrms]?|vergangene[nrms]?|vorige[nrms]?)\s+'
        || '((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sonnabend)\M', 'gi') as match
      cross join lateral (
        select on_day + 1 + (array_position(array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
          private.english_weekday(match[2])) - extract(isodow from on_day)::integer + 6) % 7 as day) as next_weekday
    ) as mentions);
end;
$$;
comment on function private.relative_day_claims(text, date) is 'Returns [{ kind, phrase, weekday, year, month, day, other? }].';
