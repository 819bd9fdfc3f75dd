-- The portfolio of the caller, in one of two shapes. A client contact's fields are an allow-list in a separate
-- definer: a new column of projects stays out until a developer adds it here. The full shape has at most 1,000
-- projects a page; clients, accounts and totals cover all pages.
-- Raises OPAUT · OPDEN (no organization) · OPINV (invalid_cursor, limit_out_of_range).

create or replace function private.get_client_portfolio()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  return jsonb_build_object(
    'shape', 'client',
    'projects', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', projects.id,
          'name', projects.name,
          'account_name', accounts.name,
          'status', projects.status,
          'starts_on', dates.starts_on,
          'due_on', dates.due_on
        )
        order by accounts.name, projects.name, projects.id
      )
      from public.projects
      join public.accounts on accounts.id = projects.account_id
      left join private.released_dates as dates
        on dates.project_id = projects.id and dates.client_id = accounts.client_id
      where accounts.organization_id = v_viewer.organization_id
        and accounts.client_id = v_viewer.client_id
        and projects.archived_at is null
    ), '[]')
  );
end;
$$;
comment on function private.get_client_portfolio() is
  'The portfolio of a client contact: the projects of their own client, with an allow-list of fields and released dates.';

create or replace function public.get_portfolio(page_size integer default 1000, cursor text default null)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_after_name text;
  v_after_id uuid;
begin
  if page_size is null or page_size not between 1 and 1000 then
    raise exception using
      errcode = 'OPINV', message = 'Choose a limit from 1 to 1000', hint = 'limit_out_of_range';
  end if;
  if cursor is not null then
    begin
      select after ->> 0, (after ->> 1)::uuid into v_after_name, v_after_id
      from (select convert_from(decode(get_portfolio.cursor, 'base64'), 'UTF8')::jsonb as after) as read;
    exception
      when others then
        v_after_id := null;
    end;
    if v_after_name is null or v_after_id is null then
      raise exception using errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
    end if;
  end if;

  if (private.get_viewer() -> 'viewer' ->> 'role') = 'client' then
    return private.get_client_portfolio();
  end if;

  return (
    with summaries as materialized (
      select * from public.project_summaries where archived_at is null
    ),
    -- Reads one row more than a page has, to learn whether another page follows.
    remaining_projects as materialized (
      select *, row_number() over (order by name, id) as position from summaries
      where v_after_id is null or (name, id) > (v_after_name, v_after_id)
      order by name, id limit page_size + 1
    ),
    page as (
      select * from remaining_projects where position <= page_size
    )
    select jsonb_build_object(
      'shape', 'full',
      'clients', (
        select coalesce(jsonb_agg(jsonb_build_object('id', clients.id, 'name', clients.name,
                                                     'version', clients.version)
                                  order by clients.name, clients.id), '[]')
        from public.clients where clients.archived_at is null
      ),
      'accounts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', accounts.id, 'client_id', accounts.client_id,
                                                     'name', accounts.name,
                                                     'version', accounts.version)
                                  order by accounts.name, accounts.id), '[]')
        from public.accounts where accounts.archived_at is null
      ),
      'projects', (select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', page.id,
            'account_id', page.account_id,
            'code', page.code,
            'name', page.name,
            'status', page.status,
            'health', page.health,
            'health_reported_at', page.health_reported_at,
            'lead_id', page.lead_id,
            'lead_name', page.lead_name,
            'starts_on', page.starts_on,
            'due_on', page.due_on,
            'budget_hours', page.budget_hours,
            'budget_amount', page.budget_amount,
            'estimate_hours', page.estimate_hours,
            'actual_hours', page.actual_hours,
            'task_count', page.task_count,
            'open_task_count', page.open_task_count,
            'last_activity_on', page.last_activity_on,
            'tier', page.tier,
            'service_line', page.service_line,
            'risk', page.risk,
            'classification_version', page.classification_version,
            'version', page.version
          )
          order by page.position
        ), '[]') from page),
      'next_cursor', case when (select count(*) from remaining_projects) > page_size then (
        select translate(encode(convert_to(
          jsonb_build_array(page.name, page.id)::text, 'UTF8'), 'base64'), E'\n', '')
        from page where page.position = page_size) end,
      'totals', jsonb_build_object(
        'project_count', count(*),
        'task_count', coalesce(sum(summaries.task_count), 0),
        'open_task_count', coalesce(sum(summaries.open_task_count), 0),
        'actual_hours', coalesce(sum(summaries.actual_hours), 0)
      )
    )
    from summaries
  );
end;
$$;

grant execute on function private.get_client_portfolio() to authenticated;
grant execute on function public.get_portfolio(integer, text) to authenticated;

comment on function public.get_portfolio(integer, text) is
  'Returns { shape: "full", clients, accounts, projects, next_cursor, totals } or, to a client contact, { shape: "client", projects }. Money is in the organization''s currency. Raises OPAUT · OPDEN · OPINV.';
