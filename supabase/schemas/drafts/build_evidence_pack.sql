-- Builds and stores the evidence of a project and a period, for a draft. Without dates, the period is the seven days
-- until today. A profile is named by its id or its key, or not at all.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (project_not_found, profile_not_found) · OPINV (invalid_period,
-- invalid_profile) · OPSTA (project_archived) · OPLIM (rate_limited) · OPBIG (storage_quota_exceeded).
create or replace function private.build_evidence_pack(
  project_id uuid, from_on date, to_on date, profile_id uuid, profile_key text
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_project public.projects;
  v_profile public.authoring_profiles;
  v_pack public.evidence_packs;
begin
  perform private.consume_rate_limit(v_viewer, 'chat', private.rate_limit_of('chat'), 60);
  if build_evidence_pack.profile_id is not null and build_evidence_pack.profile_key is not null then
    raise exception using
      errcode = 'OPINV', message = 'Name the authoring profile by its id or its key, not both', hint = 'invalid_profile';
  end if;
  select * into v_project from public.projects
  where projects.id = build_evidence_pack.project_id and projects.organization_id = v_viewer.organization_id;
  if v_project.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif v_project.archived_at is not null then
    raise exception using errcode = 'OPSTA', message = 'The project is archived. Restore it first', hint = 'project_archived';
  end if;
  if build_evidence_pack.profile_id is not null or build_evidence_pack.profile_key is not null then
    select * into v_profile from public.authoring_profiles
    where authoring_profiles.organization_id = v_viewer.organization_id and authoring_profiles.archived_at is null
      and (authoring_profiles.id = build_evidence_pack.profile_id
        or authoring_profiles.key = build_evidence_pack.profile_key);
    if v_profile.id is null then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such authoring profile', hint = 'profile_not_found';
    end if;
  end if;
  v_pack.to_on := coalesce(build_evidence_pack.to_on, (
    select (now() at time zone organizations.time_zone)::date
    from public.organizations where organizations.id = v_viewer.organization_id));
  v_pack.from_on := coalesce(build_evidence_pack.from_on, v_pack.to_on - 6);
  if v_pack.from_on > v_pack.to_on or v_pack.to_on > v_pack.from_on + 366
    or v_pack.from_on < '0001-01-01' or v_pack.to_on > '9999-12-31'
  then
    raise exception using
      errcode = 'OPINV', message = 'Choose a period of at most a year that ends after it begins', hint = 'invalid_period';
  end if;

  -- The sources are locked until the pack is stored: one that is restricted in the meantime restricts the pack.
  perform from public.sources
  where sources.organization_id = v_viewer.organization_id and sources.project_id = v_project.id
  for share;
  v_pack.items := private.pack_items(
    v_viewer.organization_id, v_project.id, v_pack.from_on, v_pack.to_on, v_profile);
  v_pack.source_ids := array(
    select distinct (item ->> 'source_id')::uuid from jsonb_array_elements(v_pack.items) as item
    where item ? 'source_id');
  perform private.reserve_storage(v_viewer, 'text', octet_length(v_pack.items::text));
  insert into public.evidence_packs (
    organization_id, project_id, profile_id, from_on, to_on, items, source_ids, is_restricted, created_by)
  values (
    v_viewer.organization_id, v_project.id, v_profile.id, v_pack.from_on, v_pack.to_on, v_pack.items, v_pack.source_ids,
    exists (
      select from public.sources
      where sources.id = any (v_pack.source_ids) and sources.scope_id is distinct from v_project.id),
    v_viewer.id)
  returning * into v_pack;
  perform private.record_audit_event(
    v_viewer.organization_id, 'evidence_pack.created', 'evidence_pack', v_pack.id, null,
    jsonb_build_object(
      'from_on', v_pack.from_on, 'to_on', v_pack.to_on, 'profile_id', v_pack.profile_id,
      'items', jsonb_array_length(v_pack.items)),
    v_project.id, null, v_pack.is_restricted);
  return jsonb_build_object(
    'pack', private.evidence_pack_json(v_pack),
    'profile', case when v_profile.id is not null then to_jsonb(v_profile) - 'organization_id' end,
    'project', private.draft_project_json(v_project));
end;
$$;

create or replace function private.evidence_pack_json(pack public.evidence_packs)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', pack.id, 'project_id', pack.project_id, 'from_on', pack.from_on, 'to_on', pack.to_on,
    'is_restricted', pack.is_restricted, 'items', pack.items, 'created_at', pack.created_at,
    'created_by', private.person_reference(pack.created_by))
$$;
comment on function private.evidence_pack_json(public.evidence_packs) is 'Returns contract EvidencePack.';

create or replace function private.draft_project_json(project public.projects)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', project.id, 'name', project.name, 'client', clients.name, 'agency', organizations.name)
  from public.accounts
  join public.clients on clients.id = accounts.client_id
  join public.organizations on organizations.id = accounts.organization_id
  where accounts.id = project.account_id
$$;
comment on function private.draft_project_json(public.projects) is 'Returns { id, name, client, agency }.';

create or replace function public.build_evidence_pack(
  project_id uuid, from_on date default null, to_on date default null, profile_id uuid default null,
  profile_key text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.build_evidence_pack(project_id, from_on, to_on, profile_id, profile_key) $$;

grant execute on function private.build_evidence_pack(uuid, date, date, uuid, text) to authenticated;
grant execute on function public.build_evidence_pack(uuid, date, date, uuid, text) to authenticated;
comment on function public.build_evidence_pack(uuid, date, date, uuid, text) is
  'Returns { pack, profile, project }. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA · OPLIM · OPBIG.';
