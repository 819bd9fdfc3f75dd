-- Trigger functions that tables of several domains share.

create or replace function private.tg_touch()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.tg_touch() is 'Sets updated_at at each update.';

create or replace function private.tg_count_version()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.tg_count_version() is
  'Counts the versions of a row, so that an update can state the version that its caller saw.';

create or replace function private.tg_refuse_change()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPSTA',
    message = format('%I is append-only', tg_table_name),
    hint = 'append_only';
end;
$$;

comment on function private.tg_refuse_change() is
  'Makes a table append-only, even for its owner. Raises OPSTA.';
