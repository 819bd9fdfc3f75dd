-- Cards that the caller may see, newest first, page by page.
-- Raises OPAUT · OPDEN (clients) · OPINV (invalid_cursor).
create or replace function private.list_approvals(
  status public.approval_status default null,
  kind public.approval_kind default null,
  project_id uuid default null,
  page_size integer default 50,
  cursor text default null
)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
-- A filter that is not given must not cost the plan of one that is.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_sees_all boolean := v_viewer.role in ('admin', 'lead');
  v_scope_ids uuid[] := private.scope_ids_of(v_viewer);
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_after record := private.read_page_cursor(cursor);
  v_cards public.approvals[];
begin
  v_cards := array(
    select approvals
    from public.approvals
    where approvals.organization_id = v_viewer.organization_id
      and (v_sees_all or approvals.scope_id = any (v_scope_ids))
      and (list_approvals.status is null or approvals.status = list_approvals.status)
      and (list_approvals.kind is null or approvals.kind = list_approvals.kind)
      and (list_approvals.project_id is null or approvals.project_id = list_approvals.project_id)
      and (v_after.id is null or (approvals.created_at, approvals.id) < (v_after.at, v_after.id))
    order by approvals.created_at desc, approvals.id desc
    limit v_size + 1);
  return jsonb_build_object(
    'approvals', coalesce((
      -- By place: unnest would take the cards apart into their columns.
      select jsonb_agg(private.approval_json(v_cards[place]) order by place)
      from generate_subscripts(v_cards[1:v_size], 1) as place), '[]'),
    'next_cursor', case when cardinality(v_cards) > v_size then
      private.page_cursor((v_cards[v_size]).created_at, (v_cards[v_size]).id) end);
end;
$$;

-- Where a page ended: opaque to callers, and exact to the microsecond.
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
      errcode = 'OPINV', message = 'The cursor is not one that was answered', hint = 'invalid_cursor';
  end if;
end;
$$;
comment on function private.read_page_cursor(text) is
  'Where a page goes on; nulls for the first page. Raises OPINV (invalid_cursor).';

create or replace function public.list_approvals(
  status public.approval_status default null,
  kind public.approval_kind default null,
  project_id uuid default null,
  page_size integer default 50,
  cursor text default null
)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.list_approvals(status, kind, project_id, page_size, cursor) $$;

revoke execute on function
  private.list_approvals(public.approval_status, public.approval_kind, uuid, integer, text) from public;
revoke execute on function private.page_cursor(timestamptz, uuid) from public;
revoke execute on function private.read_page_cursor(text) from public;
revoke execute on function
  public.list_approvals(public.approval_status, public.approval_kind, uuid, integer, text) from public;
grant execute on function
  private.list_approvals(public.approval_status, public.approval_kind, uuid, integer, text) to authenticated;
grant execute on function
  public.list_approvals(public.approval_status, public.approval_kind, uuid, integer, text) to authenticated;
comment on function
  public.list_approvals(public.approval_status, public.approval_kind, uuid, integer, text) is
  'Answers { approvals, next_cursor }. Raises OPAUT · OPDEN · OPINV.';
