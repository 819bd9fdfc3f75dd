-- No one can change hours of a locked week: imports and the secret key are refused as well.
-- Raises OPSTA (week_locked; detail: { person_id, week_on }).

-- Raises for the first locked week among the hours of these people and days. The key share lock makes a change of
-- hours and lock_week, which takes the people's rows for update, wait for each other.
create or replace function private.refuse_locked_weeks(person_ids uuid[], days date[])
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_lock private.week_locks;
begin
  perform from public.people
  where people.id in (select distinct id from unnest(person_ids) as id)
  order by people.id
  for key share;
  select week_locks.* into v_lock
  from unnest(person_ids, days) as input (person_id, day)
  join private.week_locks
    on week_locks.person_id = input.person_id
   and week_locks.week_on between input.day - 6 and input.day
  order by week_locks.week_on
  limit 1;
  if v_lock.person_id is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('The week of %s is locked. Ask a lead to unlock it', v_lock.week_on),
      hint = 'week_locked',
      detail = jsonb_build_object('person_id', v_lock.person_id, 'week_on', v_lock.week_on)::text;
  end if;
end;
$$;

create or replace function private.tg_time_entries__refuse_locked_insert()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.refuse_locked_weeks(array_agg(entries.person_id), array_agg(entries.spent_on))
  from new_rows as entries;
  return null;
end;
$$;

create or replace function private.tg_time_entries__refuse_locked_delete()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.refuse_locked_weeks(array_agg(entries.person_id), array_agg(entries.spent_on))
  from old_rows as entries;
  return null;
end;
$$;

create or replace function private.tg_time_entries__refuse_locked_update()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.refuse_locked_weeks(array_agg(side.person_id), array_agg(side.spent_on))
  from old_rows
  join new_rows on new_rows.id = old_rows.id
  cross join lateral (values
    (old_rows.person_id, old_rows.spent_on), (new_rows.person_id, new_rows.spent_on)) as side (person_id, spent_on)
  where (old_rows.project_id, old_rows.task_id, old_rows.spent_on, old_rows.hours, old_rows.note)
      is distinct from (new_rows.project_id, new_rows.task_id, new_rows.spent_on, new_rows.hours, new_rows.note)
    -- A merge of two people and its undo are allowed, because they change only the person of the hours.
    or (old_rows.person_id <> new_rows.person_id and not exists (
      select from public.people
      where (people.id, people.merged_into_id) in (
        (old_rows.person_id, new_rows.person_id), (new_rows.person_id, old_rows.person_id))));
  return null;
end;
$$;

create or replace function private.tg_time_entries__refuse_truncate()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from private.week_locks) then
    raise exception using
      errcode = 'OPSTA', message = 'The hours of locked weeks cannot be deleted. Unlock the weeks first', hint = 'week_locked';
  end if;
  return null;
end;
$$;

create trigger tg_time_entries__refuse_locked_insert after insert on public.time_entries
  referencing new table as new_rows
  for each statement execute function private.tg_time_entries__refuse_locked_insert();
create trigger tg_time_entries__refuse_locked_update after update on public.time_entries
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.tg_time_entries__refuse_locked_update();
create trigger tg_time_entries__refuse_locked_delete after delete on public.time_entries
  referencing old table as old_rows
  for each statement execute function private.tg_time_entries__refuse_locked_delete();
create trigger tg_time_entries__refuse_truncate before truncate on public.time_entries
  for each statement execute function private.tg_time_entries__refuse_truncate();
alter table public.time_entries enable always trigger tg_time_entries__refuse_locked_insert;
alter table public.time_entries enable always trigger tg_time_entries__refuse_locked_update;
alter table public.time_entries enable always trigger tg_time_entries__refuse_locked_delete;
alter table public.time_entries enable always trigger tg_time_entries__refuse_truncate;
