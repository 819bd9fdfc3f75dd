-- The tasks that the caller may see, sorted and page by page, with the number of all that match.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (project_not_found) · OPINV (invalid_query, invalid_sort,
-- invalid_cursor, limit_out_of_range).
create or replace function private.get_task_page(
  project_id uuid default null,
  assignee_id uuid default null,
  is_unassigned boolean default false,
  parent_id uuid default null,
  statuses public.task_status[] default null,
  label text default null,
  due_from date default null,
  due_to date default null,
  title_contains text default null,
  is_archived boolean default false,
  sort text default 'due_on',
  is_descending boolean default false,
  page_size integer default 50,
  cursor text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_sees_all boolean := v_viewer.role in ('admin', 'lead');
  v_project_ids uuid[] := private.project_ids_of(v_viewer);
  v_sort record := private.task_sort(get_task_page.sort, coalesce(is_descending, false));
  v_after record := private.read_task_cursor(get_task_page.cursor, get_task_page.sort, coalesce(is_descending, false));
  v_pattern text := '%' || regexp_replace(title_contains, '([\\%_])', '\\\1', 'g') || '%';
  v_where text;
  v_total bigint;
  v_ids uuid[];
  v_keys text[];
  v_size integer := page_size;
begin
  perform private.require_limit(page_size, 100);
  if char_length(title_contains) > 200 or char_length(label) > 40 then
    raise exception using errcode = 'OPINV', message = 'Search for at most 200 characters', hint = 'invalid_query';
  end if;
  if get_task_page.project_id is not null then
    v_project_ids := private.narrowed_projects(v_project_ids, get_task_page.project_id);
    v_sees_all := false;
  end if;

  -- Only the filters that are present, so that the query is planned for exactly those.
  v_where := concat_ws(' and ',
    'tasks.organization_id = $1',
    case when not v_sees_all then 'tasks.project_id = any ($2)' end,
    case when coalesce(get_task_page.is_archived, false) then 'tasks.archived_at is not null and tasks.hidden_at is null'
         else 'tasks.archived_at is null' end,
    case when get_task_page.assignee_id is not null then 'tasks.assignee_id = $3'
         when coalesce(is_unassigned, false) then 'tasks.assignee_id is null' end,
    case when get_task_page.parent_id is not null then 'tasks.parent_id = $4' end,
    case when statuses is not null then 'tasks.status = any ($5)' end,
    case when get_task_page.label is not null then '$6 = any (tasks.labels)' end,
    case when due_from is not null then 'tasks.due_on >= $7' end,
    case when due_to is not null then 'tasks.due_on <= $8' end,
    case when title_contains is not null then 'tasks.title ilike $9' end,
    -- The planner matches the partial index of a person's open tasks only by its exact condition.
    case when get_task_page.assignee_id is not null
              and statuses <@ '{open,in_progress,blocked}'::public.task_status[]
         then 'tasks.status in (''open'', ''in_progress'', ''blocked'')' end);
  execute 'select count(*) from public.tasks where ' || v_where into v_total
  using v_viewer.organization_id, v_project_ids, get_task_page.assignee_id, get_task_page.parent_id, statuses,
        get_task_page.label, due_from, due_to, v_pattern;
  execute format(
    'select array_agg(page.id), array_agg(page.key) from (
       select tasks.id, (%1$s)::text as key from public.tasks where %2$s %3$s
       order by %1$s %4$s, tasks.id %4$s limit $12) as page',
    v_sort.expression, v_where,
    case when v_after.id is not null then format(
      ' and (%s, tasks.id) %s ($10::%s, $11)', v_sort.expression, v_sort.comparison, v_sort.type) end,
    v_sort.direction)
  into v_ids, v_keys
  using v_viewer.organization_id, v_project_ids, get_task_page.assignee_id, get_task_page.parent_id, statuses,
        get_task_page.label, due_from, due_to, v_pattern, v_after.key, v_after.id, v_size + 1;

  return jsonb_build_object(
    'tasks', private.task_rows(
      coalesce(v_ids[1:v_size], '{}'), private.person_ids_of(v_viewer),
      private.organization_today(v_viewer.organization_id)),
    'total', v_total,
    'next_cursor', case when cardinality(v_ids) > v_size then private.task_cursor(
      get_task_page.sort, coalesce(is_descending, false), v_keys[v_size], v_ids[v_size]) end);
