-- The portfolio of the caller, in one of two shapes. A client contact's fields are an allow-list in a definer of its
-- own: a new column of projects stays out until somebody adds it here.
-- Raises OPAUT · OPDEN (no membership).

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
          'starts_on', projects.starts_on,
          'due_on', projects.due_on
        )
        order by accounts.name, projects.name, projects.id
      )
      from public.projects
      join public.accounts on accounts.id = projects.account_id
      where accounts.organization_id = v_viewer.organization_id
        and accounts.client_id = v_viewer.client_id
        and projects.archived_at is null
    ), '[]')
  );
end;
$$;
comment on function private.get_client_portfolio() is
  'The narrow portfolio of a client contact: their own client''s projects, by an allow-list of fields.';

create or replace function public.get_portfolio()
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if (private.get_viewer() -> 'viewer' ->> 'role') = 'client' then
    return private.get_client_portfolio();
  end if;

  return (
    with listed as materialized (
      select * from public.project_summaries where archived_at is null
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
      'projects', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', listed.id,
            'account_id', listed.account_id,
            'code', listed.code,
            'name', listed.name,
            'status', listed.status,
            'health', listed.health,
            'health_reported_at', listed.health_reported_at,
            'lead_id', listed.lead_id,
            'lead_name', listed.lead_name,
            'starts_on', listed.starts_on,
            'due_on', listed.due_on,
            'budget_hours', listed.budget_hours,
            'budget_amount', listed.budget_amount,
            'estimate_hours', listed.estimate_hours,
            'actual_hours', listed.actual_hours,
            'task_count', listed.task_count,
            'open_task_count', listed.open_task_count,
            'last_activity_on', listed.last_activity_on,
            'tier', listed.tier,
            'service_line', listed.service_line,
            'risk', listed.risk,
            'classification_version', listed.classification_version,
            'version', listed.version
          )
          order by listed.name, listed.id
        ), '[]'),
      'totals', jsonb_build_object(
        'project_count', count(*),
        'task_count', coalesce(sum(listed.task_count), 0),
        'open_task_count', coalesce(sum(listed.open_task_count), 0),
        'actual_hours', coalesce(sum(listed.actual_hours), 0)
      )
    )
    from listed
  );
end;
$$;

grant execute on function private.get_client_portfolio() to authenticated;
grant execute on function public.get_portfolio() to authenticated;

comment on function public.get_portfolio() is
  'Answers { shape: "full", clients, accounts, projects, totals } or, to a client contact, { shape: "client", projects }. Hours in hours, money in the organization''s currency. Raises OPAUT · OPDEN.';
