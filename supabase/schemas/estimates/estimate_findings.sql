-- Estimates that miss too often or too rarely: one finding for the organization, which names its groups with the
-- worst first. No one can change a past month, so months appear on the calibration page alone.
create or replace function private.estimate_findings(organization_id uuid)
returns setof private.finding
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with groups as materialized (
    select estimate_group.*, estimate_group.covered_count / estimate_group.n::numeric as coverage
    from private.estimate_groups(estimate_findings.organization_id) as estimate_group
    where estimate_group.kind <> 'month'
  )
  select
    'estimates_outside_band', 'organization'::public.finding_subject, organizations.id, organizations.name, null::uuid,
    false, count(*)::numeric,
    jsonb_build_object('groups', jsonb_agg(jsonb_build_object(
      'kind', groups.kind, 'name', groups.name, 'cases', groups.n,
      'covered_percent', round(groups.coverage * 100)::integer,
      'low_percent', round(groups.low * 100)::integer, 'high_percent', round(groups.high * 100)::integer)
      order by abs(groups.coverage - 0.8) desc, groups.kind, groups.name)),
    string_agg(format('%s %s %s', groups.kind, groups.name, case when groups.coverage < groups.low then 'low' else 'high' end), ', '
      order by groups.kind, groups.name),
    (select groups.n from groups where groups.kind = 'all')::bigint
  from groups
  join public.organizations on organizations.id = estimate_findings.organization_id
  where groups.is_outside_band
  group by organizations.id
$$;
comment on function private.estimate_findings(uuid) is 'The finding about the coverage of estimates.';
