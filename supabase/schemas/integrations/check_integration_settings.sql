-- Checks the settings of a vendor against private.provider_settings(). They contain no address, because the operator
-- decides where requests go, never an organization.
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
  v_problems jsonb := '[]';
  v_field text;
  v_value jsonb;
begin
  if jsonb_typeof(settings) is distinct from 'object' then
    v_problems := private.field_problem(null, 'Send the settings as an object');
  else
    for v_field, v_value in select * from jsonb_each(settings) loop
      v_problems := v_problems || private.setting_problem(provider, v_field, v_value);
    end loop;
    for v_field in
      select fields.name from private.provider_settings() as fields
      where fields.provider = check_integration_settings.provider and fields.required and not settings ? fields.name
      order by fields.name
    loop
      v_problems := v_problems || private.field_problem(v_field, 'Enter a value');
    end loop;
    if jsonb_typeof(settings -> 'assignees') = 'object' then
      for v_field in
        select assignee from jsonb_object_keys(settings -> 'assignees') as assignee
        where not exists (
          select from public.people
          where people.organization_id = check_integration_settings.organization_id and people.id::text = assignee)
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
  'The settings, if they are valid for the adapter. Raises OPINV.';

create or replace function private.setting_problem(
  provider public.integration_provider,
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
  v_rule record;
begin
  select * into v_rule from private.provider_settings() as fields
  where fields.provider = setting_problem.provider and fields.name = setting_problem.field;
  if v_rule.name is null then
    return private.field_problem(left(field, 60), 'Unknown field');
  elsif v_rule.type = 'assignees' then
    if jsonb_typeof(value) <> 'object' or exists (
      select from jsonb_each(value) as assignee
      where jsonb_typeof(assignee.value) <> 'number' or assignee.value::text !~ '^\d{1,15}$')
    then
      return private.field_problem(field, v_rule.problem);
    end if;
  elsif coalesce(btrim(v_text), '') = '' or char_length(v_text) > 300 then
    return private.field_problem(field, 'Enter a text of at most 300 characters');
  elsif v_text !~ v_rule.pattern then
    return private.field_problem(field, v_rule.problem);
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

-- Checks that a secret has the format of its vendor.
-- Raises OPINV (secret_missing, invalid_secret).
create or replace function private.check_integration_secret(
  provider public.integration_provider,
  secret text,
  is_optional boolean
)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_rule record;
  v_key jsonb;
begin
  select * into v_rule from private.providers() as providers
  where providers.provider = check_integration_secret.provider;
  if secret is null then
    if is_optional then
      return;
    end if;
    raise exception using errcode = 'OPINV', message = 'Enter a secret', hint = 'secret_missing';
  elsif v_rule.secret_type = 'token' then
    if secret ~ '^(Bearer )?[!-~]+$' and char_length(secret) between 8 and 500 then
      return;
    end if;
  elsif octet_length(secret) <= 20000 then
    begin
      v_key := secret::jsonb;
    exception when data_exception then
      v_key := null;
    end;
    if jsonb_typeof(v_key) = 'object' and (
      v_rule.secret_type = 'app_registration' and coalesce(v_key ->> 'tenant_id', '') ~ '^[A-Za-z0-9._-]+$'
        and coalesce(v_key ->> 'client_id', '') <> '' and coalesce(v_key ->> 'client_secret', '') <> ''
      or v_rule.secret_type = 'service_account' and coalesce(v_key ->> 'client_email', '') like '%@%'
        and coalesce(v_key ->> 'private_key', '') like '-----BEGIN PRIVATE KEY-----%')
    then
      return;
    end if;
  end if;
  raise exception using
    errcode = 'OPINV',
    message = v_rule.secret_problem,
    hint = 'invalid_secret';
end;
$$;