exception when data_exception then
  raise exception using errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
end;
$$;

-- How a list is sorted. Empty values come last in both directions, so each direction replaces them with its own value.
-- Raises OPINV (invalid_sort).
create or replace function private.task_sort(
  sort text, is_descending boolean, out expression text, out type text, out direction text, out comparison text
)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  direction := case when is_descending then 'desc' else 'asc' end;
  comparison := case when is_descending then '<' else '>' end;
  case sort
    when 'due_on' then
      expression := format('coalesce(tasks.due_on, %L::date)', case when is_descending then '-infinity' else 'infinity' end);
      type := 'date';
    when 'priority' then
      expression := format('coalesce(tasks.priority::integer, %s)', case when is_descending then '-1' else '32768' end);
      type := 'integer';
    when 'title' then
      expression := 'lower(tasks.title)';
      type := 'text';
    when 'status' then
      expression := 'tasks.status';
      type := 'public.task_status';
    when 'created_at' then
      expression := 'tasks.created_at';
      type := 'timestamptz';
    when 'updated_at' then
      expression := 'tasks.updated_at';
      type := 'timestamptz';
    else
      raise exception using errcode = 'OPINV', message = 'The list cannot be sorted like this. Choose another order', hint = 'invalid_sort';
  end case;
end;
$$;

-- The cursor at the end of a page: opaque to callers, and valid only for the order in which the page was sorted.
create or replace function private.task_cursor(sort text, is_descending boolean, key text, id uuid)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select translate(encode(convert_to(
    jsonb_build_array(sort, is_descending, key, id)::text, 'UTF8'), 'base64'), E'\n', '')
$$;

create or replace function private.read_task_cursor(
  cursor text, sort text, is_descending boolean, out key text, out id uuid
)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_parts jsonb;
begin
  if cursor is null then
    return;
  end if;
  begin
    v_parts := convert_from(decode(cursor, 'base64'), 'UTF8')::jsonb;
    if v_parts ->> 0 = read_task_cursor.sort and (v_parts -> 1)::boolean = read_task_cursor.is_descending then
      key := v_parts ->> 2;
      id := (v_parts ->> 3)::uuid;
    end if;
  exception when others then
    id := null;
  end;
  if key is null or id is null then
    raise exception using errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
  end if;
end;
$$;
comment on function private.read_task_cursor(text, text, boolean) is
  'Where the next page starts; nulls for the first page. Raises OPINV (invalid_cursor).';

create or replace function public.get_task_page(
  project_id uuid default null,
  assignee_id uuid default null,
  is_unassigned boolean default false,
  parent_id uuid default null,
  statuses public.task_status[] default null,
  label text default null,
  due_from date default null,
  due_to date default null,
  title_contains text default null,
  is_archived boolean default false,
  sort text default 'due_on',
  is_descending boolean default false,
  page_size integer default 50,
  cursor text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.get_task_page(
    project_id, assignee_id, is_unassigned, parent_id, statuses, label, due_from, due_to, title_contains,
    is_archived, sort, is_descending, page_size, cursor)
$$;

grant execute on function private.get_task_page(
  uuid, uuid, boolean, uuid, public.task_status[], text, date, date, text, boolean, text, boolean, integer, text)
  to authenticated;
grant execute on function public.get_task_page(
  uuid, uuid, boolean, uuid, public.task_status[], text, date, date, text, boolean, text, boolean, integer, text)
  to authenticated;
comment on function public.get_task_page(
  uuid, uuid, boolean, uuid, public.task_status[], text, date, date, text, boolean, text, boolean, integer, text) is
  'Returns { tasks, total, next_cursor }; sort: due_on, priority, title, status, created_at, updated_at. Raises OPAUT · OPDEN · OPNFD · OPINV.';
