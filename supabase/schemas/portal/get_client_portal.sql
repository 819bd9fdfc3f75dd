-- The portal of a client. Every field is named here: a new column of any table stays out until a developer adds it. The
-- function is stable, so PostgreSQL refuses any write in it. A client contact gets their own client's portal, after
-- begin_portal_view has recorded the first reading of each publication in it; an admin or a lead names a client and gets
-- the same bytes, after begin_portal_view has recorded the view.
-- Raises OPAUT · OPDEN (role member, or no organization) · OPINV (client_missing) · OPNFD (client_not_found) ·
-- OPSTA (view_not_recorded).
create or replace function private.get_client_portal(client_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
  v_client_id constant uuid := private.portal_client_id(v_viewer, get_client_portal.client_id);
  v_is_recorded boolean;
begin
  v_is_recorded := case v_viewer.role
    when 'client' then not exists (
      select from private.unread_publications(v_viewer.organization_id, v_client_id))
    else exists (
      select from public.audit_events
      where audit_events.object_id = v_client_id
        and audit_events.occurred_at > now() - interval '5 minutes'
        and audit_events.action = 'client_portal.viewed'
        and audit_events.actor_person_id = v_viewer.id) end;
  if not v_is_recorded then
    raise exception using
      errcode = 'OPSTA', message = 'The view isn''t recorded yet. Open the portal again', hint = 'view_not_recorded';
  end if;
  return private.client_portal_of(v_viewer.organization_id, v_client_id);
end;
$$;

-- The client whose portal the viewer may read.
create or replace function private.portal_client_id(viewer public.people, client_id uuid)
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if viewer.role = 'client' then
    return viewer.client_id;
  end if;
  perform private.require_lead();
  if portal_client_id.client_id is null then
    raise exception using
      errcode = 'OPINV', message = 'Name the client whose portal you want to see', hint = 'client_missing';
  elsif not exists (
    select from public.clients
    where clients.id = portal_client_id.client_id and clients.organization_id = viewer.organization_id)
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;
  return portal_client_id.client_id;
end;
$$;
comment on function private.portal_client_id(public.people, uuid) is
  'A client contact''s own client, or the one that an admin or a lead names. Raises OPDEN · OPINV · OPNFD.';

create or replace function private.client_portal_of(organization_id uuid, client_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_organization_id constant uuid := client_portal_of.organization_id;
  v_client_id constant uuid := client_portal_of.client_id;
  v_project_ids constant uuid[] := private.client_project_ids(v_organization_id, v_client_id);
  v_lists jsonb;
begin
  v_lists := jsonb_build_object(
    'updates', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', page.id, 'project_id', page.project_id, 'week_of', page.week_of, 'headline', page.headline,
        'body', private.strip_markers(page.body), 'next_steps', private.strip_markers(page.next_steps),
        'published_at', page.published_at)
        order by page.week_of desc, page.published_at desc, page.id), '[]')
      from (
        select updates.* from private.portal_publications as publications
        join public.weekly_updates as updates
          on updates.organization_id = publications.organization_id and updates.approval_id = publications.approval_id
        where publications.organization_id = v_organization_id and publications.client_id = v_client_id
          and publications.project_id = any (v_project_ids)
          and updates.withdrawn_at is null and not updates.is_restricted
        order by updates.week_of desc, updates.published_at desc, updates.id
        limit 100) as page),
    'readouts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', page.id, 'project_id', page.project_id, 'title', page.title,
        'sections', private.client_sections(page.sections), 'published_at', page.published_at)
        order by page.published_at desc, page.id), '[]')
      from (
        select readouts.* from private.portal_publications as publications
        join public.client_readouts as readouts
          on readouts.organization_id = publications.organization_id and readouts.approval_id = publications.approval_id
        where publications.organization_id = v_organization_id and publications.client_id = v_client_id
          and publications.project_id = any (v_project_ids)
          and readouts.withdrawn_at is null and not readouts.is_restricted
        order by readouts.published_at desc, readouts.id
        limit 100) as page),
    'deliverables', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', deliverables.id, 'project_id', deliverables.project_id, 'title', deliverables.title,
        'note', private.strip_markers(deliverables.note),
        'released_at', deliverables.released_at, 'content_hash', deliverables.content_hash,
        'file', case when deliverables.document_id is not null then jsonb_build_object(
          'name', deliverables.file_name, 'sha256', deliverables.file_sha256) end,
        'decision', (
          select private.deliverable_decision_json(decisions) from private.deliverable_decisions as decisions
          where decisions.organization_id = v_organization_id and decisions.approval_id = deliverables.approval_id
          order by decisions.decided_at desc, decisions.id
          limit 1))
        order by deliverables.released_at desc, deliverables.id), '[]')
      from private.client_deliverables(v_organization_id, v_client_id) as deliverables),
    -- Statements of work are restricted for members of a project, not for the client who signs them.
    'statements_of_work', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', scopes_of_work.id, 'project_id', scopes_of_work.project_id, 'title', scopes_of_work.title,
        'sections', private.client_sections(scopes_of_work.sections), 'published_at', scopes_of_work.published_at)
        order by scopes_of_work.published_at desc, scopes_of_work.id), '[]')
      from private.portal_publications as publications
      join public.sow_drafts as scopes_of_work
        on scopes_of_work.organization_id = publications.organization_id and scopes_of_work.approval_id = publications.approval_id
      where publications.organization_id = v_organization_id and publications.client_id = v_client_id
        and publications.project_id = any (v_project_ids) and scopes_of_work.withdrawn_at is null),
    'scope_changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', changes.id, 'project_id', changes.project_id, 'title', changes.title,
        'description', private.strip_markers(changes.description), 'hours_change', changes.hours_change,
        'amount_change', changes.amount_change, 'effective_on', changes.effective_on,
        'published_at', changes.published_at)
        order by changes.published_at desc, changes.id), '[]')
      from private.portal_publications as publications
      join public.scope_changes as changes
        on changes.organization_id = publications.organization_id and changes.approval_id = publications.approval_id
      where publications.organization_id = v_organization_id and publications.client_id = v_client_id
        and publications.project_id = any (v_project_ids)
        and changes.withdrawn_at is null and not changes.is_restricted),
    'requests', (
      select coalesce(jsonb_agg(private.client_request_json(requests) order by requests.asked_at desc, requests.id), '[]')
      from private.client_requests as requests
      where requests.organization_id = v_organization_id and requests.client_id = v_client_id
        and requests.project_id = any (v_project_ids)
        and (requests.status = 'open' or requests.ended_at > now() - interval '30 days')));
  return v_lists || jsonb_build_object(
    'agency', (
      select jsonb_build_object(
        'name', organizations.name, 'currency', organizations.currency, 'color', settings.brand_color)
      from public.organizations
      left join public.organization_settings as settings on settings.organization_id = organizations.id
      where organizations.id = v_organization_id),
    'client', (
      select jsonb_build_object('id', clients.id, 'name', clients.name)
      from public.clients where clients.organization_id = v_organization_id and clients.id = v_client_id),
    'projects', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', projects.id, 'name', projects.name,
        'state', private.client_state(projects.status),
        'starts_on', dates.starts_on, 'due_on', dates.due_on,
        'hours', case when profiles.shares_hours then jsonb_build_object(
          'used', private.client_hours(projects.id, v_client_id),
          'budget', private.client_budget_hours(projects.id, v_client_id)) end)
        -- Projects that have not ended come first; within each group, the latest news for the client decides.
        order by projects.status in ('completed', 'cancelled'), news.at desc nulls last, projects.name, projects.id), '[]')
      from public.projects
      left join private.released_dates as dates
        on dates.project_id = projects.id and dates.client_id = v_client_id
      left join public.operating_profiles as profiles on profiles.account_id = projects.account_id
      left join private.latest_news(v_lists) as news on news.project_id = projects.id
      where projects.id = any (v_project_ids)));
