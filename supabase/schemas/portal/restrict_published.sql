-- Restricting a card also restricts its publication and the cards that undo it, because they quote its evidence.
create or replace function private.tg_approvals__restrict_published()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if private.portal_table(new.kind) is not null then
    execute format(
      'update public.%I set is_restricted = true where organization_id = $1 and approval_id = $2 and not is_restricted',
      private.portal_table(new.kind))
    using new.organization_id, new.id;
    update public.approvals as undo set is_restricted = true
    where undo.organization_id = new.organization_id and undo.project_id = new.project_id
      and undo.kind = new.kind and not undo.is_restricted
      and coalesce(undo.payload ->> 'withdraw', undo.payload ->> 'restore') = new.id::text;
  end if;
  return null;
end;
$$;
comment on function private.tg_approvals__restrict_published() is 'Restricts the publications of a card that becomes restricted, and the cards that undo it.';

create trigger tg_approvals__restrict_published after update on public.approvals
  for each row when (new.is_restricted and not old.is_restricted)
  execute function private.tg_approvals__restrict_published();
alter table public.approvals enable always trigger tg_approvals__restrict_published;
