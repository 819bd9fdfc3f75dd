-- Every record has a stream of its organization. A foreign key would ensure this too, but it would look up and lock the
-- same stream for every record of a page, which costs a fifth of storing a company. Instead, a stream is never deleted
-- and its key never changes, and each statement that inserts records looks up their streams once. Because streams stay,
-- a stream that was found needs no lock: no other transaction, at any isolation level, can remove it. No statement can
-- move a record to another stream.
-- The triggers run for every role and, unlike foreign keys, for a session with session_replication_role = replica.
create or replace function private.tg_sync_streams__refuse_removal()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPSTA', message = 'A sync stream cannot be deleted, and its key cannot change', hint = 'sync_stream_stays';
end;
$$;
comment on function private.tg_sync_streams__refuse_removal() is 'Raises OPSTA.';

create trigger tg_sync_streams__refuse_delete before delete on public.sync_streams
  for each row execute function private.tg_sync_streams__refuse_removal();
create trigger tg_sync_streams__refuse_new_key before update on public.sync_streams
  for each row when ((old.organization_id, old.id) is distinct from (new.organization_id, new.id))
  execute function private.tg_sync_streams__refuse_removal();
create trigger tg_sync_streams__refuse_truncate before truncate on public.sync_streams
  for each statement execute function private.tg_sync_streams__refuse_removal();
alter table public.sync_streams enable always trigger tg_sync_streams__refuse_delete;
alter table public.sync_streams enable always trigger tg_sync_streams__refuse_new_key;
alter table public.sync_streams enable always trigger tg_sync_streams__refuse_truncate;

create or replace function private.tg_sync_records__require_stream()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from (select distinct new_rows.organization_id, new_rows.stream_id from new_rows) as stream_ids
    where not exists (
      select from public.sync_streams as streams
      where streams.organization_id = stream_ids.organization_id and streams.id = stream_ids.stream_id))
  then
    raise exception using
      errcode = 'OPNFD', message = 'A record needs a stream of its organization', hint = 'sync_stream_not_found';
  end if;
  return null;
end;
$$;
comment on function private.tg_sync_records__require_stream() is 'Raises OPNFD.';

create or replace function private.tg_sync_records__refuse_move()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPSTA', message = 'A record cannot move to another stream', hint = 'sync_record_stays';
end;
$$;
comment on function private.tg_sync_records__refuse_move() is 'Raises OPSTA.';

create trigger tg_sync_records__require_stream after insert on private.sync_records
  referencing new table as new_rows
  for each statement execute function private.tg_sync_records__require_stream();
-- The trigger names its columns instead of a condition, because a condition would be computed for every record that a
-- page updates.
create trigger tg_sync_records__refuse_move before update of organization_id, stream_id on private.sync_records
  for each row execute function private.tg_sync_records__refuse_move();
alter table private.sync_records enable always trigger tg_sync_records__require_stream;
alter table private.sync_records enable always trigger tg_sync_records__refuse_move;
