-- Classifies a project: a new version after the earlier ones.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV · OPNFD · OPSTA (version_conflict).
create or replace function private.classify_project(
  project_id uuid,
  version integer,
  tier public.portfolio_tier default null,
  service_line text default null,
  risk public.risk_level default null,
  reason text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_before public.portfolio_classifications;
  v_after public.portfolio_classifications;
begin
  if version is null or char_length(service_line) > 100 or char_length(reason) > 1000 then
    raise exception using
      errcode = 'OPINV',
      message = 'Enter a service line of at most 100 characters and a reason of at most 1,000, and send the version that you saw',
      hint = 'invalid_classification';
  end if;
  -- Locks the project's row, so that two classifications wait for each other.
  perform from public.projects
  where projects.id = classify_project.project_id
    and projects.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  select * into v_before
  from public.portfolio_classifications
  where portfolio_classifications.project_id = classify_project.project_id
  order by portfolio_classifications.version desc
  limit 1;
  perform private.refuse_stale_version(
    'portfolio_classification', classify_project.project_id, classify_project.version,
    coalesce(v_before.version, 0), case when v_before.id is not null then to_jsonb(v_before) end);

  if v_before.id is not null
    and (tier, service_line, risk, reason)
      is not distinct from (v_before.tier, v_before.service_line, v_before.risk, v_before.reason)
  then
    return to_jsonb(v_before);
  end if;
  insert into public.portfolio_classifications (
    organization_id, project_id, version, tier, service_line, risk, reason, classified_by, created_at)
  values (
    v_viewer.organization_id, classify_project.project_id, coalesce(v_before.version, 0) + 1,
    classify_project.tier, classify_project.service_line, classify_project.risk,
    classify_project.reason, v_viewer.id, clock_timestamp())
  returning * into v_after;
  perform private.record_row_change(
    v_viewer.organization_id, 'project.classified', 'portfolio_classification', v_after.project_id,
    to_jsonb(v_before) - 'project_id', to_jsonb(v_after) - 'project_id', v_after.project_id);
  return to_jsonb(v_after);
end;
$$;

create or replace function public.classify_project(
  project_id uuid,
  version integer,
  tier public.portfolio_tier default null,
  service_line text default null,
  risk public.risk_level default null,
  reason text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.classify_project(project_id, version, tier, service_line, risk, reason) $$;

grant execute on function
  private.classify_project(uuid, integer, public.portfolio_tier, text, public.risk_level, text) to authenticated;
grant execute on function
  public.classify_project(uuid, integer, public.portfolio_tier, text, public.risk_level, text) to authenticated;

comment on function
  public.classify_project(uuid, integer, public.portfolio_tier, text, public.risk_level, text) is
  'Returns the current classification. version is the one that the caller saw, 0 if there was none. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
