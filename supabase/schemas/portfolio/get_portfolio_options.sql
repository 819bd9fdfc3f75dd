-- The options of forms: clients, accounts, people and service lines, at most `result_limit` of each, those that begin
-- with the text first, and how many more match.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV.
create or replace function private.get_portfolio_options(search text default null, result_limit integer default 50)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_search text := lower(btrim(coalesce(search, '')));
begin
  if result_limit is null or result_limit not between 1 and 100 or char_length(v_search) > 200 then
    raise exception using
      errcode = 'OPINV',
      message = 'Choose a limit from 1 to 100, and search for at most 200 characters',
      hint = 'invalid_options';
  end if;

  return (
    with matches as (
      select 'clients' as list, clients.name as label, clients.name as haystack, clients.id,
             jsonb_build_object('id', clients.id, 'name', clients.name) as choice
      from public.clients
      where clients.organization_id = v_viewer.organization_id and clients.archived_at is null
      union all
      select 'accounts', accounts.name, concat_ws(' ', accounts.name, clients.name), accounts.id,
             jsonb_build_object('id', accounts.id, 'name', accounts.name,
                                'client_id', clients.id, 'client_name', clients.name)
      from public.accounts
      join public.clients on clients.id = accounts.client_id
      where accounts.organization_id = v_viewer.organization_id
        and accounts.archived_at is null and clients.archived_at is null
      union all
      select 'people', people.name, concat_ws(' ', people.name, people.email), people.id,
             jsonb_build_object('id', people.id, 'name', people.name, 'email', people.email,
                                'role', people.role, 'is_employee', people.is_employee)
      from public.people
      where people.organization_id = v_viewer.organization_id and people.archived_at is null
      union all
      select distinct 'service_lines', lines.service_line, lines.service_line, null::uuid,
             to_jsonb(lines.service_line)
      from public.portfolio_classifications as lines
      where lines.organization_id = v_viewer.organization_id and lines.service_line is not null
    ),
    options as (
      select list, choice, row_number() over (
        partition by list order by starts_with(lower(label), v_search) desc, lower(label), id
      ) as position
      from matches
      where strpos(lower(haystack), v_search) > 0
    ),
    lists as (
      select
        name,
        coalesce(jsonb_agg(choice order by position) filter (where position <= result_limit), '[]') as choices,
        count(*) filter (where position > result_limit) as left_out
      from unnest(array['clients', 'accounts', 'people', 'service_lines']) as name
      left join options on options.list = name
      group by name
    )
    select jsonb_object_agg(name, choices)
      || jsonb_build_object('left_out', jsonb_object_agg(name, left_out))
    from lists
  );
end;
$$;

create or replace function public.get_portfolio_options(search text default null, result_limit integer default 50)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_portfolio_options(search, result_limit) $$;

grant execute on function private.get_portfolio_options(text, integer) to authenticated;
grant execute on function public.get_portfolio_options(text, integer) to authenticated;

comment on function public.get_portfolio_options(text, integer) is
  'Returns { clients, accounts, people, service_lines, left_out }. Raises OPAUT · OPDEN · OPINV.';
