-- An organization never loses its last admin who can sign in, whatever the cause: another role, archiving, another
-- organization, deletion, or the loss of the user behind the person.
create or replace function private.tg_people__guard_last_admin()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Two admins who demote each other at the same time wait for each other here. This is a write and not a lock, because
  -- under repeatable read the second transaction would otherwise still see the first person as admin.
  update public.organizations set updated_at = now() where organizations.id = old.organization_id;
  if not exists (
    select 1 from public.people
    where people.organization_id = old.organization_id
      and people.role = 'admin'
      and people.user_id is not null
  ) then
    raise exception using
      errcode = 'OPSTA',
      message = 'This is the last admin of the organization. Make another person admin first',
      hint = 'last_admin';
  end if;
  return null;
end;
$$;

create trigger tg_people__guard_last_admin_update
  after update of role, user_id, organization_id on public.people
  for each row
  when (
    old.role = 'admin' and old.user_id is not null
    and (new.role <> 'admin' or new.user_id is null
         or new.organization_id <> old.organization_id)
  )
  execute function private.tg_people__guard_last_admin();

create trigger tg_people__guard_last_admin_delete
  after delete on public.people
  for each row
  when (old.role = 'admin' and old.user_id is not null)
  execute function private.tg_people__guard_last_admin();

alter table public.people enable always trigger tg_people__guard_last_admin_update;
alter table public.people enable always trigger tg_people__guard_last_admin_delete;
