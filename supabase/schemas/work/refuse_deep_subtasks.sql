-- A task has one level of subtasks. The foreign key keeps a subtask in its parent's project; this trigger refuses a
-- parent that is a subtask itself, and a parent for a task that has subtasks.
-- Raises OPSTA (subtask_too_deep).
create or replace function private.tg_tasks__refuse_depth()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_grandparent_id uuid;
begin
  -- The lock makes two changes that would form a chain wait for each other.
  select tasks.parent_id into v_grandparent_id from public.tasks
  where tasks.id = new.parent_id
  for no key update;
  if v_grandparent_id is not null
    or exists (select from public.tasks where tasks.parent_id = new.id)
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'A subtask can''t have subtasks. Choose a parent that is not a subtask, and a task without subtasks',
      hint = 'subtask_too_deep';
  end if;
  return new;
end;
$$;

create trigger tg_tasks__refuse_depth before insert or update of parent_id on public.tasks
  for each row when (new.parent_id is not null) execute function private.tg_tasks__refuse_depth();
alter table public.tasks enable always trigger tg_tasks__refuse_depth;
