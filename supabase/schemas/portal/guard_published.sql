-- The rules of the portal, which apply to every writer, the owner of the tables included: a row is created during the
-- execution of its card, with the text of the card, and other cards withdraw and restore it. It can become
-- restricted; nothing else in it changes, and nothing is deleted.
create or replace function private.tg_published__guard_approved()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row constant jsonb := to_jsonb(new);
  -- The generated scope_id is computed only after this trigger, so it is ignored; is_restricted and withdrawn_at may
  -- change.
  v_changeable_columns constant text[] := '{scope_id,is_restricted,withdrawn_at}';
  v_undo constant text := case when new.withdrawn_at is null then 'restore' else 'withdraw' end;
  v_card public.approvals;
begin
  if tg_op = 'INSERT' then
    select * into v_card from public.approvals
    where approvals.organization_id = new.organization_id and approvals.id = new.approval_id
      and approvals.project_id = new.project_id and approvals.status = 'executing'
      and private.portal_table(approvals.kind) = tg_table_name;
    if v_card.id is not null and v_card.decided_hash = private.approval_hash(v_card)
      and new.withdrawn_at is null and new.is_restricted >= v_card.is_restricted
      and not exists (
        select from private.payload_fields(v_card.kind) as fields
        where nullif(v_row -> fields.name, 'null') is distinct from v_card.payload -> fields.name)
    then
      return new;
    end if;
  elsif v_row - v_changeable_columns = to_jsonb(old) - v_changeable_columns and new.is_restricted >= old.is_restricted
    and (new.withdrawn_at is not distinct from old.withdrawn_at
      or (new.withdrawn_at is null) <> (old.withdrawn_at is null) and exists (
        select from public.approvals as undo
        where undo.organization_id = new.organization_id and undo.project_id = new.project_id
          and undo.status = 'executing' and private.portal_table(undo.kind) = tg_table_name
          and undo.decided_hash = private.approval_hash(undo) and undo.payload ->> v_undo = new.approval_id::text))
  then
    return new;
  end if;
  raise exception using
    errcode = 'OPSTA',
    message = 'Only an approved card that is being executed can publish or withdraw this',
    hint = 'card_not_approved';
end;
$$;
comment on function private.tg_published__guard_approved() is
  'Ensures that rows of the portal match their approved cards. Raises OPSTA (card_not_approved).';

create trigger tg_weekly_updates__guard_approved before insert or update on public.weekly_updates
  for each row execute function private.tg_published__guard_approved();
create trigger tg_weekly_updates__refuse_delete before delete on public.weekly_updates
  for each row execute function private.tg_refuse_change();
create trigger tg_weekly_updates__refuse_truncate before truncate on public.weekly_updates
  for each statement execute function private.tg_refuse_change();
alter table public.weekly_updates enable always trigger tg_weekly_updates__guard_approved;
alter table public.weekly_updates enable always trigger tg_weekly_updates__refuse_delete;
alter table public.weekly_updates enable always trigger tg_weekly_updates__refuse_truncate;

create trigger tg_scope_changes__guard_approved before insert or update on public.scope_changes
  for each row execute function private.tg_published__guard_approved();
create trigger tg_scope_changes__refuse_delete before delete on public.scope_changes
  for each row execute function private.tg_refuse_change();
create trigger tg_scope_changes__refuse_truncate before truncate on public.scope_changes
  for each statement execute function private.tg_refuse_change();
alter table public.scope_changes enable always trigger tg_scope_changes__guard_approved;
alter table public.scope_changes enable always trigger tg_scope_changes__refuse_delete;
alter table public.scope_changes enable always trigger tg_scope_changes__refuse_truncate;

create trigger tg_sow_drafts__guard_approved before insert or update on public.sow_drafts
  for each row execute function private.tg_published__guard_approved();
create trigger tg_sow_drafts__refuse_delete before delete on public.sow_drafts
  for each row execute function private.tg_refuse_change();
create trigger tg_sow_drafts__refuse_truncate before truncate on public.sow_drafts
  for each statement execute function private.tg_refuse_change();
alter table public.sow_drafts enable always trigger tg_sow_drafts__guard_approved;
alter table public.sow_drafts enable always trigger tg_sow_drafts__refuse_delete;
alter table public.sow_drafts enable always trigger tg_sow_drafts__refuse_truncate;

create trigger tg_client_readouts__guard_approved before insert or update on public.client_readouts
  for each row execute function private.tg_published__guard_approved();
create trigger tg_client_readouts__refuse_delete before delete on public.client_readouts
  for each row execute function private.tg_refuse_change();
create trigger tg_client_readouts__refuse_truncate before truncate on public.client_readouts
  for each statement execute function private.tg_refuse_change();
alter table public.client_readouts enable always trigger tg_client_readouts__guard_approved;
alter table public.client_readouts enable always trigger tg_client_readouts__refuse_delete;
alter table public.client_readouts enable always trigger tg_client_readouts__refuse_truncate;

create trigger tg_deliverable_releases__guard_approved before insert or update on public.deliverable_releases
  for each row execute function private.tg_published__guard_approved();
create trigger tg_deliverable_releases__refuse_delete before delete on public.deliverable_releases
  for each row execute function private.tg_refuse_change();
create trigger tg_deliverable_releases__refuse_truncate before truncate on public.deliverable_releases
  for each statement execute function private.tg_refuse_change();
alter table public.deliverable_releases enable always trigger tg_deliverable_releases__guard_approved;
alter table public.deliverable_releases enable always trigger tg_deliverable_releases__refuse_delete;
alter table public.deliverable_releases enable always trigger tg_deliverable_releases__refuse_truncate;
