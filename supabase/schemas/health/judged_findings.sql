-- Findings with their rank in the catalog and the last decision about them. A settled finding is open again when
-- its facts differ from those that a person settled.
create or replace function private.judged_findings(
  organization_id uuid,
  figures private.project_figures[],
  of_organization boolean
)
returns table (
  code text, subject_type public.finding_subject, subject_id uuid, subject_name text, project_id uuid,
  size numeric, facts jsonb, evidence_total bigint,
  rank integer, severity public.finding_severity, fix_action text, fix_fields text[],
  is_unverified boolean, basis text, state public.finding_state,
  resolution_version integer, resolution_state public.resolution_state, resolution_reason text,
  resolved_by uuid, resolved_at timestamptz, facts_changed boolean
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  with findings as materialized (
    select * from private.project_findings(judged_findings.figures)
    union all
    select * from private.organization_findings(judged_findings.organization_id)
    where judged_findings.of_organization
  ),
  judgments as (
    select
      findings.*, resolution.version as resolution_version, resolution.state as resolution_state,
      resolution.reason as resolution_reason, resolution.decided_by, resolution.created_at,
      -- The facts are hashed only if a person has decided about the finding, which is rare.
      case when resolution.version is not null then resolution.facts_hash <>
        private.facts_hash(findings.code, findings.subject_id, findings.is_unverified, findings.basis) end as facts_changed
    from findings
    left join lateral (
      select *
      from public.reconciliation_resolutions as resolutions
      where resolutions.organization_id = judged_findings.organization_id
        and resolutions.finding_code = findings.code
        and resolutions.subject_id = findings.subject_id
      order by resolutions.version desc
      limit 1
    ) as resolution on true
  )
  select
    judgments.code, judgments.subject_type, judgments.subject_id, judgments.subject_name, judgments.project_id,
    judgments.size, judgments.facts, judgments.evidence_total,
    catalog.rank, catalog.severity, catalog.fix_action, catalog.fix_fields,
    judgments.is_unverified, judgments.basis,
    (case
      when judgments.resolution_state = 'settled' and not judgments.facts_changed then 'settled'
      when judgments.is_unverified then 'unverified'
      else 'open'
    end)::public.finding_state,
    judgments.resolution_version, judgments.resolution_state, judgments.resolution_reason, judgments.decided_by,
    judgments.created_at, judgments.facts_changed
  from judgments
  join private.finding_codes() as catalog on catalog.code = judgments.code;
end;
$$;
comment on function private.judged_findings(uuid, private.project_figures[], boolean) is
  'The findings about projects with these figures and, if asked, about the organization.';

create or replace function private.facts_hash(code text, subject_id uuid, is_unverified boolean, basis text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return encode(sha256(convert_to(concat_ws('|', code, subject_id, is_unverified, basis), 'UTF8')), 'hex');
end;
$$;
comment on function private.facts_hash(text, uuid, boolean, text) is
  'SHA-256 of a finding''s facts, which basis rounds so that small changes leave the hash equal. A resolution applies to one hash.';
