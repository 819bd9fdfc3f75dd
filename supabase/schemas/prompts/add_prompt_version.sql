-- The common part of commands on the prompt: it allows one change at a time per organization, checks the version that
-- the caller saw, and writes the next version, the pointer and the audit event.

create or replace function private.live_prompt_version(organization_id uuid)
returns public.prompt_versions
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_live_version public.prompt_versions;
begin
  select prompt_versions.* into v_live_version
  from public.live_prompts
  join public.prompt_versions on prompt_versions.id = live_prompts.live_version_id
  where live_prompts.organization_id = live_prompt_version.organization_id;
  return v_live_version;
end;
$$;
comment on function private.live_prompt_version(uuid) is 'The current version; a row of nulls when there is none.';

create or replace function private.lock_prompt(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('prompt:' || organization_id, 0));
end;
$$;
comment on function private.lock_prompt(uuid) is
  'Waits until no other change of the organization''s prompt or skills is under way.';

create or replace function private.refuse_stale_prompt(organization_id uuid, expected_version_row_id uuid)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_live_version public.prompt_versions := private.live_prompt_version(organization_id);
begin
  if expected_version_row_id is not null and expected_version_row_id is distinct from v_live_version.id then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another prompt went live since you opened this one. Review the changes, then decide again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'live_version_row_id', v_live_version.id,
        'live', private.prompt_version_json(v_live_version) - 'base' - 'rules')::text;
  end if;
end;
$$;
comment on function private.refuse_stale_prompt(uuid, uuid) is
  'Refuses a caller who names a version other than the current one. Raises OPSTA (version_conflict).';

-- Stores the version and, unless it is only staged, makes it live. When a staged text goes live, it is no longer
-- staged.
create or replace function private.add_prompt_version(version public.prompt_versions, action text)
returns public.prompt_versions
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_before public.prompt_versions := private.live_prompt_version(version.organization_id);
  v_version public.prompt_versions;
begin
  insert into public.prompt_versions (
    organization_id, number, base, rules, origin, note, restores_id, approval_id, created_by, created_at)
  values (
    version.organization_id,
    1 + coalesce((select max(prompt_versions.number) from public.prompt_versions
                  where prompt_versions.organization_id = version.organization_id), 0),
    version.base, coalesce(version.rules, '{}'), version.origin, version.note, version.restores_id,
    version.approval_id, version.created_by, clock_timestamp())
  returning * into v_version;

  if v_version.origin = 'staged' then
    insert into public.live_prompts (organization_id, staged_version_id)
    values (v_version.organization_id, v_version.id)
    on conflict (organization_id) do update set staged_version_id = excluded.staged_version_id;
  else
    insert into public.live_prompts as pointer (organization_id, live_version_id, moved_by, moved_at)
    values (v_version.organization_id, v_version.id, v_version.created_by, v_version.created_at)
    on conflict (organization_id) do update set
      live_version_id = excluded.live_version_id,
      moved_by = excluded.moved_by,
      moved_at = excluded.moved_at,
      staged_version_id = (
        select staged_versions.id from public.prompt_versions as staged_versions
        where staged_versions.id = pointer.staged_version_id and staged_versions.base <> v_version.base);
  end if;

  perform private.record_audit_event(
    v_version.organization_id, action, 'prompt_version', v_version.id,
    jsonb_build_object('live_version_id', v_before.id, 'number', v_before.number),
    jsonb_build_object(
      'live_version_id', case when v_version.origin = 'staged' then v_before.id else v_version.id end,
      'number', v_version.number, 'restores_id', v_version.restores_id, 'approval_id', v_version.approval_id,
      'created_by', v_version.created_by));
  return v_version;
end;
$$;
comment on function private.add_prompt_version(public.prompt_versions, text) is
  'Writes the next version and moves the live or the staged pointer to it. Raises OPSTA · OPDEN.';

-- The base is stored byte for byte; only an invalid text is refused.
create or replace function private.require_base(base text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if base is null or base !~ '[^[:space:]]' then
    raise exception using errcode = 'OPINV', message = 'Enter a prompt', hint = 'base_missing';
  elsif char_length(base) > 100000 then
    raise exception using
      errcode = 'OPINV', message = 'Shorten the prompt to 100,000 characters', hint = 'base_too_long';
  end if;
end;
$$;
comment on function private.require_base(text) is 'Raises OPINV for a prompt without text, or one that is too long.';
