-- One import or undo at a time per organization, so that no other change makes a plan stale before it is applied.
-- A second call is refused instead of queued, because waiting would occupy a connection.
-- Raises OPSTA (import_running).
create or replace function private.lock_imports(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
-- A transaction that has just ended releases its rows a moment before this lock.
set lock_timeout = '250ms'
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('import_portfolio:' || organization_id, 0));
exception
  when lock_not_available then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another import is running. Try again when it has ended',
      hint = 'import_running';
end;
$$;
