-- Assigns a card to a person, or unassigns it. current_person_id is the assignee that the caller saw, so that no
-- assignment overwrites one that a colleague has just made. An assignment gives no right.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (approval_not_found, person_not_found) · OPINV
-- (assignee_may_not_decide) · OPSTA (approval_settled, assignment_changed).
create or replace function private.assign_approval(approval_id uuid, person_id uuid, current_person_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(assign_approval.approval_id, v_viewer);
  v_current_assignee jsonb := private.assignee_json(v_approval);
begin
  if v_approval.status not in ('pending', 'approved', 'failed', 'unknown') then
    raise exception using
      errcode = 'OPSTA',
      message = 'This card is executing, executed or rejected, so there is nothing to decide',
      hint = 'approval_settled',
      detail = jsonb_build_object('status', v_approval.status)::text;
  elsif (v_current_assignee ->> 'id')::uuid is distinct from assign_approval.current_person_id then
    raise exception using
      errcode = 'OPSTA',
      message = format('This card is now assigned to %s. Review it, then assign it',
        coalesce(v_current_assignee ->> 'name', 'nobody')),
      hint = 'assignment_changed',
      detail = jsonb_build_object('current', private.approval_json(v_approval))::text;
  end if;
  if v_approval.assigned_to is distinct from assign_approval.person_id then
    update public.approvals set assigned_to = assign_approval.person_id
    where approvals.id = v_approval.id
    returning * into v_approval;
    perform private.record_approval_event(v_approval, 'assigned', jsonb_build_object(
      'from', v_current_assignee - 'delegate', 'to', private.person_reference(assign_approval.person_id)));
  end if;
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$$;

-- Refuses an assignee who may not decide the card.
-- Raises OPNFD (person_not_found) · OPINV (assignee_may_not_decide).
create or replace function private.require_assignee(approval public.approvals, person_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person public.people;
  v_refusal text;
begin
  select * into v_person from public.people
  where people.id = require_assignee.person_id and people.organization_id = approval.organization_id;
  if v_person.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  end if;
  v_refusal := private.decider_refusal(approval, v_person.id);
  if v_refusal is not null then
    raise exception using
      errcode = 'OPINV',
      message = v_person.name || case v_refusal
        when 'self_approval_forbidden' then ' wrote this card or a version of it. Choose another person to decide it'
        when 'prompt_owner_only' then ' is not a prompt owner and cannot decide this card. Choose a prompt owner'
        else ' cannot decide cards. Choose an admin or a lead' end,
      hint = 'assignee_may_not_decide',
      detail = jsonb_build_object('reason', v_refusal)::text;
  end if;
end;
$$;

-- The person to whom a card is assigned, if they may decide it, and today's delegate of that person, if the delegate
-- may decide it too. Returns { id, name, delegate: { id, name } or null }, or null.
create or replace function private.assignee_json(approval public.approvals)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if approval.assigned_to is null or private.decider_refusal(approval, approval.assigned_to) is not null then
    return null;
  end if;
  return private.person_reference(approval.assigned_to) || jsonb_build_object('delegate', (
    select private.person_reference(delegations.delegate_id)
    from private.approval_delegations as delegations
    where delegations.person_id = approval.assigned_to
      and private.organization_today(approval.organization_id) between delegations.first_on and delegations.last_on
      and private.decider_refusal(approval, delegations.delegate_id) is null));
end;
$$;

create or replace function public.assign_approval(approval_id uuid, person_id uuid, current_person_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.assign_approval(approval_id, person_id, current_person_id) $$;

grant execute on function private.assign_approval(uuid, uuid, uuid) to authenticated;
grant execute on function public.assign_approval(uuid, uuid, uuid) to authenticated;
comment on function public.assign_approval(uuid, uuid, uuid) is
  'Returns { approval }. person_id: null unassigns it; current_person_id: the assignee that the caller saw. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA.';
