-- Whether the portfolio can be trusted: how much of the board is filled in, which open tasks have recent activity, and
-- what a lead should look at, most severe first. All of it is computed here. The function is not stable, because it
-- records which findings an assistant's turn was shown. Missing input makes a finding unverified; it never settles one.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (project_not_found) · OPINV (unknown_finding_code,
-- invalid_limit, invalid_cursor).

create or replace function private.get_portfolio_health(
  project_id uuid,
  code text,
  state public.finding_state,
  result_limit integer,
  page_cursor text
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_limit constant integer := coalesce(result_limit, 50);
  v_gap_limit constant integer := 50;
  v_window_days constant integer := private.verification_window_days();
  -- Position of the last finding of the previous page: settled, rank, size, subject.
  v_after constant text[] := regexp_match(
    page_cursor, '^(true|false)_(\d{1,4})_(-?\d{1,20}(?:\.\d{1,10})?)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  v_figures private.project_figures[];
begin
  if v_limit not between 1 and 100 then
    raise exception using
      errcode = 'OPINV', message = 'A page can have 1 to 100 findings', hint = 'invalid_limit';
  elsif page_cursor is not null and v_after is null then
    raise exception using
      errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
  elsif get_portfolio_health.code is not null and not exists (
    select from private.finding_codes() as catalog where catalog.code = get_portfolio_health.code
  ) then
    raise exception using
      errcode = 'OPINV', message = 'There is no such finding code', hint = 'unknown_finding_code';
  elsif get_portfolio_health.project_id is not null and not exists (
    select from public.projects
    where projects.id = get_portfolio_health.project_id
      and projects.organization_id = v_viewer.organization_id
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;

  perform private.record_chat_materials(array[v_viewer.organization_id]);
  v_figures := array(
    select figures
    from private.compute_project_figures(
      v_viewer.organization_id,
      case when get_portfolio_health.project_id is not null then array[get_portfolio_health.project_id] end
    ) as figures);

  return (
    with live_projects as materialized (
      select
        figures.*,
        array_remove(array[
          case when figures.task_count = 0 then 'tasks' end,
          case when figures.lead_id is null or figures.lead_has_left then 'lead' end,
          case when figures.unowned_count > 0 then 'task_owners' end,
          case when figures.last_activity_on >= figures.today - v_window_days then null
            else 'recent_activity' end,
          case when figures.health is not null
              and (figures.status_days is null or figures.today - figures.status_on <= figures.status_days)
            then null else 'recent_status' end
        ], null) as missing_parts
      from unnest(v_figures) as figures
      where figures.status in ('planned', 'active', 'on_hold')
    ),
    findings as materialized (
      select finding.*, finding.state = 'settled' as is_settled
      from private.judged_findings(v_viewer.organization_id, v_figures,
                                   get_portfolio_health.project_id is null) as finding
    ),
    page as materialized (
      select findings.*
      from findings
      where (get_portfolio_health.code is null or findings.code = get_portfolio_health.code)
        and (get_portfolio_health.state is null or findings.state = get_portfolio_health.state)
        and (v_after is null
          or (findings.is_settled, findings.rank, -findings.size, findings.subject_id)
             > (v_after[1]::boolean, v_after[2]::integer, -(v_after[3]::numeric), v_after[4]::uuid))
      order by findings.is_settled, findings.rank, -findings.size, findings.subject_id
      -- Reads one row more than a page has, to learn whether another page follows.
      limit v_limit + 1
    ),
    page_rows as materialized (
      select page.*, row_number() over (
        order by page.is_settled, page.rank, -page.size, page.subject_id) as position
      from page
      order by position
      limit v_limit
    )
    select jsonb_build_object(
      'computed_at', now(),
      'today', private.organization_today(v_viewer.organization_id),
      'verification_window_days', v_window_days,
      'board', (
        select jsonb_build_object(
          'project_count', count(*),
          'with_tasks', count(*) filter (where 'tasks' <> all (live_projects.missing_parts)),
          'with_lead', count(*) filter (where 'lead' <> all (live_projects.missing_parts)),
          'with_owned_tasks', count(*) filter (where 'task_owners' <> all (live_projects.missing_parts)),
          'with_recent_activity', count(*) filter (where 'recent_activity' <> all (live_projects.missing_parts)),
          'with_recent_status', count(*) filter (where 'recent_status' <> all (live_projects.missing_parts)),
          'gaps', (
            select coalesce(jsonb_agg(
              jsonb_build_object('project_id', gaps.project_id, 'name', gaps.name, 'missing', gaps.missing_parts)
              order by cardinality(gaps.missing_parts) desc, gaps.name, gaps.project_id), '[]')
            from (
              select * from live_projects
              where live_projects.missing_parts <> '{}'
              order by cardinality(live_projects.missing_parts) desc, live_projects.name, live_projects.project_id
              limit v_gap_limit
            ) as gaps
          ),
          'gaps_left_out', greatest(count(*) filter (where live_projects.missing_parts <> '{}') - v_gap_limit, 0)
        )
        from live_projects
      ),
      'open_items', (
        select jsonb_build_object(
          'open', coalesce(sum(live_projects.open_count), 0),
          'verified', coalesce(sum(live_projects.verified_count), 0),
          'stale', coalesce(sum(live_projects.open_count - live_projects.verified_count - live_projects.unverified_count), 0),
          'unverified', coalesce(sum(live_projects.unverified_count), 0)
        )
        from live_projects
      ),
      'stale_count', (
        select coalesce(sum(live_projects.open_count - live_projects.verified_count - live_projects.unverified_count), 0) from live_projects
      ),
      'totals', (
        select jsonb_build_object(
          'open', count(*) filter (where findings.state = 'open'),
          'unverified', count(*) filter (where findings.state = 'unverified'),
          'settled', count(*) filter (where findings.state = 'settled')
        )
        from findings
      ),
      'counts', (
        select coalesce(jsonb_agg(
          jsonb_build_object('code', counts.code, 'severity', counts.severity,
                             'open', counts.open_count, 'unverified', counts.unverified_count,
                             'settled', counts.settled_count)
          order by counts.rank), '[]')
        from (
          select
            findings.code, findings.severity, findings.rank,
            count(*) filter (where findings.state = 'open') as open_count,
            count(*) filter (where findings.state = 'unverified') as unverified_count,
            count(*) filter (where findings.state = 'settled') as settled_count
          from findings
          group by findings.code, findings.severity, findings.rank
        ) as counts
      ),
      'findings', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'code', page_rows.code,
            'severity', page_rows.severity,
            'state', page_rows.state,
            'subject', jsonb_build_object('type', page_rows.subject_type, 'id', page_rows.subject_id,
                                          'name', page_rows.subject_name, 'project_id', page_rows.project_id),
            'facts', page_rows.facts,
            'facts_hash', private.facts_hash(page_rows.code, page_rows.subject_id, page_rows.is_unverified, page_rows.basis),
            'evidence', jsonb_build_object(
              'total', page_rows.evidence_total,
              'rows', private.finding_evidence(page_rows.code, page_rows.subject_id, v_viewer.organization_id)),
            'fix', case when page_rows.fix_action is not null then
              jsonb_build_object('action', page_rows.fix_action, 'fields', page_rows.fix_fields) end,
            'resolution', case when page_rows.resolution_version is not null then jsonb_build_object(
              'version', page_rows.resolution_version,
              'state', page_rows.resolution_state,
              'reason', page_rows.resolution_reason,
              'decided_by', jsonb_build_object('id', deciders.id, 'name', deciders.name),
              'created_at', page_rows.resolved_at,
              'facts_changed', page_rows.facts_changed) end
          )
          order by page_rows.position)
        from page_rows
        left join public.people as deciders on deciders.id = page_rows.resolved_by
      ), '[]'),
      'next_cursor', (
        select concat_ws('_', page_rows.is_settled::text, page_rows.rank, trim_scale(page_rows.size), page_rows.subject_id)
        from page_rows
        where page_rows.position = v_limit and (select count(*) from page) > v_limit
      )
    )
  );
end;
$$;

create or replace function public.get_portfolio_health(
  project_id uuid default null,
  code text default null,
  state public.finding_state default null,
  result_limit integer default 50,
  page_cursor text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.get_portfolio_health(project_id, code, state, result_limit, page_cursor) $$;

grant execute on function private.get_portfolio_health(uuid, text, public.finding_state, integer, text) to authenticated;
grant execute on function public.get_portfolio_health(uuid, text, public.finding_state, integer, text) to authenticated;

comment on function public.get_portfolio_health(uuid, text, public.finding_state, integer, text) is
  'Returns { computed_at, today, verification_window_days, board, open_items, stale_count, totals, counts, findings, next_cursor }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
