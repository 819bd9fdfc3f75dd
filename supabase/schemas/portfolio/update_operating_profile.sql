-- Changes the operating profile of an account: only the fields that `changes` names. The first change creates the
-- profile.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPNFD · OPSTA (version_conflict).
create or replace function private.update_operating_profile(
  account_id uuid,
  version integer,
  changes jsonb
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_before public.operating_profiles;
  v_after public.operating_profiles;
begin
  perform private.require_changes(
    changes, array['cadence', 'contacts', 'standing_facts', 'definition_of_done', 'shares_hours'],
    array['contacts', 'standing_facts', 'definition_of_done']);
  -- Locks the account's row, so that two first updates wait for each other.
  perform from public.accounts
  where accounts.id = update_operating_profile.account_id
    and accounts.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  end if;
  select * into v_before
  from public.operating_profiles
  where operating_profiles.account_id = update_operating_profile.account_id;
  perform private.refuse_stale_version(
    'operating_profile', update_operating_profile.account_id, update_operating_profile.version,
    coalesce(v_before.version, 0), case when v_before.account_id is not null then to_jsonb(v_before) end);

  v_after := private.changed_operating_profile(v_before, changes);
  if v_before.account_id is null then
    insert into public.operating_profiles (
      organization_id, account_id, cadence, contacts, standing_facts, definition_of_done, shares_hours, updated_by)
    values (
      v_viewer.organization_id, update_operating_profile.account_id, v_after.cadence, v_after.contacts,
      v_after.standing_facts, v_after.definition_of_done, v_after.shares_hours, v_viewer.id)
    returning * into v_after;
  elsif v_after is not distinct from v_before then
    return to_jsonb(v_before);
  else
    update public.operating_profiles
    set cadence = v_after.cadence, contacts = v_after.contacts, standing_facts = v_after.standing_facts,
        definition_of_done = v_after.definition_of_done, shares_hours = v_after.shares_hours,
        updated_by = v_viewer.id
    where operating_profiles.account_id = v_before.account_id
    returning * into v_after;
  end if;
  perform private.record_row_change(
    v_viewer.organization_id, 'operating_profile.updated', 'operating_profile', v_after.account_id,
    to_jsonb(v_before) - 'account_id', to_jsonb(v_after) - 'account_id');
  return to_jsonb(v_after);
end;
$$;

-- The row with the changes in it. Raises OPINV if a value has the wrong format.
create or replace function private.changed_operating_profile(
  profile public.operating_profiles,
  changes jsonb
)
returns public.operating_profiles
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_profile public.operating_profiles;
begin
  v_profile := jsonb_populate_record(profile, changes);
  v_profile.contacts := coalesce(v_profile.contacts, '[]');
  v_profile.standing_facts := coalesce(v_profile.standing_facts, '{}');
  v_profile.definition_of_done := coalesce(v_profile.definition_of_done, '{}');
  v_profile.shares_hours := coalesce(v_profile.shares_hours, false);
  return v_profile;
exception when data_exception then
  raise exception using
    errcode = 'OPINV', message = 'A value has the wrong format', hint = 'invalid_operating_profile';
end;
$$;

create or replace function public.update_operating_profile(
  account_id uuid,
  version integer,
  changes jsonb
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_operating_profile(account_id, version, changes) $$;

grant execute on function private.update_operating_profile(uuid, integer, jsonb) to authenticated;
grant execute on function public.update_operating_profile(uuid, integer, jsonb) to authenticated;

comment on function public.update_operating_profile(uuid, integer, jsonb) is
  'Returns the profile. version is the one that the caller saw, 0 if there was none. Changes: cadence, contacts, standing_facts, definition_of_done, shares_hours. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
