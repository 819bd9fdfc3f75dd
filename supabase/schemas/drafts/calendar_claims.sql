-- Months without a day, and weekdays.

-- "March", "August" and "Mai" name months only with a capital letter; "May" and abbreviations only after a word such as
-- "in" or "until". "Jan" is also a name, so fewer words before it count.
create or replace function private.month_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_time constant text := 'in|until|till|since|next|last|early|mid|late|im|bis|ab|seit|anfang|mitte|ende';
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'date', 'phrase', month, 'year', null, 'month', private.month_number(month), 'day', null)), '[]')
    from (
      select match[1] from regexp_matches(content,
        '\m(January|Januar|Jänner|February|Februar|März|April|June|Juni|July|Juli|September|October|Oktober|November|December|Dezember)\M', 'gi') as match
      union
      select match[1] from regexp_matches(content, '\m(March|August|Mai)\M', 'g') as match
      union
      select match[1] from regexp_matches(content, format(
        '\m(?:%s|of|by|from|before|after|to)[ -]+(May|Feb|Mar|Mär|Apr|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez)\M', v_time), 'gi') as match
      union
      select match[1] from regexp_matches(content, format('\m(?:%s)[ -]+(Jan|Jän)\M', v_time), 'gi') as match
    ) as hit (month));
end;
$$;

create or replace function private.english_weekday(day text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when day ~* '^mo' then 'Monday' when day ~* '^(tu|di)' then 'Tuesday' when day ~* '^(we|mi)' then 'Wednesday'
    when day ~* '^(th|do)' then 'Thursday' when day ~* '^fr' then 'Friday' when day ~* '^(sa|sonna)' then 'Saturday'
    else 'Sunday' end
$$;

-- Weekdays, by their English names. An abbreviation counts only after a word such as "on" or "until".
create or replace function private.weekday_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'weekday', 'phrase', day, 'word', private.english_weekday(day))), '[]')
    from (
      select match[1] from regexp_matches(content,
        '\m((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag[[:lower:]]*|Mittwoch[[:lower:]]*|Sonnabends?)\M', 'gi') as match
      union
      select match[1] from regexp_matches(content,
        '\m(?:[Oo]n|[Bb]y|[Uu]ntil|[Tt]ill|[Nn]ext|[Ll]ast|[Tt]his|[Bb]efore|[Aa]fter|[Ff]rom|[Ss]ince)\s+(Mon|Tues?|Wed|Thu|Thurs?|Fri|Sat|Sun)\M', 'g') as match
    ) as hit (day));
end;
$$;
comment on function private.weekday_claims(text) is 'Returns [{ kind, phrase, word }].';
