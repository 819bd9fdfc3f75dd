-- The positions of a card in an inbox that is sorted by stakes or by due date; the lowest comes first. Stakes are
-- compared in this order: those of the card's kind (high, medium, low); its group (external, whose effects cannot be
-- undone here, then portal, prompt, and the rest); whether it names an amount of money. The due date is that of the
-- task, the start of the event, or the day from which a change of scope applies. Cards without a due date come last.
create or replace function private.inbox_ranks(approval public.approvals, out stakes_rank bigint, out due_rank bigint)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind public.approval_kinds;
  v_steps bigint;
  v_due_on constant date := private.card_due_on(approval);
  v_day bigint;
begin
  select * into v_kind from public.approval_kinds where approval_kinds.kind = approval.kind;
  v_steps :=
    case v_kind.stakes when 'high' then 0 when 'medium' then 10 else 20 end
    + case v_kind."group" when 'external' then 0 when 'portal' then 2 when 'prompt' then 4 else 6 end
    + case when coalesce(approval.payload ->> 'amount', approval.payload ->> 'amount_change', '0')::numeric <> 0
        then 0 else 1 end;
  -- Days from the year 2000 to 4737. A later day counts as the last one.
  v_day := case when v_due_on is null then 999999
    else least(greatest(v_due_on - date '2000-01-01', 0), 999998) end;
  stakes_rank := v_steps * 1000000 + v_day;
  due_rank := v_day * 100 + v_steps;
end;
$$;
comment on function private.inbox_ranks(public.approvals) is
  'stakes_rank compares stakes first, due_rank the due date. There are 28 levels of stakes and 1,000,000 days.';

create or replace function private.card_due_on(approval public.approvals)
returns date
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_starts_at timestamptz;
begin
  case approval.kind
    when 'task_create' then
      return (approval.payload ->> 'due_on')::date;
    when 'scope_change' then
      return (approval.payload ->> 'effective_on')::date;
    when 'calendar_event_create', 'calendar_event_update', 'calendar_event_cancel' then
      v_starts_at := coalesce((approval.payload ->> 'starts_at')::timestamptz, (
        select calendar_events.starts_at from public.calendar_events
        where calendar_events.id = (approval.payload ->> 'event_id')::uuid
          and calendar_events.organization_id = approval.organization_id));
      return (v_starts_at at time zone (
        select organizations.time_zone from public.organizations
        where organizations.id = approval.organization_id))::date;
    else
      return null;
  end case;
end;
$$;
comment on function private.card_due_on(public.approvals) is
  'The due date of a card: the day of its task, its event or its change of scope; null if it has none.';
