-- Cards that the caller may see, newest first, page by page. A page ends early where it would be too large.
-- Raises OPAUT · OPDEN (clients) · OPINV (invalid_cursor).
create or replace function private.list_approvals(
  statuses public.approval_status[] default null,
  kind public.approval_kind default null,
  project_id uuid default null,
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
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_cards public.approvals[];
  v_card jsonb;
  v_page_cards jsonb[] := '{}';
  v_bytes integer := 0;
begin
  -- Reads one row more than a page has, to learn whether another page follows.
  v_cards := array(select page from private.approval_page(
    v_viewer, list_approvals.statuses, list_approvals.kind, list_approvals.project_id, v_size + 1,
    list_approvals.cursor) as page);
  for v_position in 1 .. least(v_size, cardinality(v_cards)) loop
    v_card := private.approval_json(v_cards[v_position]);
    v_bytes := v_bytes + octet_length(v_card::text);
    exit when v_position > 1 and v_bytes > private.max_page_bytes();
    v_page_cards := v_page_cards || v_card;
  end loop;
  v_size := cardinality(v_page_cards);
  perform private.record_readings(v_viewer, v_cards[1:v_size]);
  return jsonb_build_object(
    'approvals', to_jsonb(v_page_cards),
    'next_cursor', case when cardinality(v_cards) > v_size then
      private.page_cursor((v_cards[v_size]).created_at, (v_cards[v_size]).id) end);
end;
$$;

-- Cards that a person may see, newest first, after the cursor.
-- Raises OPINV (invalid_cursor).
create or replace function private.approval_page(
  viewer public.people,
  statuses public.approval_status[],
  kind public.approval_kind,
  project_id uuid,
  size integer,
  cursor text
)
returns setof public.approvals
language plpgsql
stable
set search_path = pg_catalog, pg_temp
-- Plans each call for the filters that are present, so that an absent one costs nothing. The setting belongs to this
-- function, because that of a caller would also apply to every other function that it calls.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_sees_all constant boolean := viewer.role in ('admin', 'lead');
  v_scope_ids constant uuid[] := private.scope_ids_of(viewer);
  v_after record := private.read_page_cursor(cursor);
begin
  return query
    select approvals.*
    from public.approvals
    where approvals.organization_id = viewer.organization_id
      and (v_sees_all or approvals.scope_id = any (v_scope_ids))
      -- An equality with one status lets the index return the cards in order.
      and (approval_page.statuses is null
           or cardinality(approval_page.statuses) = 1 and approvals.status = approval_page.statuses[1]
           or cardinality(approval_page.statuses) <> 1 and approvals.status = any (approval_page.statuses))
      and (approval_page.kind is null or approvals.kind = approval_page.kind)
      and (approval_page.project_id is null or approvals.project_id = approval_page.project_id)
      and (v_after.id is null or (approvals.created_at, approvals.id) < (v_after.at, v_after.id))
    order by approvals.created_at desc, approvals.id desc
    limit size;
end;
$$;

-- The cursor at the end of a page: opaque to callers, and exact to the microsecond.
create or replace function private.page_cursor(at timestamptz, id uuid)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select translate(encode(convert_to(
    (extract(epoch from page_cursor.at) * 1000000)::bigint || ' ' || page_cursor.id, 'UTF8'), 'base64'), E'\n', '')
$$;

create or replace function private.read_page_cursor(cursor text, out at timestamptz, out id uuid)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_parts text[];
begin
  if cursor is null then
    return;
  end if;
  begin
    v_parts := string_to_array(convert_from(decode(cursor, 'base64'), 'UTF8'), ' ');
    at := to_timestamp(0) + make_interval(secs => v_parts[1]::bigint / 1000000)
          + (v_parts[1]::bigint % 1000000) * interval '1 microsecond';
    id := v_parts[2]::uuid;
  exception
    when others then
      id := null;
  end;
  if at is null or id is null then
    raise exception using
      errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
  end if;
end;
$$;
comment on function private.read_page_cursor(text) is
  'Where the next page starts; nulls for the first page. Raises OPINV (invalid_cursor).';

create or replace function public.list_approvals(
  statuses public.approval_status[] default null,
  kind public.approval_kind default null,
  project_id uuid default null,
  page_size integer default 50,
  cursor text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.list_approvals(statuses, kind, project_id, page_size, cursor) $$;

grant execute on function
  private.list_approvals(public.approval_status[], public.approval_kind, uuid, integer, text) to authenticated;
grant execute on function
  public.list_approvals(public.approval_status[], public.approval_kind, uuid, integer, text) to authenticated;
comment on function
  public.list_approvals(public.approval_status[], public.approval_kind, uuid, integer, text) is
  'Returns { approvals, next_cursor }. Raises OPAUT · OPDEN · OPINV.';
