-- Settles a finding, or reopens a settled one. The decision binds to the facts that were seen: the call names
-- their hash and the version of the last decision, and gets the current ones if either has changed.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (invalid_version, invalid_facts_hash, state_missing,
-- invalid_reason) · OPNFD (finding_not_found) · OPSTA (finding_changed, version_conflict, already_settled,
-- not_settled).
create or replace function private.resolve_finding(
  finding_code text,
  subject_id uuid,
  version integer,
  facts_hash text,
  state public.resolution_state,
  reason text
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_reason constant text := btrim(coalesce(resolve_finding.reason, ''));
  v_subject public.finding_subject;
  v_figures private.project_figures[];
  v_finding record;
  v_facts_hash text;
  v_resolution public.reconciliation_resolutions;
begin
  if resolve_finding.version is null or resolve_finding.version < 0 then
    raise exception using
      errcode = 'OPINV', message = 'Name the version that you saw, 0 for none', hint = 'invalid_version';
  elsif resolve_finding.facts_hash is null or resolve_finding.facts_hash !~ '^[0-9a-f]{64}$' then
    raise exception using
      errcode = 'OPINV', message = 'Name the hash of the facts that you saw', hint = 'invalid_facts_hash';
  elsif resolve_finding.state is null then
    raise exception using errcode = 'OPINV', message = 'Choose a state', hint = 'state_missing';
  elsif char_length(v_reason) not between 1 and 1000 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a reason of 1 to 1000 characters', hint = 'invalid_reason';
  end if;

  select catalog.subject_type into v_subject
  from private.finding_codes() as catalog where catalog.code = resolve_finding.finding_code;
  if v_subject = 'project' then
    v_figures := array(
      select figures
      from private.compute_project_figures(v_viewer.organization_id, array[resolve_finding.subject_id]) as figures);
  end if;
  select * into v_finding
  from private.judged_findings(v_viewer.organization_id, v_figures, v_subject <> 'project') as matches
  where matches.code = resolve_finding.finding_code and matches.subject_id = resolve_finding.subject_id;
  if v_finding.code is null then
    raise exception using
      errcode = 'OPNFD', message = 'This finding no longer exists', hint = 'finding_not_found';
  end if;

  v_facts_hash := private.facts_hash(
    v_finding.code, v_finding.subject_id, v_finding.is_unverified, v_finding.basis);
  if v_facts_hash <> resolve_finding.facts_hash then
    raise exception using
      errcode = 'OPSTA',
      message = 'The facts have changed. Review the finding again',
      hint = 'finding_changed',
      detail = jsonb_build_object('facts_hash', v_facts_hash, 'facts', v_finding.facts)::text;
  elsif coalesce(v_finding.resolution_version, 0) = resolve_finding.version then
    if resolve_finding.state = 'settled' and v_finding.state = 'settled' then
      raise exception using
        errcode = 'OPSTA', message = 'The finding is already settled. Reload the page', hint = 'already_settled';
    elsif resolve_finding.state = 'reopened' and v_finding.state <> 'settled' then
      raise exception using
        errcode = 'OPSTA', message = 'The finding is not settled. Reload the page', hint = 'not_settled';
    end if;
    -- The second of two simultaneous calls waits here, and then finds that the version exists.
    insert into public.reconciliation_resolutions (
      organization_id, finding_code, subject_type, subject_id, version, state, facts_hash, reason, decided_by)
    values (
      v_viewer.organization_id, resolve_finding.finding_code, v_finding.subject_type, resolve_finding.subject_id,
      resolve_finding.version + 1, resolve_finding.state, resolve_finding.facts_hash, v_reason, v_viewer.id)
    on conflict on constraint reconciliation_resolutions_finding_version_key do nothing
    returning * into v_resolution;
  end if;

  if v_resolution.id is null then
    raise exception using
      errcode = 'OPSTA',
      message = 'Someone else has decided this finding in the meantime',
      hint = 'version_conflict',
      detail = private.latest_resolution(
        v_viewer.organization_id, resolve_finding.finding_code, resolve_finding.subject_id)::text;
  end if;

  perform private.record_audit_event(
    v_viewer.organization_id, 'finding.' || v_resolution.state, 'finding', v_resolution.subject_id, null,
    to_jsonb(v_resolution) || jsonb_build_object('facts', v_finding.facts), v_finding.project_id);
  return to_jsonb(v_resolution);
end;
$$;

create or replace function private.latest_resolution(organization_id uuid, finding_code text, subject_id uuid)
returns jsonb
language sql
volatile
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('version', coalesce(max(resolution.version), 0), 'current',
                            coalesce((array_agg(to_jsonb(resolution)))[1], '{}'), 'changes', jsonb_build_array())
  from (
    select *
    from public.reconciliation_resolutions as resolutions
    where resolutions.organization_id = latest_resolution.organization_id
      and resolutions.finding_code = latest_resolution.finding_code
      and resolutions.subject_id = latest_resolution.subject_id
    order by resolutions.version desc
    limit 1
  ) as resolution
$$;
comment on function private.latest_resolution(uuid, text, uuid) is
  'Details of a version conflict: { version, current, changes }. Volatile, to see what was committed in the meantime.';

create or replace function public.resolve_finding(
  finding_code text,
  subject_id uuid,
  version integer,
  facts_hash text,
  state public.resolution_state,
  reason text
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.resolve_finding(finding_code, subject_id, version, facts_hash, state, reason) $$;

grant execute on function private.resolve_finding(text, uuid, integer, text, public.resolution_state, text) to authenticated;
grant execute on function public.resolve_finding(text, uuid, integer, text, public.resolution_state, text) to authenticated;

comment on function public.resolve_finding(text, uuid, integer, text, public.resolution_state, text) is
  'Returns the decision. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