end;
$$;
comment on function private.client_portal_of(uuid, uuid) is
  'Returns { agency, client, projects, updates, readouts, deliverables, statements_of_work, scope_changes, requests }.';

-- When each project last had news. Only the lists that the portal shows count, so that the order of projects reveals
-- nothing else.
create or replace function private.latest_news(lists jsonb)
returns table (project_id uuid, at timestamptz)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select item.project_id, max(greatest(item.published_at, item.released_at, item.asked_at, item.ended_at))
  from jsonb_each(lists) as list
  cross join lateral jsonb_to_recordset(list.value) as item (
    project_id uuid, published_at timestamptz, released_at timestamptz, asked_at timestamptz, ended_at timestamptz)
  group by item.project_id
$$;
comment on function private.latest_news(jsonb) is 'Takes the lists of a portal. Returns the latest time in them by project.';

create or replace function private.client_state(status public.project_status)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case status
    when 'planned' then 'Not started yet' when 'active' then 'In progress' when 'on_hold' then 'Paused'
    when 'completed' then 'Finished' when 'cancelled' then 'Ended early' end
$$;
comment on function private.client_state(public.project_status) is 'The state of a project in words for clients.';

create or replace function private.client_sections(sections jsonb)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'heading', section -> 'heading', 'body', private.strip_markers(section ->> 'body')) order by number), '[]')
  from jsonb_array_elements(sections) with ordinality as input (section, number)
$$;
comment on function private.client_sections(jsonb) is 'Sections as { heading, body } and nothing else, without the markers of citations.';

create or replace function private.deliverable_decision_json(decision private.deliverable_decisions)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', decision.id, 'decision', decision.decision, 'comment', decision.comment,
    'content_hash', decision.content_hash, 'decided_by', decision.decided_by_name, 'decided_at', decision.decided_at)
$$;
comment on function private.deliverable_decision_json(private.deliverable_decisions) is 'A client''s decision as the portal shows it.';

create or replace function private.client_request_json(request private.client_requests)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', request.id, 'project_id', request.project_id, 'kind', request.kind, 'text', request.content,
    'asked_by', (select people.name from public.people where people.id = request.asked_by),
    'asked_at', request.asked_at, 'respond_by', request.respond_by, 'status', request.status,
    'reply', request.reply, 'ended_at', request.ended_at,
    'files', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', files.id, 'name', files.file_name, 'size_bytes', files.size_bytes)
        order by files.created_at, files.id), '[]')
      from private.request_files as files
      where files.organization_id = request.organization_id and files.request_id = request.id))
$$;
comment on function private.client_request_json(private.client_requests) is 'A request as the portal shows it.';

create or replace function public.get_client_portal(client_id uuid default null)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_client_portal(client_id) $$;

grant execute on function private.get_client_portal(uuid) to authenticated;
grant execute on function public.get_client_portal(uuid) to authenticated;

comment on function public.get_client_portal(uuid) is
  'Returns { agency, client, projects, updates, readouts, deliverables, statements_of_work, scope_changes, requests }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
