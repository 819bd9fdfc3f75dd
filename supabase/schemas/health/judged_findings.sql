-- Findings with their place in the catalogue, the hash of their facts, and what was last decided about them.
-- Settled is what a person settled while the facts were what they are now; anything else is open again.
create or replace function private.judged_findings(
  organization_id uuid,
  figures private.project_figures[],
  of_organization boolean
)
returns table (
  code text, subject_type public.finding_subject, subject_id uuid, subject_name text, project_id uuid,
  size numeric, why text, facts jsonb, evidence_total bigint,
  rank integer, severity public.finding_severity, severity_rank integer, title text, settled_by text,
  fix_action text, fix_fields text[],
  facts_hash text, state public.finding_state, is_settled integer,
  resolution_version integer, resolution_state public.resolution_state, resolution_reason text,
  resolved_by uuid, resolved_at timestamptz, facts_changed boolean
)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with found as (
    select * from private.project_findings(judged_findings.figures)
    union all
    select * from private.organization_findings(judged_findings.organization_id)
    where judged_findings.of_organization
  ),
  hashed as (
    select
      found.*,
      encode(sha256(convert_to(concat_ws('|', found.code, found.subject_id, found.is_unverified, found.basis),
                               'UTF8')), 'hex') as facts_hash
    from found
  ),
  judged as (
    select
      hashed.*, latest.version as resolution_version, latest.state as resolution_state,
      latest.reason as resolution_reason, latest.decided_by, latest.created_at,
      latest.facts_hash <> hashed.facts_hash as facts_changed,
      coalesce(latest.state = 'settled' and latest.facts_hash = hashed.facts_hash, false) as is_settled
    from hashed
    left join lateral (
      select *
      from public.reconciliation_resolutions as resolutions
      where resolutions.organization_id = judged_findings.organization_id
        and resolutions.finding_code = hashed.code
        and resolutions.subject_id = hashed.subject_id
      order by resolutions.version desc
      limit 1
    ) as latest on true
  )
  select
    judged.code, judged.subject_type, judged.subject_id, judged.subject_name, judged.project_id,
    judged.size, judged.why, judged.facts, judged.evidence_total,
    catalogue.rank, catalogue.severity,
    case catalogue.severity when 'high' then 0 when 'medium' then 1 else 2 end,
    catalogue.title, catalogue.settled_by, catalogue.fix_action, catalogue.fix_fields,
    judged.facts_hash,
    (case when judged.is_settled then 'settled' when judged.is_unverified then 'unverified' else 'open'
     end)::public.finding_state,
    judged.is_settled::integer,
    judged.resolution_version, judged.resolution_state, judged.resolution_reason, judged.decided_by,
    judged.created_at, judged.facts_changed
  from judged
  join private.finding_codes() as catalogue on catalogue.code = judged.code
$$;
comment on function private.judged_findings(uuid, private.project_figures[], boolean) is
  'The findings about projects with these figures and, if asked, about the organization.';
revoke execute on function private.judged_findings(uuid, private.project_figures[], boolean) from public;
