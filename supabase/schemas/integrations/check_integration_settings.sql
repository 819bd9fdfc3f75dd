-- The settings of a vendor: exactly the fields that its adapter reads. No address is among
-- them: where requests go is the operator's to say, never a tenant's.
-- Raises OPINV (invalid_settings, with { fields: [{ field, message }] }).
create or replace function private.check_integration_settings(
  organization_id uuid,
  provider public.integration_provider,
  settings jsonb
)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_known text[] := case provider
    when 'clickup' then array['list_id', 'marker_field_id', 'status', 'assignees']
    when 'google_calendar' then array['subject', 'calendar_id', 'send_updates'] end;
  v_problems jsonb := '[]';
  v_field text;
  v_value jsonb;
begin
  if jsonb_typeof(settings) is distinct from 'object' then
    v_problems := private.field_problem(null, 'Settings are an object');
  else
    for v_field, v_value in select * from jsonb_each(settings) loop
      v_problems := v_problems || private.setting_problem(provider, v_known, v_field, v_value);
    end loop;
    for v_field in
      select required from unnest(case provider
        when 'clickup' then array['list_id', 'marker_field_id'] else array['subject'] end) as required
      where not settings ? required
    loop
      v_problems := v_problems || private.field_problem(v_field, 'Is needed');
    end loop;
    if provider = 'clickup' and jsonb_typeof(settings -> 'assignees') = 'object' then
      for v_field in
        select mapped from jsonb_object_keys(settings -> 'assignees') as mapped
        where not exists (
          select from public.people
          where people.organization_id = check_integration_settings.organization_id and people.id::text = mapped)
      loop
        v_problems := v_problems || private.field_problem('assignees', format('There is no person %s', left(v_field, 40)));
      end loop;
    end if;
  end if;
  if v_problems <> '[]' then
    raise exception using
      errcode = 'OPINV', message = 'The settings are not complete or not valid', hint = 'invalid_settings',
      detail = jsonb_build_object('fields', v_problems)::text;
  end if;
  return settings;
end;
$$;
comment on function private.check_integration_settings(uuid, public.integration_provider, jsonb) is
  'The settings, when they are what the adapter reads. Raises OPINV.';

create or replace function private.setting_problem(
  provider public.integration_provider,
  known text[],
  field text,
  value jsonb
)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text := case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
begin
  if not (field = any (known)) then
    return private.field_problem(left(field, 60), 'Unknown field');
  elsif field = 'assignees' then
    if jsonb_typeof(value) <> 'object' or exists (
      select from jsonb_each(value) as mapped
      where jsonb_typeof(mapped.value) <> 'number' or mapped.value::text !~ '^\d{1,15}$')
    then
      return private.field_problem(field, 'Maps ids of people to ClickUp''s numbers of users');
    end if;
  elsif coalesce(btrim(v_text), '') = '' or char_length(v_text) > 300 then
    return private.field_problem(field, 'Is a text');
  elsif field = 'list_id' and v_text !~ '^\d{1,20}$' then
    return private.field_problem(field, 'Is the number of a list');
  elsif field = 'subject' and v_text !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    return private.field_problem(field, 'Is an e-mail address');
  elsif field = 'send_updates' and v_text not in ('all', 'externalOnly', 'none') then
    return private.field_problem(field, 'Is all, externalOnly or none');
  end if;
  return '[]';
end;
$$;

create or replace function private.field_problem(field text, message text)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select jsonb_build_array(jsonb_build_object('field', field, 'message', message)) $$;

-- A token of ClickUp is a word, a key of Google is the JSON of a service account. Neither is ever answered.
-- Raises OPINV (secret_missing, invalid_secret).
create or replace function private.check_integration_secret(
  provider public.integration_provider,
  secret text,
  may_stay boolean
)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_key jsonb;
begin
  if secret is null then
    if may_stay then
      return;
    end if;
    raise exception using errcode = 'OPINV', message = 'Enter a secret', hint = 'secret_missing';
  elsif provider = 'clickup' then
    if secret ~ '^(Bearer )?[!-~]+$' and char_length(secret) between 8 and 500 then
      return;
    end if;
  elsif octet_length(secret) <= 20000 then
    begin
      v_key := secret::jsonb;
    exception when data_exception then
      v_key := null;
    end;
    if jsonb_typeof(v_key) = 'object' and coalesce(v_key ->> 'client_email', '') like '%@%'
      and coalesce(v_key ->> 'private_key', '') like '-----BEGIN PRIVATE KEY-----%'
    then
      return;
    end if;
  end if;
  raise exception using
    errcode = 'OPINV',
    message = case provider
      when 'clickup' then 'The secret is a token of ClickUp'
      else 'The secret is the key file of a Google service account' end,
    hint = 'invalid_secret';
end;
$$;
