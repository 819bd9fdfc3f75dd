-- Delegates the caller's assigned cards to a colleague from one day to another; without arguments, ends the
-- delegation. The colleague needs their own right to decide. A person has one delegation at a time.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (person_not_found) · OPINV (invalid_delegation,
-- delegate_may_not_decide).
create or replace function private.delegate_approvals(
  delegate_id uuid default null,
  first_on date default null,
  last_on date default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_before jsonb;
  v_after jsonb;
begin
  perform 1 from public.people where people.id = v_viewer.id for share;
  v_before := private.delegation_json(v_viewer);
  if num_nulls(delegate_id, first_on, last_on) = 3 then
    delete from private.approval_delegations as delegations where delegations.person_id = v_viewer.id;
  else
    perform private.require_delegation(v_viewer, delegate_id, first_on, last_on);
    insert into private.approval_delegations as delegations (organization_id, person_id, delegate_id, first_on, last_on)
    values (v_viewer.organization_id, v_viewer.id,
            delegate_approvals.delegate_id, delegate_approvals.first_on, delegate_approvals.last_on)
    on conflict on constraint approval_delegations_pkey do update
    set delegate_id = excluded.delegate_id, first_on = excluded.first_on, last_on = excluded.last_on, created_at = now();
  end if;
  v_after := private.delegation_json(v_viewer);
  if v_after is distinct from v_before then
    perform private.record_audit_event(
      v_viewer.organization_id, case when v_after is null then 'person.delegation_ended' else 'person.delegated' end,
      'person', v_viewer.id, v_before, v_after);
  end if;
  return private.get_account();
end;
$$;

-- Raises OPNFD (person_not_found) · OPINV (invalid_delegation, delegate_may_not_decide).
create or replace function private.require_delegation(
  viewer public.people, delegate_id uuid, first_on date, last_on date)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_delegate public.people;
begin
  if num_nulls(delegate_id, first_on, last_on) > 0
    or not (last_on between first_on and first_on + 366)
    or last_on < private.organization_today(viewer.organization_id)
    or delegate_id = viewer.id
  then
    raise exception using
      errcode = 'OPINV',
      message = 'Name another person, and a first and a last day at most a year apart. The last day must not be in the past',
      hint = 'invalid_delegation';
  end if;
  select * into v_delegate from public.people
  where people.id = require_delegation.delegate_id and people.organization_id = viewer.organization_id
  for share;
  if v_delegate.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  elsif not private.may_decide_cards(v_delegate) then
    raise exception using
      errcode = 'OPINV',
      message = v_delegate.name || ' cannot decide cards. Choose an admin or a lead',
      hint = 'delegate_may_not_decide';
  end if;
end;
$$;

create or replace function private.may_decide_cards(person public.people)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select person.archived_at is null and person.role in ('admin', 'lead') $$;

-- A person's current or future absence. Returns { delegate: { id, name }, first_on, last_on }, or null.
create or replace function private.delegation_json(person public.people)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object(
      'delegate', private.person_reference(delegations.delegate_id),
      'first_on', delegations.first_on, 'last_on', delegations.last_on)
    from private.approval_delegations as delegations
    where delegations.person_id = person.id
      and delegations.last_on >= private.organization_today(person.organization_id));
end;
$$;

-- The people whose assigned cards a person is shown today.
create or replace function private.delegators_of(delegate public.people)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select delegations.person_id
    from private.approval_delegations as delegations
    where delegations.organization_id = delegate.organization_id
      and delegations.delegate_id = delegate.id
      and private.organization_today(delegate.organization_id) between delegations.first_on and delegations.last_on);
end;
$$;

-- A person who loses the right to decide cards also loses their delegation and the ones to them, which do not return
-- with the right.
create or replace function private.tg_people__end_delegations()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.approval_delegations as delegations
  where delegations.organization_id = new.organization_id and new.id in (delegations.person_id, delegations.delegate_id);
  return null;
end;
$$;
comment on function private.tg_people__end_delegations() is 'Ends the delegations of and to a person who may no longer decide cards.';

create trigger tg_people__end_delegations after update on public.people
  for each row when (new.archived_at is not null or new.role not in ('admin', 'lead'))
  execute function private.tg_people__end_delegations();
alter table public.people enable always trigger tg_people__end_delegations;

create or replace function public.delegate_approvals(
  delegate_id uuid default null,
  first_on date default null,
  last_on date default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.delegate_approvals(delegate_id, first_on, last_on) $$;

grant execute on function private.delegate_approvals(uuid, date, date) to authenticated;
grant execute on function public.delegate_approvals(uuid, date, date) to authenticated;
comment on function public.delegate_approvals(uuid, date, date) is
  'Returns the same as get_account. Without arguments: ends the delegation. Raises OPAUT · OPDEN · OPNFD · OPINV.';
