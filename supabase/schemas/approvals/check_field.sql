-- Checks one value of a payload against the type of its field.
create or replace function private.check_field(
  organization_id uuid,
  project_id uuid,
  type text,
  max integer,
  choices text[],
  value jsonb,
  out normal_form jsonb,
  out problem text
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text := case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
  v_line record;
begin
  if type in ('hours', 'signed_hours', 'money', 'signed_money') then
    select * into normal_form, problem from private.check_figure(type, value);
  elsif type = 'emails' then
    select * into normal_form, problem from private.check_emails(max, value);
  elsif type = 'sections' then
    select * into normal_form, problem from private.check_sections(max, value);
  elsif type = 'recurrence' then
    select * into normal_form, problem from private.check_recurrence(value);
  elsif v_text is null then
    problem := 'Enter text';
  elsif type in ('line', 'paragraphs') then
    select * into v_line from private.check_text(v_text, type = 'line', max);
    normal_form := to_jsonb(v_line.normal_form);
    problem := v_line.problem;
  elsif type = 'slug' then
    if v_text ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(v_text) <= max then
      normal_form := to_jsonb(v_text);
    else
      problem := format('Use lowercase letters, digits and single hyphens, at most %s', max);
    end if;
  elsif type = 'day' then
    normal_form := to_jsonb(private.day_text(v_text));
    if normal_form is null then
      problem := 'Write the day as YYYY-MM-DD';
    end if;
  elsif type = 'instant' then
    normal_form := to_jsonb(private.instant_text(v_text));
    if normal_form is null then
      problem := 'Enter the date and time with a UTC offset, such as 2026-03-02T09:00:00+01:00';
    end if;
  elsif type = 'time_zone' then
    if length(v_text) <= max and v_text ~ '^[A-Z]' and v_text not in ('Factory')
      and exists (select from pg_timezone_names where pg_timezone_names.name = v_text)
    then
      normal_form := to_jsonb(v_text);
    else
      problem := 'Write a time zone such as Europe/Berlin';
    end if;
  elsif type = 'choice' then
    if v_text = any (choices) then
      normal_form := to_jsonb(v_text);
    else
      problem := format('Choose one of %s', array_to_string(choices, ', '));
    end if;
  elsif v_text !~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then
    problem := 'Enter an id';
  else
    normal_form := to_jsonb(lower(v_text));
    problem := private.reference_problem(organization_id, project_id, type, v_text::uuid);
  end if;
end;
$$;
comment on function private.check_field(uuid, uuid, text, integer, text[], jsonb) is
  'Returns the value in its normal form, or its problem. Also checks that a person, source or event exists.';

-- A calendar day as text; null for anything else. PostgreSQL 15 lacks pg_input_is_valid.
create or replace function private.day_text(value text)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if value !~ '^\d{4}-\d{2}-\d{2}$' or value < '0001' then
    return null;
  end if;
  perform value::date;
  return value;
exception
  when datetime_field_overflow or invalid_datetime_format then
    return null;
end;
$$;
comment on function private.day_text(text) is 'A day as YYYY-MM-DD; null for an invalid one.';

-- An instant in UTC in ISO 8601 format, with milliseconds only if it has any; null for anything else.
create or replace function private.instant_text(value text)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_utc timestamp;
begin
  if value !~ '^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$'
    or value < '0001'
  then
    return null;
  end if;
  v_utc := value::timestamptz at time zone 'UTC';
  if v_utc < '0001-01-01' or v_utc >= '10000-01-01' then
    return null;
  end if;
  return private.utc_text(value::timestamptz);
exception
  when datetime_field_overflow or invalid_datetime_format then
    return null;
end;
$$;
comment on function private.instant_text(text) is 'An instant with offset, converted to UTC; null for an invalid one.';

-- A number or its decimal text, with at most two decimals and without grouping, because 1.234 and 1,234 are different
-- numbers in different countries.
create or replace function private.check_figure(type text, value jsonb, out normal_form jsonb, out problem text)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_money constant boolean := type in ('money', 'signed_money');
  v_is_signed constant boolean := type in ('signed_hours', 'signed_money');
  v_max constant numeric := case when v_is_money then 999999999999.99 else 99999999.99 end;
  v_figure numeric;
begin
  if jsonb_typeof(value) = 'number' then
    v_figure := (value #>> '{}')::numeric;
  elsif jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^ *[+-]?\d{1,12}(\.\d{1,2})? *$' then
    v_figure := (value #>> '{}')::numeric;
  else
    problem := format('Write %s as a number such as 1250 or 1250.50', case when v_is_money then 'an amount' else 'hours' end);
    return;
  end if;
  if v_figure < 0 and not v_is_signed then
    problem := format('%s cannot be below zero', case when v_is_money then 'An amount' else 'Hours' end);
  elsif abs(v_figure) > v_max then
    problem := format('%s cannot exceed %s', case when v_is_money then 'An amount' else 'Hours' end, v_max);
  elsif v_figure <> round(v_figure, 2) then
    problem := 'Use at most two decimal places';
  else
    normal_form := to_jsonb(trim_scale(v_figure));
  end if;
end;
$$;
comment on function private.check_figure(text, jsonb) is 'Hours or an amount, below zero only where the type is signed.';

-- Addresses in lower case, each once, in the order of the payload. Only ASCII is accepted, because look-alikes from
-- other scripts would pass for a known address.
create or replace function private.check_emails(max integer, value jsonb, out normal_form jsonb, out problem text)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_address_problem text;
begin
  if jsonb_typeof(value) <> 'array' then
    problem := 'Write a list of email addresses';
  elsif jsonb_array_length(value) > max then
    problem := format('At most %s addresses', max);
  else
    select format('%s is not an email address', left(input.entry #>> '{}', 100)) into v_address_problem
    from jsonb_array_elements(value) with ordinality as input (entry, position)
    where not (jsonb_typeof(input.entry) = 'string' and length(input.entry #>> '{}') <= 254
      and lower(btrim(input.entry #>> '{}'))
          ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$')
    order by input.position
    limit 1;
    problem := v_address_problem;
    if problem is null then
      select coalesce(jsonb_agg(address.email order by address.position), '[]') into normal_form
      from (
        select lower(btrim(input.entry)) as email, min(input.position) as position
        from jsonb_array_elements_text(value) with ordinality as input (entry, position)
        group by lower(btrim(input.entry))
      ) as address;
    end if;
  end if;
end;
$$;
comment on function private.check_emails(integer, jsonb) is 'A list of addresses.';

-- Sections of a document: a heading, and a body that may still be empty, because a draft is written step by step.
create or replace function private.check_sections(max integer, value jsonb, out normal_form jsonb, out problem text)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_section jsonb;
  v_position integer := 0;
  v_heading record;
  v_body record;
begin
  if jsonb_typeof(value) <> 'array' then
    problem := 'Write a list of sections';
    return;
  elsif jsonb_array_length(value) not between 1 and max then
    problem := format('Write 1 to %s sections', max);
    return;
  end if;
  normal_form := '[]';
  for v_section in select jsonb_array_elements(value) loop
    v_position := v_position + 1;
    if jsonb_typeof(v_section) <> 'object' or v_section - '{heading,body}'::text[] <> '{}'
      or jsonb_typeof(v_section -> 'heading') is distinct from 'string'
      or jsonb_typeof(coalesce(v_section -> 'body', '""')) <> 'string'
    then
      problem := format('Section %s needs a heading and a body, both as text', v_position);
    else
      select * into v_heading from private.check_text(v_section ->> 'heading', true, 200);
      select * into v_body from private.check_text(coalesce(v_section ->> 'body', ''), false, 50000);
      if v_heading.problem is not null then
        problem := format('Heading of section %s: %s', v_position, v_heading.problem);
      elsif v_body.problem <> 'Enter some text' then
        problem := format('Section %s: %s', v_position, v_body.problem);
      else
        normal_form := normal_form || jsonb_build_object('heading', v_heading.normal_form, 'body', coalesce(v_body.normal_form, ''));
      end if;
    end if;
    if problem is not null then
      normal_form := null;
      return;
    end if;
  end loop;
end;
$$;
comment on function private.check_sections(integer, jsonb) is 'A list of { heading, body }; a body may be empty.';
