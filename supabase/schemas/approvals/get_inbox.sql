-- The undecided cards, oldest first, page by page; or one card by its id, whatever its status, with its evidence and
-- history. A page ends early where it would be too large. A filter narrows the cards, not the counts.
-- Raises OPAUT · OPDEN (clients) · OPINV (invalid_cursor) · OPNFD (approval_not_found).
create or replace function private.get_inbox(
  approval_id uuid default null,
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
  v_page public.approvals[];
  v_shown public.approvals[];
  v_cards jsonb;
  v_card jsonb;
  v_listed jsonb[] := '{}';
  v_bytes integer := 0;
begin
  if approval_id is not null then
    v_shown := array(
      select approvals
      from public.approvals
      where approvals.id = get_inbox.approval_id
        and approvals.organization_id = v_viewer.organization_id
        and approvals.scope_id = any (private.scope_ids_of(v_viewer)));
    if cardinality(v_shown) = 0 then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such card', hint = 'approval_not_found';
    end if;
    v_cards := jsonb_build_array(private.approval_card(v_shown[1], v_viewer, true));
  else
    -- One more than the page holds, to know whether another follows.
    v_page := array(select page from private.pending_page(
      v_viewer, get_inbox.kind, get_inbox.project_id, v_size + 1, get_inbox.cursor) as page);
    for v_place in 1 .. least(v_size, cardinality(v_page)) loop
      v_card := private.approval_card(v_page[v_place], v_viewer, false);
      v_bytes := v_bytes + octet_length(v_card::text);
      exit when v_place > 1 and v_bytes > private.max_page_bytes();
      v_listed := v_listed || v_card;
    end loop;
    v_cards := to_jsonb(v_listed);
    v_size := cardinality(v_listed);
    v_shown := v_page[1:v_size];
  end if;
  perform private.record_readings(v_viewer, v_shown);
  return jsonb_build_object(
    'cards', coalesce(v_cards, '[]'),
    'counts', private.approval_counts(v_viewer),
    'next_cursor', case when cardinality(v_page) > v_size
      then private.page_cursor((v_page[v_size]).created_at, (v_page[v_size]).id) end);
end;
$$;

create or replace function private.max_page_bytes()
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 1000000 $$;
comment on function private.max_page_bytes() is
  'Bytes of a page of a list. One that would be larger ends early; its first entry is always in it.';

-- Pending cards that a person may see, oldest first, after those that the cursor has passed.
-- Raises OPINV (invalid_cursor).
create or replace function private.pending_page(
  viewer public.people,
  kind public.approval_kind,
  project_id uuid,
  size integer,
  cursor text
)
returns setof public.approvals
language plpgsql
stable
set search_path = pg_catalog, pg_temp
-- A filter that is not given must not cost the plan of one that is. Set here and not in what calls this: it
-- reaches every function called from where it is set, and the cards call many.
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
      and approvals.status = 'pending'
      and (v_sees_all or approvals.scope_id = any (v_scope_ids))
      and (pending_page.kind is null or approvals.kind = pending_page.kind)
      and (pending_page.project_id is null or approvals.project_id = pending_page.project_id)
      and (v_after.id is null or (approvals.created_at, approvals.id) > (v_after.at, v_after.id))
    order by approvals.created_at, approvals.id
    limit size;
end;
$$;

-- How many cards a person may see in each status that asks for something, and how many of those that wait for a
-- decision they may decide themselves: the number of the list and of the badge beside its name.
create or replace function private.approval_counts(viewer public.people)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_sees_all boolean := viewer.role in ('admin', 'lead');
  v_scope_ids uuid[] := private.scope_ids_of(viewer);
begin
  return (
    select '{"pending": 0, "approved": 0, "executing": 0, "failed": 0, "unknown": 0}'::jsonb
      || coalesce(jsonb_object_agg(counted.status, counted.cards), '{}')
      || jsonb_build_object('decidable', coalesce(sum(counted.decidable), 0))
    from (
      select
        approvals.status,
        count(*) as cards,
        count(*) filter (
          where v_sees_all and approvals.status = 'pending'
            and private.decider_refusal(approvals, viewer.id) is null) as decidable
      from public.approvals
      where approvals.organization_id = viewer.organization_id
        and approvals.status in ('pending', 'approved', 'executing', 'failed', 'unknown')
        and (v_sees_all or approvals.scope_id = any (v_scope_ids))
      group by approvals.status
    ) as counted);
end;
$$;

create or replace function public.get_inbox(
  approval_id uuid default null,
  kind public.approval_kind default null,
  project_id uuid default null,
  page_size integer default 50,
  cursor text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.get_inbox(approval_id, kind, project_id, page_size, cursor) $$;

grant execute on function private.get_inbox(uuid, public.approval_kind, uuid, integer, text) to authenticated;
grant execute on function public.get_inbox(uuid, public.approval_kind, uuid, integer, text) to authenticated;
comment on function public.get_inbox(uuid, public.approval_kind, uuid, integer, text) is
  'Answers { cards, counts, next_cursor }. Raises OPAUT · OPDEN · OPINV · OPNFD.';
