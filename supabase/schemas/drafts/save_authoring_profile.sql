-- Changes a profile: only the fields that `changes` names. Without an id it adds one, which needs key, name, kind and
-- sections, and is for admins. The field `archived` archives or restores the profile.
-- Raises OPAUT · OPDEN (neither admin nor lead, a new profile by a lead) · OPINV (invalid_authoring_profile) · OPNFD ·
-- OPSTA (version_conflict, key_taken).
create or replace function private.save_authoring_profile(profile_id uuid, version integer, changes jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_before public.authoring_profiles;
  v_after public.authoring_profiles;
begin
  perform private.require_changes(
    changes,
    array['key', 'name', 'kind', 'sections', 'source_kinds', 'max_source_age_days', 'max_passages',
          'includes_restricted', 'standing_facts', 'rubric', 'export_format', 'export_name',
          'includes_revision_history', 'archived'],
    array['sections', 'source_kinds', 'standing_facts']);
  if save_authoring_profile.profile_id is not null then
    select * into v_before from public.authoring_profiles
    where authoring_profiles.id = save_authoring_profile.profile_id
      and authoring_profiles.organization_id = v_viewer.organization_id
    for update;
    if v_before.id is null then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such authoring profile', hint = 'profile_not_found';
    end if;
    perform private.refuse_stale_version(
      'authoring_profile', v_before.id, save_authoring_profile.version, v_before.version, to_jsonb(v_before));
    if changes ?| array['key', 'kind'] then
      raise exception using
        errcode = 'OPINV', message = 'The key and the kind of a profile can''t change. Add another profile',
        hint = 'invalid_authoring_profile';
    end if;
  else
    perform private.require_admin();
  end if;

  begin
    v_after := jsonb_populate_record(v_before, changes - 'archived');
    if v_before.id is null then
      insert into public.authoring_profiles (
        organization_id, key, name, kind, sections, source_kinds, max_source_age_days, max_passages,
        includes_restricted, standing_facts, rubric, export_format, export_name, includes_revision_history, updated_by)
      values (
        v_viewer.organization_id, v_after.key, v_after.name, v_after.kind, v_after.sections,
        coalesce(v_after.source_kinds, '{document,meeting,email,note}'), v_after.max_source_age_days,
        coalesce(v_after.max_passages, 20), coalesce(v_after.includes_restricted, false),
        coalesce(v_after.standing_facts, '{}'), nullif(btrim(v_after.rubric), ''),
        coalesce(v_after.export_format, 'docx'), coalesce(v_after.export_name, '{title}'),
        coalesce(v_after.includes_revision_history, false), v_viewer.id)
      returning * into v_after;
    else
      update public.authoring_profiles set
        name = v_after.name, sections = v_after.sections, source_kinds = v_after.source_kinds,
        max_source_age_days = v_after.max_source_age_days, max_passages = v_after.max_passages,
        includes_restricted = v_after.includes_restricted, standing_facts = coalesce(v_after.standing_facts, '{}'),
        rubric = nullif(btrim(v_after.rubric), ''), export_format = v_after.export_format,
        export_name = v_after.export_name, includes_revision_history = v_after.includes_revision_history,
        archived_at = case when changes ? 'archived'
          then case when (changes ->> 'archived')::boolean then coalesce(v_before.archived_at, now()) end
          else v_before.archived_at end,
        updated_by = v_viewer.id
      where authoring_profiles.id = v_before.id
      returning * into v_after;
    end if;
  exception
    when unique_violation then
      raise exception using
        errcode = 'OPSTA', message = 'Another profile has this key. Choose another key', hint = 'key_taken';
    when data_exception or check_violation or not_null_violation then
      raise exception using
        errcode = 'OPINV', message = 'A field of the profile has the wrong format. Check its sections, facts and limits',
        hint = 'invalid_authoring_profile';
  end;
  perform private.record_audit_event(
    v_viewer.organization_id,
    case when v_before.id is null then 'authoring_profile.created' else 'authoring_profile.updated' end,
    'authoring_profile', v_after.id,
    case when v_before.id is not null then to_jsonb(v_before) - 'organization_id' end,
    to_jsonb(v_after) - 'organization_id', null, null, true);
  return to_jsonb(v_after) - 'organization_id';
end;
$$;

create or replace function public.save_authoring_profile(profile_id uuid, version integer, changes jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.save_authoring_profile(profile_id, version, changes) $$;

grant execute on function private.save_authoring_profile(uuid, integer, jsonb) to authenticated;
grant execute on function public.save_authoring_profile(uuid, integer, jsonb) to authenticated;
comment on function public.save_authoring_profile(uuid, integer, jsonb) is
  'Returns the profile; version is the one seen, null for a new profile. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
