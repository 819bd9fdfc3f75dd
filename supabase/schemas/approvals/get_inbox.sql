-- What waits for a decision, oldest first, page by page, each card with what a person needs to decide; or one
-- card by its id, whatever its status, with its history. A filter narrows the cards, not the counts.
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
  if approval_id is not null then
    v_cards := array(
      select approvals
      from public.approvals
      where approvals.id = get_inbox.approval_id
        and approvals.organization_id = v_viewer.organization_id
        and (v_sees_all or approvals.scope_id = any (v_scope_ids)));
    if v_cards = '{}' then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such card', hint = 'approval_not_found';
    end if;
  else
    v_cards := array(
      select approvals
      from public.approvals
      where approvals.organization_id = v_viewer.organization_id
        and approvals.status = 'pending'
        and (v_sees_all or approvals.scope_id = any (v_scope_ids))
        and (get_inbox.kind is null or approvals.kind = get_inbox.kind)
        and (get_inbox.project_id is null or approvals.project_id = get_inbox.project_id)
        and (v_after.id is null or (approvals.created_at, approvals.id) > (v_after.at, v_after.id))
      order by approvals.created_at, approvals.id
      limit v_size + 1);
  end if;
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(private.approval_card(card.approval, v_viewer, get_inbox.approval_id is not null) order by card.place)
      from unnest(v_cards[1:v_size]) with ordinality as card (approval, place)), '[]'),
    'counts', private.approval_counts(v_viewer),
    'next_cursor', case when cardinality(v_cards) > v_size then
      private.page_cursor((v_cards[v_size]).created_at, (v_cards[v_size]).id) end);
end;
$$;

-- How many cards a person may see in each status that asks for something.
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
    from (
      select approvals.status, count(*) as cards
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
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_inbox(approval_id, kind, project_id, page_size, cursor) $$;

revoke execute on function private.get_inbox(uuid, public.approval_kind, uuid, integer, text) from public;
revoke execute on function private.approval_counts(public.people) from public;
revoke execute on function public.get_inbox(uuid, public.approval_kind, uuid, integer, text) from public;
grant execute on function private.get_inbox(uuid, public.approval_kind, uuid, integer, text) to authenticated;
grant execute on function public.get_inbox(uuid, public.approval_kind, uuid, integer, text) to authenticated;
comment on function public.get_inbox(uuid, public.approval_kind, uuid, integer, text) is
  'Answers { cards, counts, next_cursor }. Raises OPAUT · OPDEN · OPINV · OPNFD.';
