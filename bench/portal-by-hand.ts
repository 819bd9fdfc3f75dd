/** The answer of get_client_portal in one statement, with the client as a constant. */
const withoutMarkers = (text: string) =>
  `regexp_replace(${text}, '[ \\u00a0]?\\[[0-9]{1,3}(?:\\s*[,\\u2013-]\\s*[0-9]{1,3})*\\](?!\\()', '', 'g')`;

const sections = `(
  select coalesce(jsonb_agg(jsonb_build_object(
    'heading', section -> 'heading', 'body', ${withoutMarkers("section ->> 'body'")}) order by number), '[]')
  from jsonb_array_elements(item.sections) with ordinality as parts (section, number))`;

const rowsOf = (table: string) => `
  public.${table} as item
  join publications on publications.approval_id = item.approval_id
  where item.organization_id = publications.organization_id and item.withdrawn_at is null`;

export const portalByHand = (organizationId: string, clientId: string): string => `
with portal_projects as materialized (
  select projects.*
  from public.clients
  join public.accounts on accounts.client_id = clients.id
  join public.projects on projects.account_id = accounts.id
  where clients.id = '${clientId}' and clients.organization_id = '${organizationId}'
    and clients.archived_at is null and projects.archived_at is null
),
publications as materialized (
  select * from private.portal_publications
  where organization_id = '${organizationId}' and client_id = '${clientId}' and project_id in (select id from portal_projects)
),
totals as (
  select project_id, sum(hours) as hours from public.time_entries
  where project_id in (select id from portal_projects) group by project_id
),
last_changes as (
  select project_id, max(at) as at
  from (
    select publications.project_id, approvals.executed_at as at
    from publications join public.approvals on approvals.id = publications.approval_id
    union all
    select project_id, greatest(asked_at, ended_at) from private.client_requests where client_id = '${clientId}') as changes
  group by project_id
),
decisions as (
  select distinct on (approval_id) * from private.deliverable_decisions
  where organization_id = '${organizationId}' and approval_id in (select approval_id from publications)
  order by approval_id, decided_at desc, id
)
select jsonb_build_object(
  'agency', (
    select jsonb_build_object('name', organizations.name, 'currency', organizations.currency, 'color', settings.brand_color)
    from public.organizations
    left join public.organization_settings as settings on settings.organization_id = organizations.id
    where organizations.id = '${organizationId}'),
  'client', (select jsonb_build_object('id', id, 'name', name) from public.clients where id = '${clientId}'),
  'projects', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', portal_projects.id, 'name', portal_projects.name,
      'state', case portal_projects.status when 'planned' then 'Not started yet' when 'active' then 'In progress'
        when 'on_hold' then 'Paused' when 'completed' then 'Finished' when 'cancelled' then 'Ended early' end,
      'starts_on', dates.starts_on, 'due_on', dates.due_on,
      'hours', case when profiles.shares_hours then
        jsonb_build_object('used', coalesce(totals.hours, 0), 'budget', portal_projects.budget_hours) end)
      order by portal_projects.status in ('completed', 'cancelled'), last_changes.at desc nulls last, portal_projects.name, portal_projects.id), '[]')
    from portal_projects
    left join private.released_dates as dates on dates.project_id = portal_projects.id and dates.client_id = '${clientId}'
    left join public.operating_profiles as profiles on profiles.account_id = portal_projects.account_id
    left join totals on totals.project_id = portal_projects.id
    left join last_changes on last_changes.project_id = portal_projects.id),
  'updates', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'project_id', project_id, 'week_of', week_of, 'headline', headline,
      'body', ${withoutMarkers("body")}, 'next_steps', ${withoutMarkers("next_steps")}, 'published_at', published_at)
      order by week_of desc, published_at desc, id), '[]')
    from (
      select item.* from ${rowsOf("weekly_updates")} and not item.is_restricted
      order by item.week_of desc, item.published_at desc, item.id limit 100) as item),
  'readouts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'project_id', project_id, 'title', title, 'sections', ${sections}, 'published_at', published_at)
      order by published_at desc, id), '[]')
    from (
      select item.* from ${rowsOf("client_readouts")} and not item.is_restricted
      order by item.published_at desc, item.id limit 100) as item),
  'deliverables', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', item.id, 'project_id', item.project_id, 'title', item.title, 'note', item.note, 'released_at', item.published_at,
      'content_hash', item.content_hash, 'file', null,
      'decision', case when decisions.id is not null then jsonb_build_object(
        'id', decisions.id, 'decision', decisions.decision, 'comment', decisions.comment, 'content_hash', decisions.content_hash,
        'decided_by', decisions.decided_by_name, 'decided_at', decisions.decided_at) end)
      order by item.published_at desc, item.id), '[]')
    from (
      select item.*, publications.content_hash from ${rowsOf("deliverable_releases")} and not item.is_restricted) as item
    left join decisions on decisions.approval_id = item.approval_id),
  'statements_of_work', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', item.id, 'project_id', item.project_id, 'title', item.title, 'sections', ${sections},
      'published_at', item.published_at)
      order by item.published_at desc, item.id), '[]')
    from ${rowsOf("sow_drafts")}),
  'scope_changes', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', item.id, 'project_id', item.project_id, 'title', item.title, 'description', item.description,
      'hours_change', item.hours_change, 'amount_change', item.amount_change, 'effective_on', item.effective_on,
      'published_at', item.published_at)
      order by item.published_at desc, item.id), '[]')
    from ${rowsOf("scope_changes")} and not item.is_restricted),
  'requests', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', requests.id, 'project_id', requests.project_id, 'kind', requests.kind, 'text', requests.content,
      'asked_by', people.name, 'asked_at', requests.asked_at, 'respond_by', requests.respond_by,
      'status', requests.status, 'reply', requests.reply, 'ended_at', requests.ended_at, 'files', '[]'::jsonb)
      order by requests.asked_at desc, requests.id), '[]')
    from private.client_requests as requests
    join public.people on people.id = requests.asked_by
    where requests.organization_id = '${organizationId}' and requests.client_id = '${clientId}'
      and requests.project_id in (select id from portal_projects)
      and (requests.status = 'open' or requests.ended_at > now() - interval '30 days'))) as answer`;
